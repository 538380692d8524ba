/** Who may change an organization: administrators, and some of it only owners. */
import {
  ORGANIZATION_PERMISSIONS,
  ORGANIZATION_SETTINGS,
  type OrganizationPermission,
  type OrganizationSettingName,
} from '../../events/organizations.ts';

const ROWS = { ...ORGANIZATION_PERMISSIONS, ...ORGANIZATION_SETTINGS };

/** Whether administrators who are no owners may not change it. */
export const isForOwners = (name: OrganizationPermission | OrganizationSettingName): boolean =>
  ROWS[name].isForOwners === true;
