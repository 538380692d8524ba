/** The people of an organization: who they are, what role they have, whether they are active. */
import { revealed } from '../events/define.ts';
import type { Role } from '../events/users.ts';
import type { UserId } from '../ids.ts';
import { cell, map } from './containers.ts';
import { slice } from './define.ts';

/** Who may see a person's real address: 1 everyone, 2 members, 3 administrators, 4 nobody, 5 moderators. */
export type EmailAddressVisibility = 1 | 2 | 3 | 4 | 5;

/** A person; e-mail address and name are '' once erased, `createdAt` is in UNIX milliseconds. */
export interface User {
  readonly userId: UserId;
  readonly email: string;
  readonly fullName: string;
  readonly role: Role;
  readonly active: boolean;
  readonly createdAt: number;
  readonly emailAddressVisibility: EmailAddressVisibility;
}

export const usersSlice = slice({
  version: 1,
  state: () => ({
    byId: map<UserId, User>(),
    /** By `emailKey`; addresses of inactive people stay taken. */
    idByEmail: map<string, UserId>(),
    /** Those who have a name, by the name without case: several people may share one. */
    idsByName: map<string, readonly UserId[]>(),
    nextUserId: cell(1 as UserId),
  }),
  evolve: {
    UserCreated(users, { userId, role, ...data }, { metadata }) {
      const email = revealed(data.email, '');
      const fullName = revealed(data.fullName, '');
      const createdAt = metadata.time;
      users.byId.set(userId, {
        userId,
        email,
        fullName,
        role,
        active: true,
        createdAt,
        emailAddressVisibility: 1,
      });
      if (email !== '') users.idByEmail.set(emailKey(email), userId);
      rename(users, userId, '', fullName);
      users.nextUserId.set(Math.max(users.nextUserId.get(), userId + 1) as UserId);
    },
    UserRenamed(users, { userId, newFullName }) {
      const fullName = revealed(newFullName, '');
      rename(users, userId, users.byId.get(userId)?.fullName ?? '', fullName);
      users.byId.update(userId, { fullName });
    },
    UserRoleChanged: (users, { userId, newRole }) => users.byId.update(userId, { role: newRole }),
    UserDeactivated: (users, { userId }) => users.byId.update(userId, { active: false }),
    UserReactivated: (users, { userId }) => users.byId.update(userId, { active: true }),
  },
});
export type Users = ReturnType<typeof usersSlice.state>;

/** State that knows people. */
interface WithUsers {
  readonly users: Users;
}

/** Under which an address is looked up: addresses are unique without case. */
const emailKey = (email: string): string => email.toLowerCase();

/** The person with an address, in whatever case. */
export function userByEmail(organization: WithUsers, email: string): User | undefined {
  const userId = organization.users.idByEmail.get(emailKey(email));
  return userId === undefined ? undefined : organization.users.byId.get(userId);
}

/** The people with a name, in whatever case. */
export const usersNamed = (organization: WithUsers, fullName: string): readonly UserId[] =>
  organization.users.idsByName.get(fullName.toLowerCase()) ?? [];

function rename(users: Users, userId: UserId, oldName: string, newName: string): void {
  const [before, after] = [oldName.toLowerCase(), newName.toLowerCase()];
  if (before === after) return;
  const left = (users.idsByName.get(before) ?? []).filter((id) => id !== userId);
  if (left.length > 0) users.idsByName.set(before, left);
  else users.idsByName.delete(before);
  if (after !== '') users.idsByName.set(after, [...(users.idsByName.get(after) ?? []), userId]);
}
