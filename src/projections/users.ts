/** Users as shown: one document each, and the queries behind GET /users and GET /users/me. */
import { nextTurn } from '../base/concurrency.ts';
import type { UserId } from '../base/ids.ts';
import type { Access } from '../organization/access/access.ts';
import { type Profile, profileOf } from '../organization/slices/profileFields.ts';
import { type EmailOwner, initialUser, type User, userChanges } from '../organization/slices/users.ts';
import type { OrganizationState } from '../organization/state.ts';
import { collection, defineProjection, patchById } from './running/define.ts';
import { type Documents, documentsOf, type Views } from './running/views.ts';

/** A document of the collection `users`. */
interface UserDocument extends Pick<User, 'email' | 'fullName' | 'role' | 'bot' | 'avatar'> {
  readonly isActive: boolean;
  /** UNIX milliseconds. */
  readonly joinedAt: number;
  /** IANA name; '' if none was chosen. The only personal setting in documents. */
  readonly timezone: string;
}

const userDocuments = collection<UserDocument, UserId>('users', { id: 'number' });

/** A user's fields in their document. */
const documentFields = <Fields extends Partial<User>>({ active, ...fields }: Fields) => ({
  ...fields,
  ...(active !== undefined && { isActive: active }),
});

/** Users by ID, deactivated ones included. */
export const users = defineProjection({
  name: 'users',
  version: 4,
  collections: [userDocuments],
  on: {
    ...patchById(userDocuments, userChanges, documentFields),
    UserCreated({ data, metadata }, views) {
      const { active: isActive, createdAt: joinedAt, ...user } = initialUser(data, metadata.time);
      const { userId, email, fullName, role, bot, settings } = user;
      const { timezone } = settings;
      views.put(userDocuments, userId, { email, fullName, role, isActive, joinedAt, bot, timezone });
    },
    PersonalSettingChanged({ data }, views) {
      if (data.property !== 'timezone') return;
      views.patch(userDocuments, data.userId, (user) => ({ ...user, timezone: String(data.newValue) }));
    },
  },
});

/** Somebody of whom the viewer may only know that they exist. */
interface HiddenUser {
  readonly userId: UserId;
  readonly isHidden: true;
}

/** A user as a viewer who knows them sees them. */
export interface KnownUser extends UserDocument, EmailOwner {
  readonly isHidden: false;
  /** Whether the viewer may see `email`. */
  readonly seesEmail: boolean;
  /** Values of custom profile fields. */
  readonly profile: Profile;
}

export type ShownUser = KnownUser | HiddenUser;

/** For somebody who is not in this node's state yet, nothing is revealed. */
const UNKNOWN = { settings: { emailAddressVisibility: 4 } } as const;

/** Users in ascending order of ID: all, or the requested ones; unknown IDs are left out. */
export async function findUsers(
  views: Views,
  access: Pick<Access, 'seesUser' | 'seesEmailOf'>,
  organization: OrganizationState,
  userIds?: readonly UserId[],
): Promise<readonly ShownUser[]> {
  const documents = documentsOf(views, organization);
  const found = userIds
    ? await chosenUsers(documents, userIds)
    : (await allUsers(documents)).filter(isListed);
  return found.map(([userId, user]) => {
    if (!access.seesUser(userId)) return { userId, isHidden: true };
    const { settings } = organization.users.byId.get(userId) ?? UNKNOWN;
    return {
      userId,
      isHidden: false,
      settings,
      seesEmail: access.seesEmailOf({ userId, settings }),
      profile: profileOf(organization, userId),
      ...user,
    };
  });
}

type UserEntry = readonly [UserId, UserDocument];

/** The organization's own bots are shown only on request. */
const isListed = ([, { bot }]: UserEntry): boolean => bot?.isSystem !== true;

/** Read in pages, between which others get their turn. */
async function allUsers(documents: Documents): Promise<readonly UserEntry[]> {
  const found: UserEntry[] = [];
  for (
    let page = await usersAfter(documents, 0);
    page.length > 0;
    page = await usersAfter(documents, found.at(-1)![0])
  ) {
    found.push(...page);
    await nextTurn();
  }
  return found;
}

async function usersAfter(documents: Documents, userId: number): Promise<readonly UserEntry[]> {
  const range = { field: 'id', above: userId };
  const page = await documents.find(userDocuments, { range, limit: 500 });
  return page.map(({ id, document }) => [id, document]);
}

async function chosenUsers(documents: Documents, userIds: readonly UserId[]): Promise<readonly UserEntry[]> {
  const ascending = [...new Set(userIds)].sort((one, other) => one - other);
  const found = await documents.load(userDocuments, ascending);
  return ascending.flatMap((userId, index): readonly UserEntry[] => {
    const user = found[index];
    return user ? [[userId, user]] : [];
  });
}
