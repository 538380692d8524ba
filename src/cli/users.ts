import { ROLES } from '../events/users.ts';
import { organizationNamed, type OperationInput } from '../app/operations.ts';
import type { User } from '../organization/users.ts';
import { operate } from './operate.ts';
import { type Format, print, table } from './output.ts';
import { readOnlyLanes } from './readOnlyLanes.ts';
import type { Session } from './session.ts';

/** `users create`: an account whose password is told once where it was made here. */
export async function createUser(
  session: Session,
  { json, ...asked }: OperationInput<'users create'> & Format,
): Promise<void> {
  const made = await operate(session, 'users create', asked);
  print({ ...(json && { json }) }, made, ({ userId, email, role, password }) => [
    `User ${userId}, ${email}, is ${role === 'owner' || role === 'administrator' ? 'an' : 'a'} ${role}.`,
    ...(password === undefined ? [] : [`Password: ${password}   (shown only now)`]),
  ]);
}

/** `users list`: the accounts of one organization, in order of their IDs. */
export async function listUsers(
  session: Session,
  { organization, ...format }: Format & { readonly organization: string },
): Promise<void> {
  const lanes = await readOnlyLanes(session);
  const organizationId = organizationNamed(lanes.server.state, organization);
  const { state } = await lanes.organization(organizationId);
  const users = [...state.users.byId.values()].sort((one, other) => one.userId - other.userId).map(shown);
  print(format, users, (all) =>
    table(
      ['ID', 'Address', 'Name', 'Role', 'Active'],
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
const shown = ({ userId, email, fullName, role, active, createdAt }: User) => ({
  ...{ userId, email, fullName, active, createdAt },
  role: Object.entries(ROLES).find(([, value]) => value === role)?.[0] ?? String(role),
});
