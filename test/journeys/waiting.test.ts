import { expect } from 'chai';
import { temporaryFolder } from '../support/disk/temporaryFolder.ts';
import { type EventStoreDbStandIn, startEventStoreDb } from '../support/eventstoredb/server.ts';
import { commandUnderWay, ServerProcess, startOf } from '../support/process.ts';
import { freePort } from '../support/ports.ts';
import { until } from '../support/waiting.ts';

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

  const isAlive = (port: string): Promise<boolean> =>
    text(port, '/health/live').then(
      ({ status }) => status === 200,
      () => false,
    );

  it('is alive, says what it waits for, and serves when the log is there', async () => {
    const port = await freePort();
    const starting = ServerProcess.start(folder, { PORT: port, EVENTSTOREDB_URL: log.url });
    await until(() => isAlive(port));
    const { status, body } = await text(port, '/health/ready');
    expect(status).to.equal(503);
    const { reasons } = body;
    expect(reasons).to.have.length(1);
    expect(await text(port, '/api/v1/server_settings')).to.deep.include({ status: 503 });
    await log.restart();
    const server = await starting;
    await server.ready();
    await server.login();
    expect(server.stderr).to.include('"event":"start.waiting"');
    expect((await server.stop()).code).to.equal(0);
  });

  it('ends with 0 when it is told to end meanwhile', async () => {
    const port = await freePort();
    const starting = startOf({ PORT: port, DATA_DIR: folder, EVENTSTOREDB_URL: log.url });
    await until(() => isAlive(port));
    starting.signal('SIGTERM');
    expect((await starting.ended).code).to.equal(0);
  });

  it('has commands wait, who say so on standard error', async () => {
    const environment = { DATA_DIR: folder, EVENTSTOREDB_URL: log.url };
    const replaying = commandUnderWay(['replay', '--json'], environment);
    await until(() => /Trying again in 0\.\d s\./.test(replaying.complained()));
    await log.restart();
    const { code, stderr } = await replaying.ended;
    expect(code, stderr).to.equal(0);
  });
});
