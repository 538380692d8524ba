import { organizationHostWithPort } from '../../base/config.ts';
import { organizationName } from '../../organization/slices/organizations.ts';
import { type Format, formatTable, print } from '../terminal/output.ts';
import { openReadOnlyLanes } from '../terminal/readOnlyLanes.ts';
import { readPassword } from '../terminal/readPassword.ts';
import { operate } from '../terminal/runOperatorCommand.ts';
import type { CommandSession } from '../terminal/session.ts';

interface NewOrganization extends Format {
  readonly subdomain: string;
  readonly name: string;
  readonly ownerEmail: string;
  readonly ownerName: string;
  readonly ownerPasswordFile?: string;
}

/** `organizations create`: creates the organization, its system groups and its owner. */
export async function createOrganization(
  session: CommandSession,
  { json, ownerPasswordFile, ...input }: NewOrganization,
): Promise<void> {
  const ownerPassword = await readPassword(ownerPasswordFile);
  const made = await operate(session, 'organizations create', { ...input, ownerPassword });
  print({ ...(json && { json }) }, made, ({ organizationId, host, name, owner }) => [
    `Organization ${organizationId}, ${name}: ${host}`,
    `Its owner: ${owner.email}`,
    ...(owner.password === undefined ? [] : [`Password:  ${owner.password}   (not shown again)`]),
  ]);
}

/** `organizations list`: all organizations that have claimed a subdomain, in order of their IDs. */
export async function listOrganizations(session: CommandSession, format: Format): Promise<void> {
  const config = await session.config();
  const lanes = await openReadOnlyLanes(session);
  const organizations = [];
  for (const { organizationId, subdomain, name } of lanes.server.state.organizations.values()) {
    const { state } = await lanes.organization(organizationId);
    organizations.push({
      organizationId,
      subdomain,
      // An organization that is not founded yet shows the requested name.
      name: organizationName(state) || name,
      host: organizationHostWithPort(config, subdomain),
    });
  }
  print(format, organizations, (all) =>
    formatTable(
      ['ID', 'Subdomain', 'Name', 'Host'],
      all.map(({ organizationId, subdomain, name, host }) => [organizationId, subdomain || '–', name, host]),
    ),
  );
}
