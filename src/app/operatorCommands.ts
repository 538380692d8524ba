/**
 * The operator's operations, performed by the running server through its admin socket, or by the command line
 * itself while no server runs. Each is a schema of its input and a function of the core.
 */
import { z } from 'zod';
import { organizationHostWithPort } from '../base/config.ts';
import { OperatorError } from '../base/errors.ts';
import type { OrganizationId } from '../base/ids.ts';
import {
  replaceApiKey,
  requirePasswordReset,
  requireStrongPassword,
  setPassword,
} from '../commands/credentials/credentials.ts';
import { BY_SERVER } from '../commands/define.ts';
import type { OrganizationLane } from '../commands/lane/lanes.ts';
import { replayDelivery } from '../commands/reactors.ts';
import { ROLES } from '../events/users.ts';
import type { Delivery } from '../organization/slices/bots.ts';
import { type User, userByEmail } from '../organization/slices/users.ts';
import type { ProjectionHealth } from '../projections/running/health.ts';
import { WEBHOOKS } from '../reactors/webhooks/define.ts';
import { findDelivery, readDeliveries } from '../reactors/webhooks/findDeliveries.ts';
import { createOrganization, createPerson, randomText } from './core/bootstrap.ts';
import type { BuildListener, Core } from './core/core.ts';
import { requireOrganization } from './core/requireOrganization.ts';
import { importExport, NewImport } from './imports/importer.ts';
import { readVitals } from './vitals.ts';

// The operator's operations on undelivered webhooks.

/** One delivery, or all parked ones. */
const Replayed = z.strictObject({
  organization: z.string(),
  delivery: z.string().optional(),
  parked: z.boolean().optional(),
});

/** Restarts deliveries from the first attempt, under their previous IDs. */
async function replayDeliveries(core: Core, input: z.infer<typeof Replayed>) {
  const organizationId = requireOrganization(core.lanes.server.state, input.organization);
  const lane = await core.records.laneOf(WEBHOOKS, organizationId);
  const deliveries = await findRequestedDeliveries(core, organizationId, input);
  const waiting = deliveries.find(({ deliveryId }) => lane.state.pending.has(deliveryId));
  if (waiting) throw new OperatorError(`The delivery ${waiting.deliveryId} is still being tried.`);
  const submission = { ...BY_SERVER, correlationId: 'hansard' };
  for (const delivery of deliveries) {
    await lane.submit(replayDelivery, delivery, submission);
    for (const listener of core.replayListeners) listener(organizationId, delivery.deliveryId);
  }
  return { organizationId, replayed: deliveries.map(({ deliveryId }) => deliveryId) };
}

async function findRequestedDeliveries(
  { log }: Core,
  organizationId: OrganizationId,
  { delivery: deliveryId, parked }: z.infer<typeof Replayed>,
): Promise<readonly Omit<Delivery, 'attempts'>[]> {
  if ((deliveryId === undefined) !== (parked === true))
    throw new OperatorError('Name one delivery, or ask for all that are parked.');
  if (deliveryId === undefined)
    return (await readDeliveries(log, organizationId)).filter(({ status }) => status === 'parked');
  const delivery = await findDelivery(log, organizationId, deliveryId);
  if (delivery === undefined)
    throw new OperatorError(`There is no delivery ${deliveryId} in this organization.`);
  return [delivery];
}

// The operator's operations on passwords and API keys.

const NamedUser = z.strictObject({ organization: z.string(), email: z.string() });
const NewPassword = NamedUser.extend({ password: z.string().optional() });

const SUBMISSION = { ...BY_SERVER, correlationId: 'hansard' };

/** Sets a new password, which is part of the answer if it was generated here. */
async function changePassword(core: Core, { password: given, ...named }: z.infer<typeof NewPassword>) {
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
async function demandPasswordReset(core: Core, named: z.infer<typeof NamedUser>) {
  const { lane, user } = await userNamed(core, named);
  await lane.submit(requirePasswordReset, { userId: user.userId }, SUBMISSION);
  return shown(lane, user);
}

/** Revokes the API key of a person or bot and issues a new one, which its owner sees. */
async function revokeApiKey(core: Core, named: z.infer<typeof NamedUser>) {
  const { lane, user } = await userNamed(core, named);
  const credentialId = await core.founding.secrets.issueApiKey(lane.state.organizationId);
  await lane.submit(replaceApiKey, { userId: user.userId, credentialId }, SUBMISSION);
  return shown(lane, user);
}

const shown = ({ state: { organizationId } }: OrganizationLane, { userId, email }: User) => ({
  organizationId,
  userId,
  email,
});

async function userNamed({ lanes }: Core, { organization, email }: z.infer<typeof NamedUser>) {
  const lane = await lanes.organization(requireOrganization(lanes.server.state, organization));
  const user = userByEmail(lane.state, email.trim());
  if (user === undefined) throw new OperatorError(`Nobody has the address '${email}' in this organization.`);
  return { lane, user };
}

interface OperatorCommand<Input, Result> {
  readonly input: z.ZodType<Input>;
  readonly run: (core: Core, input: Input, onProgress: BuildListener) => Promise<Result>;
}

const operation = <Input, Result>(
  input: z.ZodType<Input>,
  run: OperatorCommand<Input, Result>['run'],
): OperatorCommand<Input, Result> => ({ input, run });

const Password = z.string().min(1, 'must not be empty').optional();
const RoleName = z.enum(['owner', 'administrator', 'moderator', 'member', 'guest']);

const NewOrganization = z.strictObject({
  subdomain: z.string(),
  name: z.string(),
  ownerEmail: z.string(),
  ownerName: z.string(),
  ownerPassword: Password,
});

const NewUser = z.strictObject({
  organization: z.string(),
  email: z.string(),
  name: z.string(),
  password: Password,
  role: RoleName,
});

/** An organization that a projection has quarantined. */
const Quarantined = z.strictObject({ projection: z.string(), organization: z.string() });
const Skipped = Quarantined.extend({
  reason: z.string().trim().min(1, 'must say why the event is left out'),
});

const operations = {
  'organizations create': operation(NewOrganization, foundOrganization),
  'users create': operation(NewUser, addUser),
  'users set-password': operation(NewPassword, changePassword),
  'users require-password-reset': operation(NamedUser, demandPasswordReset),
  'users revoke-key': operation(NamedUser, revokeApiKey),
  status: operation(z.strictObject({}), readVitals),
  'projections list': operation(z.strictObject({}), ({ projections }) => projections.health()),
  'projections rebuild': operation(z.strictObject({ projection: z.string().optional() }), rebuild),
  'projections cancel': operation(
    z.strictObject({ projection: z.string().optional() }),
    async ({ projections }, { projection }) => ({ cancelled: projections.cancel(projection) }),
  ),
  'projections retry': operation(Quarantined, (core, { projection, organization }) =>
    repair(core, projection, organization, (id) => core.projections.retry(projection, id)),
  ),
  'projections skip': operation(Skipped, (core, { projection, organization, reason }) =>
    repair(core, projection, organization, (id) => core.projections.skip(projection, id, reason)),
  ),
  import: operation(NewImport, importExport),
  'webhooks replay': operation(Replayed, replayDeliveries),
  'server leave': operation(z.strictObject({ to: z.string() }), async ({ stopForMove }, { to }) =>
    stopForMove(to),
  ),
};

type Operations = typeof operations;
export type OperationName = keyof Operations;
export type OperationInput<Name extends OperationName> = z.infer<Operations[Name]['input']>;
export type OperationResult<Name extends OperationName> = Awaited<ReturnType<Operations[Name]['run']>>;

const Request = z.strictObject({
  operation: z.enum(Object.keys(operations) as OperationName[]),
  input: z.record(z.string(), z.unknown()),
});

/** Performs a request, `{ operation, input }`; OperatorError if it is not understood. */
export async function perform(core: Core, request: unknown, onProgress: BuildListener): Promise<unknown> {
  const { operation: name, input } = checked(Request, request);
  const { input: schema, run } = operations[name] as unknown as OperatorCommand<unknown, unknown>;
  return run(core, checked(schema, input), onProgress);
}

function checked<Output>(schema: z.ZodType<Output>, value: unknown): Output {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new OperatorError(
    `The ${issue?.path.join('.') || 'request'} ${issue?.message ?? 'is not understood'}.`,
  );
}

async function foundOrganization(
  { founding }: Core,
  { subdomain, name, ownerEmail, ownerName, ownerPassword }: z.infer<typeof NewOrganization>,
) {
  const password = ownerPassword ?? randomText(20);
  requireStrongPassword(password, ownerEmail);
  const owner = { email: ownerEmail, fullName: ownerName, password };
  const organizationId = await createOrganization(founding, { subdomain, name, owner }, 'hansard');
  return {
    organizationId,
    subdomain,
    name,
    host: organizationHostWithPort(founding, subdomain),
    owner: { email: ownerEmail, fullName: ownerName, ...onlyIfMade(password, ownerPassword) },
  };
}

async function addUser(
  { founding, lanes }: Core,
  { organization, email, name: fullName, password: given, role }: z.infer<typeof NewUser>,
) {
  const organizationId = requireOrganization(lanes.server.state, organization);
  const password = given ?? randomText(20);
  requireStrongPassword(password, email);
  const person = { email, fullName, password, role: ROLES[role] };
  const userId = await createPerson(founding, organizationId, person, 'hansard');
  return { organizationId, userId, email, fullName, role, ...onlyIfMade(password, given) };
}

/** The operator sees a password only if they do not know it yet. */
const onlyIfMade = (password: string, given: string | undefined): { readonly password?: string } =>
  given === undefined ? { password } : {};

/** Rebuilds one projection or all of them; waits for one that is being built for the first time. */
async function rebuild(
  { projections, buildListeners }: Core,
  { projection: name }: { readonly projection?: string | undefined },
  onProgress: BuildListener,
): Promise<readonly ProjectionHealth[]> {
  const isRequested = ({ projection }: { readonly projection: string }): boolean =>
    name === undefined || projection === name;
  const listener: BuildListener = (progress) => isRequested(progress) && onProgress(progress);
  buildListeners.add(listener);
  try {
    const requested = (await projections.health()).filter(isRequested);
    if (name !== undefined && requested.length === 0)
      throw new OperatorError(`There is no projection named ${name}.`);
    await Promise.all(
      requested.map(({ projection, state }) =>
        state === 'building' ? projections.caughtUp() : projections.rebuild(projection),
      ),
    );
    return (await projections.health()).filter(isRequested);
  } finally {
    buildListeners.delete(listener);
  }
}

/** Lifts a quarantine; if another event is bad, the answer names it. */
async function repair(
  { projections, lanes }: Core,
  projection: string,
  organization: string,
  work: (organizationId: OrganizationId) => Promise<boolean>,
) {
  const organizationId = requireOrganization(lanes.server.state, organization);
  const recovered = await work(organizationId);
  const health = (await projections.health()).find((each) => each.projection === projection);
  const quarantine = health?.quarantined.find((each) => each.organizationId === organizationId);
  return { projection, organizationId, recovered, ...(quarantine && { quarantine }) };
}
