import { expect } from 'chai';
import { cp } from 'node:fs/promises';
import { operatorMessage } from '../../src/app/operatorErrors.ts';
import { temporaryFolder } from '../support/disk/temporaryFolder.ts';
import { type EventStoreDbStandIn, startEventStoreDb } from '../support/eventstoredb/server.ts';
import { Hansard } from '../support/hansard.ts';
import { describeMongo, dropDatabase, freshDatabase, mongoUrl } from '../support/mongodb/describeMongo.ts';

const OTHER_VAULT =
  'Servers over this event log use another vault: give all of them the same one with MONGODB_URL, or run one server.';
const LACKS_SECRETS =
  'The vault lacks secrets that the event log names: start with the vault that belongs to this log.';

/** One server: its data folder, and its settings besides the log. */
interface Node {
  readonly folder: string;
  readonly environment?: Readonly<Record<string, string>>;
}

describe('a log that several servers may share', () => {
  let eventStoreDb: EventStoreDbStandIn;
  let folders: { folder: string; remove(): Promise<void> }[];

  beforeEach(async () => {
    eventStoreDb = await startEventStoreDb();
    folders = await Promise.all([temporaryFolder(), temporaryFolder()]);
  });
  afterEach(async () => {
    eventStoreDb.kill();
    await Promise.all(folders.map(({ remove }) => remove()));
  });

  const local = (index: number): Node => ({ folder: folders[index]!.folder });
  const start = ({ folder, environment }: Node): Promise<Hansard> =>
    Hansard.start({ folder, environment: { EVENTSTOREDB_URL: eventStoreDb.url, ...environment } });
  const serverEvents = () => eventStoreDb.store.stream('server')?.map(({ type }) => type);

  async function expectRefused(node: Node, ...sentences: readonly string[]): Promise<void> {
    const refused = await start(node).then(
      (server) => server.stop(),
      (error: unknown) => operatorMessage(error),
    );
    expect(refused?.sentence).to.be.oneOf(sentences);
    expect(refused?.exitCode).to.equal(2);
  }

  /** Of two first starts at once one goes on, and comes again; the other one never does. */
  async function expectOneOf(nodes: readonly Node[]): Promise<void> {
    const starts = await Promise.allSettled(nodes.map(start));
    for (const each of starts) if (each.status === 'fulfilled') await each.value.stop();
    expect(starts.filter(({ status }) => status === 'fulfilled')).to.have.lengthOf(1);
    for (const [index, each] of starts.entries()) {
      if (each.status === 'fulfilled') continue;
      expect(operatorMessage(each.reason)?.exitCode).to.equal(2);
      expect(operatorMessage(each.reason)?.sentence).to.be.oneOf([OTHER_VAULT, LACKS_SECRETS]);
      await expectRefused(nodes[index]!, LACKS_SECRETS);
      const again = await start(nodes[1 - index]!);
      expect((await again.owner()).userId).to.equal(1);
      await again.stop();
    }
    expect(serverEvents()?.filter((type) => type === 'VaultAssigned')).to.have.lengthOf(1);
  }

  it('has one vault, and one of two first starts at once that bring their own', () =>
    expectOneOf([local(0), local(1)]));

  it('has its vault before anybody has an account', async () => {
    await (await start(local(0))).stop();
    expect(serverEvents()).to.deep.equal(['LogCreated', 'VaultAssigned', 'OrganizationRegistered']);
  });

  it('takes a copy of its vault, and no other one', async () => {
    await (await start(local(0))).stop();
    await expectRefused(local(1), LACKS_SECRETS);
    folders.push(await temporaryFolder());
    await cp(folders[0]!.folder, folders[2]!.folder, { recursive: true });
    await (await start(local(2))).stop();
    expect(serverEvents()).to.have.lengthOf(3);
  });

  describeMongo('and a vault in MongoDB', () => {
    let database: string;
    let environment: { readonly MONGODB_URL: string };

    beforeEach(async () => {
      database = freshDatabase();
      const url = new URL(await mongoUrl());
      url.pathname = database;
      environment = { MONGODB_URL: url.href };
    });
    afterEach(async () => {
      for (const each of [database, `${database}_vault`]) await dropDatabase(await mongoUrl(), each);
    });

    it('lets one of two first starts at once go on, with a local vault or with that one', () =>
      expectOneOf([local(0), { ...local(1), environment }]));

    it('lets both of two first starts at once go on that share it', async () => {
      const nodes = [0, 1].map((index) => ({ ...local(index), environment }));
      const servers = await Promise.all(nodes.map(start));
      for (const server of servers) expect((await server.owner()).userId).to.equal(1);
      await Promise.all(servers.map((server) => server.stop()));
      for (const once of ['LogCreated', 'VaultAssigned', 'OrganizationRegistered'])
        expect(serverEvents()?.filter((type) => type === once)).to.have.lengthOf(1);
      const founded = eventStoreDb.store.stream('organization-1')?.map(({ type }) => type);
      expect(founded?.filter((type) => type === 'OrganizationFounded')).to.have.lengthOf(1);
    });

    it('lets servers go on that share it', async () => {
      const nodes = [0, 1].map((index) => ({ ...local(index), environment }));
      await (await start(nodes[0]!)).stop();
      const servers = await Promise.all(nodes.map(start));
      for (const server of servers) expect((await server.owner()).userId).to.equal(1);
      await Promise.all(servers.map((server) => server.stop()));
      expect(serverEvents()?.filter((type) => type === 'VaultAssigned')).to.have.lengthOf(1);
    });
  });
});
