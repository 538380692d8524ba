import { expect } from 'chai';
import {
  assignVault,
  changeOrganizationPicture,
  consultRecord,
  createLog,
  recordRestoration,
  registerOrganization,
} from '../../../src/commands/organization/organizations.ts';
import type { OrganizationId } from '../../../src/base/ids.ts';
import { ServerState } from '../../../src/organization/server.ts';
import { PEOPLE, town } from '../../live/fixture.ts';
import { example, foldOn } from '../../support/examples.ts';
import { eventsOrRefusal } from '../eventsOrRefusal.ts';

const { owner, member } = PEOPLE;

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

describe('the name of a log', () => {
  it('is the first that it is given', () => {
    const server = new ServerState();
    const context = { actor: null, now: 0, nextRevision: 0, facts: undefined as never };
    const data = { logId: 'first', minimumReaderVersion: 1 };
    expect(createLog.decide(server, { logId: 'first' }, context).events).to.deep.equal([
      { type: 'LogCreated', data },
    ]);
    server.logId = 'first';
    const again = createLog.decide(server, { logId: 'second' }, context);
    expect(again).to.deep.equal({ events: [], result: { logId: 'first' } });
  });
});

describe('a picture of the organization', () => {
  const icon = (key: string | null, actor: number = owner, state = town()) => {
    const stored = key === null ? null : { key, digest: 'd'.repeat(64) };
    return eventsOrRefusal(state, changeOrganizationPicture, { picture: 'icon', stored }, actor);
  };
  const newStored = { path: '1/aaaa', digest: 'd'.repeat(64) };

  it('has a version of its own each time', () => {
    const state = town();
    expect(icon('aaaa', owner, state)).to.deep.equal([
      example.organizationPictureChanged({ newStored, version: 2 }),
    ]);
    expect(icon(null, owner, state)).to.deep.equal([
      example.organizationPictureChanged({ oldStored: newStored, newStored: null, version: 3 }),
    ]);
    expect(icon(null, owner, state)).to.deep.equal([]);
  });

  it('is changed by administrators', () => {
    expect(icon('aaaa', member)).to.have.property('refused', 'UNAUTHORIZED_PRINCIPAL');
  });
});

describe('a restoration', () => {
  it('is recorded once, before anything else happens', () => {
    const state = town();
    const record = () => eventsOrRefusal(state, recordRestoration, { takenAt: 1_764_000_000_000 }, null);
    expect(record()).to.deep.equal([example.organizationRestored()]);
    expect(record()).to.deep.equal([]);
    foldOn(state, example.channelRenamed());
    expect(record()).to.have.length(1);
  });
});

describe('a look at the record', () => {
  const look = (actor: number | null, conditions = '{"message":5}') =>
    eventsOrRefusal(town(), consultRecord, { action: 'events', conditions }, actor);

  it('is recorded with what it asks for, and is for owners', () => {
    expect(look(owner)).to.deep.equal([example.recordConsulted({ userId: owner })]);
    expect(look(member)).to.have.property('refused', 'UNAUTHORIZED_PRINCIPAL');
    expect(look(null)).to.have.property('message', 'The operator reads the log itself');
    expect(look(owner, 'x'.repeat(2_001))).to.have.property('refused');
  });
});
