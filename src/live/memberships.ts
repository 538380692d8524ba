/** Who is told that people have come into groups or left them, whatever it was that made them. */
import type { UserGroupId } from '../events/userGroups.ts';
import type { OrganizationState } from '../organization/state.ts';
import { directMembersOf } from '../organization/userGroups.ts';
import { everybody } from './audiences.ts';
import { type Moment, payloadTo, type AddressedPayload } from './define.ts';

/** Everybody is told of a group; where it is deactivated, by those clients alone that know of such groups. */
export const tellOfGroup = (
  organization: OrganizationState,
  payload: Extract<AddressedPayload['payload'], { readonly group_id: number }>,
): readonly AddressedPayload[] =>
  payloadTo(
    everybody(organization),
    payload,
    organization.userGroups.byId.get(payload.group_id as UserGroupId)?.deactivated
      ? { instead: { without: 'include_deactivated_groups', payloads: [] } }
      : {},
  );

/** Direct members count while they are active: roles, waiting periods and deactivation move people too. */
export function membershipChanges({ before, after }: Moment): readonly AddressedPayload[] {
  return [...after.userGroups.byId.keys()].flatMap((groupId) => {
    const [had, have] = [directMembersOf(before, groupId), directMembersOf(after, groupId)];
    const [left, come] = [had.difference(have), have.difference(had)];
    const group = { type: 'user_group' as const, group_id: groupId };
    return [
      ...(left.size > 0 ? tellOfGroup(after, { ...group, op: 'remove_members', user_ids: [...left] }) : []),
      ...(come.size > 0 ? tellOfGroup(after, { ...group, op: 'add_members', user_ids: [...come] }) : []),
    ];
  });
}
