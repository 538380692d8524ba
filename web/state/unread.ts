/** Unread messages by conversation, as the snapshot counts them and events change them. */
import { computed, signal } from '@preact/signals';
import { channels, isMuted, type Message, mutedPeople, myId, type Snapshot } from './data.ts';

/** The conversation of a message: a topic of a channel, or the other people of a direct one. */
export type Conversation =
  { readonly channelId: number; readonly topic: string } | { readonly userIds: readonly number[] };

/** A text by which a conversation is known. */
export const conversationKey = (of: Conversation): string =>
  'channelId' in of ? `c${of.channelId} ${of.topic.toLowerCase()}` : `d${of.userIds.join()}`;

/** The others of a direct message; oneself where there are none. */
export function otherUserIds(userIds: readonly number[]): readonly number[] {
  const others = [...new Set(userIds)].filter((id) => id !== myId.value);
  return others.length === 0 ? [myId.value] : others.sort((one, other) => one - other);
}

/** The conversation of a message. */
export const conversationOf = (message: Message): Conversation =>
  message.type === 'stream'
    ? { channelId: message.stream_id ?? -1, topic: message.subject }
    : {
        userIds: otherUserIds(
          (message.display_recipient as readonly { readonly id: number }[]).map(({ id }) => id),
        ),
      };

/** A conversation with what is unread in it. */
export interface UnreadConversation {
  readonly conversation: Conversation;
  readonly ids: ReadonlySet<number>;
}

export const unread = signal<ReadonlyMap<string, UnreadConversation>>(new Map());
export const unreadMentions = signal<ReadonlySet<number>>(new Set());

/** Adds unread messages of one conversation. */
export function addUnread(conversation: Conversation, ids: readonly number[]): void {
  const key = conversationKey(conversation);
  const present = unread.value.get(key);
  const known = present?.conversation ?? conversation;
  unread.value = new Map(unread.value).set(key, {
    conversation: known,
    ids: new Set([...(present?.ids ?? []), ...ids]),
  });
}

/** Takes messages out, wherever they are. */
export function removeUnread(ids: readonly number[]): void {
  const gone = new Set(ids);
  const left = new Map(unread.value);
  for (const [key, entry] of unread.value) {
    if (![...entry.ids].some((id) => gone.has(id))) continue;
    const stay = new Set([...entry.ids].filter((id) => !gone.has(id)));
    if (stay.size > 0) left.set(key, { ...entry, ids: stay });
    else left.delete(key);
  }
  unread.value = left;
  if ([...unreadMentions.value].some((id) => gone.has(id)))
    unreadMentions.value = new Set([...unreadMentions.value].filter((id) => !gone.has(id)));
}

/** Takes what the snapshot counts. */
export function applyUnread(counted: NonNullable<Snapshot['unread_msgs']>): void {
  unread.value = new Map();
  for (const { stream_id: channelId, topic, unread_message_ids: ids } of counted.streams)
    addUnread({ channelId, topic }, ids);
  for (const { other_user_id: other, unread_message_ids: ids } of counted.pms)
    addUnread({ userIds: otherUserIds([other]) }, ids);
  for (const { user_ids_string: people, unread_message_ids: ids } of counted.huddles)
    addUnread({ userIds: otherUserIds(people.split(',').map(Number)) }, ids);
  unreadMentions.value = new Set(counted.mentions);
}

/** Whether unread messages there are counted and shown in the inbox; mentions are counted in any case. */
const isCounted = ({ conversation }: UnreadConversation): boolean =>
  'channelId' in conversation
    ? channels.value.get(conversation.channelId)?.isSubscribed === true &&
      !isMuted(conversation.channelId, conversation.topic)
    : !conversation.userIds.every((id) => mutedPeople.value.has(id));

/** The unread conversations of the inbox, newest first. */
export const inbox = computed(() =>
  [...unread.value.values()].filter(isCounted).sort((one, other) => newestOf(other) - newestOf(one)),
);

const newestOf = ({ ids }: UnreadConversation): number => Math.max(...ids);

export const unreadTotal = computed(() => inbox.value.reduce((sum, { ids }) => sum + ids.size, 0));

/** Channel → how many of its unread messages are counted. */
export const unreadByChannel = computed(() => {
  const counts = new Map<number, number>();
  for (const { conversation, ids } of inbox.value)
    if ('channelId' in conversation)
      counts.set(conversation.channelId, (counts.get(conversation.channelId) ?? 0) + ids.size);
  return counts;
});

/** The number of unread messages of a conversation that are counted. */
export function countedIn(conversation: Conversation): number {
  const entry = unread.value.get(conversationKey(conversation));
  return entry && isCounted(entry) ? entry.ids.size : 0;
}

/** The number of unread messages of a conversation. */
export const unreadIn = (conversation: Conversation): number =>
  unread.value.get(conversationKey(conversation))?.ids.size ?? 0;
