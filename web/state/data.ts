/** The state of the organization: the snapshot of POST /register, updated by events, as signals of its parts. */
import {
  type Answer,
  applyEvent,
  type ClientEvent,
  type ClientState,
  emptyState,
  type KnownChannel,
  type KnownUser,
  topicKey,
} from '@hansard/client';
import { computed, type ReadonlySignal, signal } from '@preact/signals';

export type Message = Answer<'GET /messages'>['messages'][number];
export type Person = KnownUser;
/** A channel that the reader may know of, subscribed or not. */
export type Channel = KnownChannel;
type ValueOf<Name extends keyof ClientState> =
  ClientState[Name] extends ReadonlyMap<unknown, infer Value> ? Value : never;
export type Group = ValueOf<'groups'>;
export type Draft = ValueOf<'drafts'>;
export type Scheduled = ValueOf<'scheduledMessages'>;
export type ProfileField = NonNullable<ClientState['fields']['custom_profile_fields']>[number];

/** Everything of it; views read its parts, which change less often. */
export const state = signal(emptyState());

/** Takes an event into the state: one of the queue, or one that the answer of a call lets expect. */
export function updateState(event: ClientEvent): void {
  state.value = applyEvent(state.peek(), event);
}

const part = <Name extends keyof ClientState>(name: Name): ReadonlySignal<ClientState[Name]> =>
  computed(() => state.value[name]);

/** All fields of the snapshot about the organization and the reader, except lists. */
export const snapshot = part('fields');
export const people = part('users');
export const channels = part('channels');
export const folders = part('folders');
export const groups = part('groups');
export const drafts = part('drafts');
export const scheduled = part('scheduledMessages');
export const statuses = part('statuses');
export const presences = part('presences');
export const customEmoji = part('customEmoji');
export const starred = part('starred');
export const unreadMessages = part('unread');
/** Direct conversations by the IDs of the others, ascending and joined by commas → newest message. */
export const directs = part('directConversations');
const userTopics = part('userTopics');
const mutedUsers = computed(() => snapshot.value.muted_users);
export const mutedPeople = computed(() => new Set(mutedUsers.value?.map(({ id }) => id)));

/** The reader's policy for a topic: 1 muted, 2 unmuted, 3 followed, 0 none of them. */
export const policyOf = (channelId: number, topic: string): number =>
  userTopics.value.get(topicKey(channelId, topic))?.visibility_policy ?? 0;

export const myId = computed(() => snapshot.value.user_id ?? -1);

export const isMine = ({ sender_id: sender }: Message): boolean => sender === myId.value;
export const settings = computed(() => snapshot.value.user_settings);

/** The name of a person; a stranger has none. */
export const nameOf = (userId: number): string => people.value.get(userId)?.full_name ?? '';

export const subscribed = computed(() =>
  [...channels.value.values()]
    .filter(({ isSubscribed, is_archived: isArchived }) => isSubscribed && !isArchived)
    .sort((one, other) => compare(one.name, other.name)),
);

/** Order of names for people. */
export const compare = (one: string, other: string): number =>
  one.localeCompare(other, undefined, { sensitivity: 'base', numeric: true });

/** Whether messages of a topic are shown among all others and counted. */
export function isMuted(channelId: number, topic: string): boolean {
  const policy = policyOf(channelId, topic);
  if (policy === 1) return true;
  return policy === 0 && channels.value.get(channelId)?.is_muted === true;
}
