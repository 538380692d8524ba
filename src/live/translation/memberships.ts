/** Client events of changed group memberships, whatever the cause. */
import { directMembersOf } from '../../organization/slices/userGroups.ts';
import type { OrganizationState } from '../../organization/state.ts';
import { everybody } from './audiences.ts';
import { type AddressedPayload, type LiveTransition, payloadTo } from './define.ts';

/** Everybody sees groups; deactivated ones only with clients that support them. */
export const groupPayloads = (
  organization: OrganizationState,
  payload: Extract<AddressedPayload['payload'], { readonly group_id: number }>,
): readonly AddressedPayload[] =>
  payloadTo(
    everybody(organization),
    payload,
    organization.userGroups.byId.get(payload.group_id)?.deactivated
      ? { instead: { without: 'include_deactivated_groups', payloads: [] } }
      : {},
  );

/** Direct members count while they are active: roles, waiting periods and deactivation change groups too. */
export function membershipChanges({ before, after }: LiveTransition): readonly AddressedPayload[] {
  return [...after.userGroups.byId.keys()].flatMap((groupId) => {
    const [had, have] = [directMembersOf(before, groupId), directMembersOf(after, groupId)];
    const [left, come] = [had.difference(have), have.difference(had)];
    const group = { type: 'user_group' as const, group_id: groupId };
    return [
      ...(left.size > 0 ? groupPayloads(after, { ...group, op: 'remove_members', user_ids: [...left] }) : []),
      ...(come.size > 0 ? groupPayloads(after, { ...group, op: 'add_members', user_ids: [...come] }) : []),
    ];
  });
}
