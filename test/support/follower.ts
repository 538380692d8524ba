/** A client that keeps what it was told when it registered up to date by the events that it is told afterwards. */
import { listHandlers } from './followedLists.ts';
import { FollowedMessages } from './followedMessages.ts';

export type Body = Record<string, unknown>;
type List = Body[];
export type Event = Body & { readonly type: string; readonly op?: string; readonly id?: number };

/** What a client asked for when it registered, as far as it changes what it makes of events. */
export interface FollowerOptions {
  readonly capabilities?: ReadonlySet<string>;
  readonly includesSubscribers?: boolean;
  readonly appliesMarkdown?: boolean;
  /** Whether messages come that it has not received, or only some: then nothing is counted. */
  readonly isNarrowed?: boolean;
}

/** A device before anything is registered for it. */
const NEW_DEVICE = {
  push_key_id: null,
  push_token_id: null,
  pending_push_token_id: null,
  push_token_last_updated_timestamp: null,
  push_registration_error_code: null,
};

/** Lists of channels in a snapshot. */
const CHANNEL_LISTS = ['streams', 'subscriptions', 'unsubscribed', 'never_subscribed'];

/** What clients show in the place of somebody whom they may not know; those that cannot do without anybody make it up. */
export const STRANGER = 'Unknown user';

export class Follower {
  readonly known: Body;
  readonly messages: FollowedMessages;
  readonly isNarrowed: boolean;
  /** Whether null in a subscription means that it follows the reader's own settings. */
  readonly inherits: boolean;
  readonly #listed: Readonly<Record<string, (event: Event) => void>>;
  readonly #capabilities: ReadonlySet<string>;
  readonly #includesSubscribers: boolean;

  constructor(snapshot: Body, options: FollowerOptions = {}) {
    this.known = structuredClone(snapshot);
    this.messages = new FollowedMessages(this.known, options);
    this.#listed = listHandlers(this.known);
    this.#capabilities = options.capabilities ?? new Set(['user_list_incomplete']);
    this.inherits = this.#capabilities.has('notification_settings_null');
    this.isNarrowed = options.isNarrowed === true;
    this.#includesSubscribers = options.includesSubscribers ?? true;
  }

  take(events: readonly Event[]): void {
    for (const event of events) {
      const { type, op } = event;
      if (this.messages.take(event)) continue;
      const name = op === undefined ? type : `${type}/${op}`;
      const apply = this.#listed[name] ?? this.#handlers[name] ?? this.#handlers[type];
      if (apply === undefined)
        throw new Error(`The follower has no handler of ${name}: add one here or in followedLists.ts`);
      apply(structuredClone(event));
    }
  }

  #list(name: string): List {
    return (this.known[name] ?? []) as List;
  }

  #find(list: string, key: string, value: unknown): Body | undefined {
    return this.#list(list).find((each) => each[key] === value);
  }

  #drop(list: string, key: string, value: unknown): Body | undefined {
    const found = this.#find(list, key, value);
    if (found) this.known[list] = this.#list(list).filter((each) => each !== found);
    return found;
  }

  #replace(list: string, key: string, value: Body): void {
    this.#drop(list, key, value[key]);
    this.#list(list).push(value);
  }

  #person(change: Body): void {
    const {
      user_id: id,
      custom_profile_field: field,
      is_active: isActive,
      new_email: email,
      ...rest
    } = change;
    if (!('realm_users' in this.known)) return;
    const list = ['realm_users', 'realm_non_active_users', 'cross_realm_bots'].find((name) =>
      this.#find(name, 'user_id', id),
    );
    if (list === undefined) throw new Error(`Nobody has the ID ${String(id)}`);
    const person = this.#drop(list, 'user_id', id)!;
    const { avatar_source: source, avatar_url_medium: medium, ...shown } = rest;
    Object.assign(person, shown, email === undefined ? {} : { email });
    if (id === this.known.user_id) {
      for (const name of ['email', 'full_name', 'delivery_email'])
        if (name in person) this.known[name] = person[name];
      if (typeof medium === 'string')
        Object.assign(this.known, { avatar_source: source, avatar_url: medium, avatar_url_medium: medium });
    }
    if ('role' in rest)
      Object.assign(person, {
        is_owner: rest.role === 100,
        is_admin: Number(rest.role) <= 200,
        is_guest: rest.role === 600,
      });
    if (field !== undefined) {
      const { id: fieldId, value, ...html } = field as Body;
      const data = person.profile_data as Body;
      if (value === null) delete data[String(fieldId)];
      else data[String(fieldId)] = { value, ...html };
    }
    if (isActive === false) this.#forgetSubscriber(id as number);
    const there = isActive === true ? 'realm_users' : 'realm_non_active_users';
    this.#list(isActive === undefined ? list : there).push(person);
  }

  /** Only active people are subscribers. */
  #forgetSubscriber(userId: number): void {
    for (const list of CHANNEL_LISTS.slice(1))
      for (const channel of this.#list(list))
        if (channel.subscribers)
          channel.subscribers = (channel.subscribers as number[]).filter((id) => id !== userId);
  }

  #peers(event: Event, change: (ids: Set<number>, id: number) => unknown): void {
    for (const list of CHANNEL_LISTS.slice(1))
      for (const channel of this.#list(list)) {
        if (!channel.subscribers) continue;
        if (!(event.stream_ids as number[]).includes(channel.stream_id as number)) continue;
        const ids = new Set(channel.subscribers as number[]);
        for (const id of event.user_ids as number[]) change(ids, id);
        channel.subscribers = [...ids];
      }
  }

  #group(event: Event, name: string, change: (ids: Set<number>, id: number) => unknown): void {
    if (!('realm_user_groups' in this.known)) return;
    const group = this.#find('realm_user_groups', 'id', event.group_id);
    if (group === undefined) throw new Error('No such group');
    const field = name === 'user_ids' ? 'members' : name;
    const ids = new Set(group[field] as number[]);
    for (const id of event[name] as number[]) change(ids, id);
    group[field] = [...ids];
  }

  readonly #handlers: Readonly<Record<string, (event: Event) => void>> = {
    'stream/create': ({ streams }) => {
      for (const channel of streams as List) {
        this.#replace('streams', 'stream_id', channel);
        const isKnown = ['subscriptions', 'unsubscribed'].some((list) =>
          this.#find(list, 'stream_id', channel.stream_id),
        );
        const followers = this.#includesSubscribers ? { subscribers: [] } : {};
        if (!isKnown) this.#replace('never_subscribed', 'stream_id', { ...channel, ...followers });
      }
    },
    'stream/delete': ({ stream_ids: ids }) => {
      for (const id of ids as number[]) for (const list of CHANNEL_LISTS) this.#drop(list, 'stream_id', id);
      this.messages.newest = undefined;
    },
    'stream/update': ({ type: _type, op: _op, id: _id, stream_id: id, name: _name, ...change }) => {
      const { property, value, ...beside } = change;
      for (const list of CHANNEL_LISTS)
        Object.assign(this.#find(list, 'stream_id', id) ?? {}, { [String(property)]: value, ...beside });
    },
    'subscription/add': ({ subscriptions }) => {
      for (const channel of subscriptions as List) {
        for (const list of ['unsubscribed', 'never_subscribed'])
          this.#drop(list, 'stream_id', channel.stream_id);
        if (!this.#includesSubscribers) delete channel.subscribers;
        this.#replace('subscriptions', 'stream_id', channel);
      }
    },
    'subscription/remove': ({ subscriptions }) => {
      for (const { stream_id: id } of subscriptions as List) {
        const channel = this.#drop('subscriptions', 'stream_id', id);
        if (channel === undefined) continue;
        const own = this.known.user_id as number;
        const { subscribers } = channel;
        if (subscribers) channel.subscribers = (subscribers as number[]).filter((userId) => userId !== own);
        this.#list('unsubscribed').push(channel);
      }
    },
    'subscription/update': ({ stream_id: id, property, value }) => {
      Object.assign(this.#find('subscriptions', 'stream_id', id) ?? {}, { [String(property)]: value });
    },
    'subscription/peer_add': (event) => this.#peers(event, (ids, id) => ids.add(id)),
    'subscription/peer_remove': (event) => this.#peers(event, (ids, id) => ids.delete(id)),
    'realm_user/add': ({ person }) => {
      const { is_active: isActive, ...others } = person as Body;
      if (others.is_system_bot) this.#replace('cross_realm_bots', 'user_id', person as Body);
      else {
        this.#drop('realm_non_active_users', 'user_id', others.user_id);
        this.#drop('realm_users', 'user_id', others.user_id);
        this.#list(isActive === false ? 'realm_non_active_users' : 'realm_users').push(others);
      }
    },
    'realm_user/remove': ({ person }) => {
      const { user_id: id } = person as Body;
      for (const list of ['realm_users', 'realm_non_active_users']) this.#drop(list, 'user_id', id);
      if (!this.#capabilities.has('user_list_incomplete'))
        this.#list('realm_users').push({ user_id: id, full_name: STRANGER });
    },
    'realm_user/update': ({ person }) => this.#person(person as Body),
    'realm_bot/add': ({ bot }) => this.#replace('realm_bots', 'user_id', bot as Body),
    'realm_bot/update': ({ bot }) =>
      Object.assign(this.#find('realm_bots', 'user_id', (bot as Body).user_id) ?? {}, bot),
    'realm_bot/delete': ({ bot }) => void this.#drop('realm_bots', 'user_id', (bot as Body).user_id),
    'user_group/add': ({ group }) => this.#replace('realm_user_groups', 'id', group as Body),
    'user_group/remove': ({ group_id: id }) => void this.#drop('realm_user_groups', 'id', id),
    'user_group/update': ({ group_id: id, data }) =>
      Object.assign(this.#find('realm_user_groups', 'id', id) ?? {}, data),
    'user_group/add_members': (event) => this.#group(event, 'user_ids', (ids, id) => ids.add(id)),
    'user_group/remove_members': (event) => this.#group(event, 'user_ids', (ids, id) => ids.delete(id)),
    'user_group/add_subgroups': (event) =>
      this.#group(event, 'direct_subgroup_ids', (ids, id) => ids.add(id)),
    'user_group/remove_subgroups': (event) =>
      this.#group(event, 'direct_subgroup_ids', (ids, id) => ids.delete(id)),
    'channel_folder/add': ({ channel_folder: folder }) =>
      this.#replace('channel_folders', 'id', folder as Body),
    'channel_folder/update': ({ channel_folder_id: id, data }) =>
      Object.assign(this.#find('channel_folders', 'id', id) ?? {}, data),
    'channel_folder/reorder': ({ order }) =>
      (order as number[]).forEach((id, index) =>
        Object.assign(this.#find('channel_folders', 'id', id) ?? {}, { order: index }),
      ),
    user_status: ({ type: _type, id: _id, user_id: userId, ...change }) => {
      const all = this.known.user_status as Record<string, Body>;
      const status = { ...all[String(userId)], ...change };
      const left = Object.entries(status).filter(([, value]) => value !== '' && value !== false);
      if (left.length > 0) all[String(userId)] = Object.fromEntries(left);
      else delete all[String(userId)];
    },
    realm_user_settings_defaults: ({ property, value }) =>
      Object.assign(this.known.realm_user_settings_defaults as Body, { [String(property)]: value }),
    user_topic: ({ type: _type, id: _id, ...topic }) => {
      const isSame = (other: Body): boolean =>
        other.stream_id === topic.stream_id &&
        String(other.topic_name).toLowerCase() === String(topic.topic_name).toLowerCase();
      const others = this.#list('user_topics').filter((other) => !isSame(other));
      this.known.user_topics = topic.visibility_policy === 0 ? others : [...others, topic];
    },
    user_settings: ({ property, value }) =>
      Object.assign(this.known.user_settings as Body, { [String(property)]: value }),
    'realm/update': ({ property, value }) => void (this.known[`realm_${String(property)}`] = value),
    'realm/update_dict': ({ data }) => {
      for (const [name, value] of Object.entries(data as Body)) this.known[`realm_${name}`] = value;
    },
    'realm_emoji/add': ({ emoji }) =>
      Object.assign(this.known.realm_emoji as Body, { [String((emoji as Body).id)]: emoji }),
    'realm_emoji/update_one': ({ emoji_id: id, data }) =>
      Object.assign((this.known.realm_emoji as Record<string, Body>)[String(id)] ?? {}, data),
    'realm_emoji/update': ({ realm_emoji: all }) => void (this.known.realm_emoji = all),
    'device/add': ({ device_id: id }) =>
      Object.assign((this.known.devices ?? {}) as Body, { [String(id)]: { ...NEW_DEVICE } }),
    'device/remove': ({ device_id: id }) => void delete ((this.known.devices ?? {}) as Body)[String(id)],
    'device/update': ({ type: _type, op: _op, id: _id, device_id: id, ...change }) =>
      Object.assign((this.known.devices as Record<string, Body>)[String(id)] ?? {}, change),
    ...Object.fromEntries(
      [
        'heartbeat',
        'realm_export',
        'realm_export_consent',
        'presence',
        'attachment',
        'typing',
        'typing_edit_message',
        'invites_changed',
        'realm/deactivated',
      ].map((type) => [type, () => undefined]),
    ),
  };
}
