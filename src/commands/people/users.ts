/** Decisions about accounts: creating, changing, deactivating and reactivating them. */
import { Refused, requireThat } from '../../base/errors.ts';
import type { CredentialId, UserId } from '../../base/ids.ts';
import { newEvent } from '../../events/catalog.ts';
import { type Role, ROLES } from '../../events/users.ts';
import { canCreateBot, isBot, ownsBot, seesUser } from '../../organization/access/people.ts';
import { isActive } from '../../organization/access/rules.ts';
import { botSettings } from '../../organization/slices/bots.ts';
import { invitationsFrom, invitationsToEmail } from '../../organization/slices/invitations.ts';
import { activeOwners, activePeople, botsOwnedBy, type User } from '../../organization/slices/users.ts';
import type { OrganizationState } from '../../organization/state.ts';
import {
  done,
  command,
  type DecidedEvent,
  type DecisionContext,
  nothingToDo,
  requireAdministrator,
  requireOwner,
} from '../define.ts';
import {
  checkedFullName,
  checkedNewBotName,
  checkedNewEmail,
  checkedNewName,
  type RequestedEmail,
} from './accounts.ts';
import { type ProfileChange, profileChanges } from './profiles.ts';
import { revocationEvents } from './terms.ts';

// Changing a bot's owner. Former owners know the bot's secrets, so it gets new ones.

/** Credential IDs of the bot's secrets under its new owner. */
export interface BotSecrets {
  readonly apiKeyCredentialId: CredentialId;
  /** Outgoing webhooks only. */
  readonly signingCredentialId: CredentialId;
}

/** The events that give a bot another owner; its former secrets are revoked first. */
export function botOwnerChange(
  organization: OrganizationState,
  { userId: botId, bot }: User,
  newOwnerId: UserId,
  secrets: BotSecrets | undefined,
): DecidedEvent[] {
  if (secrets === undefined) throw new Error('A bot that changes hands needs other secrets.');
  const { apiKeyCredentialId, signingCredentialId } = secrets;
  const isSigned = botSettings(organization, botId).service !== null;
  return [
    newEvent('ApiKeyRegenerated', { userId: botId, credentialId: apiKeyCredentialId }),
    ...(isSigned ? [newEvent('BotSigningSecretIssued', { botId, credentialId: signingCredentialId })] : []),
    newEvent('BotOwnerChanged', { botId, oldOwnerId: bot?.ownerId ?? null, newOwnerId }),
  ];
}

/** Active bots of one owner, who receives all of them with their keys in one answer. */
const MAX_BOTS_PER_OWNER = 200;

/** Refuses to create or reactivate a bot for an owner who has reached the limit. */
export function refuseTooManyBots(organization: OrganizationState, ownerId: UserId | null): void {
  const own = ownerId === null ? [] : botsOwnedBy(organization, ownerId).filter(({ active }) => active);
  requireThat(own.length < MAX_BOTS_PER_OWNER, `Too many bots (maximum ${MAX_BOTS_PER_OWNER}).`);
}

interface CreateUserInput extends RequestedEmail {
  readonly fullName: string;
  readonly passwordCredentialId: CredentialId;
  readonly apiKeyCredentialId: CredentialId;
}

/** Creates a member in the default channels and ends open invitations to them; administrators only. */
export const createUser = command<CreateUserInput, { userId: UserId }>({
  name: 'CreateUser',
  decide(organization, { host, ...input }, context) {
    requireAdministrator(organization, context);
    const userId = organization.users.nextUserId.get();
    const email = checkedNewEmail(organization, userId, { email: input.email, host });
    const fullName = checkedNewName(organization, userId, input.fullName);
    const channelIds = [...organization.channels.defaultIds.get()];
    return {
      events: [
        newEvent('UserCreated', { ...input, userId, email, fullName, role: ROLES.member, bot: null }),
        ...(channelIds.length > 0 ? [newEvent('UsersSubscribed', { channelIds, userIds: [userId] })] : []),
        ...revocationEvents(invitationsToEmail(organization, email)),
      ],
      result: { userId },
    };
  },
});

interface UpdateUserInput {
  readonly userId: UserId;
  readonly fullName?: string | undefined;
  readonly role?: Role | undefined;
  /** The e-mail address; only owners may change it. */
  readonly email?: RequestedEmail | undefined;
  /** New values of profile fields; bots have none. */
  readonly profile?: readonly ProfileChange[] | undefined;
}

/** Changes a user's name, role, address or profile; unchanged values cause no event. */
export const updateUser = command<UpdateUserInput, void>({
  name: 'UpdateUser',
  decide(organization, { userId, fullName, role, email, profile = [] }, context) {
    const user = existingUser(organization, userId, context.actor);
    requireThat(user.bot === null || profile.length === 0, 'Bots have no profile data.');
    requireAdministrator(organization, context);
    if (email !== undefined) requireOwner(organization, context);
    const events = [
      ...fullNameChange(organization, user, fullName),
      ...roleChange(organization, context, user, role ?? user.role),
      ...emailChange(organization, user, email),
      ...profileChanges(organization, context.actor, userId, profile),
    ];
    return done(...events);
  },
});

interface DeactivateUserInput {
  readonly userId: UserId;
  /** A comment for the person, mailed to them. */
  readonly comment?: string | undefined;
}

/** Deactivates an account and the bots it owns; what it did stays. */
export const deactivateUser = command<DeactivateUserInput, void>({
  name: 'DeactivateUser',
  decide(organization, { userId, comment }, context) {
    const user = existingUser(organization, userId, context.actor);
    requireThat(user.bot === null, NO_SUCH_USER);
    requireAdministrator(organization, context);
    requireThat(user.active, 'User is deactivated');
    if (user.role === ROLES.owner) requireOwner(organization, context);
    const isLast = isOnlyOwner(organization, user);
    requireThat(!isLast, 'Cannot deactivate the only organization owner');
    return done(...deactivation(organization, userId, comment));
  },
});

/** Deactivates the caller's own account, unless it is the last one or the last owner. */
export const deactivateOneself = command<undefined, void>({
  name: 'DeactivateOneself',
  decide(organization, _input, { actor }) {
    const user = existingUser(organization, actor, actor);
    if (user.bot === null && activePeople(organization).length === 1) throw lastOf('user');
    if (isOnlyOwner(organization, user)) throw lastOf('organization owner');
    return done(...deactivation(organization, user.userId));
  },
});

interface ReactivateUserInput {
  readonly userId: UserId;
  /** For a bot that may get another owner. */
  readonly secrets?: BotSecrets | undefined;
}

/**
 * Reactivates an account with its former role; a bot's owner may do that too. If the owner is deactivated,
 * the administrator becomes the bot's owner.
 */
export const reactivateUser = command<ReactivateUserInput, void>({
  name: 'ReactivateUser',
  decide(organization, { userId, secrets }, context) {
    const user = existingUser(organization, userId, context.actor);
    if (!ownsBot(organization, context.actor, userId)) requireAdministrator(organization, context);
    if (user.role === ROLES.owner) requireOwner(organization, context);
    if (user.active) return nothingToDo(undefined);
    requireMayRevive(organization, user, context);
    freeName(organization, user, user.fullName);
    const events = [
      newEvent('UserReactivated', { userId }),
      ...takingOver(organization, user, secrets, context),
    ];
    return done(...events);
  },
});

/** Reactivating a bot requires the right to create it; the operator may reactivate everybody. */
function requireMayRevive(organization: OrganizationState, { bot }: User, { actor }: DecisionContext): void {
  const may = bot === null || actor === null || canCreateBot(organization, actor, bot.type);
  requireThat(may, 'Insufficient permission');
  if (bot !== null && actor !== null)
    refuseTooManyBots(organization, hasOwner(organization, bot) ? bot.ownerId : actor);
}

const NO_SUCH_USER = 'No such user';

/** Treats the organization's own bots, and people hidden from the caller, as absent. */
function existingUser(organization: OrganizationState, userId: UserId | null, actor: UserId | null): User {
  const user = userId === null ? undefined : organization.users.byId.get(userId);
  const isTheirs = user !== undefined && user.bot?.isSystem !== true;
  if (isTheirs && (actor === null || seesUser(organization, actor, user.userId))) return user;
  throw new Refused(NO_SUCH_USER);
}

/** The event that renames a person or bot; none if the name is unchanged. */
export function fullNameChange(
  organization: OrganizationState,
  user: User,
  fullName: string | undefined,
): DecidedEvent[] {
  const { userId, fullName: oldFullName } = user;
  if (fullName === undefined || checkedFullName(fullName) === oldFullName) return [];
  return [
    newEvent('UserRenamed', { userId, oldFullName, newFullName: freeName(organization, user, fullName) }),
  ];
}

/** The name, if the account may have it; bots have stricter rules. */
const freeName = (organization: OrganizationState, { userId, bot }: User, fullName: string): string =>
  (bot === null ? checkedNewName : checkedNewBotName)(organization, userId, fullName);

function emailChange(
  organization: OrganizationState,
  { userId, email: oldEmail }: User,
  chosen: RequestedEmail | undefined,
): DecidedEvent[] {
  if (chosen === undefined || chosen.email.trim() === oldEmail) return [];
  return [
    newEvent('UserEmailChanged', {
      userId,
      oldEmail,
      newEmail: checkedNewEmail(organization, userId, chosen),
    }),
  ];
}

const hasOwner = (organization: OrganizationState, { ownerId }: NonNullable<User['bot']>): boolean =>
  ownerId !== null && isActive(organization, ownerId);

/** A bot without an active owner gets the person who reactivates it, unless that is the operator. */
function takingOver(
  organization: OrganizationState,
  user: User,
  secrets: BotSecrets | undefined,
  { actor }: DecisionContext,
): DecidedEvent[] {
  const { bot } = user;
  if (bot === null || actor === null || isBot(organization, actor)) return [];
  if (hasOwner(organization, bot)) return [];
  return botOwnerChange(organization, user, actor, secrets);
}

/** Only owners change the owner role, and one owner must remain. */
export function roleChange(
  organization: OrganizationState,
  context: DecisionContext,
  user: User,
  newRole: Role,
): DecidedEvent[] {
  const { userId, role: oldRole } = user;
  if (newRole === oldRole) return [];
  if (newRole === ROLES.owner || oldRole === ROLES.owner) requireOwner(organization, context);
  requireThat(
    !isOnlyOwner(organization, user),
    'The owner permission cannot be removed from the only organization owner.',
  );
  return [newEvent('UserRoleChanged', { userId, oldRole, newRole })];
}

/** The events that deactivate an account with its bots and invitations. */
const deactivation = (organization: OrganizationState, userId: UserId, comment?: string): DecidedEvent[] => [
  newEvent('UserDeactivated', { userId, ...(comment && { comment }) }),
  ...botsOwnedBy(organization, userId)
    .filter(({ active }) => active)
    .map((bot) => newEvent('UserDeactivated', { userId: bot.userId })),
  ...revocationEvents(invitationsFrom(organization, userId)),
];

const lastOf = (entity: 'user' | 'organization owner'): Refused =>
  new Refused(`Cannot deactivate the only ${entity}.`, 'CANNOT_DEACTIVATE_LAST_USER', {
    is_last_owner: entity !== 'user',
    entity,
  });

const isOnlyOwner = (organization: OrganizationState, { userId }: User): boolean => {
  const owners = activeOwners(organization);
  return owners.length === 1 && owners[0]?.userId === userId;
};
