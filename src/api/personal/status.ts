/** What people say of themselves at present. */
import { z } from 'zod';
import { Refused } from '../../base/errors.ts';
import { UserId } from '../../base/ids.ts';
import { muteUser, setUserStatus, unmuteUser } from '../../commands/personal/status.ts';
import { accessOf } from '../../organization/access/access.ts';
import { statusOf } from '../../organization/slices/users.ts';
import { Reaction } from '../../wire/reactions.ts';
import { Status, wireStatus } from '../../wire/personal.ts';
import { json, path, text } from '../http/parameters.ts';
import { read, routes, write } from '../http/route.ts';
import { markRead } from '../messages/flags.ts';
import { parseReactionType } from '../messages/reactions.ts';
import { hidePresence } from './settings.ts';

const statusParams = {
  status_text: text().optional().describe('At most 60 characters; an empty text removes it.'),
  emoji_name: text().optional().describe('An empty name removes the emoji.'),
  emoji_code: text().optional().describe(Reaction.shape.emoji_code),
  reaction_type: text().optional().describe(Reaction.shape.reaction_type),
} as const;

type SentStatus = { readonly [Name in keyof typeof statusParams]: string | undefined };

const inputOf = (sent: SentStatus) => ({
  text: sent.status_text,
  emojiName: sent.emoji_name,
  emojiCode: sent.emoji_code,
  reactionType: parseReactionType(sent.reaction_type === '' ? undefined : sent.reaction_type),
});

export const userStatusRoutes = routes({
  'POST /users/me/status': write({
    who: 'user',
    summary: 'Say what you are doing: a text, an emoji, or both',
    params: {
      ...statusParams,
      away: json(z.boolean()).optional().deprecate().describe('Sets `presence_enabled` to the opposite.'),
    },
    async handle(context) {
      const { params, actor, services, submit } = context;
      const { away } = params;
      await submit(setUserStatus, { ...inputOf(params), userId: actor.userId, away, emoji: services.emoji });
      if (away === true) await hidePresence(context);
    },
  }),

  'POST /users/:user_id/status': write({
    who: 'user',
    summary: 'Say for somebody what they are doing; for administrators',
    params: { user_id: path(UserId), ...statusParams },
    errors: ['UNAUTHORIZED_PRINCIPAL'],
    async handle({ params, services, submit }) {
      const { user_id: userId } = params;
      await submit(setUserStatus, { ...inputOf(params), userId, away: undefined, emoji: services.emoji });
    },
  }),

  'GET /users/:user_id/status': read({
    who: 'user',
    summary: 'Get what somebody says of themselves',
    params: { user_id: path(UserId) },
    response: z.strictObject({ status: Status.describe('The status; empty if none is set.') }),
    handle({ params: { user_id: userId }, actor, organization: { state } }) {
      const user = state.users.byId.get(userId);
      const isKnown = user?.active === true && accessOf(state, actor.userId).seesUser(userId);
      if (!isKnown) throw new Refused('No such user');
      return { status: wireStatus(statusOf(state, userId), !user.settings.presenceEnabled) };
    },
  }),
});

// Muting users.

const params = { muted_user_id: path(UserId).describe('The person who is muted, or no longer.') } as const;

export const mutedUserRoutes = routes({
  'POST /users/me/muted_users/:muted_user_id': write({
    who: 'user',
    summary: 'Mute a user: all their messages are marked as read and do not notify you',
    params,
    async handle(context) {
      const { muted_user_id: mutedUserId } = context.params;
      // Once they are muted all their messages count as read, so nothing remains to be marked.
      await context.submitAfterDryRun(muteUser, { mutedUserId }, async () => {
        await markRead(context, [{ kind: 'sender', senderId: mutedUserId }]);
        return { mutedUserId };
      });
    },
  }),

  'DELETE /users/me/muted_users/:muted_user_id': write({
    who: 'user',
    summary: 'Unmute a user: earlier messages stay read',
    params,
    async handle({ params: { muted_user_id: mutedUserId }, submit }) {
      await submit(unmuteUser, { mutedUserId });
    },
  }),
});
