/** Emoji reactions. */
import { addReaction, removeReaction } from '../commands/reactions.ts';
import { Refused } from '../errors.ts';
import { ReactionType } from '../events/emoji.ts';
import { MessageId } from '../ids.ts';
import { path, text } from './http/parameters.ts';
import { EmptyResponse, routes, write } from './http/route.ts';
import type { Services } from './http/services.ts';

const emojiParams = {
  message_id: path(MessageId),
  emoji_code: text().optional(),
  reaction_type: text().optional(),
} as const;

export const reactionRoutes = routes({
  'POST /messages/:message_id/reactions': write({
    who: 'user',
    summary: 'React to a message with an emoji',
    params: { ...emojiParams, emoji_name: text() },
    response: EmptyResponse,
    errors: ['REACTION_ALREADY_EXISTS'],
    async handle({ params, services, submit }) {
      await submit(addReaction, {
        ...reactionOf(params, services),
        emojiName: params.emoji_name,
      });
      return {};
    },
  }),

  'DELETE /messages/:message_id/reactions': write({
    who: 'user',
    summary: 'Remove your reaction from a message',
    params: { ...emojiParams, emoji_name: text().optional() },
    response: EmptyResponse,
    errors: ['REACTION_DOES_NOT_EXIST'],
    async handle({ params, services, submit }) {
      await submit(removeReaction, {
        ...reactionOf(params, services),
        emojiName: params.emoji_name,
      });
      return {};
    },
  }),
});

/** Parameters that both routes share. */
const reactionOf = (
  params: {
    readonly message_id: MessageId;
    readonly emoji_code: string | undefined;
    readonly reaction_type: string | undefined;
  },
  { emoji }: Services,
) => ({
  messageId: params.message_id,
  emojiCode: params.emoji_code,
  reactionType: parseReactionType(params.reaction_type),
  emoji,
});

/** The kind of emoji that a text names, if it names any. */
export function parseReactionType(type: string | undefined): ReactionType | undefined {
  const known = ReactionType.optional().safeParse(type);
  if (!known.success) throw new Refused('Invalid emoji type.');
  return known.data;
}
