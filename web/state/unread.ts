/** Unread messages by conversation. */
import {
  type Conversation,
  conversationOf as conversationOfReader,
  otherUserIds as otherIds,
} from '@hansard/client';
import { computed } from '@preact/signals';
import { channels, isMuted, type Message, mutedPeople, myId, unreadMessages } from './data.ts';

export type { Conversation };

/** A text by which a conversation is known. */
export const conversationKey = (of: Conversation): string =>
  'channelId' in of ? `c${of.channelId} ${of.topic.toLowerCase()}` : `d${of.userIds.join()}`;

/** The others of a direct message; oneself where there are none. */
export const otherUserIds = (userIds: readonly number[]): readonly number[] => otherIds(userIds, myId.value);

/** The conversation of a message. */
export const conversationOf = (message: Message): Conversation => conversationOfReader(message, myId.value);

/** A conversation with what is unread in it. */
export interface UnreadConversation {
  readonly conversation: Conversation;
  readonly ids: ReadonlySet<number>;
}

export const unread = computed<ReadonlyMap<string, UnreadConversation>>(() => {
  const all = new Map<string, { readonly conversation: Conversation; readonly ids: Set<number> }>();
  for (const [id, { conversation }] of unreadMessages.value) {
    const key = conversationKey(conversation);
    const known = all.get(key);
    if (known) known.ids.add(id);
    else all.set(key, { conversation, ids: new Set([id]) });
  }
  return all;
});

/** IDs of unread messages that mention the reader. */
export const unreadMentions = computed(
  () => new Set([...unreadMessages.value].flatMap(([id, { isMention }]) => (isMention ? [id] : []))),
);

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
