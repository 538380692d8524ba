/** The organization itself, its settings, and its organization-wide permissions. */
import type { OrganizationId, UserId } from '../../base/ids.ts';
import type { EventTypes } from '../../events/catalog.ts';
import { namesIn, readErasable, tableColumn } from '../../events/define.ts';
import {
  type ExportId,
  type ExportType,
  ORGANIZATION_PERMISSIONS,
  ORGANIZATION_SETTINGS,
  type OrganizationPermission,
  type OrganizationPicture,
  type OrganizationSettingName,
  type OrganizationSettings,
} from '../../events/organizations.ts';
import type { GroupSettingValue } from '../../events/userGroups.ts';
import { cell, map } from '../containers/containers.ts';
import { slice } from '../containers/define.ts';
import { systemGroupId } from './userGroups.ts';

/** An organization; `foundedAt` is in UNIX milliseconds, the description '' once erased. */
interface OrganizationProfile {
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
export const CHANNEL_REFERENCES = namesIn(ORGANIZATION_SETTINGS).filter(isAboutChannel);

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

/** True unless it is deactivated. */
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

// Pictures of the organization.

/** A picture as it is now: stored, or none of its own any more. */
interface PictureNow {
  readonly stored: EventTypes['OrganizationPictureChanged']['newStored'];
  readonly version: number;
}

const NONE: PictureNow = { stored: null, version: 1 };

export const organizationPicturesSlice = slice({
  version: 1,
  state: () => ({
    /** Only those that have been changed. */
    changed: map<OrganizationPicture, PictureNow>(),
  }),
  evolve: {
    OrganizationPictureChanged: ({ changed }, { picture, newStored, version }) =>
      changed.set(picture, { stored: newStored, version }),
  },
});

/** State with an organization's pictures. */
interface WithPictures {
  readonly organizationPictures: ReturnType<typeof organizationPicturesSlice.state>;
}

export const currentPicture = (
  { organizationPictures }: WithPictures,
  picture: OrganizationPicture,
): PictureNow => organizationPictures.changed.get(picture) ?? NONE;

// Domains that e-mail addresses may have where the organization restricts them.

export interface AllowedDomain {
  /** In lower case and ASCII. */
  readonly domain: string;
  readonly allowsSubdomains: boolean;
}

export const domainsSlice = slice({
  version: 1,
  state: () => ({
    allowed: cell<readonly AllowedDomain[]>([]),
    nextId: cell(1),
  }),
  evolve: {
    DomainAllowed({ allowed, nextId }, { domainId, domain, allowsSubdomains }) {
      allowed.set([...allowed.get(), { domain, allowsSubdomains }]);
      nextId.set(domainId + 1);
    },
    DomainChanged: ({ allowed }, { domain, allowsSubdomains }) =>
      allowed.set(
        allowed.get().map((each) => (each.domain === domain ? { domain, allowsSubdomains } : each)),
      ),
    DomainDisallowed: ({ allowed }, { domain }) =>
      allowed.set(allowed.get().filter((each) => each.domain !== domain)),
  },
});

/** State with allowed domains. */
interface WithDomains {
  readonly domains: ReturnType<typeof domainsSlice.state>;
}

export const allowedDomains = ({ domains }: WithDomains): readonly AllowedDomain[] => domains.allowed.get();

/** Whether addresses of a domain are allowed. */
export const isAllowedDomain = (organization: WithDomains, domain: string): boolean =>
  allowedDomains(organization).some(
    (each) => domain === each.domain || (each.allowsSubdomains && domain.endsWith(`.${each.domain}`)),
  );

// Data exports of the organization.

/** Times in UNIX milliseconds. */
export interface DataExport {
  readonly exportId: ExportId;
  readonly requestedBy: UserId;
  readonly exportType: ExportType;
  readonly requestedAt: number;
  /** undefined while it is made. */
  readonly archive?: { readonly key: string; readonly digest: string; readonly size: number };
  readonly deletedAt: number | null;
}

export const exportsSlice = slice({
  version: 1,
  state: () => ({
    byId: map<ExportId, DataExport>(),
    idByKey: map<string, ExportId>(),
    nextId: cell(1 as ExportId),
  }),
  evolve: {
    ExportRequested({ byId, nextId }, data, { metadata }) {
      byId.set(data.exportId, { ...data, requestedAt: metadata.time, deletedAt: null });
      nextId.set((data.exportId + 1) as ExportId);
    },
    ExportFinished({ byId, idByKey }, { exportId, ...archive }) {
      byId.update(exportId, (present) => ({ ...present, archive }));
      idByKey.set(archive.key, exportId);
    },
    ExportDeleted({ byId, idByKey }, { exportId }, { metadata }) {
      const key = byId.get(exportId)?.archive?.key;
      if (key !== undefined) idByKey.delete(key);
      byId.update(exportId, (present) => ({ ...present, deletedAt: metadata.time }));
    },
  },
});

/** State with exports. */
interface WithExports {
  readonly exports: ReturnType<typeof exportsSlice.state>;
}

/** All exports, newest first. */
export const exportsOf = ({ exports }: WithExports): readonly DataExport[] =>
  [...exports.byId.values()].reverse();

/** The export whose archive has this key; undefined once that is removed. */
export function exportWithKey({ exports }: WithExports, key: string): DataExport | undefined {
  const exportId = exports.idByKey.get(key);
  return exportId === undefined ? undefined : exports.byId.get(exportId);
}

// * The restores of an organization from back-ups. What was lost had revisions, which the events that follow a restore have
// again; so clients see these under IDs that nothing before had (docs/decisions/0065).

export interface Restoration {
  /** Revision of its event, the first that the back-up does not have. */
  readonly revision: number;
  /** The number that is added, for clients, to the revisions from there on. */
  readonly raisedBy: number;
}

/** UNIX milliseconds before any restore: 1 January 2026. */
const RESTORE_EPOCH_MS = 1_767_225_600_000;
/** More events than one organization records in a second for long. */
const MAX_EVENTS_PER_SECOND = 4_096;

export const restorationsSlice = slice({
  version: 1,
  state: () => ({ all: cell<readonly Restoration[]>([]) }),
  evolve: {
    OrganizationRestored({ all }, _data, { revision, metadata: { time } }) {
      const seconds = Math.max(0, Math.floor((time - RESTORE_EPOCH_MS) / 1_000));
      const last = all.get().at(-1)?.raisedBy ?? 0;
      const raisedBy = Math.max(seconds * MAX_EVENTS_PER_SECOND, last + MAX_EVENTS_PER_SECOND);
      all.set([...all.get(), { revision, raisedBy }]);
    },
  },
});

/** State that knows restores. */
interface WithRestorations {
  readonly restorations: ReturnType<typeof restorationsSlice.state>;
}

/** All restores, oldest first. */
export const restorationsOf = ({ restorations }: WithRestorations): readonly Restoration[] =>
  restorations.all.get();
