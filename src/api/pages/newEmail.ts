/** Another e-mail address of one's own: the mail that asks for a proof, and the page behind its link. */
import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { Refused } from '../../base/errors.ts';
import { html } from '../../base/html.ts';
import { CredentialId, UserId } from '../../base/ids.ts';
import { confirmEmail, isProofCurrent } from '../../commands/people/settings.ts';
import { type Letter, renderLetter } from '../../mail/mail.ts';
import type { ServedOrganization } from '../http/servedOrganization.ts';
import type { Services } from '../http/services.ts';
import { formOf, type Page, type Redirect } from './page.ts';
import type { PageRoute, WebPageRequest } from './pageHandler.ts';

const Proof = z.strictObject({
  userId: UserId,
  oldEmail: z.string(),
  newEmail: z.string(),
  passwordCredentialId: CredentialId.optional(),
  /** UNIX milliseconds. */
  expiresAt: z.number(),
});
type Proof = z.infer<typeof Proof>;

const VALIDITY_MS = 24 * 60 * 60 * 1000;

/** A proof is valid in its own organization only. */
const purposeIn = ({ id }: ServedOrganization): string => `new address ${id}`;

type Mailing = Pick<Services, 'secrets' | 'clock' | 'mailer'>;

/** Mails a link to the new address. Fails as `Mailer.send` does. */
export async function mailEmailProof(
  { secrets, clock, mailer }: Mailing,
  organization: ServedOrganization,
  change: Omit<Proof, 'expiresAt'>,
): Promise<void> {
  const proof = { ...change, expiresAt: clock.now() + VALIDITY_MS };
  const key = secrets.sealText(purposeIn(organization), JSON.stringify(proof));
  const letter = proofLetter(organization, change, `${organization.url}/accounts/confirm_new_email/${key}`);
  const mail = { id: `proof:${randomUUID()}`, to: change.newEmail, fromName: organization.name };
  await mailer.send({ ...mail, ...renderLetter(letter) });
}

export const newEmailRoutes: readonly PageRoute[] = [
  {
    path: '/accounts/confirm_new_email/:key',
    async get(visit) {
      const proof = await proofIn(visit);
      return proof === undefined ? voidPage : askingPage(proof);
    },
    post: confirmed,
  },
  { path: '/accounts/new_email_confirmed', get: () => donePage },
];

async function proofIn({ key, organization, services }: WebPageRequest): Promise<Proof | undefined> {
  const text = await services.secrets.openText(purposeIn(organization), key);
  if (text === undefined) return undefined;
  const proof = Proof.parse(JSON.parse(text));
  const isValid = proof.expiresAt > services.clock.now() && isProofCurrent(organization.state, proof);
  return isValid ? proof : undefined;
}

/** The old address is told, so that nobody loses an account without knowing. */
async function confirmed(visit: WebPageRequest): Promise<Page | Redirect> {
  const proof = await proofIn(visit);
  if (proof === undefined) return voidPage;
  const { organization, services, requestId } = visit;
  const { userId, oldEmail, newEmail: email, passwordCredentialId } = proof;
  const change = { userId, oldEmail, email, passwordCredentialId, host: organization.host };
  const submission = { actor: null, client: 'website', correlationId: requestId };
  try {
    await organization.submit(confirmEmail, change, submission);
  } catch (error) {
    if (error instanceof Refused) return voidPage;
    throw error;
  }
  const mail = { id: `changed:${requestId}`, to: oldEmail, fromName: organization.name };
  await services.mailer
    .send({ ...mail, ...renderLetter(changedLetter(organization, proof)) })
    .catch(() => undefined);
  return { to: '/accounts/new_email_confirmed' };
}

const proofLetter = (
  { name }: ServedOrganization,
  { oldEmail }: Omit<Proof, 'expiresAt'>,
  url: string,
): Letter => ({
  subject: `Your new address at ${name}`,
  paragraphs: [
    `The account with the address ${oldEmail} at ${name} asks for this address in its place.`,
    { label: 'Follow this link to confirm that it is yours', url },
    'The link works for a day. If it was not you who asked for this, you need do nothing.',
  ],
});

const changedLetter = ({ name }: ServedOrganization, { newEmail }: Proof): Letter => ({
  subject: `Your address at ${name} has changed`,
  paragraphs: [
    `Your account at ${name} has the address ${newEmail} now, as was asked for and confirmed there.`,
    'If that was not you, tell an administrator of the organization.',
  ],
});

const askingPage = ({ oldEmail, newEmail }: Proof): Page => ({
  status: 200,
  title: 'Confirm your new address',
  body: html`<p>The account with the address ${oldEmail} gets the address ${newEmail}.</p>
    ${formOf([], 'Confirm')}`,
});

const donePage: Page = {
  status: 200,
  title: 'Your address has changed',
  body: html`<p>Log in with the new one from now on.</p>`,
};

const voidPage: Page = {
  status: 404,
  title: 'This link is not valid any more',
  body: html`<p>
    It works once, for a day, until your password changes. Ask for the new address again in your settings.
  </p>`,
};
