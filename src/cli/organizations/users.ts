import { requireOrganization } from '../../app/core/requireOrganization.ts';
import type { OperationInput } from '../../app/operatorCommands.ts';
import { ROLES } from '../../events/users.ts';
import { mustResetPassword } from '../../organization/slices/credentials.ts';
import type { User } from '../../organization/slices/users.ts';
import type { OrganizationState } from '../../organization/state.ts';
import { type Format, formatTable, print } from '../terminal/output.ts';
import { openReadOnlyLanes } from '../terminal/readOnlyLanes.ts';
import { readPassword } from '../terminal/readPassword.ts';
import { operate } from '../terminal/runOperatorCommand.ts';
import type { CommandSession } from '../terminal/session.ts';

interface WithPassword {
  readonly passwordFile?: string;
}

/** `users create`: creates an account; a generated password is printed once. */
export async function createUser(
  session: CommandSession,
  { json, passwordFile, ...input }: Omit<OperationInput<'users create'>, 'password'> & Format & WithPassword,
): Promise<void> {
  const password = await readPassword(passwordFile);
  const made = await operate(session, 'users create', { ...input, password });
  print({ ...(json && { json }) }, made, ({ userId, email, role, password }) => [
    `User ${userId}, ${email}, is ${role === 'owner' || role === 'administrator' ? 'an' : 'a'} ${role}.`,
    ...(password === undefined ? [] : [`Password: ${password}   (not shown again)`]),
  ]);
}

/** `users set-password`: sets a new password; a generated one is printed once. */
export async function changePassword(
  session: CommandSession,
  {
    json,
    passwordFile,
    ...input
  }: Omit<OperationInput<'users set-password'>, 'password'> & Format & WithPassword,
): Promise<void> {
  const password = await readPassword(passwordFile);
  const changed = await operate(session, 'users set-password', { ...input, password });
  print({ ...(json && { json }) }, changed, ({ userId, email, password }) => [
    `User ${userId}, ${email}, has a new password.`,
    ...(password === undefined ? [] : [`Password: ${password}   (not shown again)`]),
  ]);
}

/** `users require-password-reset`: the current password no longer gives an API key. */
export async function demandPasswordReset(
  session: CommandSession,
  { json, ...input }: OperationInput<'users require-password-reset'> & Format,
): Promise<void> {
  const named = await operate(session, 'users require-password-reset', input);
  print({ ...(json && { json }) }, named, ({ userId, email }) => [
    `User ${userId}, ${email}, needs a new password before the next log-in.`,
  ]);
}

/** `users revoke-key`: the API key stops working. */
export async function revokeApiKey(
  session: CommandSession,
  { json, ...input }: OperationInput<'users revoke-key'> & Format,
): Promise<void> {
  const named = await operate(session, 'users revoke-key', input);
  print({ ...(json && { json }) }, named, ({ userId, email }) => [
    `User ${userId}, ${email}, has a new API key: people get it at their next log-in, owners of bots with GET /bots.`,
  ]);
}

/** `users list`: the accounts of one organization, in order of their IDs. */
export async function listUsers(
  session: CommandSession,
  { organization, ...format }: Format & { readonly organization: string },
): Promise<void> {
  const lanes = await openReadOnlyLanes(session);
  const organizationId = requireOrganization(lanes.server.state, organization);
  const { state } = await lanes.organization(organizationId);
  const users = [...state.users.byId.values()]
    .sort((one, other) => one.userId - other.userId)
    .map((user) => shown(state, user));
  print(format, users, (all) =>
    formatTable(
      ['ID', 'E-mail', 'Name', 'Role', 'Active'],
      all.map(({ userId, email, fullName, role, active }) => [
        userId,
        email,
        fullName,
        role,
        active ? 'yes' : 'no',
      ]),
    ),
  );
}

/** `createdAt` is in UNIX milliseconds. */
const shown = (state: OrganizationState, { userId, email, fullName, role, active, createdAt }: User) => ({
  userId,
  email,
  fullName,
  active,
  createdAt,
  mustResetPassword: mustResetPassword(state, userId),
  role: Object.entries(ROLES).find(([, value]) => value === role)?.[0] ?? String(role),
});
