/** Steps that several chapters about channels share. */
import { owner, parameter, type Row, type Shown, type Step } from './row.ts';

export const subscribe = 'POST /users/me/subscriptions';
export const oneChannel = (name = '{fresh}'): Shown => ({ subscriptions: [{ name }] });

/** A new channel `{fresh}`, whose ID is `{id}` from then on. */
export const newChannel = (settings: Shown = {}, by = owner): readonly Step[] => [
  by(subscribe, { ...oneChannel(), ...settings }),
  by('GET /get_stream_id', { stream: '{fresh}' }).keeps({ id: 'stream_id' }),
];

/** What a channel of the owner's is shown to be. */
export const channelIs = (shown: Shown, id = '{id}'): Step =>
  owner(`GET /streams/${id}`).shows(
    Object.fromEntries(Object.entries(shown).map(([name, value]) => [`stream.${name}`, value])),
  );

/** The owner changes the channel `{id}`. */
export const change = (fields: Shown): Step => owner('PATCH /streams/{id}', fields);

/** A parameter of PATCH /streams/{id}: a new channel with some settings, changed; and what it is then. */
export const becomes = (
  name: string,
  promise: string,
  fields: Shown,
  shown: Shown,
  settings: Shown = {},
): Row => parameter(name, promise, [...newChannel(settings), change(fields).shows(), channelIs(shown)]);

/** A parameter of PATCH /streams/{id} that a new channel with some settings cannot have. */
export const staysWithout = (
  name: string,
  promise: string,
  fields: Shown,
  msg: string,
  settings: Shown = {},
): Row => parameter(name, promise, [...newChannel(settings), change(fields).refused('BAD_REQUEST', msg)]);

export const changesByBoolean = (name: string): Row =>
  staysWithout(name, 'is a boolean', { [name]: 1 }, `${name} is not a boolean`);

/** The permissions of a channel, each with the group that has it in a new channel. */
export const PERMISSIONS = {
  can_add_subscribers_group: '{noone}',
  can_administer_channel_group: { direct_members: ['{owner}'], direct_subgroups: [] },
  can_create_topic_group: '{everyone}',
  can_delete_any_message_group: '{noone}',
  can_delete_own_message_group: '{noone}',
  can_move_messages_out_of_channel_group: '{noone}',
  can_move_messages_within_channel_group: '{noone}',
  can_remove_subscribers_group: '{administrators}',
  can_resolve_topics_group: '{noone}',
  can_send_message_group: '{everyone}',
  can_subscribe_group: '{noone}',
} as const;

/** Permissions that guests never have, so that nobody gives them to everyone. */
export const NOT_FOR_EVERYONE: readonly string[] = [
  'can_add_subscribers_group',
  'can_administer_channel_group',
  'can_subscribe_group',
];
