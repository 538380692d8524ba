/**
 * The operator's operations, performed by the running server through its admin socket, or by the command line
 * itself while no server runs. Each is a schema of its input and a function of the core.
 */
import { z } from 'zod';
import { requireStrongPassword } from '../commands/credentials.ts';
import { createOrganization, createPerson, randomText } from './bootstrap.ts';
import { organizationHostWithPort } from '../config.ts';
import type { Core, BuildListener } from './core.ts';
import { OperatorError } from '../errors.ts';
import { ROLES } from '../events/users.ts';
import type { OrganizationId } from '../ids.ts';
import { importExport, NewImport } from './importing/importer.ts';
import type { ProjectionHealth } from '../projections/running/health.ts';
import { readVitals } from './vitals.ts';
import { Replayed, replayDeliveries } from './webhookOperations.ts';
import { requireOrganization } from './organizationNamed.ts';
import {
  changePassword,
  demandPasswordReset,
  NamedUser,
  NewPassword,
  revokeApiKey,
} from './credentialOperations.ts';

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
    ...{ organizationId, subdomain, name, host: organizationHostWithPort(founding, subdomain) },
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
  const isAsked = ({ projection }: { readonly projection: string }): boolean =>
    name === undefined || projection === name;
  const listener: BuildListener = (progress) => isAsked(progress) && onProgress(progress);
  buildListeners.add(listener);
  try {
    const asked = (await projections.health()).filter(isAsked);
    if (name !== undefined && asked.length === 0)
      throw new OperatorError(`There is no projection named ${name}.`);
    await Promise.all(
      asked.map(({ projection, state }) =>
        state === 'building' ? projections.caughtUp() : projections.rebuild(projection),
      ),
    );
    return (await projections.health()).filter(isAsked);
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
