/** Client events of messages, before delivery adapts them to a queue. */
import { z } from 'zod';
import { EventMessage, Flag, TopicLinks } from './messageFields.ts';
import { plainEventShape } from './row.ts';

const ids = z.array(z.int());

const changed = {
  message_id: z.int(),
  message_ids: ids,
  user_id: z.int(),
  edit_timestamp: z.int(),
  rendering_only: z.literal(false),
  flags: z.array(Flag),
} as const;

export const messagePayloads = {
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
