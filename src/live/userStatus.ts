/** What clients are told of what people say of themselves. */
import { statusOf } from '../organization/userStatus.ts';
import { statusChange, wireStatus } from '../wire/userStatus.ts';
import { userViewers } from './audiences.ts';
import { payloadTo, translate } from './define.ts';
import { snapshot } from './snapshot/define.ts';

export const userStatusLive = translate({
  UserStatusSet: ({ data: { userId } }, { before, after }) =>
    payloadTo(userViewers(after, userId), {
      type: 'user_status',
      user_id: userId,
      ...statusChange(statusOf(before, userId), statusOf(after, userId)),
    }),
});

/** Of those whom the viewer may know, and who have one. */
export const userStatusSnapshot = snapshot({
  user_status({ state, access, viewerId }) {
    const people = viewerId === null ? [] : [...state.users.byId.values()];
    const shown = people.flatMap(({ userId, active, settings }) => {
      const isAway = !settings.presenceEnabled;
      const isSet = isAway || state.userStatus.byUser.has(userId);
      if (!active || !isSet || !access.seesUser(userId)) return [];
      return [[String(userId), wireStatus(statusOf(state, userId), isAway)] as const];
    });
    return { user_status: Object.fromEntries(shown) };
  },
});
