import { expect } from 'chai';
import { assignVault, registerOrganization } from '../../../src/commands/organization/organizations.ts';
import type { OrganizationId } from '../../../src/base/ids.ts';
import { ServerState } from '../../../src/organization/server.ts';

/** The outcome of claiming a subdomain. */
function claiming(subdomain: string, server = new ServerState(), resumes?: OrganizationId): string {
  const context = { actor: null, now: 0, nextRevision: 0, facts: undefined as never };
  try {
    const { events } = registerOrganization.decide(server, { subdomain, name: 'Acme', resumes }, context);
    return events.map(({ type }) => type).join();
  } catch (error) {
    return (error as Error).message;
  }
}

describe('a subdomain', () => {
  it('is a name that a host may have, or that of the bare host', () => {
    for (const subdomain of ['', 'acme', 'roots', 'a', '4chan', '1-2', 'a'.repeat(63)])
      expect(claiming(subdomain), subdomain).to.equal('OrganizationRegistered');
    for (const subdomain of ['A', '-a', 'a-', 'a.b', 'a_b', 'a'.repeat(64)])
      expect(claiming(subdomain), subdomain).to.equal(`Invalid subdomain '${subdomain}'.`);
  });

  it('is not what the command line calls the organization of the bare host', () => {
    expect(claiming('root')).to.equal(
      "Subdomain 'root' is reserved: the command line means the organization of the bare host by it.",
    );
  });

  it('is not of digits alone, which are an ID', () => {
    for (const subdomain of ['1', '007'])
      expect(claiming(subdomain)).to.equal(
        `Subdomain '${subdomain}' is reserved: digits alone are an organization's ID.`,
      );
  });

  it('belongs to one organization, which may go on where its founding was interrupted', () => {
    const server = new ServerState();
    const acme = 1 as OrganizationId;
    server.idBySubdomain.set('acme', acme);
    expect(claiming('acme', server)).to.equal("Subdomain 'acme' is already in use.");
    expect(claiming('acme', server, acme)).to.equal('');
  });
});

describe('the vault of a log', () => {
  it('is the first that is assigned', () => {
    const server = new ServerState();
    const context = { actor: null, now: 0, nextRevision: 0, facts: undefined as never };
    const first = assignVault.decide(server, { vaultId: 'first' }, context);
    expect(first.events).to.deep.equal([{ type: 'VaultAssigned', data: { vaultId: 'first' } }]);
    server.vaultId = 'first';
    for (const vaultId of ['first', 'second']) {
      const { events, result } = assignVault.decide(server.layer(), { vaultId }, context);
      expect(events).to.deep.equal([]);
      expect(result).to.deep.equal({ vaultId: 'first' });
    }
  });
});
