/** Client events of message flags. */
import { z } from 'zod';
import { eventShape } from './row.ts';
import { named } from './named.ts';

const ids = z.array(z.int());
const flagChange = {
  flag: z.enum(['read', 'starred', 'collapsed']),
  messages: ids,
  all: z.boolean(),
} as const;

/** The conversation of a message that is unread again. */
const UnreadDetails = named(
  'UnreadDetails',
  z.union([
    z.strictObject({ type: z.literal('private'), user_ids: ids, mentioned: z.literal(true).optional() }),
    z.strictObject({
      type: z.literal('stream'),
      stream_id: z.int(),
      topic: z.string(),
      mentioned: z.literal(true).optional(),
      unmuted_stream_msg: z.boolean(),
    }),
  ]),
);
export type UnreadDetails = z.infer<typeof UnreadDetails>;

export const flagPayloads = {
  'update_message_flags/add': eventShape('update_message_flags', 'add', {
    operation: z.literal('add'),
    ...flagChange,
  }),
  'update_message_flags/remove': eventShape('update_message_flags', 'remove', {
    operation: z.literal('remove'),
    ...flagChange,
    /** For the flag `read` only. */
    message_details: z.record(z.string(), UnreadDetails).optional(),
  }),
} as const;
