import { OperatorError } from '../errors.ts';
import { type OrganizationId, ROOT_NAME } from '../ids.ts';
import type { ServerState } from '../organization/server.ts';

/** An ID as it is shown; no subdomain is of digits alone, unless a log of an earlier release has such a one. */
const SHOWN_ID = /^[1-9]\d*$/;

/**
 * The organization that an operator means: by its ID or its subdomain; `root` and nothing at all are the one of the
 * bare host name.
 */
export function organizationNamed(server: ServerState, name: string): OrganizationId {
  const organizationId = SHOWN_ID.test(name)
    ? (Number(name) as OrganizationId)
    : server.idBySubdomain.get(name === ROOT_NAME ? '' : name);
  if (organizationId !== undefined && server.organizations.has(organizationId)) return organizationId;
  throw new OperatorError(`There is no organization named '${name}'.`);
}
