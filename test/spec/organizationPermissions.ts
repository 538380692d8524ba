/** The permissions that PATCH /realm sets. */
import { administrator, type Chapter, member, owner, parameter, type Row } from './row.ts';

const change = 'PATCH /realm';

interface Permission {
  readonly byDefault: string;
  /** Another system group that it may be. */
  readonly other: string;
  /** System groups that it may not be, besides role:internet. */
  readonly forbids?: readonly string[];
  readonly onlySystemGroups?: true;
  readonly forOwners?: true;
}

const forMembers = (byDefault = 'members'): Permission => ({
  byDefault,
  other: byDefault === 'moderators' ? 'administrators' : 'moderators',
  forbids: ['everyone'],
});
const forEveryone = (byDefault = 'everyone'): Permission => ({ byDefault, other: 'moderators' });
const owners = { forOwners: true } as const;

const PERMISSIONS: Readonly<Record<string, Permission>> = {
  can_access_all_users_group: {
    byDefault: 'everyone',
    other: 'members',
    forbids: ['moderators', 'owners', 'nobody'],
    onlySystemGroups: true,
  },
  can_add_custom_emoji_group: forMembers(),
  can_add_subscribers_group: forMembers(),
  can_create_bots_group: forMembers(),
  can_create_groups: { ...forMembers(), ...owners },
  can_create_private_channel_group: forMembers(),
  can_create_public_channel_group: forMembers(),
  can_create_web_public_channel_group: {
    byDefault: 'owners',
    other: 'moderators',
    forbids: ['everyone', 'members', 'fullmembers'],
    onlySystemGroups: true,
  },
  can_create_write_only_bots_group: forMembers(),
  can_delete_any_message_group: forMembers('administrators'),
  can_delete_own_message_group: forEveryone(),
  can_invite_users_group: { ...forMembers(), ...owners },
  can_manage_all_groups: {
    byDefault: 'owners',
    other: 'moderators',
    forbids: ['everyone', 'nobody'],
    ...owners,
  },
  can_manage_billing_group: {
    byDefault: 'administrators',
    other: 'moderators',
    forbids: ['everyone', 'nobody'],
    ...owners,
  },
  can_mention_many_users_group: forEveryone('administrators'),
  can_move_messages_between_channels_group: forMembers(),
  can_move_messages_between_topics_group: forEveryone(),
  can_resolve_topics_group: forEveryone(),
  can_set_delete_message_policy_group: forMembers('moderators'),
  can_set_topics_policy_group: forEveryone('members'),
  can_summarize_topics_group: forEveryone(),
  create_multiuse_invite_group: { ...forMembers('administrators'), onlySystemGroups: true, ...owners },
  direct_message_initiator_group: forEveryone(),
  direct_message_permission_group: forEveryone(),
  workplace_users_group: forEveryone(),
};

const named = (role: string): string => (role === 'nobody' ? '{noone}' : `{${role}}`);
const PEOPLE = { direct_members: ['{moderator}', '{owner}'], direct_subgroups: ['{moderators}'] };
const CANONICAL = { direct_members: ['{owner}', '{moderator}'], direct_subgroups: ['{moderators}'] };
const LEAVER = { direct_members: ['{leaver}'], direct_subgroups: ['{moderators}'] };

const rowsOf = ([name, permission]: readonly [string, Permission]): readonly Row[] => {
  const { byDefault, other, forbids = [], onlySystemGroups, forOwners } = permission;
  const changer = forOwners ? owner : administrator;
  const back = owner(change, { [name]: { new: named(byDefault) } }).shows();
  return [
    parameter(name, `is role:${byDefault} by default, and may be role:${other}`, [
      changer(change, { [name]: { new: named(other), old: named(byDefault) } }).shows({
        [name]: named(other),
      }),
      back,
    ]),
    parameter(name, forOwners ? 'is for owners to give' : 'is for administrators to give', [
      forOwners
        ? administrator(change, { [name]: { new: named(other) } }).refused(
            'UNAUTHORIZED_PRINCIPAL',
            'Must be an organization owner',
          )
        : member(change, { [name]: { new: named(other) } }).refused(
            'UNAUTHORIZED_PRINCIPAL',
            'Must be an organization administrator',
          ),
    ]),
    parameter(name, 'is not changed where `old` is not the present value', [
      owner(change, { [name]: { new: named(other), old: named(other) } }).refused(
        'EXPECTATION_MISMATCH',
        "'old' value does not match the expected value.",
        { field_name: 'old' },
      ),
    ]),
    parameter(name, 'names a group that exists', [
      owner(change, { [name]: { new: '{nobody}' } }).refused(
        'BAD_REQUEST',
        'Invalid user group ID: {nobody}',
      ),
    ]),
    parameter(name, 'names no deactivated people', [
      owner(change, { [name]: { new: LEAVER } }).refused('BAD_REQUEST', 'Invalid user ID: {leaver}'),
    ]),
    onlySystemGroups
      ? parameter(name, 'is a system group and nothing else', [
          owner(change, { [name]: { new: { direct_members: ['{member}'], direct_subgroups: [] } } }).refused(
            'SYSTEM_GROUP_REQUIRED',
            `'${name}' must be a system user group.`,
            { setting_name: name },
          ),
          owner(change, { [name]: { new: '{group}' } }).refused(
            'SYSTEM_GROUP_REQUIRED',
            `'${name}' must be a system user group.`,
            { setting_name: name },
          ),
        ])
      : parameter(name, 'may be people and groups, shown in the canonical form', [
          owner(change, { [name]: { new: PEOPLE } }).shows({ [name]: CANONICAL }),
          back,
        ]),
    ...['internet', ...forbids].map((role) =>
      parameter(name, `is not role:${role}`, [
        owner(change, { [name]: { new: named(role) } }).refused(
          'BAD_REQUEST',
          `'${name}' setting cannot be set to 'role:${role}' group.`,
        ),
      ]),
    ),
  ];
};

const one = 'can_resolve_topics_group';

export const organizationPermissions: Chapter = {
  about: 'PATCH /realm: permissions',
  file: 'organizationPermissions.ts',
  server: {},
  rows: [
    ...Object.entries(PERMISSIONS).flatMap(rowsOf),
    parameter(one, 'is an object with `new`', [
      owner(change, { [one]: '{members}' }).refused('BAD_REQUEST', `${one} is not a dict`),
      owner(change, { [one]: {} }).refused('BAD_REQUEST', `${one}["new"] field is missing`),
    ]),
    parameter(one, 'of one group and nobody is that group', [
      owner(change, { [one]: { new: { direct_members: [], direct_subgroups: ['{members}'] } } }).shows({
        [one]: '{members}',
      }),
      owner(change, { [one]: { new: '{everyone}' } }).shows(),
    ]),
    parameter(one, 'of nothing is nobody', [
      owner(change, { [one]: { new: { direct_members: [], direct_subgroups: [] } } }).shows({
        [one]: '{noone}',
      }),
      owner(change, { [one]: { new: '{everyone}' } }).shows(),
    ]),
    parameter(one, 'of what it is already is a success, and no change', [
      owner(change, { [one]: { new: '{everyone}', old: '{everyone}' } }).shows(),
    ]),
    parameter(one, 'is not a deactivated group', [
      owner('POST /user_groups/{group}/deactivate'),
      owner(change, { [one]: { new: '{group}' } }).refused('BAD_REQUEST', 'User group is deactivated.'),
    ]),
  ],
};
