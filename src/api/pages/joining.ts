/** The pages behind invitation links. They work without scripts. */
import { checkedEmail, checkedNewEmail, checkedNewName } from '../../commands/people.ts';
import { withAsciiDomain } from '../../addresses.ts';
import { requireStrongPassword } from '../../commands/credentials.ts';
import { acceptInvitation, unclaimedAccount } from '../../commands/joining.ts';
import { NotFound, Refused } from '../../errors.ts';
import type { CredentialId, UserId } from '../../ids.ts';
import { usableInvitation } from '../../organization/access/invitations.ts';
import type { Invitation } from '../../organization/invitations.ts';
import { issueLogin, PLACEHOLDER_LOGIN } from '../credentials.ts';
import { newSession } from '../sessions.ts';
import type { ServedOrganization } from '../http/served.ts';
import { mailProof, verifyProof } from './addressProofs.ts';
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
import type { PageRoute, WebPageRequest } from './visits.ts';

/** A valid invitation, and whose it is. */
interface ValidInvitation {
  readonly invitation: Invitation;
  /** The visitor's proven address; undefined if they have to give one. */
  readonly email: string | undefined;
}

export const joiningRoutes: readonly PageRoute[] = [
  {
    path: '/accounts/do_confirm/:key',
    get: async (visit) => shown(visit, await mailedInvitation(visit)),
    post: async (visit) => entered(visit, await mailedInvitation(visit)),
  },
  {
    path: '/join/:key',
    get: async (visit) => shown(visit, await linkInvitation(visit)),
    post: async (visit) => entered(visit, await linkInvitation(visit)),
  },
  { path: '/accounts/confirmation_sent', get: () => mailedPage },
  { path: '/accounts/joined', get: ({ organization, url }) => joinedPage(organization.name, url) },
];

/** Behind a mailed link: an invitation, or the proof of an address. */
async function mailedInvitation(visit: WebPageRequest): Promise<ValidInvitation | undefined> {
  const { key, organization, services } = visit;
  const proof = await verifyProof(key, organization.id, services);
  if (proof) return findInvitation(visit, proof.credentialId, proof.email);
  const found = await services.secrets.findInvitation('invitation', key);
  return found?.organizationId === organization.id ? findInvitation(visit, found.credentialId) : undefined;
}

/** Behind a reusable link. */
async function linkInvitation(visit: WebPageRequest): Promise<ValidInvitation | undefined> {
  const { key, organization, services } = visit;
  const found = await services.secrets.findInvitation('invitationLink', key);
  return found?.organizationId === organization.id ? findInvitation(visit, found.credentialId) : undefined;
}

function findInvitation(
  { organization, services }: WebPageRequest,
  credentialId: CredentialId,
  proven?: string,
): ValidInvitation | undefined {
  if (!organization.isActive) return undefined;
  const invitation = usableInvitation(organization.state, credentialId, services.clock.now());
  return invitation && { invitation, email: invitation.email ?? proven };
}

/** Without a mail server, nobody can be asked for a proof (docs/decisions/0015). */
const asksForProof = ({ services }: WebPageRequest, { email }: ValidInvitation): boolean =>
  email === undefined && services.mailer.isSet;

function shown(visit: WebPageRequest, door: ValidInvitation | undefined, filled: Filled = EMPTY): Page {
  if (door === undefined) return unusablePage;
  const { name } = visit.organization;
  return asksForProof(visit, door) ? addressPage(name, filled) : accountPage(name, door.email, filled);
}

async function entered(visit: WebPageRequest, door: ValidInvitation | undefined): Promise<Page | Redirect> {
  if (door === undefined) return unusablePage;
  return asksForProof(visit, door) ? proofMailed(visit, door) : joined(visit, door);
}

/** That an address has an account already is said by mail only, so nobody else learns of it. */
async function proofMailed(visit: WebPageRequest, door: ValidInvitation): Promise<Page | Redirect> {
  const email = (visit.form.get('email') ?? '').trim();
  const { state, host } = visit.organization;
  const fault = faultOf(() => checkedEmail(state, { email, host }));
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

async function joined(visit: WebPageRequest, door: ValidInvitation): Promise<Page | Redirect> {
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
    if (error instanceof NotFound) return unusablePage;
    throw error;
  }
}

/** Where somebody who has joined arrives: in a channel that they were invited to, if there is one. */
function firstPlace(
  { services: { config } }: WebPageRequest,
  { invitation }: ValidInvitation,
): Redirect['to'] {
  const [channelId] = invitation.channelIds;
  if (!config.WEB_APP) return '/accounts/joined';
  return channelId === undefined ? '/' : `/channel/${channelId}`;
}

function faultsIn(
  { state, host }: ServedOrganization,
  { email, isAddressProven, full_name, password, timezone }: Typed & Proven,
): Filled['faults'] {
  const userId = (isAddressProven && unclaimedAccount(state, email)?.userId) || state.users.nextUserId.get();
  return {
    email: faultOf(() => checkedNewEmail(state, userId, { email, host })),
    full_name: faultOf(() => checkedNewName(state, userId, full_name)),
    password: faultOf(() => requireStrongPassword(password, email)),
    timezone: isChoosable(timezone) ? undefined : 'Invalid timezone',
  };
}

/** Checked before the password is hashed, which is expensive, and decided again with the stored secrets. */
async function accept(
  { organization, services, requestId }: WebPageRequest,
  credentialId: CredentialId,
  { email, isAddressProven, full_name: fullName, password, timezone }: Typed & Proven,
): Promise<UserId> {
  const account = { credentialId, email, isAddressProven, host: organization.host, fullName, timezone };
  const submission = { actor: null, client: 'website', correlationId: requestId };
  const unnamed = { ...account, ...PLACEHOLDER_LOGIN };
  const prepare = async () => ({ ...account, ...(await issueLogin(services, organization, password)) });
  const joined = await organization.submitAfterDryRun(acceptInvitation, unnamed, prepare, submission);
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
