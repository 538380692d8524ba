import { OperatorError } from '../errors.ts';
import { type OrganizationId, ROOT_NAME } from '../ids.ts';
import type { ServerState } from '../organization/server.ts';
import { suggestion } from './suggestion.ts';

/** A decimal ID. Subdomains cannot consist of digits alone, except in the log of an earlier release. */
const SHOWN_ID = /^[1-9]\d*$/;

/**
 * The organization that an operator names by its ID or subdomain; `root` and no name at all mean the one at
 * the bare host name.
 */
export function requireOrganization(server: ServerState, name: string): OrganizationId {
  const organizationId = SHOWN_ID.test(name)
    ? (Number(name) as OrganizationId)
    : server.idBySubdomain.get(name === ROOT_NAME ? '' : name);
  if (organizationId !== undefined && server.organizations.has(organizationId)) return organizationId;
  const names = [...server.idBySubdomain.keys()].filter(Boolean);
  throw new OperatorError(`There is no organization named '${name}'.${suggestion(name, names)}`);
}
