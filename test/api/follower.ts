/** A client that keeps what it was told when it registered up to date by the events that it is told afterwards. */

type Body = Record<string, unknown>;
type List = Body[];
type Event = Body & { readonly type: string; readonly op?: string };

/** Lists of channels in a snapshot. */
const CHANNEL_LISTS = ['streams', 'subscriptions', 'unsubscribed', 'never_subscribed'];

export class Follower {
  readonly known: Body;

  constructor(told: Body) {
    this.known = structuredClone(told);
  }

  take(events: readonly Event[]): void {
    for (const event of events) {
      const { type, op } = event;
      const apply = this.#handlers[op === undefined ? type : `${type}/${op}`] ?? this.#handlers[type];
      if (apply === undefined) throw new Error(`Nobody knows what ${type} ${op ?? ''} means`);
      apply(structuredClone(event));
    }
  }

  #list(name: string): List {
    return this.known[name] as List;
  }

  #find(list: string, key: string, value: unknown): Body | undefined {
    return this.#list(list).find((each) => each[key] === value);
  }

  #drop(list: string, key: string, value: unknown): Body | undefined {
    const found = this.#find(list, key, value);
    this.known[list] = this.#list(list).filter((each) => each !== found);
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
    const list = this.#find('realm_users', 'user_id', id) ? 'realm_users' : 'realm_non_active_users';
    const person = this.#drop(list, 'user_id', id);
    if (person === undefined) throw new Error(`Nobody has the ID ${String(id)}`);
    Object.assign(person, rest, email === undefined ? {} : { email });
    if (id === this.known.user_id)
      for (const name of ['email', 'full_name', 'delivery_email'])
        if (name in person) this.known[name] = person[name];
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
    const isThere = isActive === undefined ? list === 'realm_users' : isActive === true;
    this.#list(isThere ? 'realm_users' : 'realm_non_active_users').push(person);
  }

  #peers(event: Event, change: (ids: Set<number>, id: number) => unknown): void {
    for (const list of CHANNEL_LISTS.slice(1))
      for (const channel of this.#list(list)) {
        if (!(event.stream_ids as number[]).includes(channel.stream_id as number)) continue;
        const ids = new Set(channel.subscribers as number[]);
        for (const id of event.user_ids as number[]) change(ids, id);
        channel.subscribers = [...ids];
      }
  }

  #group(event: Event, name: string, change: (ids: Set<number>, id: number) => unknown): void {
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
        if (!isKnown) this.#replace('never_subscribed', 'stream_id', { ...channel, subscribers: [] });
      }
    },
    'stream/delete': ({ stream_ids: ids }) => {
      for (const id of ids as number[]) for (const list of CHANNEL_LISTS) this.#drop(list, 'stream_id', id);
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
        this.#replace('subscriptions', 'stream_id', channel);
      }
    },
    'subscription/remove': ({ subscriptions }) => {
      for (const { stream_id: id } of subscriptions as List) {
        const channel = this.#drop('subscriptions', 'stream_id', id);
        if (channel === undefined) continue;
        const own = this.known.user_id as number;
        channel.subscribers = (channel.subscribers as number[]).filter((userId) => userId !== own);
        this.#list('unsubscribed').push(channel);
      }
    },
    'subscription/update': ({ stream_id: id, property, value }) => {
      Object.assign(this.#find('subscriptions', 'stream_id', id) ?? {}, { [String(property)]: value });
    },
    'subscription/peer_add': (event) => this.#peers(event, (ids, id) => ids.add(id)),
    'subscription/peer_remove': (event) => this.#peers(event, (ids, id) => ids.delete(id)),
    'realm_user/add': ({ person }) => {
      const { is_active: _, ...others } = person as Body;
      this.#replace('realm_users', 'user_id', others);
    },
    'realm_user/remove': ({ person }) => {
      for (const list of ['realm_users', 'realm_non_active_users'])
        this.#drop(list, 'user_id', (person as Body).user_id);
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
      (order as number[]).forEach((id, place) =>
        Object.assign(this.#find('channel_folders', 'id', id) ?? {}, { order: place }),
      ),
    default_streams: ({ default_streams: ids }) => void (this.known.realm_default_streams = ids),
    custom_profile_fields: ({ fields }) => void (this.known.custom_profile_fields = fields),
    'drafts/add': ({ drafts }) => void this.#list('drafts').push(...(drafts as List)),
    'drafts/update': ({ draft }) => this.#replace('drafts', 'id', draft as Body),
    'drafts/remove': ({ draft_id: id }) => void this.#drop('drafts', 'id', id),
    'saved_snippets/add': ({ saved_snippet: snippet }) =>
      void this.#list('saved_snippets').push(snippet as Body),
    'saved_snippets/update': ({ saved_snippet: snippet }) =>
      this.#replace('saved_snippets', 'id', snippet as Body),
    'saved_snippets/remove': ({ saved_snippet_id: id }) => void this.#drop('saved_snippets', 'id', id),
    alert_words: ({ alert_words: words }) => void (this.known.alert_words = words),
    muted_users: ({ muted_users: users }) => void (this.known.muted_users = users),
    muted_topics: ({ muted_topics: topics }) => void (this.known.muted_topics = topics),
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
    'scheduled_messages/add': ({ scheduled_messages: added }) =>
      void this.#list('scheduled_messages').push(...(added as List)),
    'scheduled_messages/update': ({ scheduled_message: message }) =>
      this.#replace('scheduled_messages', 'scheduled_message_id', message as Body),
    'scheduled_messages/remove': ({ scheduled_message_id: id }) =>
      void this.#drop('scheduled_messages', 'scheduled_message_id', id),
    update_message_flags: ({ op, flag, messages }) => {
      if (flag !== 'starred') return;
      const ids = new Set(this.known.starred_messages as number[]);
      for (const id of messages as number[])
        if (op === 'add') ids.add(id);
        else ids.delete(id);
      this.known.starred_messages = [...ids];
    },
    message: ({ message }) => void (this.known.max_message_id = (message as Body).id),
    ...Object.fromEntries(
      ['update_message', 'delete_message', 'reaction', 'submessage', 'heartbeat', 'presence', 'typing'].map(
        (type) => [type, () => undefined],
      ),
    ),
    invites_changed: () => undefined,
  };
}
