import { expect } from 'chai';
import { requireOrganization } from '../../src/app/core/requireOrganization.ts';
import type { OrganizationId } from '../../src/base/ids.ts';
import { ServerState } from '../../src/organization/server.ts';

/** A server whose organizations have these subdomains, in the order of their IDs. */
function serverOf(...subdomains: readonly string[]): ServerState {
  const server = new ServerState();
  for (const [index, subdomain] of subdomains.entries()) {
    const organizationId = (index + 1) as OrganizationId;
    server.organizations.set(organizationId, { organizationId, subdomain, name: subdomain });
    server.idBySubdomain.set(subdomain, organizationId);
  }
  return server;
}

describe('the organization that an operator means', () => {
  it('is named by its subdomain or its ID', () => {
    const server = serverOf('', 'acme');
    for (const name of ['acme', '2']) expect(requireOrganization(server, name), name).to.equal(2);
  });

  it('is that of the bare host where it is called root, whatever its ID', () => {
    expect(requireOrganization(serverOf('', 'acme'), 'root')).to.equal(1);
    expect(requireOrganization(serverOf('acme', ''), 'root')).to.equal(2);
  });

  it('is never one that took such a name as its subdomain before: that one has its ID', () => {
    const server = serverOf('', 'root', '1');
    expect(['root', '1', '2', '3'].map((name) => requireOrganization(server, name))).to.deep.equal([
      1, 1, 2, 3,
    ]);
  });

  it('has an ID that is written in one way only', () => {
    for (const name of ['01', '1e0', '0x1', ' 1', '1.0', '+1', '3', 'globex'])
      expect(() => requireOrganization(serverOf('', 'acme'), name), name).to.throw(
        `There is no organization named '${name}'.`,
      );
  });
});
