import { z } from 'zod';
import { UserGroupId, UserId } from '../ids.ts';
import { defineEvents, fact } from './define.ts';

/**
 * A group-setting value in canonical form (spec/endpoint-details.md 0.9): a group's ID, or sorted lists of
 * members and subgroups that are not just one subgroup and not empty.
 */
export const GroupSettingValue = z.union([
  UserGroupId,
  z.strictObject({
    directMembers: z.array(UserId).readonly(),
    directSubgroups: z.array(UserGroupId).readonly(),
  }),
]);
export type GroupSettingValue = z.infer<typeof GroupSettingValue>;

/** System groups in the order of spec/endpoint-details.md 0.8; each is a direct subgroup of the one before it. */
export const SYSTEM_GROUP_NAMES = [
  'role:internet',
  'role:everyone',
  'role:members',
  'role:fullmembers',
  'role:moderators',
  'role:administrators',
  'role:owners',
  'role:nobody',
] as const;
export type SystemGroupName = (typeof SYSTEM_GROUP_NAMES)[number];

/** Facts of user groups. Membership of system groups follows from roles and has no events of its own. */
export const userGroupEvents = defineEvents('organization', {
  /** The eight groups of a new organization; `role:nobody` nests nowhere, the others as in 0.8. */
  SystemGroupsCreated: fact(1, {
    groups: z.array(
      z.strictObject({
        groupId: UserGroupId,
        name: z.enum(SYSTEM_GROUP_NAMES),
        directSubgroups: z.array(UserGroupId),
      }),
    ),
  }),
});
export const { SystemGroupsCreated } = userGroupEvents.make;
