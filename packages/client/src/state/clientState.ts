/** The state of a client: what the snapshot of `POST /register` contains, in a form that events can change. */
import type { Answer, Params } from '../calls.ts';
import type { ClientEvent } from '../eventQueue.ts';
import type {
  AllowedDomain,
  Channel,
  ChannelFolder,
  CustomEmoji,
  Device,
  Draft,
  NavigationView,
  Presence,
  RealmBotAddEvent,
  Reminder,
  SavedSnippet,
  ScheduledMessage,
  Subscription,
  UserEntry,
  UserGroup,
  UserStatus,
  UserTopic,
} from '../routes.ts';
import { type Conversation, otherUserIds } from './conversations.ts';
import { Table } from './table.ts';

/** The answer of `POST /register`. */
export type Snapshot = Answer<'POST /register'>;

/** A person or bot, deactivated ones and the bots of the system included. */
export type KnownUser = UserEntry & { readonly is_active: boolean };

/** A channel that the reader may know, with the reader's settings if they are or were subscribed. */
export type KnownChannel = Channel & Partial<Subscription> & { readonly isSubscribed: boolean };

/** An unread message. */
export interface UnreadMessage {
  readonly conversation: Conversation;
  readonly isMention: boolean;
}

/** Fields of the snapshot that the state has as tables. */
const TABLED = [
  'realm_users',
  'realm_non_active_users',
  'cross_realm_bots',
  'realm_bots',
  'streams',
  'subscriptions',
  'unsubscribed',
  'never_subscribed',
  'channel_folders',
  'realm_user_groups',
  'realm_emoji',
  'user_status',
  'user_topics',
  'presences',
  'devices',
  'drafts',
  'saved_snippets',
  'reminders',
  'scheduled_messages',
  'navigation_views',
  'realm_domains',
  'unread_msgs',
  'starred_messages',
  'recent_private_conversations',
  'max_message_id',
] as const;

/** All other fields of the snapshot, under its names: `realm_name`, `user_settings`, `alert_words` … */
export type SnapshotFields = Partial<Omit<Snapshot, (typeof TABLED)[number]>>;

/** The state at one moment. It is never changed: `applyEvent` returns the next one. Tables of types that were not registered are empty. */
export interface ClientState {
  /** The parameters of the registration, which decide what some events mean. */
  readonly params: Params<'POST /register'>;
  readonly fields: SnapshotFields;
  readonly users: Table<number, KnownUser>;
  readonly bots: Table<number, RealmBotAddEvent['bot']>;
  readonly channels: Table<number, KnownChannel>;
  readonly folders: Table<number, ChannelFolder>;
  readonly groups: Table<number, UserGroup>;
  readonly customEmoji: Table<string, CustomEmoji>;
  readonly statuses: Table<number, UserStatus>;
  /** By `topicKey`. */
  readonly userTopics: Table<string, UserTopic>;
  /** With the capability `simplified_presence_events`. */
  readonly presences: Table<number, Presence>;
  readonly devices: Table<number, Device>;
  readonly drafts: Table<number, Draft>;
  readonly savedSnippets: Table<number, SavedSnippet>;
  readonly reminders: Table<number, Reminder>;
  readonly scheduledMessages: Table<number, ScheduledMessage>;
  readonly navigationViews: Table<string, NavigationView>;
  readonly allowedDomains: Table<string, AllowedDomain>;
  readonly unread: Table<number, UnreadMessage>;
  readonly starred: Table<number, true>;
  /** Direct conversations by the IDs of their people, joined by commas → newest message that was received. */
  readonly directConversations: Table<string, number>;
  /** The newest message that was received. */
  readonly newestMessage: number | undefined;
}

/** The key of a topic, whose name is compared without case. */
export const topicKey = (channelId: number, topic: string): string => `${channelId} ${topic.toLowerCase()}`;

/** The state that a snapshot describes; `params` are those of its registration. */
export function stateOf(snapshot: Snapshot, params: Params<'POST /register'> = {}): ClientState {
  const own = snapshot.user_id ?? -1;
  return {
    params,
    fields: fieldsOf(snapshot),
    users: usersOf(snapshot),
    bots: tableOf(snapshot.realm_bots, ({ user_id: id }) => id),
    channels: channelsOf(snapshot),
    folders: tableOf(snapshot.channel_folders, ({ id }) => id),
    groups: tableOf(snapshot.realm_user_groups, ({ id }) => id),
    customEmoji: new Table(Object.entries(snapshot.realm_emoji ?? {})),
    statuses: byNumber(snapshot.user_status),
    userTopics: tableOf(snapshot.user_topics, ({ stream_id: id, topic_name: topic }) => topicKey(id, topic)),
    presences: new Table([...byNumber<object>(snapshot.presences)].flatMap(simplePresence)),
    devices: byNumber(snapshot.devices),
    drafts: tableOf(snapshot.drafts, ({ id }) => id),
    savedSnippets: tableOf(snapshot.saved_snippets, ({ id }) => id),
    reminders: tableOf(snapshot.reminders, ({ reminder_id: id }) => id),
    scheduledMessages: tableOf(snapshot.scheduled_messages, ({ scheduled_message_id: id }) => id),
    navigationViews: tableOf(snapshot.navigation_views, ({ fragment }) => fragment),
    allowedDomains: tableOf(snapshot.realm_domains, ({ domain }) => domain),
    unread: unreadOf(snapshot, own),
    starred: new Table(snapshot.starred_messages?.map((id) => [id, true])),
    directConversations: new Table(
      snapshot.recent_private_conversations?.map(({ user_ids: ids, max_message_id: newest }) => [
        otherUserIds(ids, own).join(),
        newest,
      ]),
    ),
    newestMessage: snapshot.max_message_id,
  };
}

/** The state before anything is known. */
export const emptyState = (): ClientState => stateOf({} as Snapshot);

/** Things by their keys. */
export const tableOf = <Key, Value>(
  list: readonly Value[] = [],
  keyOf: (value: Value) => Key,
): Table<Key, Value> => new Table(list.map((value) => [keyOf(value), value]));

const byNumber = <Value>(values: Readonly<Record<string, Value>> = {}): Table<number, Value> =>
  new Table(Object.entries(values).map(([id, value]) => [Number(id), value]));

function fieldsOf(snapshot: Snapshot): SnapshotFields {
  const fields: Record<string, unknown> = { ...snapshot };
  for (const name of TABLED) delete fields[name];
  return fields;
}

function usersOf(snapshot: Snapshot): ClientState['users'] {
  const {
    realm_users: active = [],
    realm_non_active_users: left = [],
    cross_realm_bots: bots = [],
  } = snapshot;
  const users: readonly KnownUser[] = [
    ...active.map((user) => ({ ...user, is_active: true })),
    ...left.map((user) => ({ ...user, is_active: false })),
    ...bots,
  ];
  return tableOf(users, ({ user_id: id }) => id);
}

function channelsOf(snapshot: Snapshot): ClientState['channels'] {
  const { streams = [], subscriptions = [], unsubscribed = [], never_subscribed: never = [] } = snapshot;
  const channels: readonly KnownChannel[] = [
    ...[...streams, ...never, ...unsubscribed].map((channel) => ({ ...channel, isSubscribed: false })),
    ...subscriptions.map((channel) => ({ ...channel, isSubscribed: true })),
  ];
  return tableOf(channels, ({ stream_id: id }) => id);
}

/** Presence in the format of older feature levels is left out. */
const simplePresence = ([id, presence]: [number, object]): readonly (readonly [number, Presence])[] =>
  'active_timestamp' in presence ? [[id, presence as Presence]] : [];

function unreadOf({ unread_msgs: unread }: Snapshot, own: number): ClientState['unread'] {
  if (unread === undefined) return new Table();
  const mentions = new Set(unread.mentions);
  const messagesOf = (ids: readonly number[], conversation: Conversation) =>
    ids.map((id): readonly [number, UnreadMessage] => [id, { conversation, isMention: mentions.has(id) }]);
  return new Table([
    ...unread.streams.flatMap(({ stream_id: channelId, topic, unread_message_ids: ids }) =>
      messagesOf(ids, { channelId, topic }),
    ),
    ...unread.pms.flatMap(({ other_user_id: other, unread_message_ids: ids }) =>
      messagesOf(ids, { userIds: otherUserIds([other], own) }),
    ),
    ...unread.huddles.flatMap(({ user_ids_string: users, unread_message_ids: ids }) =>
      messagesOf(ids, { userIds: otherUserIds(users.split(',').map(Number), own) }),
    ),
  ]);
}

/** `type`, or `type/op` of events that have an operation. */
export type EventName<Event = ClientEvent> = Event extends {
  readonly type: infer Type extends string;
  readonly op: infer Operation extends string;
}
  ? `${Type}/${Operation}`
  : Event extends { readonly type: infer Type extends string }
    ? Type
    : never;

/** The events of a name, such as `reaction/add`. */
export type EventNamed<Name extends EventName, Event = ClientEvent> = Event extends ClientEvent
  ? EventName<Event> extends Name
    ? Event
    : never
  : never;

/** Events that change nothing of the state. */
type Stateless =
  | `${'attachment' | 'reaction' | 'typing' | 'typing_edit_message'}/${string}`
  | ('submessage' | 'realm/deactivated' | 'realm_export' | 'realm_export_consent' | 'invites_changed');

/** For each other event: the parts of the state that it changes. */
export type Handlers<Name extends EventName = Exclude<EventName, Stateless>> = {
  readonly [Each in Name]: (state: ClientState, event: EventNamed<Each>) => Partial<ClientState>;
};
