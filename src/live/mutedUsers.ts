/** Client events of muted users, for the person who muted them. */
import type { UserId } from '../ids.ts';
import { mutedUsersOf } from '../organization/mutedUsers.ts';
import { wireMutedUsers } from '../wire/mutedUsers.ts';
import { activeAmong } from './audiences.ts';
import { type LiveTransition, payloadTo, type AddressedPayload, translate } from './define.ts';
import { snapshot } from './snapshot/define.ts';

export const mutedUsersLive = translate({
  UserMuted: ({ data }, moment) => changed(moment, data.userId),
  UserUnmuted: ({ data }, moment) => changed(moment, data.userId),
});

const changed = ({ after }: LiveTransition, userId: UserId): readonly AddressedPayload[] =>
  payloadTo(activeAmong(after, [userId]), {
    type: 'muted_users',
    muted_users: wireMutedUsers(mutedUsersOf(after, userId)),
  });

export const mutedUsersSnapshot = snapshot({
  muted_users: ({ state, viewerId }) => ({
    muted_users: viewerId === null ? [] : wireMutedUsers(mutedUsersOf(state, viewerId)),
  }),
});
