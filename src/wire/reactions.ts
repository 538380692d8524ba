/** Reactions and submessages on the wire. */
import { z } from 'zod';
import { MessageId, UserId } from '../base/ids.ts';
import { eventShape, named, plainEventShape, sentenceOf } from './define.ts';

export const Reaction = named(
  'Reaction',
  'A reaction to a message.',
  z.strictObject({
    emoji_name: z.string().describe('Name of the emoji, without colons.'),
    emoji_code: z
      .string()
      .describe(
        'The emoji itself: code points of a Unicode emoji in hexadecimal, or the ID of a custom one.',
      ),
    reaction_type: z
      .enum(['unicode_emoji', 'realm_emoji', 'service_extra_emoji'])
      .describe(
        'Whether the emoji is Unicode, the organization’s own, or the one that comes with the server.',
      ),
    user_id: z.int().describe('Who reacted.'),
  }),
);

export const SenderId = UserId.describe('ID of the person or bot who sent it.');

export const Submessage = named(
  'Submessage',
  'A part of a widget, such as a poll or a vote.',
  z.strictObject({
    id: z.int().describe('ID of the submessage, unique in the organization.'),
    message_id: MessageId,
    sender_id: SenderId,
    msg_type: z.string().describe('The kind of submessage; always `widget`.'),
    content: z.string().describe('JSON text whose form belongs to the widget.'),
  }),
);

const reaction = { message_id: MessageId, ...Reaction.shape } as const;

/** Client events of reactions and submessages. */
export const payloads = {
  'reaction/add': eventShape('reaction', 'add', reaction).describe('Somebody has reacted to a message.'),
  'reaction/remove': eventShape('reaction', 'remove', reaction).describe(
    'Somebody has taken a reaction back.',
  ),
  submessage: plainEventShape('submessage', {
    message_id: MessageId,
    submessage_id: Submessage.shape.id,
    sender_id: SenderId,
    msg_type: z.literal('widget').describe(sentenceOf(Submessage.shape.msg_type)),
    content: Submessage.shape.content,
  }).describe('Somebody has added to a widget: a vote, for instance.'),
} as const;
