/** Members and subgroups of user groups. */
import { type Chapter, error, member, owner, parameter, rule, type Shown, user, including } from './row.ts';

const members = '/user_groups/{group}/members';
const subgroups = '/user_groups/{group}/subgroups';
const group = (fields: Shown = {}) =>
  owner('POST /user_groups/create', { name: 'deck {fresh}', description: '', members: [], ...fields });
const inner = { inner: 'group_id' };
const notPermitted = ['BAD_REQUEST', 'Insufficient permission'] as const;
const noGroup = ['BAD_REQUEST', 'Invalid user group'] as const;
const may = (setting: string, who: string) =>
  owner('PATCH /user_groups/{group}', { [setting]: { new: who } });

export const userGroupMembers: Chapter = {
  about:
    'GET /user_groups/:group_id/members, GET /user_groups/:group_id/members/:user_id, ' +
    'POST /user_groups/:group_id/members, GET /user_groups/:group_id/subgroups, ' +
    'POST /user_groups/:group_id/subgroups',
  file: 'userGroupMembers.ts',
  rows: [
    parameter('add', 'are people who become members', [
      owner(`POST ${members}`, { add: ['{user}'] }).shows(),
      owner(`GET ${members}`).shows({ members: ['{member}', '{user}'] }),
    ]),
    parameter('add', 'are people who exist', [
      owner(`POST ${members}`, { add: ['{nobody}'] }).refused('BAD_REQUEST', 'Invalid user ID: {nobody}'),
    ]),
    parameter('add', 'are people who have not left', [
      owner(`POST ${members}`, { add: ['{leaver}'] }).refused('BAD_REQUEST', 'Invalid user ID: {leaver}'),
    ]),
    parameter('add', 'are no members yet', [
      owner(`POST ${members}`, { add: ['{member}'] }).refused(
        'BAD_REQUEST',
        'User {member} is already a member of this group',
      ),
    ]),
    parameter('delete', 'are the members to remove', [
      owner(`POST ${members}`, { delete: ['{member}'] }).shows(),
      owner(`GET ${members}`).shows({ members: [] }),
    ]),
    parameter('delete', 'are members', [
      owner(`POST ${members}`, { delete: ['{user}'] }).refused(
        'BAD_REQUEST',
        "There is no member '{user}' in this user group",
      ),
    ]),
    parameter('add_subgroups', 'are groups that become subgroups', [
      group().keeps(inner),
      owner(`POST ${members}`, { add_subgroups: ['{inner}'] }).shows(),
      owner(`GET ${subgroups}`).shows({ subgroups: ['{inner}'] }),
    ]),
    parameter('delete_subgroups', 'are subgroups that are so no more', [
      group().keeps(inner),
      owner(`POST ${members}`, { add_subgroups: ['{inner}'] }),
      owner(`POST ${members}`, { delete_subgroups: ['{inner}'] }).shows(),
      owner(`GET ${subgroups}`).shows({ subgroups: [] }),
    ]),
    error('BAD_REQUEST', 'answers a change of nobody', [
      owner(`POST ${members}`).refused(
        'BAD_REQUEST',
        'Nothing to do. Specify at least one of "add", "delete", "add_subgroups" or "delete_subgroups".',
      ),
    ]),
    parameter('group_id', 'is a group that exists', [
      owner('POST /user_groups/{nobody}/members', { add: ['{user}'] }).refused(...noGroup),
      owner('POST /user_groups/{nobody}/subgroups', { add: [3] }).refused(...noGroup),
      owner('GET /user_groups/{nobody}/members').refused(...noGroup),
      owner('GET /user_groups/{nobody}/members/{user}').refused(...noGroup),
      owner('GET /user_groups/{nobody}/subgroups').refused(...noGroup),
    ]),
    error('BAD_REQUEST', 'answers people who may not add members', [
      member(`POST ${members}`, { add: ['{user}'] }).refused(...notPermitted),
    ]),
    error('BAD_REQUEST', 'answers people who may not remove members', [
      user(`POST ${members}`, { delete: ['{member}'] }).refused(...notPermitted),
    ]),
    error('BAD_REQUEST', 'answers people who may not join', [
      user(`POST ${members}`, { add: ['{user}'] }).refused(...notPermitted),
    ]),
    error('BAD_REQUEST', 'answers people who may not leave', [
      may('can_leave_group', '{noone}'),
      member(`POST ${members}`, { delete: ['{member}'] }).refused(...notPermitted),
    ]),
    error('BAD_REQUEST', 'answers an owner who would change a system group', [
      owner('POST /user_groups/{members}/members', { add: ['{guest}'] }).refused(...notPermitted),
    ]),
    rule('people who may join do so', [
      may('can_join_group', '{members}'),
      user(`POST ${members}`, { add: ['{user}'] }).shows(),
    ]),
    rule('everyone may leave at first', [member(`POST ${members}`, { delete: ['{member}'] }).shows()]),
    rule('people who may add members may join, too', [
      may('can_add_members_group', '{members}'),
      user(`POST ${members}`, { add: ['{user}'] }).shows(),
    ]),
    rule('people who may remove members may do only that', [
      may('can_remove_members_group', '{members}'),
      user(`POST ${members}`, { delete: ['{member}'] }).shows(),
      user(`POST ${members}`, { add: ['{member}'] }).refused(...notPermitted),
    ]),
    rule('members of a deactivated group may be changed', [
      owner('POST /user_groups/{group}/deactivate'),
      owner(`POST ${members}`, { add: ['{user}'] }).shows(),
    ]),
    parameter('direct_member_only', 'false counts members of subgroups', [
      group({ members: ['{user}'] }).keeps(inner),
      owner(`POST ${subgroups}`, { add: ['{inner}'] }),
      owner(`GET ${members}`).shows({ members: ['{member}', '{user}'] }),
      owner(`GET ${members}/{user}`).shows({ is_user_group_member: true }),
    ]),
    parameter('direct_member_only', 'true counts direct members', [
      group({ members: ['{user}'] }).keeps(inner),
      owner(`POST ${subgroups}`, { add: ['{inner}'] }),
      owner(`GET ${members}`, { direct_member_only: true }).shows({ members: ['{member}'] }),
      owner(`GET ${members}/{user}`, { direct_member_only: true }).shows({ is_user_group_member: false }),
    ]),
    rule('deactivated people are not members', [
      owner(`POST ${members}`, { add: ['{user}'] }),
      owner('DELETE /users/{user}'),
      owner(`GET ${members}`).shows({ members: ['{member}'] }),
    ]),
    parameter('user_id', 'is somebody', [
      owner(`GET ${members}/{nobody}`).refused('BAD_REQUEST', 'No such user'),
    ]),
    parameter('direct_subgroup_only', 'false counts subgroups of subgroups', [
      owner('GET /user_groups/{moderators}/subgroups').shows({ subgroups: including('{owners}') }),
    ]),
    parameter('direct_subgroup_only', 'true counts direct subgroups', [
      owner('GET /user_groups/{moderators}/subgroups', { direct_subgroup_only: true }).shows({
        subgroups: ['{administrators}'],
      }),
    ]),
    parameter('add', 'of subgroups are groups', [
      group().keeps(inner),
      owner(`POST ${subgroups}`, { add: ['{inner}'] }).shows(),
      owner(`POST ${subgroups}`, { add: ['{inner}'] }).refused(
        'BAD_REQUEST',
        'User group {inner} is already a subgroup of this group.',
      ),
    ]),
    parameter('delete', 'of subgroups are subgroups', [
      group().keeps(inner),
      owner(`POST ${subgroups}`, { delete: ['{inner}'] }).refused(
        'BAD_REQUEST',
        'User group {inner} is not a subgroup of this group.',
      ),
    ]),
    error('BAD_REQUEST', 'answers a circle', [
      group({ subgroups: ['{group}'] }).keeps(inner),
      owner(`POST ${subgroups}`, { add: ['{inner}'] }).refused(
        'BAD_REQUEST',
        'User group {group} is already a subgroup of one of the passed subgroups.',
      ),
    ]),
    error('BAD_REQUEST', 'answers an unknown subgroup', [
      owner(`POST ${subgroups}`, { add: ['{nobody}'] }).refused(
        'BAD_REQUEST',
        'Invalid user group ID: {nobody}',
      ),
    ]),
    error('BAD_REQUEST', 'answers a change of no subgroup', [
      owner(`POST ${subgroups}`).refused(
        'BAD_REQUEST',
        'Nothing to do. Specify at least one of "add" or "delete".',
      ),
    ]),
  ],
};
