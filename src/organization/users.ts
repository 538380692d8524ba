/** People and bots: who they are, what role they have, whether they are active, what they have set for themselves. */
import { addressKey } from '../addresses.ts';
import type { EventTypes } from '../events/catalog.ts';
import { revealed } from '../events/define.ts';
import { column } from '../events/settings.ts';
import { type BotType, PERSONAL_SETTINGS, type PersonalSettings, type Role, ROLES } from '../events/users.ts';
import type { UserId } from '../ids.ts';
import { nameKey } from '../names.ts';
import { changesOf, evolveById } from './changes.ts';
import { cell, map } from './containers.ts';
import { slice } from './define.ts';

/** What is set for who has set nothing. */
const DEFAULT_SETTINGS: PersonalSettings = column(PERSONAL_SETTINGS, 'byDefault');

/** What makes an account a bot: its kind, and whose it is; a system bot is the organization's own. */
export interface Bot {
  readonly type: BotType;
  readonly ownerId: UserId | null;
  readonly isSystem: boolean;
}

/** A person or bot; e-mail address and name are '' once erased, `createdAt` is in UNIX milliseconds. */
export interface User {
  readonly userId: UserId;
  readonly email: string;
  readonly fullName: string;
  readonly role: Role;
  readonly active: boolean;
  readonly createdAt: number;
  /** null for people. */
  readonly bot: Bot | null;
  readonly settings: PersonalSettings;
}

/** Somebody who has an address, and what decides about who is told it. */
export interface AddressHolder {
  readonly userId: UserId;
  readonly settings: Pick<PersonalSettings, 'emailAddressVisibility'>;
}

/** What events change of a person or bot. */
export const userChanges = changesOf<UserId, User, Pick<User, 'bot'>>()(
  (data) => ('botId' in data ? data.botId : data.userId),
  {
    UserRenamed: ({ newFullName }) => ({ fullName: revealed(newFullName, '') }),
    UserEmailChanged: ({ newEmail }) => ({ email: revealed(newEmail, '') }),
    UserRoleChanged: ({ newRole }) => ({ role: newRole }),
    UserDeactivated: () => ({ active: false }),
    UserReactivated: () => ({ active: true }),
    BotOwnerChanged: ({ newOwnerId }, { bot }) => ({ bot: bot && { ...bot, ownerId: newOwnerId } }),
  },
);
const changed = evolveById(userChanges);

/** A person or bot as their first event makes them. */
export const userAsCreated = (
  { userId, email, fullName, role, bot }: EventTypes['UserCreated'],
  createdAt: number,
): User => ({
  userId,
  email: revealed(email, ''),
  fullName: revealed(fullName, ''),
  role,
  active: true,
  createdAt,
  bot,
  settings: DEFAULT_SETTINGS,
});

export const usersSlice = slice({
  version: 4,
  state: () => ({
    byId: map<UserId, User>(),
    /** By `addressKey`; addresses of inactive people stay taken. */
    idByEmail: map<string, UserId>(),
    /** Those who have a name, by `nameKey`: several people may share one. */
    idsByName: map<string, readonly UserId[]>(),
    nextUserId: cell(1 as UserId),
  }),
  evolve: {
    ...changed,
    UserCreated(users, data, { metadata }) {
      const user = userAsCreated(data, metadata.time);
      const { userId, email, fullName } = user;
      users.byId.set(userId, user);
      if (email !== '') users.idByEmail.set(addressKey(email), userId);
      rename(users, userId, '', fullName);
      users.nextUserId.set(Math.max(users.nextUserId.get(), userId + 1) as UserId);
    },
    UserRenamed(users, data) {
      const { userId, newFullName } = data;
      rename(users, userId, users.byId.get(userId)?.fullName ?? '', revealed(newFullName, ''));
      changed.UserRenamed(users, data);
    },
    UserEmailChanged(users, data) {
      const { userId, newEmail } = data;
      const email = revealed(newEmail, '');
      users.idByEmail.delete(addressKey(users.byId.get(userId)?.email ?? ''));
      changed.UserEmailChanged(users, data);
      if (email !== '') users.idByEmail.set(addressKey(email), userId);
    },
    PersonalSettingChanged: (users, { userId, property, newValue }) =>
      users.byId.update(userId, (user) => ({
        ...user,
        settings: { ...user.settings, [property]: newValue },
      })),
  },
});
export type Users = ReturnType<typeof usersSlice.state>;

/** State that knows people. */
interface WithUsers {
  readonly users: Users;
}

/** Who has an address, in whatever case and form. */
export function userByEmail(organization: WithUsers, email: string): User | undefined {
  const userId = organization.users.idByEmail.get(addressKey(email));
  return userId === undefined ? undefined : organization.users.byId.get(userId);
}

/** The people with a name, in whatever case. */
export const usersNamed = (organization: WithUsers, fullName: string): readonly UserId[] =>
  organization.users.idsByName.get(nameKey(fullName)) ?? [];

const chosen = ({ users }: WithUsers, isMeant: (user: User) => boolean): readonly User[] =>
  [...users.byId.values()].filter(isMeant);

/** People, as opposed to bots, whose accounts can be used. */
export const activePeople = (organization: WithUsers): readonly User[] =>
  chosen(organization, ({ active, bot }) => active && bot === null);

/** The people who own the organization. */
export const activeOwners = (organization: WithUsers): readonly User[] =>
  activePeople(organization).filter(({ role }) => role === ROLES.owner);

/** The bots of a person, deactivated ones among them. */
export const botsOwnedBy = (organization: WithUsers, userId: UserId): readonly User[] =>
  chosen(organization, ({ bot }) => bot?.ownerId === userId);

function rename(users: Users, userId: UserId, oldName: string, newName: string): void {
  const [before, after] = [nameKey(oldName), nameKey(newName)];
  if (before === after) return;
  const left = (users.idsByName.get(before) ?? []).filter((id) => id !== userId);
  if (left.length > 0) users.idsByName.set(before, left);
  else users.idsByName.delete(before);
  if (after !== '') users.idsByName.set(after, [...(users.idsByName.get(after) ?? []), userId]);
}
