/** Who may change an organization (spec/beyond.md 9.1): administrators, and some of it only owners. */
import type { OrganizationPermission, OrganizationSettingName } from '../../events/organizations.ts';

const FOR_OWNERS: ReadonlySet<OrganizationPermission | OrganizationSettingName> = new Set([
  'authenticationMethods',
  'disallowDisposableEmailAddresses',
  'emailsRestrictedToDomains',
  'inviteRequired',
  'messageRetentionDays',
  'waitingPeriodDays',
  'can_create_groups',
  'can_invite_users_group',
  'can_manage_all_groups',
  'create_multiuse_invite_group',
]);

/** Whether administrators who are no owners may not change it. */
export const isForOwners = (name: OrganizationPermission | OrganizationSettingName): boolean =>
  FOR_OWNERS.has(name);
