/** Emoji reactions. */
import { z } from 'zod';
import { Refused } from '../../base/errors.ts';
import { MessageId } from '../../base/ids.ts';
import { addReaction, addSubmessage, removeReaction } from '../../commands/messages/reactions.ts';
import { reportMessage } from '../../commands/messages/typing.ts';
import { checkedContent } from '../../commands/text.ts';
import { ReactionType } from '../../events/emoji.ts';
import { htmlOf } from '../../events/messages.ts';
import { ReportType } from '../../events/reactions.ts';
import { accessOf } from '../../organization/access/access.ts';
import { messageFacts } from '../../projections/messages/facts.ts';
import { messages } from '../../projections/messages/projection.ts';
import { Reaction, Submessage } from '../../wire/reactions.ts';
import { Html } from '../../wire/personal.ts';
import { json, path, text } from '../http/parameters.ts';
import { read, routes, write } from '../http/route.ts';
import type { Services } from '../http/services.ts';
import { requireMessage } from './reading.ts';

const emojiParams = {
  message_id: path(MessageId),
  emoji_code: text().optional().describe(Reaction.shape.emoji_code),
  reaction_type: text().optional().describe(Reaction.shape.reaction_type),
} as const;

export const reactionRoutes = routes({
  'POST /messages/:message_id/reactions': write({
    who: 'user',
    summary: 'React to a message with an emoji',
    params: { ...emojiParams, emoji_name: text().describe(Reaction.shape.emoji_name) },
    errors: ['REACTION_ALREADY_EXISTS'],
    async handle({ params, services, submit }) {
      await submit(addReaction, {
        ...reactionOf(params, services),
        emojiName: params.emoji_name,
      });
    },
  }),

  'DELETE /messages/:message_id/reactions': write({
    who: 'user',
    summary: 'Remove your reaction from a message',
    params: { ...emojiParams, emoji_name: text().optional().describe(Reaction.shape.emoji_name) },
    errors: ['REACTION_DOES_NOT_EXIST'],
    async handle({ params, services, submit }) {
      await submit(removeReaction, {
        ...reactionOf(params, services),
        emojiName: params.emoji_name,
      });
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

// Submessages of polls and to-do lists.

/** Characters: as many as a message may have. */
const MAX_CONTENT = 10_000;

export const submessageRoutes = routes({
  'POST /submessage': write({
    who: 'user',
    summary: 'Vote in a poll, or change a to-do list',
    params: {
      message_id: json(MessageId),
      msg_type: text(z.enum(['widget'])).describe(Submessage.shape.msg_type),
      content: text(z.string().max(MAX_CONTENT)).describe(Submessage.shape.content),
    },
    async handle({ params, submit }) {
      await submit(addSubmessage, { messageId: params.message_id, content: params.content });
    },
  }),
});

// Reporting messages to the moderators.

export const reportRoutes = routes({
  'POST /messages/:message_id/report': write({
    who: 'user',
    summary: 'Report a message to the moderators',
    params: {
      message_id: path(MessageId),
      report_type: text(ReportType).describe('The reason for the report.'),
      description: text().default('').describe('At most 1,000 characters; required for `other`.'),
    },
    async handle({ params, actor, organization: { state }, currentViews, submit }) {
      const { message_id: messageId, report_type: reportType, description } = params;
      const views = await currentViews(messages, messageFacts);
      const message = await requireMessage(views, accessOf(state, actor.userId), state, messageId);
      const { senderId, content } = message;
      await submit(reportMessage, { messageId, senderId, content, reportType, description });
    },
  }),
});

// Rendering a preview; nothing is recorded.

export const renderRoutes = routes({
  'POST /messages/render': read({
    who: 'user',
    summary: 'Render a message for a preview',
    params: { content: text().describe('Markdown to render.') },
    response: z.strictObject({ rendered: Html }),
    async handle({ params, actor, organization, services }) {
      const content = checkedContent(params.content);
      const { html } = await services.render(organization.state, content, actor.userId);
      return { rendered: htmlOf({ content, html }) };
    },
  }),
});
