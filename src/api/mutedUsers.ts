/** Muting users. */
import { muteUser, unmuteUser } from '../commands/mutedUsers.ts';
import { UserId } from '../ids.ts';
import { markRead } from './flags.ts';
import { path } from './http/parameters.ts';
import { EmptyResponse, routes, write } from './http/route.ts';

const params = { muted_user_id: path(UserId) } as const;

export const mutedUserRoutes = routes({
  'POST /users/me/muted_users/:muted_user_id': write({
    who: 'user',
    summary: 'Mute a user: all their messages are marked as read and do not notify you',
    params,
    response: EmptyResponse,
    async handle(context) {
      const { muted_user_id: mutedUserId } = context.params;
      // Once they are muted all their messages count as read, so nothing remains to be marked.
      await context.submitRehearsed(muteUser, { mutedUserId }, async () => {
        await markRead(context, [{ kind: 'sender', senderId: mutedUserId }]);
        return { mutedUserId };
      });
      return {};
    },
  }),

  'DELETE /users/me/muted_users/:muted_user_id': write({
    who: 'user',
    summary: 'Unmute a user: earlier messages stay read',
    params,
    response: EmptyResponse,
    async handle({ params: { muted_user_id: mutedUserId }, submit }) {
      await submit(unmuteUser, { mutedUserId });
      return {};
    },
  }),
});
