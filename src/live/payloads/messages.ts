/** What clients are told of messages, in the form that delivery starts from. */
import { z } from 'zod';
import { EventMessage, Flag, TopicLinks } from '../../wire/messageFields.ts';
import { Reaction } from '../../wire/messages.ts';
import { plainRow, row } from '../../wire/row.ts';

const ids = z.array(z.int());
const flagChange = {
  flag: z.enum(['read', 'starred', 'collapsed']),
  messages: ids,
  all: z.boolean(),
} as const;

/** Where a message is that is unread again. */
const UnreadDetails = z.union([
  z.strictObject({ type: z.literal('private'), user_ids: ids, mentioned: z.literal(true).optional() }),
  z.strictObject({
    type: z.literal('stream'),
    stream_id: z.int(),
    topic: z.string(),
    mentioned: z.literal(true).optional(),
    unmuted_stream_msg: z.boolean(),
  }),
]);
export type UnreadDetails = z.infer<typeof UnreadDetails>;

const changed = {
  message_id: z.int(),
  message_ids: ids,
  user_id: z.int(),
  edit_timestamp: z.int(),
  rendering_only: z.literal(false),
  flags: z.array(Flag),
} as const;

const reaction = { message_id: z.int(), ...Reaction.shape } as const;

export const messagePayloads = {
  message: plainRow('message', {
    message: EventMessage,
    flags: z.array(Flag),
    local_message_id: z.string().optional(),
  }),
  'update_message (content)': plainRow('update_message', {
    ...changed,
    stream_id: z.int().optional(),
    orig_content: z.string(),
    orig_rendered_content: z.string(),
    content: z.string(),
    rendered_content: z.string(),
    is_me_message: z.boolean(),
  }),
  'update_message (move)': plainRow('update_message', {
    ...changed,
    stream_id: z.int(),
    propagate_mode: z.enum(['change_one', 'change_later', 'change_all']),
    orig_subject: z.string(),
    subject: z.string().optional(),
    topic_links: TopicLinks.optional(),
    new_stream_id: z.int().optional(),
  }),
  delete_message: z.union([
    plainRow('delete_message', { message_ids: ids, message_type: z.literal('private') }),
    plainRow('delete_message', {
      message_ids: ids,
      message_type: z.literal('stream'),
      stream_id: z.int(),
      topic: z.string(),
    }),
  ]),
  'update_message_flags/add': row('update_message_flags', 'add', {
    operation: z.literal('add'),
    ...flagChange,
  }),
  'update_message_flags/remove': row('update_message_flags', 'remove', {
    operation: z.literal('remove'),
    ...flagChange,
    /** Of `read` alone. */
    message_details: z.record(z.string(), UnreadDetails).optional(),
  }),
  'reaction/add': row('reaction', 'add', reaction),
  'reaction/remove': row('reaction', 'remove', reaction),
  submessage: plainRow('submessage', {
    message_id: z.int(),
    submessage_id: z.int(),
    sender_id: z.int(),
    msg_type: z.literal('widget'),
    content: z.string(),
  }),
} as const;
