import { join } from 'node:path';
import { expect } from 'chai';
import { temporaryFolder } from '../support/disk/temporaryFolder.ts';
import { leaveForeignEvents } from '../support/eventstoredb/foreignEvents.ts';
import { type EventStoreDbStandIn, startEventStoreDb } from '../support/eventstoredb/server.ts';
import type { Answer, Person } from '../support/hansard.ts';
import { ServerProcess } from '../support/process.ts';
import { until } from '../support/waiting.ts';
import { type BackupReport, expectSound, hansard, type MoveReport, type Settings } from './backups.ts';

describe('a log server that other programs use, too', () => {
  const denied = new Set<string>();
  let root: string;
  let remove: () => Promise<void>;
  let shared: EventStoreDbStandIn;
  let server: ServerProcess;
  let owner: Person;
  let left: number;
  const folder = (name: string): Settings => ({ DATA_DIR: join(root, name) });
  const remote = (name: string, { url }: EventStoreDbStandIn): Settings => ({
    ...folder(name),
    EVENTSTOREDB_URL: url,
  });

  before(async () => {
    ({ folder: root, remove } = await temporaryFolder());
    shared = await startEventStoreDb({ denied });
    left = leaveForeignEvents(shared.store);
    server = await ServerProcess.start(join(root, 'first'), remote('first', shared));
    owner = await server.login();
    await owner.post('/users/me/subscriptions', { subscriptions: [{ name: 'general' }] });
  });
  after(async () => {
    await server.kill();
    shared.kill();
    await remove();
  });

  const send = (content: string): Promise<Answer> =>
    owner.post('/messages', { type: 'channel', to: 'general', topic: 'rights', content });

  const ready = async (): Promise<{ status: number; degraded: unknown; reasons: unknown }> => {
    const answer = await fetch(new URL('/health/ready', server.url));
    const { degraded, reasons } = (await answer.json()) as Record<string, unknown>;
    return { status: answer.status, degraded, reasons };
  };

  it('answers 503 while it may not append to an organization, and says which right it lacks', async () => {
    expect((await send('before')).status).to.equal(200);
    denied.add('append organization-1');
    const refused = await send('meanwhile');
    expect(refused.status, JSON.stringify(refused.body)).to.equal(503);
    expect(refused.headers.get('retry-after')).to.match(/^\d+$/);
    const { status, degraded, reasons } = await ready();
    expect([status, reasons]).to.deep.equal([200, []]);
    expect(degraded).to.have.lengthOf(1);
    expect((degraded as string[])[0]).to.include('no right to append to organization-1');
    denied.clear();
    expect((await send('after')).status).to.equal(200);
    expect((await ready()).degraded).to.equal(undefined);
  });

  it('is not ready while it may not read everything, and goes on once it may', async () => {
    denied.add('read $all');
    const refused = await until(async () => {
      const health = await ready();
      return health.status === 503 && health;
    });
    expect(String(refused.reasons)).to.include('no right to read all events');
    denied.clear();
    await until(async () => (await ready()).status === 200);
    expect((await send('read again')).status).to.equal(200);
    const lines = server.stderr.split('\n').filter((line) => line.includes('no right'));
    expect(lines.map((line) => (JSON.parse(line) as { event: string }).event)).to.deep.equal([
      'log.refused',
      'log.refused',
    ]);
    expect(server.stderr).not.to.match(/"stack"/);
  });

  it('is verified, and its views are built again, while others append', async () => {
    left += leaveForeignEvents(shared.store);
    await send('between');
    left += leaveForeignEvents(shared.store);
    expect(await hansard(remote('first', shared), ['log', 'verify'])).to.include({
      intact: true,
      foreign: left,
    });
    await hansard(remote('first', shared), ['projections', 'rebuild', 'messages']);
    await expectSound(remote('first', shared));
  });

  it('is backed up, restored and moved without what is of others, which stays where it is', async () => {
    const backups = join(root, 'backups');
    const backed = await hansard<BackupReport>(remote('first', shared), ['backup', backups]);
    expect(backed.foreign).to.equal(left);
    expect(await hansard(folder('restored'), ['restore', backups])).to.include({
      digest: backed.digest,
    });
    await server.stop();
    const other = await startEventStoreDb();
    try {
      const there = leaveForeignEvents(other.store);
      const moved = await hansard<MoveReport>(remote('first', shared), [
        'move',
        '--to',
        other.url,
        join(root, 'second'),
      ]);
      expect(moved.foreign).to.equal(left);
      expect(await hansard(remote('second', other), ['log', 'verify'])).to.include({
        intact: true,
        foreign: there,
        events: moved.events,
      });
      server = await ServerProcess.start(join(root, 'second'), remote('second', other));
      owner = server.known(owner);
      await server.ready();
      expect((await send('moved')).status).to.equal(200);
      await server.stop();
      await expectSound(remote('second', other));
    } finally {
      other.kill();
    }
  });
});
