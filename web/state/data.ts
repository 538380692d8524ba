/** The state of the organization: the snapshot of POST /register, updated by events. */
import type { Answer, ClientEvent } from '@hansard/client';
import { computed, signal } from '@preact/signals';

export type Snapshot = Answer<'POST /register'>;
export type Message = Answer<'GET /messages'>['messages'][number];
export type Person = NonNullable<Snapshot['realm_users']>[number];
export type ChannelFields = NonNullable<Snapshot['subscriptions']>[number];
export type Folder = NonNullable<Snapshot['channel_folders']>[number];
export type Group = NonNullable<Snapshot['realm_user_groups']>[number];
export type Draft = NonNullable<Snapshot['drafts']>[number];
export type Scheduled = NonNullable<Snapshot['scheduled_messages']>[number];
export type ProfileField = NonNullable<Snapshot['custom_profile_fields']>[number];
export type CustomEmoji = NonNullable<Snapshot['realm_emoji']>[string];
export type Status = NonNullable<Snapshot['user_status']>[string];
export type EventOf<Type extends ClientEvent['type']> = Extract<ClientEvent, { readonly type: Type }>;

/** A channel that the reader may know of, subscribed or not. */
export type Channel = Partial<ChannelFields> &
  Omit<ChannelFields, 'color' | 'is_muted' | 'in_home_view' | 'pin_to_top' | SubscriptionSetting> & {
    readonly isSubscribed: boolean;
  };
type SubscriptionSetting =
  | 'desktop_notifications'
  | 'audible_notifications'
  | 'push_notifications'
  | 'email_notifications'
  | 'wildcard_mentions_notify';

export interface Presence {
  /** UNIX seconds. */
  readonly active: number;
  readonly idle: number;
}

const byId = <Value>() => signal<ReadonlyMap<number, Value>>(new Map());

/** All fields of the snapshot about the organization and the reader, except lists. */
export const snapshot = signal<Partial<Snapshot>>({});
export const people = byId<Person>();
export const channels = byId<Channel>();
export const folders = byId<Folder>();
export const groups = byId<Group>();
export const drafts = byId<Draft>();
export const scheduled = byId<Scheduled>();
export const statuses = byId<Status>();
export const presences = byId<Presence>();
export const customEmoji = signal<ReadonlyMap<string, CustomEmoji>>(new Map());
export const mutedPeople = signal<ReadonlySet<number>>(new Set());
export const starred = signal<ReadonlySet<number>>(new Set());
/** Direct conversations by the IDs of the others, ascending and joined by commas → newest message. */
export const directs = signal<ReadonlyMap<string, number>>(new Map());
/** The reader's policies for topics, by `topicKey`: 1 muted, 2 unmuted, 3 followed. */
export const topicPolicies = signal<ReadonlyMap<string, number>>(new Map());

/** Topics are compared without case. */
export const topicKey = (channelId: number, topic: string): string => `${channelId} ${topic.toLowerCase()}`;

/** Whether an account is active. */
export const isActiveUser = ({ user_id: id }: Person): boolean => !deactivatedUserIds.value.has(id);

/** IDs of deactivated accounts. */
export const deactivatedUserIds = signal<ReadonlySet<number>>(new Set());

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
  const policy = topicPolicies.value.get(topicKey(channelId, topic)) ?? 0;
  if (policy === 1) return true;
  return policy === 0 && channels.value.get(channelId)?.is_muted === true;
}

/** A map with one entry more or changed. */
export const withEntry = <Key, Value>(map: ReadonlyMap<Key, Value>, key: Key, value: Value) =>
  new Map(map).set(key, value) as ReadonlyMap<Key, Value>;

/** A map without some entries. */
export function without<Key, Value>(
  map: ReadonlyMap<Key, Value>,
  keys: readonly Key[],
): ReadonlyMap<Key, Value> {
  const left = new Map(map);
  for (const key of keys) left.delete(key);
  return left;
}

const mapped = <Value>(list: readonly Value[] = [], idOf: (value: Value) => number) =>
  new Map(list.map((value) => [idOf(value), value]));

/** Takes everything from a snapshot. */
export function applySnapshot(taken: Snapshot): void {
  const { realm_users: active = [], realm_non_active_users: left = [], cross_realm_bots: bots = [] } = taken;
  snapshot.value = taken;
  deactivatedUserIds.value = new Set(left.map(({ user_id: id }) => id));
  people.value = mapped([...active, ...left, ...bots] as Person[], ({ user_id: id }) => id);
  const { subscriptions = [], unsubscribed = [], never_subscribed: never = [] } = taken;
  channels.value = new Map(
    [
      ...subscriptions.map((channel) => ({ ...channel, isSubscribed: true })),
      ...unsubscribed.map((channel) => ({ ...channel, isSubscribed: false })),
      ...never.map((channel) => ({ ...channel, isSubscribed: false })),
    ].map((channel) => [channel.stream_id, channel as Channel]),
  );
  folders.value = mapped(taken.channel_folders, ({ id }) => id);
  groups.value = mapped(taken.realm_user_groups, ({ id }) => id);
  drafts.value = mapped(taken.drafts, ({ id }) => id);
  scheduled.value = mapped(taken.scheduled_messages, ({ scheduled_message_id: id }) => id);
  statuses.value = new Map(Object.entries(taken.user_status ?? {}).map(([id, status]) => [+id, status]));
  customEmoji.value = new Map(Object.entries(taken.realm_emoji ?? {}));
  mutedPeople.value = new Set(taken.muted_users?.map(({ id }) => id));
  starred.value = new Set(taken.starred_messages);
  directs.value = new Map(
    taken.recent_private_conversations?.map(({ user_ids: ids, max_message_id: newest }) => [
      // Nobody else: what the reader has written to themselves.
      ids.length === 0 ? String(taken.user_id) : [...ids].sort((one, other) => one - other).join(),
      newest,
    ]),
  );
  topicPolicies.value = new Map(
    taken.user_topics?.map((entry) => [topicKey(entry.stream_id, entry.topic_name), entry.visibility_policy]),
  );
}
