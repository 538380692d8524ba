/** The state that a client has followed beside that of a registration now: for both, in a form that can be compared. */
import { gravatarUrl } from '../../src/wire/users.ts';
import {
  type ClientState,
  type Conversation,
  type KnownChannel,
  Table,
  topicKey,
} from '../../packages/client/src/client.ts';
import { type Body, type Follower, STRANGER } from './follower.ts';

const INHERITED = 'what is inherited is told as of the moment: older clients know of no inheritance';

/** Field → why it is not compared. */
const LEFT_OUT: Readonly<Record<string, string>> = {
  queue_id: 'another queue',
  last_event_id: 'another position',
  server_timestamp: 'the time of the answer',
  presence_last_update_id: 'a position to ask for presences from',
};

/** Field of a channel or person → why it is not compared. */
const LEFT_OUT_INSIDE: Readonly<Record<string, string>> = {
  stream_weekly_traffic: 'an estimate that changes with time, without an event',
};

/** Field of a subscription → why it is not compared for clients without `notification_settings_null`. */
const LEFT_OUT_WHERE_INHERITED: Readonly<Record<string, string>> = {
  desktop_notifications: INHERITED,
  audible_notifications: INHERITED,
  push_notifications: INHERITED,
  email_notifications: INHERITED,
  wildcard_mentions_notify: INHERITED,
};

/** Settings of the reader for a channel, which nobody needs who is not subscribed. */
export const PERSONAL: Readonly<Record<string, string>> = {
  ...LEFT_OUT_WHERE_INHERITED,
  ...Object.fromEntries(
    ['color', 'is_muted', 'in_home_view', 'pin_to_top'].map((name) => [name, 'a setting of subscribers']),
  ),
};

/** Field of a message → why it is not compared with the message as it is read. */
const LEFT_OUT_OF_MESSAGES: Readonly<Record<string, string>> = {
  sender_full_name: 'clients show people as they know them, by their ID',
  sender_email: 'clients show people as they know them, by their ID',
  avatar_url: 'clients show people as they know them, by their ID',
  display_recipient: 'clients show channels and people as they know them, by their ID',
  edit_history: 'asked for when it is shown',
  last_edit_timestamp: 'said by the event itself',
  last_moved_timestamp: 'said by the event itself',
};

/** The state that a client has followed. */
export function followed({ state, inherits }: Follower): Body {
  const { fields, channels, userTopics } = state;
  const names = new Set([...channels.values()].map(({ name }) => name));
  return comparableState(
    {
      ...state,
      // Those of channels that are not listed are shown again with their channel.
      userTopics: new Table([...userTopics].filter(([, { stream_id: id }]) => channels.has(id))),
      fields: {
        ...fields,
        ...(fields.delivery_email !== undefined && ownPicture(fields.delivery_email)),
        ...(fields.muted_topics && { muted_topics: fields.muted_topics.filter(([name]) => names.has(name)) }),
      },
    },
    inherits,
  );
}

/** The state of a new registration; counts that the client cannot make are taken out of both by `messageCounts`. */
export const registered = (again: ClientState, { inherits }: Follower): Body =>
  comparableState(again, inherits);

/** Clients compute their own picture if no event contains it. */
function ownPicture(email: string) {
  const url = gravatarUrl(email);
  return { avatar_url: url, avatar_url_medium: url };
}

/** The part of the state that is not compared elsewhere: messages by `messageCounts`, presences not at all. */
function comparableState(state: ClientState, inherits: boolean): Body {
  const { fields, params: _params, presences: _presences, newestMessage: _newest, ...tables } = state;
  const { unread: _unread, starred: _starred, directConversations: _direct, channels, ...others } = tables;
  const leftOut = ({ isSubscribed }: KnownChannel) =>
    isSubscribed ? (inherits ? {} : LEFT_OUT_WHERE_INHERITED) : PERSONAL;
  return sorted({
    ...Object.fromEntries(Object.entries(fields).filter(([name]) => !(name in LEFT_OUT))),
    ...Object.fromEntries(Object.entries(others).map(([name, table]) => [name, objectOf(table)])),
    channels: objectOf(Array.from(channels, ([id, channel]) => [id, without(channel, leftOut(channel))])),
  }) as Body;
}

const objectOf = (table: Iterable<readonly [unknown, unknown]>): Body =>
  Object.fromEntries([...table].map(([key, value]) => [`#${String(key)}`, value]));

/** An object without some of its fields. */
export const without = (thing: object, names: Readonly<Record<string, unknown>>): Body =>
  Object.fromEntries(Object.entries(thing).filter(([name]) => !(name in names)));

/** The order of lists says nothing. */
export function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return listed(value.map(sorted));
  if (typeof value !== 'object' || value === null) return value;
  const shown = (value as Body).full_name === STRANGER ? strangerIn(value as Body) : counted(value as Body);
  return Object.fromEntries(
    Object.entries(shown)
      .filter(([name]) => !(name in LEFT_OUT_INSIDE))
      .sort(([one], [other]) => (one < other ? -1 : 1))
      .map(([name, inner]) => [name, sorted(inner)]),
  );
}

const KEYS = ['user_id', 'stream_id', 'id', 'scheduled_message_id'];

/** Things by their IDs, so that a difference is told of one thing; anything else in any order. */
function listed(values: readonly unknown[]): unknown {
  const key = KEYS.find((name) =>
    values.every((value) => typeof value === 'object' && name in (value as Body)),
  );
  if (key === undefined || values.length === 0)
    return [...values].sort((one, other) => (jsonOf(one) < jsonOf(other) ? -1 : 1));
  const entries = values.map((value) => [`#${String((value as Body)[key])}`, value] as const);
  return Object.fromEntries(entries.sort(([one], [other]) => (one < other ? -1 : 1)));
}

const jsonOf = (value: unknown): string => JSON.stringify(value) ?? '';

const strangerIn = ({ user_id: id, full_name: name }: Body): Body => ({ user_id: id, full_name: name });

/** Clients count the subscribers whom they know, and have no number of others. */
const counted = (value: Body): Body => {
  if (!('subscriber_count' in value)) return value;
  const { subscriber_count: _count, ...others } = value;
  return others;
};

/** What is unread, newest and talked about, in two forms of one client: as it followed it, and as it is registered now. */
export function messageCounts(follower: Follower, again: ClientState): readonly [Body, Body] {
  const { state, messages, gone, isNewestKnown } = follower;
  const isGone = (key: string): boolean => gone.has(state.directConversations.get(key) ?? -1);
  const conversations = (of: ClientState) =>
    Object.fromEntries([...of.directConversations].filter(([key]) => !isGone(key)));
  const isListed = (channelId: number | undefined): boolean => state.channels.has(channelId ?? -1);
  const isSure = (id: number): boolean =>
    messages.get(id)?.flags.every((flag) => !flag.includes('wildcard')) === true;
  // Those of channels that are not listed are shown again with their channel.
  const unread = (of: ClientState) =>
    [...of.unread].filter(
      ([, { conversation }]) => 'userIds' in conversation || isListed(conversation.channelId),
    );
  const starred = (of: ClientState): number[] =>
    [...of.starred.keys()].filter((id) => {
      const message = messages.get(id);
      return message !== undefined && (message.type === 'private' || isListed(message.stream_id));
    });
  const newest = state.newestMessage ?? -1;
  // A registration counts messages, too, that one has not received and reacted to.
  const newestOf = (of: ClientState) =>
    isNewestKnown && state.newestMessage !== undefined && Math.min(of.newestMessage ?? -1, newest);
  const countsOf = (of: ClientState): Body =>
    sorted({
      unread: Object.fromEntries(unread(of).map(([id, { conversation }]) => [id, placeOf(conversation)])),
      mentions: unread(of).flatMap(([id, { isMention }]) => (isMention && isSure(id) ? [id] : [])),
      starred: starred(of),
      conversations: conversations(of),
      newest: newestOf(of),
    }) as Body;
  return [countsOf(state), countsOf(again)];
}

const placeOf = (conversation: Conversation): string =>
  'userIds' in conversation
    ? conversation.userIds.join()
    : topicKey(conversation.channelId, conversation.topic);

/** A message as somebody has it, without what they look up elsewhere. */
export const comparableMessage = (message: object): Body =>
  sorted(without(message, LEFT_OUT_OF_MESSAGES)) as Body;

/** Where two differ, and what each has there. */
export function differences(one: unknown, other: unknown, path = ''): readonly string[] {
  if (jsonOf(one) === jsonOf(other)) return [];
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null)
    return [`${path}: ${jsonOf(one)} but now ${jsonOf(other)}`];
  const names = new Set([...Object.keys(one), ...Object.keys(other)]);
  return [...names].flatMap((name) =>
    differences((one as Body)[name], (other as Body)[name], `${path}.${name}`),
  );
}
