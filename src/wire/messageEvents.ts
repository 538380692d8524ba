/** Client events of messages, before delivery adapts them to a queue. */
import { z } from 'zod';
import { ChannelId, MessageId } from '../base/ids.ts';
import { eventShape, named, plainEventShape, Topic, UserIds } from './define.ts';
import { EventMessage, Flag, Message, TopicLinks } from './messages.ts';

const ids = z.array(z.int());
const list = <Shape extends z.core.$ZodLooseShape>(shape: Shape) => z.array(z.strictObject(shape));

export const MessageIds = z.array(z.int()).describe('IDs of the messages.');

const changed = {
  message_id: MessageId,
  message_ids: MessageIds,
  user_id: z.int().describe('Who changed or moved it.'),
  edit_timestamp: z.int().describe('When it was changed, in UNIX seconds.'),
  rendering_only: z.literal(false).describe('Always false: people have changed it.'),
  flags: z.array(Flag).describe('What the message now is for the receiver.'),
} as const;

const messagePayloads = {
  message: plainEventShape('message', {
    message: EventMessage,
    flags: z.array(Flag),
    local_message_id: z.string().optional(),
  }).describe('A message was sent that the receiver reads.'),
  'update_message (content)': plainEventShape('update_message', {
    ...changed,
    stream_id: ChannelId.optional(),
    orig_content: z.string().describe('The text before, in Markdown.'),
    orig_rendered_content: z.string().describe('The text before, as HTML.'),
    content: z.string().describe('The new text in Markdown.'),
    rendered_content: z.string().describe('The new text as HTML.'),
    is_me_message: Message.shape.is_me_message,
  }).describe('The text of a message has changed.'),
  'update_message (move)': plainEventShape('update_message', {
    ...changed,
    stream_id: z.int().describe('ID of the channel before.'),
    propagate_mode: z
      .enum(['change_one', 'change_later', 'change_all'])
      .describe('Whether one message, the later ones too, or the whole topic was moved.'),
    orig_subject: z.string().describe('The topic before.'),
    subject: z.string().optional().describe('The new topic.'),
    topic_links: TopicLinks.optional(),
    new_stream_id: z.int().optional().describe('ID of the new channel; absent if it stays.'),
  }).describe('Messages were moved to another topic or channel.'),
  delete_message: z
    .union([
      plainEventShape('delete_message', { message_ids: MessageIds, message_type: z.literal('private') }),
      plainEventShape('delete_message', {
        message_ids: MessageIds,
        message_type: z.literal('stream'),
        stream_id: z.int(),
        topic: z.string(),
      }),
    ])
    .describe(
      'Messages were deleted. Clients that understand `bulk_message_deletion` get one event for all.',
    ),
} as const;

// Client events of message flags.

const flagChange = {
  flag: z.enum(['read', 'starred', 'collapsed']).describe('The flag that has changed.'),
  messages: ids.describe('IDs of messages.'),
  all: z.boolean().describe('Whether all messages have been marked as read.'),
} as const;

const mentioned = z.literal(true).optional().describe('Set if the message mentions the receiver.');

/** The conversation of a message that is unread again. */
const UnreadDetails = named(
  'UnreadDetails',
  'Where an unread message belongs.',
  z.union([
    z.strictObject({
      type: z.literal('private').describe('`stream` in a channel, `private` in a direct conversation.'),
      user_ids: ids.describe('The other people of the conversation.'),
      mentioned,
    }),
    z.strictObject({
      type: z.literal('stream').describe('`stream` in a channel, `private` in a direct conversation.'),
      stream_id: ChannelId,
      topic: Topic,
      mentioned,
      unmuted_stream_msg: z.boolean().describe('Whether the receiver has not muted the channel.'),
    }),
  ]),
);
export type UnreadDetails = z.infer<typeof UnreadDetails>;

const flagPayloads = {
  'update_message_flags/add': eventShape('update_message_flags', 'add', {
    operation: z.literal('add').describe('The same as `op`, for clients of older feature levels.'),
    ...flagChange,
  }).describe('Messages have a flag for the receiver now.'),
  'update_message_flags/remove': eventShape('update_message_flags', 'remove', {
    operation: z.literal('remove').describe('The same as `op`, for clients of older feature levels.'),
    ...flagChange,
    message_details: z
      .record(z.string(), UnreadDetails)
      .optional()
      .describe('By the messages’ IDs, where each belongs that is unread again; for the flag `read` only.'),
  }).describe('Messages no longer have a flag for the receiver.'),
} as const;

/** Client events of the area. */
export const payloads = {
  ...messagePayloads,
  ...flagPayloads,
};

const unreadIds = z.array(z.int()).describe('IDs of the unread messages, oldest first.');

/** Fields of POST /register, by fetch type. */
export const snapshotFields = {
  message: {
    max_message_id: z.int().describe('The newest message of the organization; -1 if there is none.'),
  },
  recent_private_conversations: {
    recent_private_conversations: list({
      user_ids: UserIds,
      max_message_id: z.int().describe('The newest message of the conversation.'),
    }).describe('Direct conversations, most recent first.'),
  },
  starred_messages: { starred_messages: ids.describe('IDs of the messages that the caller has starred.') },
  unread_msgs: {
    unread_msgs: named(
      'UnreadMessages',
      'The unread messages of a person.',
      z.strictObject({
        count: z.int().describe('Number of all of them.'),
        pms: list({
          other_user_id: z.int().describe('The other person.'),
          sender_id: z.int().describe('The same as `other_user_id`, for clients of older feature levels.'),
          unread_message_ids: unreadIds,
        }).describe('Direct conversations of two.'),
        streams: list({ stream_id: ChannelId, topic: Topic, unread_message_ids: unreadIds }).describe(
          'Topics of channels.',
        ),
        huddles: list({
          user_ids_string: z.string().describe('IDs of all people of the conversation, with commas.'),
          unread_message_ids: unreadIds,
        }).describe('Direct conversations of more than two.'),
        mentions: ids.describe('IDs of the unread messages that mention the caller.'),
        old_unreads_missing: z.boolean().describe('Whether there are more, older ones.'),
      }),
    ).describe('Unread messages of the caller, by conversation.'),
  },
} as const;
