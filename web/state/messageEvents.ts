/** Applies events that change messages. */
import { batch } from '@preact/signals';
import { directs, type Message, myId, starred } from './data.ts';
import { allFeeds, changeMessage, messageSignal, putMessage } from './feeds.ts';
import { notifyOf } from './notifications.ts';
import { settle } from './outbox.ts';
import { navigate, currentRoute } from './routes.ts';
import { forgetTopic, refreshTopics, touchTopic } from './topics.ts';
import { stopTyping } from './typing.ts';
import { addUnread, conversationKey, conversationOf, removeUnread, unreadMentions } from './unread.ts';

type UntypedFields = Readonly<Record<string, unknown>>;
type TopicName = { readonly channelId: number; readonly topic: string };

function takeMessage(event: UntypedFields): void {
  const {
    message: sent,
    flags = [],
    local_message_id: localId,
  } = event as {
    readonly message: Omit<Message, 'flags'>;
    readonly flags?: readonly string[];
    readonly local_message_id?: string;
  };
  const message = { ...sent, flags } as Message;
  putMessage(message);
  settle(message.id, localId);
  stopTyping(message.sender_id);
  const conversation = conversationOf(message);
  if ('channelId' in conversation) touchTopic(conversation.channelId, conversation.topic, message.id);
  else directs.value = new Map(directs.peek()).set(conversation.userIds.join(), message.id);
  if (!flags.includes('read')) {
    addUnread(conversation, [message.id]);
    if (flags.some((flag) => flag.includes('mentioned')))
      unreadMentions.value = new Set([...unreadMentions.peek(), message.id]);
  }
  for (const feed of allFeeds()) feed.take(message);
  if (message.sender_id !== myId.peek()) notifyOf(message);
}

function takeUpdate(event: UntypedFields): void {
  const ids = (event['message_ids'] as number[] | undefined) ?? [];
  const edited = event['message_id'] as number;
  if (typeof event['rendered_content'] === 'string')
    changeMessage(edited, (message) => ({
      ...message,
      content: event['rendered_content'] as string,
      ...(event['rendering_only'] !== true && { last_edit_timestamp: event['edit_timestamp'] as number }),
    }));
  const [topic, channelId] = [event['subject'], event['new_stream_id']] as [string?, number?];
  if (topic === undefined && channelId === undefined) return;
  move(ids, event, { topic, channelId });
}

/** Messages have gone to another topic or channel, and what is unread of them with them. */
function move(
  ids: readonly number[],
  event: UntypedFields,
  { topic, channelId }: { topic?: string | undefined; channelId?: number | undefined },
): void {
  const from = { channelId: event['stream_id'] as number, topic: String(event['orig_subject']) };
  const to = { channelId: channelId ?? from.channelId, topic: topic ?? from.topic };
  for (const id of ids)
    changeMessage(id, (message) => ({
      ...message,
      subject: to.topic,
      stream_id: to.channelId,
      ...(event['edit_timestamp'] !== undefined && {
        last_moved_timestamp: event['edit_timestamp'] as number,
      }),
    }));
  const stillUnread = ids.filter((id) => messageSignal(id)?.peek().flags.includes('read') === false);
  const mentions = unreadMentions.peek();
  removeUnread(stillUnread);
  if (stillUnread.length > 0) addUnread(to, stillUnread);
  unreadMentions.value = mentions;
  touchTopic(to.channelId, to.topic, Math.max(...ids));
  if (event['propagate_mode'] === 'change_all') leaveTopic(from, to);
  else refreshTopics(from.channelId);
  for (const feed of allFeeds()) feed.review(ids);
}

/** A whole topic has gone: who reads it goes with it. */
function leaveTopic(from: TopicName, to: TopicName): void {
  if (conversationKey(from) === conversationKey(to)) return;
  forgetTopic(from.channelId, from.topic);
  const at = currentRoute.peek();
  if (at.kind === 'topic' && conversationKey(at) === conversationKey(from))
    navigate({ kind: 'topic', ...to }, { replace: true });
}

function takeDeletion(event: UntypedFields): void {
  const ids = (event['message_ids'] as number[] | undefined) ?? [event['message_id'] as number];
  removeUnread(ids);
  for (const feed of allFeeds()) feed.drop(new Set(ids));
}

interface FlagDetails {
  readonly type: 'private' | 'stream';
  readonly user_ids?: readonly number[];
  readonly stream_id?: number;
  readonly topic?: string;
}

function takeFlags(event: UntypedFields): void {
  const {
    op,
    flag,
    messages: ids,
  } = event as { op: string; flag: Message['flags'][number]; messages: number[] };
  for (const id of ids)
    changeMessage(id, (message) => ({
      ...message,
      flags:
        op === 'add' ? [...new Set([...message.flags, flag])] : message.flags.filter((each) => each !== flag),
    }));
  if (flag === 'starred') {
    const kept = new Set(starred.peek());
    for (const id of ids) op === 'add' ? kept.add(id) : kept.delete(id);
    starred.value = kept;
  }
  if (flag !== 'read') return;
  if (op === 'add') removeUnread(ids);
  else takeUnreadAgain((event['message_details'] ?? {}) as Readonly<Record<string, FlagDetails>>);
}

function takeUnreadAgain(details: Readonly<Record<string, FlagDetails>>): void {
  for (const [id, { type, user_ids: others = [], stream_id: channelId = -1, topic = '' }] of Object.entries(
    details,
  ))
    addUnread(
      type === 'stream'
        ? { channelId, topic }
        : { userIds: others.length === 0 ? [myId.peek()] : [...others].sort((a, b) => a - b) },
      [Number(id)],
    );
}

function takeReaction(event: UntypedFields): void {
  const {
    op,
    message_id: id,
    emoji_name,
    emoji_code,
    reaction_type,
    user_id,
  } = event as UntypedFields &
    Message['reactions'][number] & { readonly op: string; readonly message_id: number };
  const reaction = { emoji_name, emoji_code, reaction_type, user_id };
  const isIt = (each: Message['reactions'][number]): boolean =>
    each.user_id === user_id && each.emoji_code === emoji_code && each.reaction_type === reaction_type;
  changeMessage(id, (message) => ({
    ...message,
    reactions: [...message.reactions.filter((each) => !isIt(each)), ...(op === 'add' ? [reaction] : [])],
  }));
}

function takeSubmessage(event: UntypedFields): void {
  const {
    message_id,
    submessage_id: id,
    sender_id,
    content,
    msg_type,
  } = event as UntypedFields & {
    readonly message_id: number;
    readonly submessage_id: number;
    readonly sender_id: number;
    readonly content: string;
    readonly msg_type: string;
  };
  changeMessage(message_id, (message) => ({
    ...message,
    submessages: [...message.submessages, { id, message_id, sender_id, content, msg_type }],
  }));
}

const all =
  (take: (event: UntypedFields) => void) =>
  (event: unknown): void =>
    batch(() => take(event as UntypedFields));

export const messageHandlers = {
  message: all(takeMessage),
  update_message: all(takeUpdate),
  delete_message: all(takeDeletion),
  update_message_flags: all(takeFlags),
  reaction: all(takeReaction),
  submessage: all(takeSubmessage),
};
