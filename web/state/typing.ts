/** Typing notifications: who is writing in which conversation. */
import type { EventNamed } from '@hansard/client';
import { signal } from '@preact/signals';
import { client } from './connection.ts';
import { myId, settings } from './data.ts';
import { type Conversation, conversationKey, otherUserIds } from './unread.ts';

/** Conversation → the people who write there. */
export const typing = signal<ReadonlyMap<string, readonly number[]>>(new Map());

/** Milliseconds without a notification after which somebody is not shown as writing any more. */
const ENDS_AFTER = 15_000;
const timers = new Map<string, ReturnType<typeof setTimeout>>();

export function takeTyping(event: EventNamed<'typing/start' | 'typing/stop'>): void {
  const { user_id: sender } = event.sender;
  if (sender === myId.peek()) return;
  const conversation: Conversation =
    event.message_type === 'stream'
      ? { channelId: event.stream_id, topic: event.topic }
      : { userIds: otherUserIds(event.recipients.map(({ user_id: id }) => id)) };
  set(conversationKey(conversation), sender, event.op === 'start');
}

/** Somebody has sent what they were writing. */
export function stopTyping(userId: number): void {
  for (const [key, ids] of typing.peek()) if (ids.includes(userId)) set(key, userId, false);
}

function set(key: string, userId: number, isTyping: boolean): void {
  const timer = `${key}:${userId}`;
  clearTimeout(timers.get(timer));
  timers.delete(timer);
  const others = (typing.peek().get(key) ?? []).filter((id) => id !== userId);
  typing.value = new Map(typing.peek()).set(key, isTyping ? [...others, userId] : others);
  if (isTyping)
    timers.set(
      timer,
      setTimeout(() => set(key, userId, false), ENDS_AFTER),
    );
}

/** Milliseconds between two notifications that one still writes. */
const SEND_INTERVAL_MS = 10_000;
let lastSent: { readonly key: string; readonly at: number; readonly conversation: Conversation } | undefined;

/** Notifies the others that the reader writes, or with '' that they do not any more. */
export function sendTyping(conversation: Conversation, content: string): void {
  const current = settings.peek();
  const isDirect = 'userIds' in conversation;
  if (
    isDirect
      ? current?.send_private_typing_notifications === false
      : current?.send_stream_typing_notifications === false
  )
    return;
  const key = conversationKey(conversation);
  if (lastSent && (lastSent.key !== key || content === '')) {
    send(lastSent.conversation, 'stop');
    lastSent = undefined;
  }
  if (content === '' || (lastSent && Date.now() - lastSent.at < SEND_INTERVAL_MS)) return;
  lastSent = { key, at: Date.now(), conversation };
  send(conversation, 'start');
}

function send(conversation: Conversation, op: 'start' | 'stop'): void {
  const to =
    'channelId' in conversation
      ? { type: 'stream' as const, stream_id: conversation.channelId, topic: conversation.topic }
      : { type: 'direct' as const, to: [...conversation.userIds] };
  // Nobody misses it where it does not arrive.
  client.call('POST /typing', { op, ...to }).catch(() => undefined);
}
