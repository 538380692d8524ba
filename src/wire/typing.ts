/** Client events of typing. */
import { z } from 'zod';
import { eventShape } from './row.ts';
import { named } from './named.ts';

const writer = named('TypingUser', z.strictObject({ user_id: z.int(), email: z.string() }));

const Recipient = z.union([
  z.strictObject({ type: z.literal('channel'), channel_id: z.int(), topic: z.string() }),
  z.strictObject({ type: z.literal('direct'), user_ids: z.array(z.int()) }),
]);

const typing = <Op extends 'start' | 'stop'>(op: Op) =>
  z.union([
    eventShape('typing', op, {
      message_type: z.literal('direct'),
      sender: writer,
      recipients: z.array(writer),
    }),
    eventShape('typing', op, {
      ...{ message_type: z.literal('stream'), sender: writer },
      ...{ stream_id: z.int(), topic: z.string() },
    }),
  ]);

const typingEdit = <Op extends 'start' | 'stop'>(op: Op) =>
  eventShape('typing_edit_message', op, { sender_id: z.int(), message_id: z.int(), recipient: Recipient });

export const typingPayloads = {
  'typing/start': typing('start'),
  'typing/stop': typing('stop'),
  'typing_edit_message/start': typingEdit('start'),
  'typing_edit_message/stop': typingEdit('stop'),
} as const;
