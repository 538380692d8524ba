import { organizationAddress } from '../config.ts';
import { organizationName } from '../organization/organizations.ts';
import { operate } from './operate.ts';
import { type Format, print, table } from './output.ts';
import { passwordIn } from './passwordFile.ts';
import { readOnlyLanes } from './readOnlyLanes.ts';
import type { Session } from './session.ts';

interface NewOrganization extends Format {
  readonly subdomain: string;
  readonly name: string;
  readonly ownerEmail: string;
  readonly ownerName: string;
  readonly ownerPasswordFile?: string;
}

/** `organizations create`: creates the organization, its system groups and its owner. */
export async function createOrganization(
  session: Session,
  { json, ownerPasswordFile, ...asked }: NewOrganization,
): Promise<void> {
  const ownerPassword = await passwordIn(ownerPasswordFile);
  const made = await operate(session, 'organizations create', { ...asked, ownerPassword });
  print({ ...(json && { json }) }, made, ({ organizationId, host, name, owner }) => [
    `Organization ${organizationId}, ${name}: ${host}`,
    `Its owner: ${owner.email}`,
    ...(owner.password === undefined ? [] : [`Password:  ${owner.password}   (not shown again)`]),
  ]);
}

/** `organizations list`: all organizations that have claimed a subdomain, in order of their IDs. */
export async function listOrganizations(session: Session, format: Format): Promise<void> {
  const config = await session.config();
  const lanes = await readOnlyLanes(session);
  const organizations = [];
  for (const { organizationId, subdomain, name } of lanes.server.state.organizations.values()) {
    const { state } = await lanes.organization(organizationId);
    organizations.push({
      ...{ organizationId, subdomain },
      // An organization that is not founded yet shows the name that was asked for.
      name: organizationName(state) || name,
      host: organizationAddress(config, subdomain),
    });
  }
  print(format, organizations, (all) =>
    table(
      ['ID', 'Subdomain', 'Name', 'Host'],
      all.map(({ organizationId, subdomain, name, host }) => [organizationId, subdomain || '–', name, host]),
    ),
  );
}
