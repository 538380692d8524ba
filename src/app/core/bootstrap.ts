/** The first organization: created on an empty log, with its owner and eight system groups. */
import { randomInt } from 'node:crypto';
import { type Config, organizationHost } from '../../base/config.ts';
import { Refused } from '../../base/errors.ts';
import type { OrganizationId, UserId } from '../../base/ids.ts';
import { BY_SERVER } from '../../commands/define.ts';
import type { Lanes } from '../../commands/lane/lanes.ts';
import {
  createLog,
  foundOrganization,
  registerOrganization,
} from '../../commands/organization/organizations.ts';
import { checkedFounderEmail, checkedFullName } from '../../commands/people/accounts.ts';
import { createUser, updateUser } from '../../commands/people/users.ts';
import { type Role, ROLES } from '../../events/users.ts';
import { subdomainOf } from '../../organization/slices/organizations.ts';
import type { Passwords } from '../../vault/passwords.ts';
import type { Secrets } from '../../vault/secrets.ts';

/** The dependencies of founding organizations and creating accounts. */
export interface FoundingDependencies extends Pick<Config, 'externalHost'> {
  readonly lanes: Lanes;
  readonly secrets: Secrets;
  readonly passwords: Passwords;
}

interface NewOrganization {
  readonly subdomain: string;
  readonly name: string;
  readonly owner: NewPerson;
}

interface NewPerson {
  readonly email: string;
  readonly fullName: string;
  readonly password: string;
}

/** Shown to the operator once, after the first start. */
export interface Bootstrapped {
  readonly email: string;
  /** Only if it was generated here. */
  readonly password: string | undefined;
}

/** Names the log if it has no name yet, and returns its ID. */
export async function ensureLogId(lanes: Lanes): Promise<string> {
  const { logId } = lanes.server.state;
  if (logId !== undefined) return logId;
  const made = await lanes.server.submit(
    createLog,
    { logId: randomText(24) },
    { ...BY_SERVER, correlationId: 'start' },
  );
  return made.result.logId;
}

/** Another node can be faster with the claim, and with the founding. */
const ATTEMPTS = 3;

/**
 * Creates the root organization; undefined if it exists already, or when another node has created it that started
 * for the first time at the same moment.
 */
export async function bootstrap(
  founding: FoundingDependencies,
  config: Config,
): Promise<Bootstrapped | undefined> {
  const { lanes } = founding;
  for (let attempt = 1; lanes.bySubdomain('') === undefined; attempt += 1) {
    try {
      return await makeRoot(founding, config);
    } catch (error) {
      const isOvertaken = error instanceof Refused && lanes.server.state.idBySubdomain.has('');
      if (!isOvertaken || attempt === ATTEMPTS) throw error;
      await lanes.catchUp();
    }
  }
  return undefined;
}

async function makeRoot(founding: FoundingDependencies, config: Config): Promise<Bootstrapped> {
  const email = config.BOOTSTRAP_OWNER_EMAIL;
  const given = config.BOOTSTRAP_OWNER_PASSWORD;
  const password = given ?? randomText(20);
  const name = config.BOOTSTRAP_ORGANIZATION_NAME;
  await createOrganization(
    founding,
    { subdomain: '', name, owner: { email, fullName: 'Owner', password } },
    'bootstrap',
  );
  return { email, password: given === undefined ? password : undefined };
}

/**
 * Claims the subdomain, then founds the organization. If the process dies in between, the next call for the
 * same subdomain continues.
 */
export async function createOrganization(
  { lanes, secrets, passwords, externalHost }: FoundingDependencies,
  { subdomain, name, owner }: NewOrganization,
  correlationId: string,
): Promise<OrganizationId> {
  const submission = { ...BY_SERVER, correlationId };
  // Checked first, so that no subdomain is claimed for an organization that could not be founded.
  const host = organizationHost({ externalHost }, subdomain);
  const email = checkedFounderEmail({ email: owner.email, host });
  const fullName = checkedFullName(owner.fullName);
  const resumes = await unfounded(lanes, subdomain);
  const { result } = await lanes.server.submit(
    registerOrganization,
    { subdomain, name, resumes },
    submission,
  );
  const { organizationId } = result;
  const lane = await lanes.organization(organizationId);
  const passwordCredentialId = await secrets.storePassword(
    organizationId,
    await passwords.hash(owner.password),
  );
  const apiKeyCredentialId = await secrets.issueApiKey(organizationId);
  const input = {
    organizationId,
    subdomain,
    name,
    owner: { email, host, fullName, passwordCredentialId, apiKeyCredentialId },
  };
  await lane.submit(foundOrganization, input, submission);
  return organizationId;
}

/** Creates an account for the operator; any role other than member is assigned afterwards. */
export async function createPerson(
  { lanes, secrets, passwords, externalHost }: FoundingDependencies,
  organizationId: OrganizationId,
  { email, fullName, password, role = ROLES.member }: NewPerson & { readonly role?: Role },
  correlationId: string,
): Promise<UserId> {
  const lane = await lanes.organization(organizationId);
  const passwordCredentialId = await secrets.storePassword(organizationId, await passwords.hash(password));
  const apiKeyCredentialId = await secrets.issueApiKey(organizationId);
  const host = organizationHost({ externalHost }, subdomainOf(lane.state));
  const input = { email, host, fullName, passwordCredentialId, apiKeyCredentialId };
  const submission = { ...BY_SERVER, correlationId };
  const { userId } = (await lane.submit(createUser, input, submission)).result;
  await lane.submit(updateUser, { userId, fullName: undefined, role }, submission);
  return userId;
}

async function unfounded(lanes: Lanes, subdomain: string): Promise<OrganizationId | undefined> {
  const organizationId = lanes.server.state.idBySubdomain.get(subdomain);
  if (organizationId === undefined) return undefined;
  const lane = await lanes.organization(organizationId);
  return lane.state.revision < 0 ? organizationId : undefined;
}

const ALPHABET = 'abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789';

/** Letters and digits that cannot be confused with each other. */
export const randomText = (length: number): string =>
  Array.from({ length }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
