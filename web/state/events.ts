/** Applies each event of the queue; `Snapshot + events = later snapshot`. */
import type { ClientEvent } from '@hansard/client';
import {
  type Channel,
  channels,
  type CustomEmoji,
  customEmoji,
  type Draft,
  drafts,
  type EventOf,
  type Folder,
  folders,
  deactivatedUserIds,
  type Group,
  groups,
  mutedPeople,
  people,
  type Person,
  presences,
  type Scheduled,
  scheduled,
  snapshot,
  statuses,
  topicKey,
  topicPolicies,
  withEntry,
  without,
} from './data.ts';
import { messageHandlers } from './messageEvents.ts';
import { applyTyping } from './typing.ts';

type ClientEventHandlers = { readonly [Type in ClientEvent['type']]?: (event: EventOf<Type>) => void };
/** Events are read by their names here; what they carry is checked where it is used. */
type UntypedFields = Readonly<Record<string, unknown>>;

const loose = (event: unknown): UntypedFields => event as UntypedFields;

/** Changes one field of the snapshot. */
function setField(name: string, value: unknown): void {
  snapshot.value = { ...snapshot.peek(), [name]: value };
}

function changeChannel(id: number, change: Partial<Channel>): void {
  const present = channels.peek().get(id);
  if (present) channels.value = withEntry(channels.peek(), id, { ...present, ...change });
}

function takeChannel(event: UntypedFields): void {
  if (event['op'] === 'create')
    for (const channel of event['streams'] as Channel[])
      channels.value = withEntry(channels.peek(), channel.stream_id, {
        ...channel,
        isSubscribed: channels.peek().get(channel.stream_id)?.isSubscribed ?? false,
      });
  if (event['op'] === 'delete') channels.value = without(channels.peek(), event['stream_ids'] as number[]);
  if (event['op'] !== 'update') return;
  const { property, value, stream_id: id, op: _op, type: _type, name: _name, ...beside } = event;
  const more = property === 'description' || property === 'invite_only' ? beside : {};
  changeChannel(id as number, { ...more, [String(property)]: value });
}

function takeSubscription(event: UntypedFields): void {
  if (event['op'] === 'add')
    for (const channel of event['subscriptions'] as Channel[])
      channels.value = withEntry(channels.peek(), channel.stream_id, { ...channel, isSubscribed: true });
  if (event['op'] === 'remove')
    for (const { stream_id: id } of event['subscriptions'] as Channel[])
      changeChannel(id, { isSubscribed: false });
  if (event['op'] === 'update')
    changeChannel(event['stream_id'] as number, { [String(event['property'])]: event['value'] });
}

function takePerson(event: UntypedFields): void {
  const changed = event['person'] as Partial<Person> & {
    readonly user_id: number;
    readonly new_email?: string;
  };
  const present = people.peek().get(changed.user_id);
  const person = event['op'] === 'add' ? (changed as Person) : present && { ...present, ...changed };
  if (person) people.value = withEntry(people.peek(), changed.user_id, withCustomField(person, event));
  const { is_active: isActive } = changed as { readonly is_active?: boolean };
  if (isActive !== undefined) {
    const left = new Set(deactivatedUserIds.peek());
    if (isActive) left.delete(changed.user_id);
    else left.add(changed.user_id);
    deactivatedUserIds.value = left;
  }
  if (changed.user_id === snapshot.peek().user_id && event['op'] === 'update')
    snapshot.value = { ...snapshot.peek(), ...(changed as object) };
}

/** A change of one profile field carries that field alone. */
function withCustomField(person: Person, event: UntypedFields): Person {
  const { custom_profile_field: field } = loose(event['person']) as {
    readonly custom_profile_field?: { readonly id: number; readonly value: string | null };
  };
  if (field === undefined) return person;
  const data: Record<string, { readonly value: string }> = { ...person.profile_data };
  if (field.value === null) delete data[String(field.id)];
  else data[String(field.id)] = { ...field, value: field.value };
  return { ...person, profile_data: data };
}

function takeGroup(event: UntypedFields): void {
  const id = event['group_id'] as number;
  const group = groups.peek().get(id);
  const put = (change: Partial<Group>): void => {
    if (group) groups.value = withEntry(groups.peek(), id, { ...group, ...change });
  };
  const ids = (name: string): readonly number[] => (event[name] as number[] | undefined) ?? [];
  if (event['op'] === 'add') {
    const added = event['group'] as Group;
    groups.value = withEntry(groups.peek(), added.id, added);
  }
  if (event['op'] === 'remove') groups.value = without(groups.peek(), [id]);
  if (event['op'] === 'update') put(event['data'] as Partial<Group>);
  const members = group?.members ?? [];
  if (event['op'] === 'add_members') put({ members: [...new Set([...members, ...ids('user_ids')])] });
  if (event['op'] === 'remove_members')
    put({ members: members.filter((member) => !ids('user_ids').includes(member)) });
  const subgroups = group?.direct_subgroup_ids ?? [];
  if (event['op'] === 'add_subgroups')
    put({ direct_subgroup_ids: [...new Set([...subgroups, ...ids('direct_subgroup_ids')])] });
  if (event['op'] === 'remove_subgroups')
    put({ direct_subgroup_ids: subgroups.filter((each) => !ids('direct_subgroup_ids').includes(each)) });
}

function takeFolder(event: UntypedFields): void {
  if (event['op'] === 'add') {
    const folder = event['channel_folder'] as Folder;
    folders.value = withEntry(folders.peek(), folder.id, folder);
  }
  const id = event['channel_folder_id'] as number;
  const folder = folders.peek().get(id);
  if (event['op'] === 'update' && folder)
    folders.value = withEntry(folders.peek(), id, { ...folder, ...(event['data'] as Partial<Folder>) });
  if (event['op'] === 'reorder')
    (event['order'] as number[]).forEach((each, order) => {
      const moved = folders.peek().get(each);
      if (moved) folders.value = withEntry(folders.peek(), each, { ...moved, order });
    });
}

function takeDraft(event: UntypedFields): void {
  const put = (draft: Draft): void => void (drafts.value = withEntry(drafts.peek(), draft.id, draft));
  if (event['op'] === 'add') (event['drafts'] as Draft[]).forEach(put);
  if (event['op'] === 'update') put(event['draft'] as Draft);
  if (event['op'] === 'remove') drafts.value = without(drafts.peek(), [event['draft_id'] as number]);
}

function takeScheduled(event: UntypedFields): void {
  const put = (each: Scheduled): void =>
    void (scheduled.value = withEntry(scheduled.peek(), each.scheduled_message_id, each));
  if (event['op'] === 'add') (event['scheduled_messages'] as Scheduled[]).forEach(put);
  if (event['op'] === 'update') put(event['scheduled_message'] as Scheduled);
  if (event['op'] === 'remove')
    scheduled.value = without(scheduled.peek(), [event['scheduled_message_id'] as number]);
}

function takePresences(event: UntypedFields): void {
  const changed = (event['presences'] ?? {}) as Readonly<
    Record<string, { readonly active_timestamp: number; readonly idle_timestamp: number }>
  >;
  const all = new Map(presences.peek());
  for (const [id, { active_timestamp: active, idle_timestamp: idle }] of Object.entries(changed))
    all.set(Number(id), { active, idle });
  presences.value = all;
}

function takeEmoji(event: UntypedFields): void {
  if (event['op'] === 'update')
    customEmoji.value = new Map(Object.entries(event['realm_emoji'] as Record<string, CustomEmoji>));
  const emoji = event['emoji'] as CustomEmoji | undefined;
  if (event['op'] === 'add' && emoji) customEmoji.value = withEntry(customEmoji.peek(), emoji.id, emoji);
  const known = customEmoji.peek().get(String(event['emoji_id']));
  if (event['op'] === 'update_one' && known)
    customEmoji.value = withEntry(customEmoji.peek(), known.id, {
      ...known,
      ...(event['data'] as Partial<CustomEmoji>),
    });
}

function takeRealm(event: UntypedFields): void {
  const changed: UntypedFields =
    event['op'] === 'update_dict' ? loose(event['data']) : { [String(event['property'])]: event['value'] };
  for (const [name, value] of Object.entries(changed)) setField(`realm_${name}`, value);
}

const handlers: ClientEventHandlers = {
  ...messageHandlers,
  stream: (event) => takeChannel(loose(event)),
  subscription: (event) => takeSubscription(loose(event)),
  realm_user: (event) => takePerson(loose(event)),
  user_group: (event) => takeGroup(loose(event)),
  channel_folder: (event) => takeFolder(loose(event)),
  drafts: (event) => takeDraft(loose(event)),
  scheduled_messages: (event) => takeScheduled(loose(event)),
  presence: (event) => takePresences(loose(event)),
  realm_emoji: (event) => takeEmoji(loose(event)),
  realm: (event) => takeRealm(loose(event)),
  typing: (event) => applyTyping(loose(event)),
  default_streams: (event) => setField('realm_default_streams', loose(event)['default_streams']),
  custom_profile_fields: (event) => setField('custom_profile_fields', loose(event)['fields']),
  alert_words: (event) => setField('alert_words', loose(event)['alert_words']),
  user_settings: (event) => {
    const { property, value } = loose(event);
    setField('user_settings', { ...snapshot.peek().user_settings, [String(property)]: value });
  },
  muted_users: (event) => {
    mutedPeople.value = new Set((loose(event)['muted_users'] as { id: number }[]).map(({ id }) => id));
  },
  user_topic(event) {
    const { stream_id: id, topic_name: topic, visibility_policy: policy } = loose(event);
    topicPolicies.value = withEntry(
      topicPolicies.peek(),
      topicKey(id as number, String(topic)),
      policy as number,
    );
  },
  user_status(event) {
    const { user_id: id, id: _id, type: _type, ...status } = loose(event);
    const present = statuses.peek().get(id as number) ?? {};
    statuses.value = withEntry(statuses.peek(), id as number, { ...present, ...status });
  },
};

/** Takes one event. */
export function applyEvent(event: ClientEvent): void {
  (handlers[event.type] as ((event: ClientEvent) => void) | undefined)?.(event);
}
