/** People and bots: identity, role, activity and personal settings. */
import { emailKey, lookalikeKey, nameKey } from '../../base/identity.ts';
import type { UserId } from '../../base/ids.ts';
import type { EventTypes } from '../../events/catalog.ts';
import { namesIn, readErasable, tableColumn } from '../../events/define.ts';
import type { StatusEmoji } from '../../events/personal.ts';
import {
  type BotType,
  PERSONAL_SETTINGS,
  type PersonalSettings,
  type Role,
  ROLES,
} from '../../events/users.ts';
import { cell, type Codec, map } from '../containers/containers.ts';
import { defineChanges, evolveById, slice } from '../containers/define.ts';

/** The defaults of personal settings. */
const DEFAULT_SETTINGS: PersonalSettings = tableColumn(PERSONAL_SETTINGS, 'byDefault');

/** The bot properties of an account: type and owner; a system bot belongs to the organization. */
interface Bot {
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
  /** Absent where it was never changed. */
  readonly avatar?: Avatar;
  /** Key of the person in the system that they were imported from: a hash. */
  readonly importKey?: string | undefined;
  /** The account was deactivated there. */
  readonly wasDeactivated?: true | undefined;
}

/** The picture that somebody has set: the path is null where they have removed it again. */
export interface Avatar {
  readonly path: string | null;
  readonly version: number;
}

/** Somebody with an e-mail address, and what decides who may see it. */
export interface EmailOwner {
  readonly userId: UserId;
  readonly settings: Pick<PersonalSettings, 'emailAddressVisibility'>;
}

/** Changes of a person or bot by events. */
export const userChanges = defineChanges<UserId, User, Pick<User, 'bot'>>()(
  (data) => ('botId' in data ? data.botId : data.userId),
  {
    UserRenamed: ({ newFullName }) => ({ fullName: readErasable(newFullName, '') }),
    UserEmailChanged: ({ newEmail }) => ({ email: readErasable(newEmail, '') }),
    AvatarChanged: ({ avatar, version }) => ({ avatar: { path: avatar?.path ?? null, version } }),
    UserRoleChanged: ({ newRole }) => ({ role: newRole }),
    UserDeactivated: () => ({ active: false }),
    UserReactivated: () => ({ active: true }),
    BotOwnerChanged: ({ newOwnerId }, { bot }) => ({ bot: bot && { ...bot, ownerId: newOwnerId } }),
  },
);
const changed = evolveById(userChanges);

/** A person or bot after their first event. */
export const initialUser = (
  { userId, email, fullName, role, bot, importKey, wasDeactivated }: EventTypes['UserCreated'],
  createdAt: number,
): User => ({
  userId,
  email: readErasable(email, ''),
  fullName: readErasable(fullName, ''),
  role,
  active: true,
  createdAt,
  bot,
  settings: DEFAULT_SETTINGS,
  ...(importKey !== undefined && { importKey }),
  ...(wasDeactivated && { wasDeactivated }),
});

/** Of a user's settings only those are saved that are not the server's defaults: most people have few. */
const savedUser: Codec<User> = {
  save: ({ settings, ...user }) => ({
    ...user,
    settings: Object.fromEntries(
      namesIn(PERSONAL_SETTINGS)
        .filter((name) => settings[name] !== DEFAULT_SETTINGS[name])
        .map((name) => [name, settings[name]]),
    ),
  }),
  load(saved) {
    const user = saved as User;
    const isUnchanged = Object.keys(user.settings).length === 0;
    return { ...user, settings: isUnchanged ? DEFAULT_SETTINGS : { ...DEFAULT_SETTINGS, ...user.settings } };
  },
};

export const usersSlice = slice({
  version: 7,
  state: () => ({
    byId: map<UserId, User>(savedUser),
    /** Default settings of new people. */
    defaults: cell<PersonalSettings>(DEFAULT_SETTINGS),
    /** By `emailKey`; addresses of inactive people stay taken. */
    idByEmail: map<string, UserId>(),
    /** By `lookalikeKey`: several people may share a name. */
    idsByLookalike: map<string, readonly UserId[]>(),
    nextUserId: cell(1 as UserId),
  }),
  evolve: {
    ...changed,
    UserCreated(users, data, { metadata }) {
      const created = initialUser(data, metadata.time);
      const user = data.bot === null ? { ...created, settings: users.defaults.get() } : created;
      const { userId, email, fullName } = user;
      users.byId.set(userId, user);
      if (email !== '') users.idByEmail.set(emailKey(email), userId);
      rename(users, userId, '', fullName);
      users.nextUserId.set(Math.max(users.nextUserId.get(), userId + 1) as UserId);
    },
    UserRenamed(users, data) {
      const { userId, newFullName } = data;
      rename(users, userId, users.byId.get(userId)?.fullName ?? '', readErasable(newFullName, ''));
      changed.UserRenamed(users, data);
    },
    UserEmailChanged(users, data) {
      const { userId, newEmail } = data;
      const email = readErasable(newEmail, '');
      users.idByEmail.delete(emailKey(users.byId.get(userId)?.email ?? ''));
      changed.UserEmailChanged(users, data);
      if (email !== '') users.idByEmail.set(emailKey(email), userId);
    },
    /** New people begin with the organization's language. */
    OrganizationSettingChanged: ({ defaults }, { property, newValue }) => {
      if (property === 'defaultLanguage')
        defaults.set({ ...defaults.get(), defaultLanguage: String(newValue) });
    },
    DefaultSettingChanged: ({ defaults }, { property, newValue }) =>
      defaults.set({ ...defaults.get(), [property]: newValue }),
    PersonalSettingChanged: (users, { userId, property, newValue }) =>
      users.byId.update(userId, (user) => ({
        ...user,
        settings: { ...user.settings, [property]: newValue },
      })),
  },
});
export type Users = ReturnType<typeof usersSlice.state>;

/** State with people. */
interface WithUsers {
  readonly users: Users;
}

/** The person responsible for an account: the owner of a bot, and everybody else for themselves. */
export const responsibleUser = ({ users }: WithUsers, userId: UserId): UserId =>
  users.byId.get(userId)?.bot?.ownerId ?? userId;

/** The user with an address, in any case and form. */
export function userByEmail(organization: WithUsers, email: string): User | undefined {
  const userId = organization.users.idByEmail.get(emailKey(email));
  return userId === undefined ? undefined : organization.users.byId.get(userId);
}

/** The people with a name, in any case. */
export function userIdsByName(organization: WithUsers, fullName: string): readonly UserId[] {
  const key = nameKey(fullName);
  const isMeant = (userId: UserId): boolean =>
    nameKey(organization.users.byId.get(userId)?.fullName ?? '') === key;
  return lookalikeUserIds(organization, fullName).filter(isMeant);
}

/** The people whose names readers take for a name. */
export const lookalikeUserIds = (organization: WithUsers, fullName: string): readonly UserId[] =>
  organization.users.idsByLookalike.get(lookalikeKey(fullName)) ?? [];

const chosen = ({ users }: WithUsers, isMeant: (user: User) => boolean): readonly User[] =>
  [...users.byId.values()].filter(isMeant);

/** Active people, as opposed to bots. */
export const activePeople = (organization: WithUsers): readonly User[] =>
  chosen(organization, ({ active, bot }) => active && bot === null);

/** Active owners of the organization. */
export const activeOwners = (organization: WithUsers): readonly User[] =>
  activePeople(organization).filter(({ role }) => role === ROLES.owner);

/** A person's bots, deactivated ones included. */
export const botsOwnedBy = (organization: WithUsers, userId: UserId): readonly User[] =>
  chosen(organization, ({ bot }) => bot?.ownerId === userId);

function rename(users: Users, userId: UserId, oldName: string, newName: string): void {
  const [before, after] = [lookalikeKey(oldName), lookalikeKey(newName)];
  if (before === after) return;
  const left = (users.idsByLookalike.get(before) ?? []).filter((id) => id !== userId);
  if (left.length > 0) users.idsByLookalike.set(before, left);
  else users.idsByLookalike.delete(before);
  if (after !== '') users.idsByLookalike.set(after, [...(users.idsByLookalike.get(after) ?? []), userId]);
}

// Times of people's recent requests for another e-mail address.

/** Times kept of one person. */
const MAX_REQUEST_TIMES = 5;

export const emailChangesSlice = slice({
  version: 2,
  state: () => ({
    /** UNIX milliseconds, ascending. */
    requestedAt: map<UserId, readonly number[]>(),
  }),
  evolve: {
    EmailChangeRequested: ({ requestedAt }, { userId }, { metadata }) =>
      requestedAt.set(userId, [...(requestedAt.get(userId) ?? []), metadata.time].slice(-MAX_REQUEST_TIMES)),
  },
});

/** State with these times. */
interface WithEmailChanges {
  readonly emailChanges: ReturnType<typeof emailChangesSlice.state>;
}

export const emailChangeRequestTimes = (
  { emailChanges }: WithEmailChanges,
  userId: UserId,
): readonly number[] => emailChanges.requestedAt.get(userId) ?? [];

// Statuses of people and bots: a text, an emoji.

export interface UserStatus {
  /** '' where there is none. */
  readonly text: string;
  readonly emoji: StatusEmoji | null;
}

const NO_STATUS: UserStatus = { text: '', emoji: null };

export const userStatusSlice = slice({
  version: 1,
  state: () => ({
    /** Only of those who have one. */
    byUser: map<UserId, UserStatus>(),
  }),
  evolve: {
    UserStatusSet({ byUser }, { userId, text: storedText, emoji }) {
      const text = readErasable(storedText, '');
      if (text === '' && emoji === null) byUser.delete(userId);
      else byUser.set(userId, { text, emoji });
    },
  },
});

/** State with people's statuses. */
interface WithUserStatus {
  readonly userStatus: ReturnType<typeof userStatusSlice.state>;
}

export const statusOf = ({ userStatus }: WithUserStatus, userId: UserId): UserStatus =>
  userStatus.byUser.get(userId) ?? NO_STATUS;
