/** `applyEvent`: a state and an event of its queue make the next state. */
import type { ClientEvent } from '../eventQueue.ts';
import type { RealmUserUpdateEvent, SavedSnippet, UserGroup } from '../routes.ts';
import {
  type ClientState,
  type Handlers,
  type KnownChannel,
  type KnownUser,
  type SnapshotFields,
  stateOf,
  tableOf,
  topicKey,
} from './clientState.ts';
import { messageHandlers } from './messageEvents.ts';
import { withOwnRights } from './rights.ts';
import { Table } from './table.ts';

type HandlersOf<Type extends string> = Handlers<Extract<keyof Handlers, Type | `${Type}/${string}`>>;
type Ids = readonly number[];

const union = (ids: Ids, more: Ids): Ids => [...new Set([...ids, ...more])];
const difference = (ids: Ids, gone: Ids): Ids => ids.filter((id) => !gone.includes(id));

const withFields = ({ fields }: ClientState, changed: SnapshotFields): Partial<ClientState> => ({
  fields: { ...fields, ...changed },
});

/** Everything about a person that an event can change. */
interface UserChange extends Partial<KnownUser> {
  readonly user_id: number;
  readonly new_email?: string;
  readonly avatar_source?: 'G' | 'U';
  readonly avatar_url_medium?: string | null;
  readonly custom_profile_field?: Extract<
    RealmUserUpdateEvent['person'],
    { readonly custom_profile_field: object }
  >['custom_profile_field'];
}

function updateUser(state: ClientState, change: UserChange): Partial<ClientState> {
  const {
    new_email: email,
    custom_profile_field: field,
    avatar_source: _,
    avatar_url_medium: __,
    ...rest
  } = change;
  const known = state.users.get(change.user_id);
  if (known === undefined) return {};
  const user: KnownUser = {
    ...known,
    ...rest,
    ...(email !== undefined && { email }),
    ...(rest.role !== undefined && {
      is_owner: rest.role === 100,
      is_admin: rest.role <= 200,
      is_guest: rest.role === 600,
    }),
    ...(field && { profile_data: withProfileValue(known.profile_data, field) }),
  };
  return {
    users: state.users.with(user.user_id, user),
    ...(user.user_id === state.fields.user_id && withFields(state, ownFields(user, change))),
    ...(rest.is_active === false && { channels: withoutSubscriber(state.channels, user.user_id) }),
  };
}

/** Fields of the snapshot about the reader. */
function ownFields(user: KnownUser, change: UserChange): SnapshotFields {
  const { avatar_source: source, avatar_url_medium: medium } = change;
  const { email, full_name, delivery_email } = user;
  return {
    email,
    full_name,
    ...(delivery_email !== null && { delivery_email }),
    ...(source !== undefined &&
      typeof medium === 'string' && { avatar_source: source, avatar_url: medium, avatar_url_medium: medium }),
  };
}

function withProfileValue(
  known: KnownUser['profile_data'],
  { id, value, ...rendered }: NonNullable<UserChange['custom_profile_field']>,
): NonNullable<KnownUser['profile_data']> {
  const { [String(id)]: _, ...others } = known ?? {};
  return value === null ? others : { ...others, [String(id)]: { value, ...rendered } };
}

/** Only active people are subscribers. */
const withoutSubscriber = (channels: ClientState['channels'], userId: number): ClientState['channels'] =>
  channels.change(
    [...channels.values()].flatMap(({ stream_id: id, subscribers }) =>
      subscribers?.includes(userId) ? [id] : [],
    ),
    (channel) => withSubscribers(channel, (ids) => difference(ids, [userId])),
  );

const withSubscribers = (channel: KnownChannel, change: (ids: Ids) => Ids): KnownChannel =>
  channel.subscribers ? { ...channel, subscribers: change(channel.subscribers) } : channel;

const hasSubscribers = ({ params }: ClientState): boolean => (params.include_subscribers ?? false) !== false;

/** The name of users whom the reader may no longer know, for clients that cannot do without them. */
const UNKNOWN_USER = 'Unknown user';

const userHandlers: HandlersOf<'realm_user' | 'realm_bot' | 'user_status' | 'presence' | 'muted_users'> = {
  'realm_user/add': ({ users }, { person }) => ({ users: users.with(person.user_id, person) }),
  'realm_user/remove': ({ users, params }, { person: { user_id: id } }) => ({
    users:
      params.client_capabilities?.user_list_incomplete === true
        ? users.without([id])
        : users.change([id], (user) => ({ ...user, full_name: UNKNOWN_USER, delivery_email: null })),
  }),
  'realm_user/update': (state, { person }) => updateUser(state, person),
  'realm_bot/add': ({ bots }, { bot }) => ({ bots: bots.with(bot.user_id, bot) }),
  'realm_bot/update': ({ bots }, { bot: change }) => ({
    bots: bots.change([change.user_id], (bot) => ({ ...bot, ...change })),
  }),
  'realm_bot/delete': ({ bots }, { bot }) => ({ bots: bots.without([bot.user_id]) }),
  user_status({ statuses }, { type: _type, id: _id, user_id: userId, ...change }) {
    const status = Object.entries({ ...statuses.get(userId), ...change }).filter(([, value]) =>
      Boolean(value),
    );
    return {
      statuses:
        status.length > 0 ? statuses.with(userId, Object.fromEntries(status)) : statuses.without([userId]),
    };
  },
  presence: ({ presences }, event) =>
    'presences' in event
      ? {
          presences: presences.withAll(
            Object.entries(event.presences).map(([id, presence]) => [Number(id), presence]),
          ),
        }
      : {},
  muted_users: (state, { muted_users }) => withFields(state, { muted_users }),
};

const channelHandlers: HandlersOf<
  'stream' | 'subscription' | 'channel_folder' | 'default_streams' | 'user_topic' | 'muted_topics'
> = {
  'stream/create'(state, { streams }) {
    const unknown = hasSubscribers(state)
      ? { isSubscribed: false, subscribers: [] }
      : { isSubscribed: false };
    return {
      channels: state.channels.withAll(
        streams.map((channel) => {
          const { stream_id: id } = channel;
          return [id, { ...(state.channels.get(id) ?? unknown), ...channel }];
        }),
      ),
    };
  },
  'stream/delete': ({ channels }, { stream_ids: ids }) => ({ channels: channels.without(ids) }),
  'stream/update'({ channels }, { type: _type, op: _op, id: _id, name: _name, ...event }) {
    const { stream_id: id, property, value, ...beside } = event;
    return { channels: channels.change([id], (channel) => ({ ...channel, [property]: value, ...beside })) };
  },
  'subscription/add'(state, { subscriptions }) {
    return {
      channels: state.channels.withAll(
        subscriptions.map(({ subscribers, ...channel }) => {
          const subscription = { ...channel, isSubscribed: true };
          return [channel.stream_id, hasSubscribers(state) ? { ...subscription, subscribers } : subscription];
        }),
      ),
    };
  },
  'subscription/remove': ({ channels, fields }, { subscriptions }) => ({
    channels: channels.change(
      subscriptions.map(({ stream_id: id }) => id),
      (channel) => ({
        ...withSubscribers(channel, (ids) => difference(ids, [fields.user_id ?? -1])),
        isSubscribed: false,
      }),
    ),
  }),
  'subscription/update': ({ channels }, { stream_id: id, property, value }) => ({
    channels: channels.change([id], (channel) => ({ ...channel, [property]: value })),
  }),
  'subscription/peer_add': ({ channels }, { stream_ids: streams, user_ids: users }) => ({
    channels: channels.change(streams, (channel) => withSubscribers(channel, (ids) => union(ids, users))),
  }),
  'subscription/peer_remove': ({ channels }, { stream_ids: streams, user_ids: users }) => ({
    channels: channels.change(streams, (channel) =>
      withSubscribers(channel, (ids) => difference(ids, users)),
    ),
  }),
  'channel_folder/add': ({ folders }, { channel_folder: folder }) => ({
    folders: folders.with(folder.id, folder),
  }),
  'channel_folder/update': ({ folders }, { channel_folder_id: id, data }) => ({
    folders: folders.change([id], (folder) => ({ ...folder, ...data })),
  }),
  'channel_folder/reorder': ({ folders }, { order: ids }) => ({
    folders: folders.change(ids, (folder) => ({ ...folder, order: ids.indexOf(folder.id) })),
  }),
  default_streams: (state, { default_streams: ids }) => withFields(state, { realm_default_streams: ids }),
  user_topic({ userTopics }, { type: _type, id: _id, ...topic }) {
    const key = topicKey(topic.stream_id, topic.topic_name);
    return {
      userTopics: topic.visibility_policy === 0 ? userTopics.without([key]) : userTopics.with(key, topic),
    };
  },
  muted_topics: (state, { muted_topics }) => withFields(state, { muted_topics }),
};

const changeGroup =
  <Event extends { readonly group_id: number }>(
    changed: (group: UserGroup, event: Event) => Partial<UserGroup>,
  ) =>
  ({ groups }: ClientState, event: Event) => ({
    groups: groups.change([event.group_id], (group) => ({ ...group, ...changed(group, event) })),
  });

const groupHandlers: HandlersOf<'user_group'> = {
  'user_group/add': ({ groups }, { group }) => ({ groups: groups.with(group.id, group) }),
  'user_group/remove': ({ groups }, { group_id: id }) => ({ groups: groups.without([id]) }),
  'user_group/update': changeGroup((_group, { data }) => data),
  'user_group/add_members': changeGroup((group, { user_ids: ids }) => ({
    members: union(group.members, ids),
  })),
  'user_group/remove_members': changeGroup((group, { user_ids: ids }) => ({
    members: difference(group.members, ids),
  })),
  'user_group/add_subgroups': changeGroup((group, { direct_subgroup_ids: ids }) => ({
    direct_subgroup_ids: union(group.direct_subgroup_ids, ids),
  })),
  'user_group/remove_subgroups': changeGroup((group, { direct_subgroup_ids: ids }) => ({
    direct_subgroup_ids: difference(group.direct_subgroup_ids, ids),
  })),
};

const organizationHandlers: HandlersOf<
  | ('realm' | 'realm_user_settings_defaults' | 'custom_profile_fields' | 'realm_emoji')
  | ('realm_linkifiers' | 'realm_playgrounds' | 'realm_domains' | 'restart')
> = {
  restart: (state, { type: _type, id: _id, ...release }) => withFields(state, release),
  'realm/update': (state, { property, value }) => withFields(state, { [`realm_${property}`]: value }),
  'realm/update_dict': (state, { data }) =>
    withFields(
      state,
      Object.fromEntries(Object.entries(data).map(([name, value]) => [`realm_${name}`, value])),
    ),
  'realm_user_settings_defaults/update'(state, { property, value }) {
    const { realm_user_settings_defaults: before } = state.fields;
    return before
      ? withFields(state, { realm_user_settings_defaults: { ...before, [property]: value } })
      : {};
  },
  custom_profile_fields: (state, { fields }) => withFields(state, { custom_profile_fields: fields }),
  'realm_emoji/add': ({ customEmoji }, { emoji }) => ({ customEmoji: customEmoji.with(emoji.id, emoji) }),
  'realm_emoji/update_one': ({ customEmoji }, { emoji_id: id, data }) => ({
    customEmoji: customEmoji.change([id], (emoji) => ({ ...emoji, ...data })),
  }),
  'realm_emoji/update': (_state, { realm_emoji: all }) => ({ customEmoji: new Table(Object.entries(all)) }),
  realm_linkifiers: (state, { realm_linkifiers }) => withFields(state, { realm_linkifiers }),
  realm_playgrounds: (state, { realm_playgrounds }) => withFields(state, { realm_playgrounds }),
  'realm_domains/add': ({ allowedDomains: all }, { realm_domain: one }) => ({
    allowedDomains: all.with(one.domain, one),
  }),
  'realm_domains/change': ({ allowedDomains: all }, { realm_domain: one }) => ({
    allowedDomains: all.change([one.domain], () => one),
  }),
  'realm_domains/remove': ({ allowedDomains: all }, { domain }) => ({
    allowedDomains: all.without([domain]),
  }),
};

/** A device before anything is registered for it. */
const NEW_DEVICE = {
  push_key_id: null,
  push_token_id: null,
  pending_push_token_id: null,
  push_token_last_updated_timestamp: null,
  push_registration_error_code: null,
};

const setSnippet = (
  { savedSnippets: all }: ClientState,
  { saved_snippet: one }: { readonly saved_snippet: SavedSnippet },
) => ({ savedSnippets: all.with(one.id, one) });

const personalHandlers: HandlersOf<
  | ('user_settings' | 'alert_words' | 'onboarding_steps' | 'navigation_view' | 'device')
  | ('drafts' | 'saved_snippets' | 'reminders' | 'scheduled_messages')
> = {
  'user_settings/update'(state, { property, value }) {
    const { user_settings: before } = state.fields;
    return before ? withFields(state, { user_settings: { ...before, [property]: value } }) : {};
  },
  alert_words: (state, { alert_words }) => withFields(state, { alert_words }),
  onboarding_steps: (state, { onboarding_steps }) => withFields(state, { onboarding_steps }),
  'navigation_view/add': ({ navigationViews: views }, { navigation_view: view }) => ({
    navigationViews: views.with(view.fragment, view),
  }),
  'navigation_view/update': ({ navigationViews: views }, { fragment, data }) => ({
    navigationViews: views.change([fragment], (view) => ({ ...view, ...data })),
  }),
  'navigation_view/remove': ({ navigationViews: views }, { fragment }) => ({
    navigationViews: views.without([fragment]),
  }),
  'device/add': ({ devices }, { device_id: id }) => ({ devices: devices.with(id, NEW_DEVICE) }),
  'device/update': ({ devices }, { type: _type, op: _op, id: _id, device_id: id, ...change }) => ({
    devices: devices.change([id], (device) => ({ ...device, ...change })),
  }),
  'device/remove': ({ devices }, { device_id: id }) => ({ devices: devices.without([id]) }),
  'drafts/add': ({ drafts }, { drafts: added }) => ({
    drafts: drafts.withAll(tableOf(added, ({ id }) => id)),
  }),
  'drafts/update': ({ drafts }, { draft }) => ({ drafts: drafts.with(draft.id, draft) }),
  'drafts/remove': ({ drafts }, { draft_id: id }) => ({ drafts: drafts.without([id]) }),
  'saved_snippets/add': setSnippet,
  'saved_snippets/update': setSnippet,
  'saved_snippets/remove': ({ savedSnippets: all }, { saved_snippet_id: id }) => ({
    savedSnippets: all.without([id]),
  }),
  'reminders/add': ({ reminders }, { reminders: added }) => ({
    reminders: reminders.withAll(tableOf(added, ({ reminder_id: id }) => id)),
  }),
  'reminders/remove': ({ reminders }, { reminder_id: id }) => ({ reminders: reminders.without([id]) }),
  'scheduled_messages/add': ({ scheduledMessages: all }, { scheduled_messages: added }) => ({
    scheduledMessages: all.withAll(tableOf(added, ({ scheduled_message_id: id }) => id)),
  }),
  'scheduled_messages/update': ({ scheduledMessages: all }, { scheduled_message: one }) => ({
    scheduledMessages: all.with(one.scheduled_message_id, one),
  }),
  'scheduled_messages/remove': ({ scheduledMessages: all }, { scheduled_message_id: id }) => ({
    scheduledMessages: all.without([id]),
  }),
};

const handlers: Handlers = {
  ...userHandlers,
  ...channelHandlers,
  ...groupHandlers,
  ...organizationHandlers,
  ...personalHandlers,
  ...messageHandlers,
  registered: ({ params }, { snapshot }) => stateOf(snapshot, params),
};

/**
 * The state after an event: `applyEvent(stateOf(snapshot), event)` is what a registration at that moment would say. It
 * changes nothing that it gets, and shares with the earlier state what is the same in both: an event costs as much as what
 * it changes. Events of types that this version does not know change nothing.
 */
export function applyEvent(state: ClientState, event: ClientEvent): ClientState {
  const name = 'op' in event ? `${event.type}/${event.op}` : event.type;
  const handler = (handlers as Readonly<Record<string, unknown>>)[name];
  if (handler === undefined) return state;
  const changed = (handler as (state: ClientState, event: ClientEvent) => Partial<ClientState>)(state, event);
  const next = { ...state, ...changed };
  return /^(realm|user_group|realm_user)$/.test(event.type) ? withOwnRights(next) : next;
}
