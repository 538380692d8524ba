/** Who may change organization settings: administrators, for some of them only owners. */
import {
  ORGANIZATION_PERMISSIONS,
  ORGANIZATION_SETTINGS,
  type OrganizationPermission,
  type OrganizationSettingName,
} from '../../events/organizations.ts';

const ROWS = { ...ORGANIZATION_PERMISSIONS, ...ORGANIZATION_SETTINGS };

/** Whether only owners may change it. */
export const isForOwners = (name: OrganizationPermission | OrganizationSettingName): boolean =>
  ROWS[name].isForOwners === true;
