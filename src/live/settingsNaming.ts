/** Client events of permissions that name a person who was deactivated or reactivated: only active people are shown in them. */
import { CHANNEL_PERMISSIONS } from '../events/channels.ts';
import { OrganizationPermission } from '../events/organizations.ts';
import { namesIn } from '../events/settings.ts';
import { type GroupSettingValue, USER_GROUP_PERMISSIONS } from '../events/userGroups.ts';
import type { UserId } from '../ids.ts';
import { permissionOf } from '../organization/organizations.ts';
import { permissionUpdates } from './channels.ts';
import type { LiveTransition, AddressedPayload } from './define.ts';
import { permissionUpdate } from './organizations.ts';
import { groupPermissionUpdate } from './userGroups.ts';

export function permissionsNaming(moment: LiveTransition, userId: UserId): readonly AddressedPayload[] {
  const { after } = moment;
  const isNamed = (value: GroupSettingValue): boolean =>
    typeof value !== 'number' && value.directMembers.includes(userId);
  const ofOrganization = OrganizationPermission.options.filter((name) => isNamed(permissionOf(after, name)));
  return [
    ...ofOrganization.flatMap((name) => permissionUpdate(moment, name)),
    ...[...after.userGroups.byId.values()].flatMap(({ groupId, permissions }) =>
      namesIn(USER_GROUP_PERMISSIONS)
        .filter((name) => isNamed(permissions[name]))
        .flatMap((name) => groupPermissionUpdate(moment, groupId, name)),
    ),
    ...[...after.channels.byId.values()].flatMap(({ channelId, permissions }) =>
      namesIn(CHANNEL_PERMISSIONS)
        .filter((name) => isNamed(permissions[name]))
        .flatMap((name) => permissionUpdates(moment, channelId, name)),
    ),
  ];
}
