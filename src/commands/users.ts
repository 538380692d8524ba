/** Decisions about people: joining, names, roles, leaving and coming back (spec/beyond.md 6.1). */
import { Refused, requireThat } from '../errors.ts';
import {
  type Role,
  ROLES,
  UserCreated,
  UserDeactivated,
  UserReactivated,
  UserRenamed,
  UserRoleChanged,
} from '../events/users.ts';
import type { CredentialId, UserId } from '../ids.ts';
import { isAdministrator, isOwner } from '../organization/access/rules.ts';
import type { OrganizationState } from '../organization/state.ts';
import type { User } from '../organization/users.ts';
import { command, type DecidedEvent, type DecisionContext, nothingToDo } from './define.ts';
import { checkedEmail, checkedFullName } from './people.ts';

export interface CreateUserInput {
  readonly email: string;
  readonly fullName: string;
  readonly passwordCredentialId: CredentialId;
  readonly apiKeyCredentialId: CredentialId;
}

/** A new member; only administrators create accounts (spec/README.md). */
export const createUser = command<CreateUserInput, { userId: UserId }>({
  name: 'CreateUser',
  decide(organization, input, context) {
    requireAdministrator(organization, context);
    const email = checkedEmail(input.email);
    const fullName = checkedFullName(input.fullName);
    const taken = organization.users.idByEmail.has(email.toLowerCase());
    requireThat(!taken, 'BAD_REQUEST', `Email '${email}' already in use`);
    const userId = organization.users.nextUserId.get();
    return {
      events: [UserCreated({ ...input, userId, email, fullName, role: ROLES.member, bot: null })],
      result: { userId },
    };
  },
});

export interface UpdateUserInput {
  readonly userId: UserId;
  readonly fullName: string | undefined;
  readonly role: Role | undefined;
}

/** A new name or role for somebody; what equals the present is no event. */
export const updateUser = command<UpdateUserInput, void>({
  name: 'UpdateUser',
  decide(organization, { userId, fullName, role }, context) {
    const user = existingUser(organization, userId);
    requireAdministrator(organization, context);
    const newFullName = fullName === undefined ? user.fullName : checkedFullName(fullName);
    const newRole = role ?? user.role;
    if (newRole !== user.role) checkRoleChange(organization, context, user, newRole);
    const events: DecidedEvent[] = [];
    if (newFullName !== user.fullName)
      events.push(UserRenamed({ userId, oldFullName: user.fullName, newFullName }));
    if (newRole !== user.role) events.push(UserRoleChanged({ userId, oldRole: user.role, newRole }));
    return { events, result: undefined };
  },
});

/** An account that cannot be used any more; what it did stays. */
export const deactivateUser = command<{ userId: UserId }, void>({
  name: 'DeactivateUser',
  decide(organization, { userId }, context) {
    const user = existingUser(organization, userId);
    requireThat(user.active, 'BAD_REQUEST', 'User is deactivated');
    requireAdministrator(organization, context);
    if (user.role === ROLES.owner) requireOwner(organization, context);
    const isLast = isOnlyOwner(organization, user);
    requireThat(!isLast, 'BAD_REQUEST', 'Cannot deactivate the only organization owner');
    return { events: [UserDeactivated({ userId })], result: undefined };
  },
});

/** A deactivated account may be used again, with the role it had. */
export const reactivateUser = command<{ userId: UserId }, void>({
  name: 'ReactivateUser',
  decide(organization, { userId }, context) {
    const user = existingUser(organization, userId);
    requireAdministrator(organization, context);
    if (user.role === ROLES.owner) requireOwner(organization, context);
    return user.active
      ? nothingToDo(undefined)
      : { events: [UserReactivated({ userId })], result: undefined };
  },
});

function existingUser(organization: OrganizationState, userId: UserId): User {
  const user = organization.users.byId.get(userId);
  if (user === undefined) throw new Refused('BAD_REQUEST', 'No such user');
  return user;
}

/** The operator (no actor) may do what administrators and owners may. */
function requireAdministrator(organization: OrganizationState, { actor }: DecisionContext): void {
  const may = actor === null || isAdministrator(organization, actor);
  requireThat(may, 'UNAUTHORIZED_PRINCIPAL', 'Must be an organization administrator');
}

function requireOwner(organization: OrganizationState, { actor }: DecisionContext): void {
  const may = actor === null || isOwner(organization, actor);
  requireThat(may, 'UNAUTHORIZED_PRINCIPAL', 'Must be an organization owner');
}

/** Giving or taking the owner role is for owners, and one owner must remain. */
function checkRoleChange(
  organization: OrganizationState,
  context: DecisionContext,
  user: User,
  role: Role,
): void {
  if (role === ROLES.owner || user.role === ROLES.owner) requireOwner(organization, context);
  requireThat(
    !isOnlyOwner(organization, user),
    'BAD_REQUEST',
    'The owner permission cannot be removed from the only organization owner.',
  );
}

function isOnlyOwner(organization: OrganizationState, user: User): boolean {
  if (user.role !== ROLES.owner || !user.active) return false;
  for (const other of organization.users.byId.values()) {
    if (other.role === ROLES.owner && other.active && other.userId !== user.userId) return false;
  }
  return true;
}
