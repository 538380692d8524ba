/** The pages behind invitation links. They work without scripts. */
import { allowedEmail, newEmailFor, newNameFor } from '../../commands/people.ts';
import { withAsciiDomain } from '../../addresses.ts';
import { requireStrongPassword } from '../../commands/credentials.ts';
import { acceptInvitation, stubOf } from '../../commands/joining.ts';
import { Absent, Refused } from '../../errors.ts';
import type { CredentialId, UserId } from '../../ids.ts';
import { followable } from '../../organization/access/invitations.ts';
import type { Invitation } from '../../organization/invitations.ts';
import { issueLogin, UNNAMED_LOGIN } from '../credentials.ts';
import { newSession } from '../sessions.ts';
import type { ServedOrganization } from '../http/served.ts';
import { mailProof, provenBy } from './addressProofs.ts';
import {
  accountPage,
  addressPage,
  EMPTY,
  type Filled,
  isChoosable,
  joinedPage,
  mailedPage,
  unusablePage,
} from './joiningPages.ts';
import type { Page, Redirect } from './page.ts';
import type { Place, Visit } from './visits.ts';

/** A valid invitation, and whose it is. */
interface Door {
  readonly invitation: Invitation;
  /** The visitor's proven address; undefined if they have to give one. */
  readonly email: string | undefined;
}

export const joiningPlaces: readonly Place[] = [
  {
    path: '/accounts/do_confirm/:key',
    get: async (visit) => shown(visit, await mailedDoor(visit)),
    post: async (visit) => entered(visit, await mailedDoor(visit)),
  },
  {
    path: '/join/:key',
    get: async (visit) => shown(visit, await linkDoor(visit)),
    post: async (visit) => entered(visit, await linkDoor(visit)),
  },
  { path: '/accounts/confirmation_sent', get: () => mailedPage },
  { path: '/accounts/joined', get: ({ organization, url }) => joinedPage(organization.name, url) },
];

/** Behind a mailed link: an invitation, or the proof of an address. */
async function mailedDoor(visit: Visit): Promise<Door | undefined> {
  const { key, organization, services } = visit;
  const proof = await provenBy(key, organization.id, services);
  if (proof) return doorOf(visit, proof.credentialId, proof.email);
  const found = await services.secrets.findInvitation('invitation', key);
  return found?.organizationId === organization.id ? doorOf(visit, found.credentialId) : undefined;
}

/** Behind a reusable link. */
async function linkDoor(visit: Visit): Promise<Door | undefined> {
  const { key, organization, services } = visit;
  const found = await services.secrets.findInvitation('invitationLink', key);
  return found?.organizationId === organization.id ? doorOf(visit, found.credentialId) : undefined;
}

function doorOf(
  { organization, services }: Visit,
  credentialId: CredentialId,
  proven?: string,
): Door | undefined {
  if (!organization.isActive) return undefined;
  const invitation = followable(organization.state, credentialId, services.clock.now());
  return invitation && { invitation, email: invitation.email ?? proven };
}

/** Without a mail server, nobody can be asked for a proof (docs/decisions/0015). */
const asksForProof = ({ services }: Visit, { email }: Door): boolean =>
  email === undefined && services.mailer.isSet;

function shown(visit: Visit, door: Door | undefined, filled: Filled = EMPTY): Page {
  if (door === undefined) return unusablePage;
  const { name } = visit.organization;
  return asksForProof(visit, door) ? addressPage(name, filled) : accountPage(name, door.email, filled);
}

async function entered(visit: Visit, door: Door | undefined): Promise<Page | Redirect> {
  if (door === undefined) return unusablePage;
  return asksForProof(visit, door) ? proofMailed(visit, door) : joined(visit, door);
}

/** That an address has an account already is said by mail only, so nobody else learns of it. */
async function proofMailed(visit: Visit, door: Door): Promise<Page | Redirect> {
  const email = (visit.form.get('email') ?? '').trim();
  const { state, host } = visit.organization;
  const fault = faultOf(() => allowedEmail(state, { email, host }));
  if (fault !== undefined) return shown(visit, door, { values: { email }, faults: { email: fault } });
  visit.countMail(email, door.invitation.credentialId);
  try {
    await mailProof(visit, { email: withAsciiDomain(email), credentialId: door.invitation.credentialId });
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    return shown(visit, door, { values: { email }, faults: { email: 'Mail to this address is refused' } });
  }
  return { to: '/accounts/confirmation_sent' };
}

/** The submitted values, with the address of the account. */
type Typed = Readonly<Record<'email' | 'full_name' | 'password' | 'timezone', string>>;

interface Proven {
  readonly isAddressProven: boolean;
}

async function joined(visit: Visit, door: Door): Promise<Page | Redirect> {
  const said = (name: string): string => visit.form.get(name) ?? '';
  const email = door.email ?? said('email');
  const typed = {
    email,
    full_name: said('full_name'),
    password: said('password'),
    timezone: said('timezone'),
  };
  const proven = { ...typed, isAddressProven: door.email !== undefined };
  const faults = faultsIn(visit.organization, proven);
  if (Object.values(faults).some(Boolean)) return shown(visit, door, { values: typed, faults });
  try {
    const userId = await accept(visit, door.invitation.credentialId, proven);
    const { token } = await newSession(visit.services, visit.organization, { ...visit, userId });
    return { to: firstPlace(visit, door), session: token };
  } catch (error) {
    if (error instanceof Absent) return unusablePage;
    throw error;
  }
}

/** Where somebody who has joined arrives: in a channel that they were invited to, if there is one. */
function firstPlace({ services: { config } }: Visit, { invitation }: Door): Redirect['to'] {
  const [channelId] = invitation.channelIds;
  if (!config.WEB_APP) return '/accounts/joined';
  return channelId === undefined ? '/' : `/channel/${channelId}`;
}

function faultsIn(
  { state, host }: ServedOrganization,
  { email, isAddressProven, full_name, password, timezone }: Typed & Proven,
): Filled['faults'] {
  const userId = (isAddressProven && stubOf(state, email)?.userId) || state.users.nextUserId.get();
  return {
    email: faultOf(() => newEmailFor(state, userId, { email, host })),
    full_name: faultOf(() => newNameFor(state, userId, full_name)),
    password: faultOf(() => requireStrongPassword(password, email)),
    timezone: isChoosable(timezone) ? undefined : 'Invalid timezone',
  };
}

/** Checked before the password is hashed, which is expensive, and decided again with the stored secrets. */
async function accept(
  { organization, services, requestId }: Visit,
  credentialId: CredentialId,
  { email, isAddressProven, full_name: fullName, password, timezone }: Typed & Proven,
): Promise<UserId> {
  const account = { credentialId, email, isAddressProven, host: organization.host, fullName, timezone };
  const submission = { actor: null, client: 'website', correlationId: requestId };
  const unnamed = { ...account, ...UNNAMED_LOGIN };
  const prepare = async () => ({ ...account, ...(await issueLogin(services, organization, password)) });
  const joined = await organization.submitRehearsed(acceptInvitation, unnamed, prepare, submission);
  return joined.result.userId;
}

/** Why a rule rejects a submitted value, if it does. */
function faultOf(check: () => unknown): string | undefined {
  try {
    check();
    return undefined;
  } catch (error) {
    if (error instanceof Refused) return error.message;
    throw error;
  }
}
