/** The operator's operations on passwords and API keys. */
import { z } from 'zod';
import {
  replaceApiKey,
  requirePasswordReset,
  requireStrongPassword,
  setPassword,
} from '../commands/credentials.ts';
import { BY_SERVER } from '../commands/define.ts';
import type { OrganizationLane } from '../commands/lane/lanes.ts';
import { OperatorError } from '../errors.ts';
import { type User, userByEmail } from '../organization/users.ts';
import { randomText } from './bootstrap.ts';
import type { Core } from './core.ts';
import { requireOrganization } from './organizationNamed.ts';

export const NamedUser = z.strictObject({ organization: z.string(), email: z.string() });
export const NewPassword = NamedUser.extend({ password: z.string().optional() });

const SUBMISSION = { ...BY_SERVER, correlationId: 'hansard' };

/** Sets a new password, which is part of the answer if it was generated here. */
export async function changePassword(core: Core, { password: given, ...named }: z.infer<typeof NewPassword>) {
  const { lane, user } = await userNamed(core, named);
  const { secrets, passwords } = core.founding;
  const password = given ?? randomText(20);
  requireStrongPassword(password, user.email);
  const { organizationId } = lane.state;
  const credentialId = await secrets.storePassword(organizationId, await passwords.hash(password));
  await lane.submit(setPassword, { userId: user.userId, credentialId }, SUBMISSION);
  return { ...shown(lane, user), ...(given === undefined && { password }) };
}

/** Requires a new password: the current one no longer gives an API key. */
export async function demandPasswordReset(core: Core, named: z.infer<typeof NamedUser>) {
  const { lane, user } = await userNamed(core, named);
  await lane.submit(requirePasswordReset, { userId: user.userId }, SUBMISSION);
  return shown(lane, user);
}

/** Revokes the API key of a person or bot and issues a new one, which its owner sees. */
export async function revokeApiKey(core: Core, named: z.infer<typeof NamedUser>) {
  const { lane, user } = await userNamed(core, named);
  const credentialId = await core.founding.secrets.issueApiKey(lane.state.organizationId);
  await lane.submit(replaceApiKey, { userId: user.userId, credentialId }, SUBMISSION);
  return shown(lane, user);
}

const shown = ({ state: { organizationId } }: OrganizationLane, { userId, email }: User) => ({
  ...{ organizationId, userId, email },
});

async function userNamed({ lanes }: Core, { organization, email }: z.infer<typeof NamedUser>) {
  const lane = await lanes.organization(requireOrganization(lanes.server.state, organization));
  const user = userByEmail(lane.state, email.trim());
  if (user === undefined) throw new OperatorError(`Nobody has the address '${email}' in this organization.`);
  return { lane, user };
}
