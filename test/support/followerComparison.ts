/** What a client knows beside what it would be told if it registered now: for both, in a form that can be compared. */
import { gravatarUrl } from '../../src/wire/users.ts';
import { type Body, type Follower, STRANGER } from './follower.ts';
import { keyOf, listedChannels, unreadIn } from './followedMessages.ts';

type List = Body[];

const INHERITED = 'what is inherited is told as of the moment: older clients know of no inheritance';

/** Field → why it is not compared. */
export const LEFT_OUT: Readonly<Record<string, string>> = {
  queue_id: 'another queue',
  last_event_id: 'another position',
  server_timestamp: 'the time of the answer',
  presences: 'only people who come online are announced; clients ask for the rest',
  presence_last_update_id: 'a position to ask for presences from',
};

/** Field of a channel or person → why it is not compared. */
export const LEFT_OUT_INSIDE: Readonly<Record<string, string>> = {
  stream_weekly_traffic: 'an estimate that changes with time, without an event',
};

/** Field of a subscription → why it is not compared for clients without `notification_settings_null`. */
export const LEFT_OUT_WHERE_INHERITED: Readonly<Record<string, string>> = {
  desktop_notifications: INHERITED,
  audible_notifications: INHERITED,
  push_notifications: INHERITED,
  email_notifications: INHERITED,
  wildcard_mentions_notify: INHERITED,
};

/** Field of a message → why it is not compared with the message as it is read. */
export const LEFT_OUT_OF_MESSAGES: Readonly<Record<string, string>> = {
  sender_full_name: 'clients show people as they know them, by their ID',
  sender_email: 'clients show people as they know them, by their ID',
  avatar_url: 'clients show people as they know them, by their ID',
  display_recipient: 'clients show channels and people as they know them, by their ID',
  edit_history: 'asked for when it is shown',
  last_edit_timestamp: 'said by the event itself',
  last_moved_timestamp: 'said by the event itself',
};

/** What a client knows of itself that its events changed. */
export function followed(follower: Follower): Body {
  const { known } = follower;
  const listed = listedChannels(known);
  return sorted({
    ...comparableState(known, follower),
    ...ownRights(known),
    // Those of channels that are not listed are shown again with their channel.
    ...(known.user_topics !== undefined && {
      user_topics: (known.user_topics as List).filter(({ stream_id: id }) => listed.has(id as number)),
    }),
    ...(known.muted_topics !== undefined && {
      muted_topics: (known.muted_topics as string[][]).filter(([name]) =>
        ((known.streams ?? []) as List).some((channel) => channel.name === name),
      ),
    }),
  }) as Body;
}

/** What the client would be told now; counts that it cannot make are taken out of both by `messageCounts`. */
export const registered = (anew: Body, follower: Follower): Body =>
  sorted(comparableState(anew, follower)) as Body;

/** Compared by `messageCounts`. */
const ELSEWHERE = ['unread_msgs', 'recent_private_conversations', 'max_message_id', 'starred_messages'];

function comparableState(known: Body, { inherits }: Follower): Body {
  const shown = Object.fromEntries(
    Object.entries(known).filter(([name]) => !(name in LEFT_OUT) && !ELSEWHERE.includes(name)),
  );
  const { unsubscribed, never_subscribed: never, ...others } = shown;
  if (unsubscribed === undefined) return others;
  if (!inherits) others.subscriptions = (others.subscriptions as List).map(withoutInherited);
  const rest = [...(unsubscribed as List), ...(never as List)];
  return { ...others, not_subscribed: rest.map(({ stream_id: id, subscribers }) => ({ id, subscribers })) };
}

const withoutInherited = (subscription: Body): Body =>
  Object.fromEntries(Object.entries(subscription).filter(([name]) => !(name in LEFT_OUT_WHERE_INHERITED)));

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

/** What somebody may do follows from their role and their groups; a bot may no more than its owner. */
function ownRights(known: Body): Body {
  const personOf = (userId: unknown): Body | undefined =>
    (known.realm_users as List | undefined)?.find(({ user_id: id }) => id === userId);
  const own = personOf(known.user_id);
  if (own === undefined || known.realm_name === undefined) return {};
  const role = Math.max(Number(own.role), Number(personOf(own.bot_owner_id)?.role ?? 0));
  const isGuest = role === 600;
  const may = (permission: string): boolean =>
    !isGuest && isIn(known, known[`realm_${permission}`] as GroupSetting);
  const creates = {
    can_create_private_streams: may('can_create_private_channel_group'),
    can_create_public_streams: may('can_create_public_channel_group'),
    can_create_web_public_streams:
      known.realm_enable_spectator_access === true && may('can_create_web_public_channel_group'),
  };
  return {
    ...creates,
    can_create_streams: Object.values(creates).includes(true),
    can_subscribe_other_users: may('can_add_subscribers_group'),
    can_invite_others_to_realm: may('can_invite_users_group'),
    is_admin: role <= 200,
    is_owner: role === 100,
    is_moderator: role <= 300,
    is_guest: isGuest,
    ...ownPicture(known),
  };
}

/** Clients compute their own picture where they are not told it. */
function ownPicture({ delivery_email: email }: Body): Body {
  const url = gravatarUrl(email as string);
  return { avatar_url: url, avatar_url_medium: url };
}

type GroupSetting =
  number | { readonly direct_members: readonly number[]; readonly direct_subgroups: readonly number[] };

function isIn(known: Body, setting: GroupSetting): boolean {
  const own = known.user_id as number;
  if (typeof setting !== 'number')
    return setting.direct_members.includes(own) || setting.direct_subgroups.some((id) => isIn(known, id));
  const group = (known.realm_user_groups as List).find(({ id }) => id === setting);
  if (group === undefined) return false;
  return (
    (group.members as number[]).includes(own) ||
    (group.direct_subgroup_ids as number[]).some((id) => isIn(known, id))
  );
}

/** What is unread, newest and talked about, in two forms of one client: as it followed it, and as it is told now. */
export function messageCounts({ messages, known }: Follower, anew: Body): readonly [Body, Body] {
  const conversations = ((anew.recent_private_conversations ?? []) as List).map(
    ({ user_ids: ids, max_message_id: id }) => [keyOf(ids as number[]), id] as const,
  );
  const isKnown = (key: string): boolean => messages.conversations.get(key) !== undefined;
  const isGone = (key: string): boolean => messages.conversations.has(key) && !isKnown(key);
  const unread = unreadIn(anew);
  const listed = listedChannels(known);
  const hasNewest = messages.newest !== undefined && 'max_message_id' in known;
  const isSure = (id: number): boolean =>
    messages.byId.get(id)?.flags.every((flag) => !flag.includes('wildcard')) === true;
  const mentions = (all: typeof unread): number[] =>
    [...all].filter(([id, { mentions: calls }]) => calls && isSure(id)).map(([id]) => id);
  const isHere = (id: number): boolean => {
    const message = messages.byId.get(id);
    return message !== undefined && (message.type === 'private' || listed.has(message.stream_id as number));
  };
  const starred = (ids: Iterable<number>): number[] => [...ids].filter(isHere);
  const unreadPlaces = (all: typeof unread) =>
    Object.fromEntries(
      [...all].map(([id, { mentions: _, topic, ...where }]) => [
        id,
        { ...where, topic: topic?.toLowerCase() },
      ]),
    );
  return [
    {
      unread: unreadPlaces(messages.shownUnread),
      mentions: mentions(messages.shownUnread),
      starred: starred(messages.starred),
      conversations: Object.fromEntries([...messages.conversations].filter(([key]) => isKnown(key))),
      newest: hasNewest && messages.newest,
    },
    {
      unread: unreadPlaces(unread),
      mentions: mentions(unread),
      starred: starred((anew.starred_messages ?? []) as number[]),
      conversations: Object.fromEntries(conversations.filter(([key]) => !isGone(key))),
      // It counts messages, too, that one has not received and reacted to.
      newest: hasNewest && Math.min(anew.max_message_id as number, messages.newest ?? -1),
    },
  ].map((one) => sorted(one) as Body) as unknown as readonly [Body, Body];
}

/** A message as somebody has it, without what they look up elsewhere. */
export const comparableMessage = (message: Body): Body =>
  sorted(
    Object.fromEntries(Object.entries(message).filter(([name]) => !(name in LEFT_OUT_OF_MESSAGES))),
  ) as Body;

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
