/** Whom a path names: somebody by ID, or by an address that the caller may know. */
import { addressKey } from '../addresses.ts';
import { Refused } from '../errors.ts';
import { UserId } from '../ids.ts';
import { type Access, accessOf } from '../organization/access.ts';
import { userByEmail } from '../organization/users.ts';
import type { Account, ServedOrganization } from './http/served.ts';

/**
 * The ID meant by digits, by a real address where the caller may see it, or by the placeholder `user7@{host}`;
 * refuses with "No such user" whom they may not know.
 */
export function userMeant(organization: ServedOrganization, actor: Account, reference: string): UserId {
  const userId = knownUser(organization, accessOf(organization.state, actor.userId), reference);
  if (userId === undefined) throw new Refused('No such user');
  return userId;
}

/** The same for the viewer; undefined if there is nobody by that reference whom they may know. */
function knownUser(organization: ServedOrganization, access: Access, reference: string): UserId | undefined {
  const userId = idIn(organization, reference) ?? addressed(organization, access, reference);
  return userId !== undefined && access.seesUser(userId) ? userId : undefined;
}

const ID = /^\d{1,15}$/;
const PLACEHOLDER = /^user(\d{1,15})@(.+)$/;

function idIn({ host }: ServedOrganization, reference: string): UserId | undefined {
  if (ID.test(reference)) return UserId.safeParse(Number(reference)).data;
  const [, digits, domain] = PLACEHOLDER.exec(addressKey(reference)) ?? [];
  return domain === host ? UserId.safeParse(Number(digits)).data : undefined;
}

/** Whom the caller knows by an address, as answers show it to them; digits alone are none. */
export function personAddressed(
  organization: ServedOrganization,
  actor: Account,
  address: string,
): UserId | undefined {
  return ID.test(address)
    ? undefined
    : existingUser(organization, accessOf(organization.state, actor.userId), address);
}

/** Whom a reference means, of those who are there; undefined if the viewer may not know them. */
export function existingUser(
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
