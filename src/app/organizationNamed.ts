import { OperatorError } from '../errors.ts';
import { type OrganizationId, ROOT_ORGANIZATION } from '../ids.ts';
import type { ServerState } from '../organization/server.ts';

/**
 * The organization that an operator means: by its subdomain or, where nobody has claimed that, by its ID; `root`
 * and nothing at all are the one of the bare host name.
 */
export function organizationNamed(server: ServerState, name: string): OrganizationId {
  const claimed = server.idBySubdomain.get(name);
  if (claimed !== undefined) return claimed;
  const organizationId = (name === 'root' ? ROOT_ORGANIZATION : Number(name)) as OrganizationId;
  if (server.organizations.has(organizationId)) return organizationId;
  throw new OperatorError(`There is no organization named '${name}'.`);
}
