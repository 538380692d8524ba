/** The pages behind invitation links. They work without scripts. */
import { NotFound, Refused } from '../../base/errors.ts';
import { html } from '../../base/html.ts';
import { withAsciiDomain } from '../../base/identity.ts';
import type { CredentialId, UserId } from '../../base/ids.ts';
import { requireStrongPassword } from '../../commands/credentials/credentials.ts';
import { checkedEmail, checkedNewEmail, checkedNewName } from '../../commands/people/accounts.ts';
import { acceptInvitation, unclaimedAccount } from '../../commands/people/joining.ts';
import { usableInvitation } from '../../organization/access/invitations.ts';
import type { Invitation } from '../../organization/slices/invitations.ts';
import { issueLogin, PLACEHOLDER_LOGIN } from '../credentials/credentials.ts';
import { newSession } from '../credentials/sessions.ts';
import type { ServedOrganization } from '../http/servedOrganization.ts';
import { mailProof, verifyProof } from './emailProofs.ts';
import { type FormField, formOf, type Page, type Redirect } from './page.ts';
import type { PageRoute, WebPageRequest } from './pageHandler.ts';

// The pages of somebody who follows an invitation.

/** Submitted values, and errors by the name of the field. */
interface Filled {
  readonly values: Readonly<Record<string, string | undefined>>;
  readonly faults: Readonly<Record<string, string | undefined>>;
}

const EMPTY: Filled = { values: {}, faults: {} };

const TIME_ZONES: readonly string[] = Intl.supportedValuesOf('timeZone');

/** Whether a time zone can be chosen; '' means none. */
const isChoosable = (timezone: string): boolean => timezone === '' || TIME_ZONES.includes(timezone);

const timeZoneChoices = [
  ['', 'I will say later'] as const,
  ...TIME_ZONES.map((zone) => [zone, zone.replaceAll('_', ' ')] as const),
];

/** The account form. `email` is the new account's; undefined if it has to be entered. */
function accountPage(organization: string, email: string | undefined, filled: Filled): Page {
  const fields = accountFields(email, filled);
  return page(`Join ${organization}`, fields, 'Join');
}

/** The password is never sent back, only what was wrong with it. */
function accountFields(email: string | undefined, { values, faults }: Filled): readonly FormField[] {
  const field = (name: string) => ({ name, value: values[name], fault: faults[name] });
  const address = {
    ...field('email'),
    label: 'E-mail address',
    autocomplete: 'username',
    type: 'email',
  } as const;
  return [
    email === undefined ? address : { ...address, value: email, isReadOnly: true },
    {
      ...field('full_name'),
      label: 'Your name',
      autocomplete: 'name',
      hint: 'As others will see it.',
    },
    {
      ...field('password'),
      value: undefined,
      label: 'A new password',
      autocomplete: 'new-password',
      type: 'password',
      hint: 'At least 8 characters, and not one of those that everybody tries first.',
    },
    {
      ...field('timezone'),
      label: 'Time zone (optional)',
      autocomplete: 'off',
      options: timeZoneChoices,
    },
  ];
}

/** The form behind a reusable link: the address must be proven first. */
function addressPage(organization: string, { values, faults }: Filled): Page {
  const fields: readonly FormField[] = [
    {
      name: 'email',
      label: 'Your e-mail address',
      autocomplete: 'email',
      type: 'email',
      hint: 'We send a link there, which shows that the address is yours.',
      value: values['email'],
      fault: faults['email'],
    },
  ];
  return page(`Join ${organization}`, fields, 'Send me the link');
}

const page = (title: string, fields: readonly FormField[], button: string): Page => {
  const isFaulty = fields.some(({ fault }) => fault !== undefined);
  return { status: isFaulty ? 400 : 200, title, isFaulty, body: formOf(fields, button) };
};

/** The same whether or not the address has an account. */
const mailedPage: Page = {
  status: 200,
  title: 'Look at your mail',
  body: html`<p>We have sent a link to the address that you gave. Follow it to go on.</p>
    <p>
      If nothing comes within some minutes, look among the unwanted mail, or go back and check the address.
    </p>`,
};

/** A command for the shell. */
const keyRequest = (url: string): string =>
  [
    `curl ${url}/api/v1/fetch_api_key`,
    '--data-urlencode username=YOUR_ADDRESS',
    "--data-urlencode 'password=YOUR PASSWORD'",
  ].join(' \\\n  ');

/** The final page with the first steps; `url` is the organization's. */
const joinedPage = (organization: string, url: string): Page => ({
  status: 200,
  title: `You have joined ${organization}`,
  body: html`<p>Your account is there, with the address and the password that you gave.</p>
    <h2>What comes next</h2>
    <p>
      Apps ask for the address of the organization, which is <strong>${url}</strong>, and for your e-mail
      address and password.
    </p>
    <p>Who writes programs gets an API key for them:</p>
    <pre><code>${keyRequest(url)}</code></pre>
    <p><a href="${url}/api/v1/reference">The reference of the interface</a></p>`,
});

/** The same page for links that are unknown, used, revoked or expired, so that it reveals nothing. */
const unusablePage: Page = {
  status: 404,
  title: 'This invitation cannot be used',
  body: html`<p>
      The link may have been used already, it may have expired or been taken back, or a part of it may be
      missing.
    </p>
    <p>Ask the person who invited you for a new one.</p>`,
};

/** A valid invitation, and whose it is. */
interface ValidInvitation {
  readonly invitation: Invitation;
  /** The visitor's proven address; undefined if they have to give one. */
  readonly email: string | undefined;
}

export const joiningRoutes: readonly PageRoute[] = [
  {
    path: '/accounts/do_confirm/:key',
    get: async (visit) => formPage(visit, await mailedInvitation(visit)),
    post: async (visit) => submitForm(visit, await mailedInvitation(visit)),
  },
  {
    path: '/join/:key',
    get: async (visit) => formPage(visit, await linkInvitation(visit)),
    post: async (visit) => submitForm(visit, await linkInvitation(visit)),
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

function formPage(visit: WebPageRequest, valid: ValidInvitation | undefined, filled: Filled = EMPTY): Page {
  if (valid === undefined) return unusablePage;
  const { name } = visit.organization;
  return asksForProof(visit, valid) ? addressPage(name, filled) : accountPage(name, valid.email, filled);
}

async function submitForm(
  visit: WebPageRequest,
  valid: ValidInvitation | undefined,
): Promise<Page | Redirect> {
  if (valid === undefined) return unusablePage;
  return asksForProof(visit, valid) ? sendProof(visit, valid) : createAccount(visit, valid);
}

/** That an address has an account already is said by mail only, so nobody else learns of it. */
async function sendProof(visit: WebPageRequest, valid: ValidInvitation): Promise<Page | Redirect> {
  const email = (visit.form.get('email') ?? '').trim();
  const { state, host } = visit.organization;
  const fault = faultOf(() => checkedEmail(state, { email, host }));
  if (fault !== undefined) return formPage(visit, valid, { values: { email }, faults: { email: fault } });
  visit.countMail(email, valid.invitation.credentialId);
  try {
    await mailProof(visit, { email: withAsciiDomain(email), credentialId: valid.invitation.credentialId });
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    return formPage(visit, valid, {
      values: { email },
      faults: { email: 'Mail to this address is refused' },
    });
  }
  return { to: '/accounts/confirmation_sent' };
}

/** The submitted values, with the address of the account. */
type Typed = Readonly<Record<'email' | 'full_name' | 'password' | 'timezone', string>>;

interface Proven {
  readonly isAddressProven: boolean;
}

async function createAccount(visit: WebPageRequest, valid: ValidInvitation): Promise<Page | Redirect> {
  const field = (name: string): string => visit.form.get(name) ?? '';
  const email = valid.email ?? field('email');
  const typed = {
    email,
    full_name: field('full_name'),
    password: field('password'),
    timezone: field('timezone'),
  };
  const proven = { ...typed, isAddressProven: valid.email !== undefined };
  const faults = faultsIn(visit.organization, proven);
  if (Object.values(faults).some(Boolean)) return formPage(visit, valid, { values: typed, faults });
  try {
    const userId = await accept(visit, valid.invitation.credentialId, proven);
    const { token } = await newSession(visit.services, visit.organization, { ...visit, userId });
    return { to: landingPath(visit, valid), session: token };
  } catch (error) {
    if (error instanceof NotFound) return unusablePage;
    throw error;
  }
}

/** Where somebody who has joined arrives: in a channel that they were invited to, if there is one. */
function landingPath(
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
