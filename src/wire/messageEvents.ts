/** Client events of messages, before delivery adapts them to a queue. */
import { z } from 'zod';
import { eventShape, named, plainEventShape } from './define.ts';
import { EventMessage, Flag, TopicLinks } from './messages.ts';

const ids = z.array(z.int());
const list = <Shape extends z.core.$ZodLooseShape>(shape: Shape) => z.array(z.strictObject(shape));

const changed = {
  message_id: z.int(),
  message_ids: ids,
  user_id: z.int(),
  edit_timestamp: z.int(),
  rendering_only: z.literal(false),
  flags: z.array(Flag),
} as const;

const messagePayloads = {
  message: plainEventShape('message', {
    message: EventMessage,
    flags: z.array(Flag),
    local_message_id: z.string().optional(),
  }),
  'update_message (content)': plainEventShape('update_message', {
    ...changed,
    stream_id: z.int().optional(),
    orig_content: z.string(),
    orig_rendered_content: z.string(),
    content: z.string(),
    rendered_content: z.string(),
    is_me_message: z.boolean(),
  }),
  'update_message (move)': plainEventShape('update_message', {
    ...changed,
    stream_id: z.int(),
    propagate_mode: z.enum(['change_one', 'change_later', 'change_all']),
    orig_subject: z.string(),
    subject: z.string().optional(),
    topic_links: TopicLinks.optional(),
    new_stream_id: z.int().optional(),
  }),
  delete_message: z.union([
    plainEventShape('delete_message', { message_ids: ids, message_type: z.literal('private') }),
    plainEventShape('delete_message', {
      message_ids: ids,
      message_type: z.literal('stream'),
      stream_id: z.int(),
      topic: z.string(),
    }),
  ]),
} as const;

// Client events of message flags.

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

const flagPayloads = {
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

/** Client events of the area. */
export const payloads = {
  ...messagePayloads,
  ...flagPayloads,
};

/** Fields of POST /register, by fetch type. */
export const snapshotFields = {
  message: { max_message_id: z.int() },
  recent_private_conversations: {
    recent_private_conversations: list({ user_ids: ids, max_message_id: z.int() }),
  },
  starred_messages: { starred_messages: ids },
  unread_msgs: {
    unread_msgs: named(
      'UnreadMessages',
      z.strictObject({
        count: z.int(),
        pms: list({ other_user_id: z.int(), sender_id: z.int(), unread_message_ids: ids }),
        streams: list({ stream_id: z.int(), topic: z.string(), unread_message_ids: ids }),
        huddles: list({ user_ids_string: z.string(), unread_message_ids: ids }),
        mentions: ids,
        old_unreads_missing: z.boolean(),
      }),
    ),
  },
} as const;
