import { expect } from 'chai';
import { temporaryFolder } from '../support/disk/temporaryFolder.ts';
import { type EventStoreDbStandIn, startEventStoreDb } from '../support/eventstoredb/server.ts';
import { command, ServerProcess, sleep, startOf } from '../support/process.ts';
import { freePort } from '../support/tour.ts';

describe('a server whose event log is away when it starts', () => {
  let folder: string;
  let remove: () => Promise<void>;
  let log: EventStoreDbStandIn;

  beforeEach(async () => {
    ({ folder, remove } = await temporaryFolder());
    log = await startEventStoreDb();
    log.kill();
  });
  afterEach(async () => {
    log.kill();
    await remove();
  });

  const text = async (port: string, path: string) => {
    const answer = await fetch(`http://127.0.0.1:${port}${path}`);
    return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
  };

  it('is alive, says what it waits for, and serves when the log is there', async function () {
    this.timeout(60_000);
    const port = await freePort();
    const starting = ServerProcess.start(folder, { PORT: port, EVENTSTOREDB_URL: log.url });
    const until = async (path: string, status: number) => {
      for (;;) {
        const answer = await text(port, path).catch(() => undefined);
        if (answer?.status === status) return answer.body;
        await sleep(50);
      }
    };
    await until('/health/live', 200);
    const { reasons } = await until('/health/ready', 503);
    expect(reasons).to.have.length(1);
    expect(await text(port, '/api/v1/server_settings')).to.deep.include({ status: 503 });
    await log.restart();
    const server = await starting;
    await server.ready();
    await server.login();
    expect(server.stderr).to.include('"event":"start.waiting"');
    expect((await server.stop()).code).to.equal(0);
  });

  it('ends with 0 when it is told to end meanwhile', async function () {
    this.timeout(60_000);
    const port = await freePort();
    const starting = startOf({ PORT: port, DATA_DIR: folder, EVENTSTOREDB_URL: log.url });
    while (!(await text(port, '/health/live').catch(() => undefined))) await sleep(50);
    starting.signal('SIGTERM');
    expect((await starting.ended).code).to.equal(0);
  });

  it('has commands wait, who say so on standard error', async function () {
    this.timeout(60_000);
    const replaying = command(['replay', '--json'], { DATA_DIR: folder, EVENTSTOREDB_URL: log.url });
    await sleep(1_500);
    await log.restart();
    const { code, stderr } = await replaying;
    expect([code, /Trying again in 0\.\d s\./.test(stderr)], stderr).to.deep.equal([0, true]);
  });
});
