/** Decisions about what is imported from another system's export, except its messages. The operator decides. */
import { hash } from 'node:crypto';
import { emailKey, nameKey } from '../../base/identity.ts';
import type { ChannelId, CredentialId, OrganizationId, UserId } from '../../base/ids.ts';
import { newEvent } from '../../events/catalog.ts';
import { type ChannelPermissions, DEFAULT_CHANNEL_SETTINGS } from '../../events/channels.ts';
import { type PersonalSettings, ROLES } from '../../events/users.ts';
import { type Channel, channelByName } from '../../organization/slices/channels.ts';
import { credentialsOf } from '../../organization/slices/credentials.ts';
import { permissionOf, settingsOf } from '../../organization/slices/organizations.ts';
import { isSubscribed, leaversOf } from '../../organization/slices/subscriptions.ts';
import { type User, userByEmail, lookalikeUserIds } from '../../organization/slices/users.ts';
import { systemGroupId } from '../../organization/slices/userGroups.ts';
import type { OrganizationState } from '../../organization/state.ts';
import { newChannelPermissions } from '../channels/settings.ts';
import { command, type DecidedEvent, nothingToDo } from '../define.ts';
import { refuseTooManyChannels, refuseTooManySubscriptions } from '../structureLimits.ts';
import { checkedChannelName, isPrintable, MAX_CHANNEL_NAME_LENGTH } from '../text.ts';
import { isEmail, nearestFullName } from './accounts.ts';

/** The key of an exported record in events: a hash of organization, system and the record's ID there. */
export const importKeyOf = (organizationId: OrganizationId, ...parts: readonly string[]): string =>
  hash('sha256', JSON.stringify([organizationId, 'import', ...parts]), 'base64url');

/** Addresses of people of whom the export has none: nobody can receive mail there. */
const NO_MAIL_DOMAIN = 'imported.invalid';

export interface ImportedPerson {
  readonly importKey: string;
  /** Undefined if the export has none. */
  readonly email: string | undefined;
  readonly fullName: string;
  /** A member if absent. Limited guests know only the people in their conversations. */
  readonly role?: 'guest' | 'limited guest' | undefined;
  readonly isDeactivated?: boolean | undefined;
  readonly emailVisibility?: PersonalSettings['emailAddressVisibility'] | undefined;
  /** For a new account. */
  readonly apiKeyCredentialId?: CredentialId | undefined;
}

/** The account of an imported person, and whether it is new. */
interface ImportedAccount {
  readonly userId: UserId;
  readonly isNew: boolean;
}

/**
 * Makes accounts of people, which are deactivated until somebody accepts an invitation to their address. Those who have been
 * imported before, or whose address has an account, keep theirs. The accounts are in the order of the people.
 */
export const importPeople = command<readonly ImportedPerson[], readonly ImportedAccount[]>({
  name: 'ImportPeople',
  decide(organization, people) {
    const known = accountsByImportKey(organization);
    const made = new Map<string, UserId>();
    const events: DecidedEvent[] = [];
    let hasLimitedGuests = false;
    let nextUserId: number = organization.users.nextUserId.get();
    const result = people.map((imported) => {
      const { importKey, email: given, fullName, apiKeyCredentialId, role, isDeactivated } = imported;
      const email =
        given !== undefined && isEmail(given) ? given : `${importKey.slice(0, 20)}@${NO_MAIL_DOMAIN}`;
      const userId =
        known.get(importKey) ?? userByEmail(organization, email)?.userId ?? made.get(emailKey(email));
      if (userId !== undefined) return { userId, isNew: false };
      const newId = nextUserId++ as UserId;
      made.set(emailKey(email), newId);
      const person = { userId: newId, email, fullName: freeFullName(organization, newId, fullName) };
      const account = {
        apiKeyCredentialId,
        role: role ? ROLES.guest : ROLES.member,
        bot: null,
        importKey,
        ...(isDeactivated && { wasDeactivated: true as const }),
      };
      events.push(
        newEvent('UserCreated', { ...person, ...account }),
        newEvent('UserDeactivated', { userId: newId }),
        ...hiddenEmail(organization, newId, imported),
      );
      if (role === 'limited guest') hasLimitedGuests = true;
      return { userId: newId, isNew: true };
    });
    return { events: hasLimitedGuests ? [...events, ...hiddenPeople(organization)] : events, result };
  },
});

/** Who sees the address, if that is not the default. */
function hiddenEmail(
  { users }: OrganizationState,
  userId: UserId,
  { emailVisibility: newValue }: ImportedPerson,
): readonly DecidedEvent[] {
  const { emailAddressVisibility: oldValue } = users.defaults.get();
  if (newValue === undefined || newValue === oldValue) return [];
  return [
    newEvent('PersonalSettingChanged', { userId, property: 'emailAddressVisibility', oldValue, newValue }),
  ];
}

/** Guests who did not know everybody elsewhere do not here either: it is for the whole organization. */
function hiddenPeople(organization: OrganizationState): readonly DecidedEvent[] {
  const permission = 'can_access_all_users_group';
  const [oldValue, newValue] = [permissionOf(organization, permission), systemGroupId('role:members')];
  if (oldValue === newValue) return [];
  return [newEvent('OrganizationPermissionChanged', { permission, oldValue, newValue })];
}

/** Those of the people who have no account yet. */
export function peopleWithoutAccount(
  organization: OrganizationState,
  people: readonly ImportedPerson[],
): readonly ImportedPerson[] {
  const known = accountsByImportKey(organization);
  return people.filter(
    ({ importKey, email }) => !known.has(importKey) && !(email && userByEmail(organization, email)),
  );
}

function accountsByImportKey({ users }: OrganizationState): ReadonlyMap<string, UserId> {
  const known = new Map<string, UserId>();
  for (const { importKey, userId } of users.byId.values())
    if (importKey !== undefined) known.set(importKey, userId);
  return known;
}

function freeFullName(organization: OrganizationState, userId: UserId, given: string): string {
  const name = nearestFullName(given);
  const isTaken =
    settingsOf(organization).requireUniqueNames && lookalikeUserIds(organization, name).length > 0;
  return isTaken ? nearestFullName(`${name.slice(0, 80)} (${userId})`) : name;
}

/**
 * Whether an imported account has not been used yet: it goes to the person who accepts an invitation to its address, unless it
 * was deactivated elsewhere.
 */
export const isUnclaimed = (organization: OrganizationState, user: User): boolean =>
  !user.active &&
  !user.wasDeactivated &&
  user.importKey !== undefined &&
  credentialsOf(organization, user.userId).password === undefined;

interface ImportedChannel {
  readonly importKey: string;
  readonly name: string;
  readonly description: string;
  readonly renderedDescription: string;
  readonly isPrivate: boolean;
  readonly isArchived: boolean;
  /** Whether people who join later read only messages sent from then on. */
  readonly isHistoryProtected: boolean;
  /** UNIX milliseconds; now if absent. */
  readonly createdAt?: number | undefined;
  readonly creatorId: UserId;
  readonly memberIds: readonly UserId[];
  /** Those that are not the defaults (`possiblePermissions`). */
  readonly permissions: Partial<ChannelPermissions>;
  /** The system that it comes from, for the name of a channel whose own is taken. */
  readonly system: string;
}

/** An imported channel, and whether it is new. */
interface ImportedChannelId {
  readonly channelId: ChannelId;
  readonly isNew: boolean;
}

/**
 * Makes a channel and subscribes its members. One that has been imported before is used again, and a public one is continued
 * in the public channel of its name; a private one never gets into a channel that others made.
 */
export const importChannel = command<ImportedChannel, ImportedChannelId>({
  name: 'ImportChannel',
  decide(organization, input) {
    const known = knownChannel(organization, input);
    const channelId = known?.channelId ?? organization.channels.nextChannelId.get();
    const created = known ? [] : [creation(organization, channelId, input)];
    const newcomers = newcomersAmong(organization, input.memberIds, channelId);
    const subscribed = newcomers.length > 0 && (known === undefined || known.importKey !== undefined);
    refuseTooManyChannels(
      organization,
      created.map(({ data }) => data),
    );
    if (subscribed) refuseTooManySubscriptions(organization, { channels: 1, people: newcomers.length });
    return {
      events: [
        ...created,
        ...(subscribed ? [newEvent('UsersSubscribed', { channelIds: [channelId], userIds: newcomers })] : []),
        ...created.flatMap(({ data: { name } }) =>
          input.isArchived ? [newEvent('ChannelArchived', { channelId, name })] : [],
        ),
      ],
      result: { channelId, isNew: known === undefined },
    };
  },
});

/** Those who were never subscribed: who has left since an earlier import does not come back by the next one. */
const newcomersAmong = (
  organization: OrganizationState,
  userIds: readonly UserId[],
  channelId: ChannelId,
): UserId[] => {
  const leavers = leaversOf(organization, channelId);
  return userIds.filter((userId) => !isSubscribed(organization, userId, channelId) && !leavers.has(userId));
};

/** Subscribes people to a channel that an import made, behind the messages that they may not read. */
export const joinImportedChannel = command<
  { readonly channelId: ChannelId; readonly userIds: readonly UserId[] },
  void
>({
  name: 'JoinImportedChannel',
  decide(organization, { channelId, userIds: members }) {
    const userIds = newcomersAmong(organization, members, channelId);
    const isImported = organization.channels.byId.get(channelId)?.importKey !== undefined;
    if (userIds.length === 0 || !isImported) return nothingToDo(undefined);
    refuseTooManySubscriptions(organization, { channels: 1, people: userIds.length });
    return { events: [newEvent('UsersSubscribed', { channelIds: [channelId], userIds })], result: undefined };
  },
});

function knownChannel(
  organization: OrganizationState,
  { importKey, name, isPrivate, isArchived }: ImportedChannel,
): Channel | undefined {
  for (const channel of organization.channels.byId.values())
    if (channel.importKey === importKey) return channel;
  const named = channelByName(organization, name);
  const isContinued = !isPrivate && !isArchived && named?.privacy === 'public' && !named.archived;
  return isContinued && named.importKey === undefined ? named : undefined;
}

function creation(organization: OrganizationState, channelId: ChannelId, input: ImportedChannel) {
  const { importKey, description, renderedDescription, creatorId, isPrivate, createdAt } = input;
  return newEvent('ChannelCreated', {
    channelId,
    name: freeChannelName(organization, input),
    description,
    renderedDescription,
    creatorId,
    privacy: isPrivate ? 'private' : 'public',
    historyPublicToSubscribers: !input.isHistoryProtected,
    ...DEFAULT_CHANNEL_SETTINGS,
    permissions: { ...newChannelPermissions(organization, creatorId, {}), ...input.permissions },
    announced: false,
    importKey,
    ...(createdAt !== undefined && { createdAt }),
  });
}

function freeChannelName({ channels }: OrganizationState, { name: given, system }: ImportedChannel): string {
  const shown = given.trim();
  const name = shown !== '' && isPrintable(shown) ? shown : 'imported';
  const isTaken = (whole: string): boolean => channels.idByName.has(nameKey(checkedChannelName(whole)));
  return checkedChannelName(availableName(name, system, MAX_CHANNEL_NAME_LENGTH, isTaken));
}

/** `general`, or `general (Slack)`, `general (Slack 2)` and so on where that is taken; `longest` in code points. */
export function availableName(
  name: string,
  system: string,
  longest: number,
  isTaken: (whole: string) => boolean,
): string {
  for (let number = 0; ; number += 1) {
    const suffix = number === 0 ? '' : ` (${system}${number === 1 ? '' : ` ${number}`})`;
    const beginning = [...name].slice(0, longest - suffix.length).join('');
    const whole = beginning.trim() + suffix;
    if (!isTaken(whole)) return whole;
  }
}
