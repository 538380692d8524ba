/** Decisions about whole organizations: claiming a subdomain on the server, founding the organization. */
import { Refused, requireThat } from '../../base/errors.ts';
import { type CredentialId, type OrganizationId, ROOT_NAME, type UserId } from '../../base/ids.ts';
import { newEvent, type ServerEvents } from '../../events/catalog.ts';
import type { DomainEventOf } from '../../events/define.ts';
import type { OrganizationPicture, RecordAction } from '../../events/organizations.ts';
import { SYSTEM_GROUP_NAMES, type UserGroupId } from '../../events/userGroups.ts';
import { ROLES } from '../../events/users.ts';
import type { ServerState } from '../../organization/server.ts';
import { currentPicture, restorationsOf } from '../../organization/slices/organizations.ts';
import { done, command, type Command, nothingToDo, requireAdministrator, requireOwner } from '../define.ts';
import { checkedFounderEmail, checkedFullName, type RequestedEmail } from '../people/accounts.ts';
import { requirePrintable, requireText } from '../text.ts';

type ServerEvent = DomainEventOf<ServerEvents>;

/** The log's format version: older nodes must not read it. */
const MIN_READER_VERSION = 1;

/** Names a new log; a log that has a name keeps it. */
export const createLog: Command<{ logId: string }, { logId: string }, ServerState, ServerEvent> = {
  name: 'CreateLog',
  decide: (server, { logId }) =>
    server.logId === undefined
      ? {
          events: [newEvent('LogCreated', { logId, minimumReaderVersion: MIN_READER_VERSION })],
          result: { logId },
        }
      : nothingToDo({ logId: server.logId }),
};

/** Assigns a vault to the log; a log that has one keeps it. The result is the log's. */
export const assignVault: Command<{ vaultId: string }, { vaultId: string }, ServerState, ServerEvent> = {
  name: 'AssignVault',
  decide: (server, { vaultId }) =>
    server.vaultId === undefined
      ? { events: [newEvent('VaultAssigned', { vaultId })], result: { vaultId } }
      : nothingToDo({ vaultId: server.vaultId }),
};

const SUBDOMAIN = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;
const MAX_ORGANIZATION_NAME_LENGTH = 40;

/**
 * Claims a subdomain for an organization. `resumes` is an organization that has claimed it but was never
 * founded (the process died between the two appends); it is returned instead of a refusal.
 */
export const registerOrganization: Command<
  { subdomain: string; name: string; resumes: OrganizationId | undefined },
  { organizationId: OrganizationId },
  ServerState,
  ServerEvent
> = {
  name: 'RegisterOrganization',
  decide(server, { subdomain, name, resumes }) {
    const taken = server.idBySubdomain.get(subdomain);
    if (taken !== undefined && taken === resumes) return nothingToDo({ organizationId: taken });
    requireThat(taken === undefined, `Subdomain '${subdomain}' is already in use.`);
    requireGoodSubdomain(subdomain);
    const trimmed = checkedOrganizationName(name);
    const organizationId = server.nextOrganizationId;
    return {
      events: [newEvent('OrganizationRegistered', { organizationId, subdomain, name: trimmed })],
      result: { organizationId },
    };
  },
};

/** Reserves the other ways in which operators name organizations: `root`, and IDs. */
function requireGoodSubdomain(subdomain: string): void {
  const isName = subdomain === '' || SUBDOMAIN.test(subdomain);
  requireThat(isName, `Invalid subdomain '${subdomain}'.`);
  const reserved = `Subdomain '${subdomain}' is reserved`;
  const root = `${reserved}: the command line means the organization of the bare host by it.`;
  requireThat(subdomain !== ROOT_NAME, root);
  const id = `${reserved}: digits alone are an organization's ID.`;
  requireThat(!/^\d+$/.test(subdomain), id);
}

/** The trimmed name, 1 to 40 printable characters. */
export function checkedOrganizationName(name: string): string {
  const trimmed = name.trim();
  const fits = trimmed !== '' && [...trimmed].length <= MAX_ORGANIZATION_NAME_LENGTH;
  const complaint = `An organization's name has 1 to ${MAX_ORGANIZATION_NAME_LENGTH} characters.`;
  requireThat(fits, complaint);
  requirePrintable(trimmed, 'organization name');
  return trimmed;
}

interface FoundOrganizationInput {
  readonly organizationId: OrganizationId;
  readonly subdomain: string;
  readonly name: string;
  readonly owner: RequestedEmail & {
    readonly fullName: string;
    readonly passwordCredentialId: CredentialId;
    readonly apiKeyCredentialId: CredentialId;
  };
}

/** The first events of an organization: itself, the eight system groups, its owner. */
export const foundOrganization = command<FoundOrganizationInput, { userId: UserId }>({
  name: 'FoundOrganization',
  decide(organization, { organizationId, subdomain, name, owner }) {
    requireThat(organization.revision < 0, 'This organization exists already.');
    const userId = 1 as UserId;
    const { email, host, ...account } = owner;
    return {
      events: [
        newEvent('OrganizationFounded', { organizationId, subdomain, name: name.trim() }),
        newEvent('SystemGroupsCreated', { groups: systemGroups() }),
        newEvent('UserCreated', {
          ...account,
          userId,
          email: checkedFounderEmail({ email, host }),
          fullName: checkedFullName(owner.fullName),
          role: ROLES.owner,
          bot: null,
        }),
      ],
      result: { userId },
    };
  },
});

/** IDs 1 to 8 in the order of `SYSTEM_GROUPS`: each group contains the next one, and the last, nobody, is empty. */
const systemGroups = () =>
  SYSTEM_GROUP_NAMES.map((name, index) => {
    const next = SYSTEM_GROUP_NAMES[index + 1];
    const nests = next !== undefined && next !== 'role:nobody' && name !== 'role:nobody';
    return {
      groupId: (index + 1) as UserGroupId,
      name,
      directSubgroups: nests ? [(index + 2) as UserGroupId] : [],
    };
  });

// Deactivating an organization: it accepts no commands afterwards.

/** `server_min_deactivated_realm_deletion_days`, as clients see it. */
const MIN_DELETION_DELAY_DAYS = 14;

/** Days after which the data may be deleted; null for never. */
export const deactivateOrganization = command<{ deletionDelayDays: number | null }, void>({
  name: 'DeactivateOrganization',
  decide(organization, { deletionDelayDays }, context) {
    requireOwner(organization, context);
    const isLate = deletionDelayDays === null || deletionDelayDays >= MIN_DELETION_DELAY_DAYS;
    const complaint = `Data deletion time must be at least ${MIN_DELETION_DELAY_DAYS} days in the future.`;
    requireThat(isLate, complaint);
    return done(newEvent('OrganizationDeactivated', { deletionDelayDays }));
  },
});

// Decisions about pictures of the organization.

interface PictureInput {
  readonly picture: OrganizationPicture;
  /** Stored bytes, under 40 hex digits that nobody can guess; null for the server's own picture. */
  readonly stored: { readonly key: string; readonly digest: string } | null;
}

/** Gives the organization another icon or logo. */
export const changeOrganizationPicture = command<PictureInput, void>({
  name: 'ChangeOrganizationPicture',
  decide(organization, { picture, stored }, context) {
    requireAdministrator(organization, context);
    const { stored: oldStored, version } = currentPicture(organization, picture);
    if (stored === null && oldStored === null) return nothingToDo(undefined);
    const path = stored && `${organization.organizationId}/${stored.key}`;
    const newStored = stored && path !== null ? { path, digest: stored.digest } : null;
    const changed = { picture, oldStored, newStored, version: version + 1 };
    return done(newEvent('OrganizationPictureChanged', changed));
  },
});

// That an organization was restored from a back-up.

/** Recorded by the first server on restored stores, before anything else; once where several start at a time. */
export const recordRestoration = command<{ readonly takenAt: number }, void>({
  name: 'RecordRestoration',
  decide(organization, { takenAt }) {
    const isRecorded = restorationsOf(organization).at(-1)?.revision === organization.revision;
    return done(...(isRecorded ? [] : [newEvent('OrganizationRestored', { takenAt })]));
  },
});

// Decisions about the record.

/** Characters of JSON; they are recorded with each look. */
const MAX_CONDITIONS_LENGTH = 2_000;

/** Records that an owner consults the record; the request is answered only after that. */
export const consultRecord = command<{ action: RecordAction; conditions: string }, void>({
  name: 'ConsultRecord',
  decide(organization, { action, conditions }, context) {
    requireOwner(organization, context);
    requireText(conditions, MAX_CONDITIONS_LENGTH, 'conditions');
    if (context.actor === null) throw new Refused('The operator reads the log itself');
    return done(newEvent('RecordConsulted', { userId: context.actor, action, conditions }));
  },
});
