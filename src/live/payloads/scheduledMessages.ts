/** What clients are told of messages that are sent later. */
import { z } from 'zod';
import { ScheduledMessage } from '../../wire/scheduledMessages.ts';
import { row } from './row.ts';

export const scheduledMessagePayloads = {
  'scheduled_messages/add': row('scheduled_messages', 'add', {
    scheduled_messages: z.array(ScheduledMessage),
  }),
  'scheduled_messages/update': row('scheduled_messages', 'update', { scheduled_message: ScheduledMessage }),
  'scheduled_messages/remove': row('scheduled_messages', 'remove', { scheduled_message_id: z.int() }),
} as const;
