/** Scheduled messages on the wire. */
import { z } from 'zod';
import { htmlOf } from '../events/messages.ts';
import type { ShownScheduledMessage } from '../projections/scheduledMessages.ts';
import { type PeopleAccess, redactNames } from './mentionNames.ts';
import { eventShape } from './row.ts';
import { named } from './named.ts';

export const ScheduledMessage = named(
  'ScheduledMessage',
  z.strictObject({
    scheduled_message_id: z.int(),
    type: z.enum(['stream', 'private']),
    to: z.union([z.int(), z.array(z.int())]),
    topic: z.string().optional(),
    content: z.string(),
    rendered_content: z.string(),
    scheduled_delivery_timestamp: z.int(),
    failed: z.boolean(),
  }),
);

/** A scheduled message as its author sees it, who may know fewer people than before. */
export const wireScheduledMessage = (
  message: ShownScheduledMessage,
  author?: PeopleAccess,
): z.infer<typeof ScheduledMessage> => ({
  scheduled_message_id: message.scheduledMessageId,
  ...placeOf(message),
  content: message.content,
  rendered_content: redactNames(htmlOf(message), author),
  scheduled_delivery_timestamp: message.deliverAt / 1000,
  failed: message.isFailed,
});

/** The author is a recipient only if there is no other. */
function placeOf({ channelId, topic = '', participantIds = [], authorId }: ShownScheduledMessage) {
  if (channelId !== undefined) return { type: 'stream' as const, to: channelId, topic };
  const others = participantIds.filter((userId) => userId !== authorId);
  return { type: 'private' as const, to: others.length > 0 ? others : [authorId] };
}

/** Client events of scheduled messages. */
export const scheduledMessagePayloads = {
  'scheduled_messages/add': eventShape('scheduled_messages', 'add', {
    scheduled_messages: z.array(ScheduledMessage),
  }),
  'scheduled_messages/update': eventShape('scheduled_messages', 'update', {
    scheduled_message: ScheduledMessage,
  }),
  'scheduled_messages/remove': eventShape('scheduled_messages', 'remove', { scheduled_message_id: z.int() }),
} as const;
