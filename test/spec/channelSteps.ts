/** Steps that several chapters about channels share. */
import { owner, type Shown, type Step } from './row.ts';

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
