/** The organization itself, its settings, and its organization-wide permissions. */
import { readErasable } from '../events/define.ts';
import {
  ORGANIZATION_PERMISSIONS,
  ORGANIZATION_SETTINGS,
  type OrganizationPermission,
  type OrganizationSettingName,
  type OrganizationSettings,
} from '../events/organizations.ts';
import { tableColumn, namesIn } from '../events/settings.ts';
import type { GroupSettingValue } from '../events/userGroups.ts';
import type { OrganizationId } from '../ids.ts';
import { cell, map } from './containers.ts';
import { slice } from './define.ts';
import { systemGroupId } from './userGroups.ts';

/** An organization; `foundedAt` is in UNIX milliseconds, the description '' once erased. */
export interface OrganizationProfile {
  readonly organizationId: OrganizationId;
  readonly subdomain: string;
  readonly name: string;
  /** Markdown, and its HTML. */
  readonly description: string;
  readonly renderedDescription: string;
  readonly foundedAt: number;
  readonly active: boolean;
}

const isAboutChannel = (name: OrganizationSettingName): name is ChannelSettingName =>
  ORGANIZATION_SETTINGS[name].kind === 'channel';
type ChannelSettingName = OrganizationSettingName & `${string}ChannelId`;

/** Settings whose value is a channel that is not archived. */
export const CHANNEL_SETTINGS = namesIn(ORGANIZATION_SETTINGS).filter(isAboutChannel);

export const organizationSlice = slice({
  version: 4,
  state: () => ({
    profile: cell<OrganizationProfile | null>(null),
    settings: cell<OrganizationSettings>(tableColumn(ORGANIZATION_SETTINGS, 'byDefault')),
    /** Those with a value other than the default. */
    permissions: map<OrganizationPermission, GroupSettingValue>(),
  }),
  evolve: {
    OrganizationFounded: ({ profile }, data, { metadata }) =>
      profile.set({
        ...data,
        description: '',
        renderedDescription: '',
        foundedAt: metadata.time,
        active: true,
      }),
    OrganizationRenamed: (organization, { newName }) => changeProfile(organization, { name: newName }),
    OrganizationDescribed: (organization, data) =>
      changeProfile(organization, {
        description: readErasable(data.description, ''),
        renderedDescription: readErasable(data.renderedDescription, ''),
      }),
    OrganizationSettingChanged: ({ settings }, { property, newValue }) =>
      settings.set({ ...settings.get(), [property]: newValue }),
    OrganizationPermissionChanged: ({ permissions }, { permission, newValue }) =>
      permissions.set(permission, newValue),
    OrganizationDeactivated: (organization) => changeProfile(organization, { active: false }),
  },
});
type Organization = ReturnType<typeof organizationSlice.state>;

function changeProfile({ profile }: Organization, change: Partial<OrganizationProfile>): void {
  const present = profile.get();
  if (present === null) throw new Error('An organization that was not founded cannot change.');
  profile.set({ ...present, ...change });
}

/** State with the organization. */
interface WithOrganization {
  readonly organization: Organization;
}

/** Its name; '' before it is founded. */
export const organizationName = ({ organization }: WithOrganization): string =>
  organization.profile.get()?.name ?? '';

/** Its subdomain; '' for the root organization, and before it is founded. */
export const subdomainOf = ({ organization }: WithOrganization): string =>
  organization.profile.get()?.subdomain ?? '';

/** Whether it is not deactivated. */
export const isOrganizationActive = ({ organization }: WithOrganization): boolean =>
  organization.profile.get()?.active !== false;

/** The organization's settings, defaults included. */
export const settingsOf = ({ organization }: WithOrganization): OrganizationSettings =>
  organization.settings.get();

/** The welcome message; null for the server's own text. */
export const welcomeText = (organization: WithOrganization): string | null =>
  settingsOf(organization).welcomeMessage.trim() || null;

/** Whether people may log in with a password. */
export const allowsPasswords = (organization: WithOrganization): boolean =>
  settingsOf(organization).authenticationMethods.includes('Email');

/** The value of an organization-level permission. */
export const permissionOf = (
  { organization }: WithOrganization,
  permission: OrganizationPermission,
): GroupSettingValue =>
  organization.permissions.get(permission) ?? systemGroupId(ORGANIZATION_PERMISSIONS[permission].byDefault);
