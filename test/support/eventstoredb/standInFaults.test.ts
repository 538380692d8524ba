import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { AccessDeniedError, EventStoreDBClient, jsonEvent } from '@eventstore/db-client';
import { expect } from 'chai';
import { temporaryFolder } from '../disk/temporaryFolder.ts';
import { failureOf } from '../eventLogs.ts';
import { sleep, until } from '../waiting.ts';
import { selfSigned } from './certificate.ts';
import { StandInProcess } from './process.ts';
import { startEventStoreDb } from './server.ts';
import type { EventStoreDbStandIn } from './server.ts';
import { undisturbed } from '../undisturbed.ts';

const one = () => jsonEvent({ type: 'Said', data: { a: 1 } });

const all = async (client: EventStoreDBClient): Promise<string[]> => {
  const ids: string[] = [];
  for await (const { event } of client.readAll())
    if (event && !event.streamId.startsWith('$')) ids.push(event.id);
  return ids;
};

const timed = async (work: Promise<unknown>): Promise<number> => {
  const began = undisturbed();
  await work;
  return undisturbed() - began;
};

describe('The stand-in for EventStoreDB has accounts', () => {
  const accounts = {
    admin: { password: 'changeit', isAdmin: true },
    hansard: { password: 'p:w', isAdmin: false },
  };
  let server: EventStoreDbStandIn;
  let authority: string;
  let remove: () => Promise<void>;
  const clients: EventStoreDBClient[] = [];

  before(async () => {
    const made = await temporaryFolder();
    remove = made.remove;
    const certificate = selfSigned();
    authority = join(made.folder, 'authority.pem');
    await writeFile(authority, certificate.certificate);
    server = await startEventStoreDb({ accounts, certificate });
  });
  after(async () => {
    await Promise.all(clients.map((client) => client.dispose()));
    server.kill();
    await remove();
  });

  const clientOf = (account: string): EventStoreDBClient => {
    const url = server.url.replace('://', `://${account}`);
    const client = EventStoreDBClient.connectionString(`${url}?tlsCAFile=${authority}`);
    clients.push(client);
    return client;
  };

  const read = async (client: EventStoreDBClient, stream: string): Promise<number> => {
    let count = 0;
    for await (const _ of client.readStream(stream)) count += 1;
    return count;
  };

  it('lets those in $admins append and read everything', async () => {
    const admin = clientOf('admin:changeit@');
    await admin.appendToStream('a', [one()]);
    expect(await read(admin, 'a')).to.equal(1);
    expect(await all(admin)).to.have.lengthOf(1);
  });

  it('lets another account append to streams and read them, but not $all', async () => {
    const hansard = clientOf('hansard:p%3Aw@');
    await hansard.appendToStream('b', [one()]);
    expect(await read(hansard, 'b')).to.equal(1);
    const failure = await failureOf(all(hansard));
    expect(failure).to.be.instanceOf(AccessDeniedError).that.includes({ code: 7 });
    const subscription = hansard.subscribeToAll();
    const error = await new Promise((resolve) => subscription.once('error', resolve));
    expect(error).to.be.instanceOf(AccessDeniedError);
  });

  it('refuses those without credentials with code 7, and wrong ones with code 16', async () => {
    const rights = [
      [clientOf(''), 7],
      [clientOf('admin:wrong@'), 16],
      [clientOf('nobody:changeit@'), 16],
    ] as const;
    for (const [client, code] of rights)
      for (const work of [
        () => client.appendToStream('c', [one()]),
        () => read(client, 'a'),
        () => all(client),
      ])
        expect(await failureOf(work())).to.include({ code });
    expect(server.store.stream('c')).to.equal(undefined);
  });

  it('is not trusted by a client that does not know its authority', async () => {
    const client = EventStoreDBClient.connectionString(server.url.replace('://', '://admin:changeit@'));
    clients.push(client);
    expect(await failureOf(client.appendToStream('c', [one()]))).to.include({ code: 14 });
  });
});

describe('The stand-in for EventStoreDB fails as the real one', () => {
  it('lets pages trickle', async () => {
    const server = await startEventStoreDb({ pageDelay: 150 });
    const client = EventStoreDBClient.connectionString(server.url);
    await client.appendToStream('a', Array.from({ length: 320 }, one));
    // What others take of the processor makes it longer, never shorter.
    const began = performance.now();
    await all(client);
    expect(performance.now() - began).to.be.at.least(1_490);
    server.session.pageDelay = 0;
    expect(await timed(all(client))).to.be.below(1_500);
    await client.dispose();
    server.kill();
  });

  describe('in a process of its own', () => {
    let server: StandInProcess;
    let client: EventStoreDBClient;

    beforeEach(async () => {
      server = await StandInProcess.start({ like: '23.10', ending: 1_000 });
      client = EventStoreDBClient.connectionString(server.url);
    });
    afterEach(async () => {
      await client.dispose();
      server.discard();
    });

    /** Starts so many appends to streams of their own; answers which were acknowledged when all have ended. */
    const appends = (events: readonly ReturnType<typeof one>[]): Promise<string[]> =>
      Promise.allSettled(
        events.map(async (event) => {
          await client.appendToStream(`s-${event.id}`, event, { expectedRevision: 'no_stream' });
          return event.id;
        }),
      ).then((outcomes) => outcomes.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : [])));

    const again = async (): Promise<void> => {
      await server.restart();
      client = EventStoreDBClient.connectionString(server.url);
    };

    it('loses nothing that it has acknowledged when it is killed, and takes the rest once when it is repeated', async () => {
      const events = Array.from({ length: 200 }, one);
      await client.appendToStream('warm', one());
      const first = appends(events.slice(0, 12));
      await first;
      const under = appends(events.slice(12, 24));
      await server.kill();
      const acknowledged = [...(await first), ...(await under)];
      await again();
      const found = new Set(await all(client));
      for (const id of acknowledged) expect(found.has(id)).to.equal(true);
      expect(await appends(events)).to.have.lengthOf(200);
      expect(await all(client)).to.have.lengthOf(201);
    });

    it('lets appends hang when it is told to end, then fail, and has stored some of them', async () => {
      const events = Array.from({ length: 12 }, one);
      await client.appendToStream('warm', one());
      const ending = server.stop();
      await until(() => server.isEnding, 1);
      const took = await timed(appends(events).then((answered) => expect(answered).to.deep.equal([])));
      expect(took).to.be.above(100);
      await ending;
      await again();
      expect((await all(client)).length).to.be.within(2, 12);
    });

    it('answers nothing while it is frozen, and everything after the thaw', async () => {
      await client.appendToStream('warm', one());
      server.freeze();
      let answered = false;
      const append = appends([one()]).then((ids) => (answered = ids.length === 1));
      await sleep(500);
      expect(answered).to.equal(false);
      server.thaw();
      await append;
      expect(answered).to.equal(true);
    });

    it('scavenges by gRPC, and knows after a restart what is gone', async () => {
      for (let index = 0; index < 5; index += 1) await client.appendToStream('a', one());
      await client.setStreamMetadata('a', { truncateBefore: 3 });
      expect(await all(client)).to.have.lengthOf(5);
      await server.scavenge();
      const left = await all(client);
      expect(left).to.have.lengthOf(2);
      await server.kill();
      await again();
      expect(await all(client)).to.deep.equal(left);
      const { nextExpectedRevision, position } = await client.appendToStream('a', one());
      expect(nextExpectedRevision).to.equal(5n);
      expect(position!.commit > 268_435_456n).to.equal(true);
    });
  });
});
