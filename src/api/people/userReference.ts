/** Users named in a path: by ID, or by an address that the caller may know. */
import { Refused } from '../../base/errors.ts';
import { emailKey } from '../../base/identity.ts';
import { UserId } from '../../base/ids.ts';
import { type Access, accessOf } from '../../organization/access/access.ts';
import { userByEmail } from '../../organization/slices/users.ts';
import type { Account, ServedOrganization } from '../http/servedOrganization.ts';

/**
 * The ID named by digits, by an e-mail address that the caller may see, or by the placeholder `user7@{host}`;
 * "No such user" if the caller may not know the user.
 */
export function resolveUserReference(
  organization: ServedOrganization,
  actor: Account,
  reference: string,
): UserId {
  const userId = knownUser(organization, accessOf(organization.state, actor.userId), reference);
  if (userId === undefined) throw new Refused('No such user');
  return userId;
}

/** The same for a viewer; undefined if there is no such user, or the viewer may not know them. */
function knownUser(organization: ServedOrganization, access: Access, reference: string): UserId | undefined {
  const userId = idIn(organization, reference) ?? addressed(organization, access, reference);
  return userId !== undefined && access.seesUser(userId) ? userId : undefined;
}

const ID = /^\d{1,15}$/;
const PLACEHOLDER = /^user(\d{1,15})@(.+)$/;

function idIn({ host }: ServedOrganization, reference: string): UserId | undefined {
  if (ID.test(reference)) return UserId.safeParse(Number(reference)).data;
  const [, digits, domain] = PLACEHOLDER.exec(emailKey(reference)) ?? [];
  return domain === host ? UserId.safeParse(Number(digits)).data : undefined;
}

/** The person with an address, as the caller sees it in answers; digits alone are no address. */
export function resolveUserByEmail(
  organization: ServedOrganization,
  actor: Account,
  address: string,
): UserId | undefined {
  return ID.test(address)
    ? undefined
    : resolveExistingUser(organization, accessOf(organization.state, actor.userId), address);
}

/** The existing user whom a reference means; undefined if the viewer may not know them. */
export function resolveExistingUser(
  organization: ServedOrganization,
  access: Access,
  reference: string,
): UserId | undefined {
  const userId = knownUser(organization, access, reference);
  return userId !== undefined && organization.state.users.byId.has(userId) ? userId : undefined;
}

function addressed({ state }: ServedOrganization, access: Access, address: string): UserId | undefined {
  const user = userByEmail(state, address.trim());
  return user && access.seesEmailOf(user) ? user.userId : undefined;
}
