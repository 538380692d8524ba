/**
 * Proofs that an e-mail address belongs to the visitor: links mailed to it. The link contains all data,
 * sealed, so nothing is recorded of people who never join (docs/decisions/0015).
 */
import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { CredentialId, type OrganizationId } from '../../base/ids.ts';
import { isUnclaimed } from '../../commands/people/imports.ts';
import { type Letter, renderLetter } from '../../mail/mail.ts';
import { userByEmail } from '../../organization/slices/users.ts';
import type { Services } from '../http/services.ts';
import type { WebPageRequest } from './pageHandler.ts';

/** The proven address, and the invitation link through which it was requested. */
const Proof = z.strictObject({
  email: z.string(),
  credentialId: CredentialId,
  /** UNIX milliseconds. */
  expiresAt: z.number(),
});
type Proof = Pick<z.infer<typeof Proof>, 'email' | 'credentialId'>;

const VALIDITY_MS = 24 * 60 * 60 * 1000;

/** A proof is valid in its own organization only. */
const purposeIn = (organizationId: OrganizationId): string => `address proof ${organizationId}`;

/** What a link's token proves; undefined if it is invalid or expired. */
export async function verifyProof(
  key: string,
  organizationId: OrganizationId,
  { secrets, clock }: Pick<Services, 'secrets' | 'clock'>,
): Promise<Proof | undefined> {
  const text = await secrets.openText(purposeIn(organizationId), key);
  if (text === undefined) return undefined;
  const proof = Proof.parse(JSON.parse(text));
  return proof.expiresAt > clock.now() ? proof : undefined;
}

/**
 * Mails a proof to the address or, if it has an account, a note that it has one. Fails as `Mailer.send` does.
 */
export async function mailProof(visit: WebPageRequest, { email, credentialId }: Proof): Promise<void> {
  const { organization, services } = visit;
  const { url } = organization;
  const expiresAt = services.clock.now() + VALIDITY_MS;
  const proof = { email, credentialId, expiresAt };
  const key = services.secrets.sealText(purposeIn(organization.id), JSON.stringify(proof));
  const user = userByEmail(organization.state, email);
  const hasAccount = user !== undefined && !isUnclaimed(organization.state, user);
  const letter = hasAccount
    ? accountLetter(organization.name, url)
    : proofLetter(organization.name, `${url}/accounts/do_confirm/${key}`);
  const mail = { id: `proof:${randomUUID()}`, to: email, fromName: organization.name };
  await services.mailer.send({ ...mail, ...renderLetter(letter) });
}

const STRANGER = 'If it was not you who asked for this, you need do nothing: without you nothing happens.';

const proofLetter = (organization: string, url: string): Letter => ({
  subject: `Join ${organization}`,
  paragraphs: [
    `You gave this address in order to join ${organization}.`,
    { label: 'Follow this link to choose a name and a password', url },
    'The link works for a day, and is for you alone.',
    STRANGER,
  ],
});

const accountLetter = (organization: string, url: string): Letter => ({
  subject: `Your account at ${organization}`,
  paragraphs: [
    `You gave this address in order to join ${organization}. It has an account there already.`,
    { label: 'How to use it', url: `${url}/accounts/joined` },
    STRANGER,
  ],
});
