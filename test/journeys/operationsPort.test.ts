import { expect } from 'chai';
import { createServer, type AddressInfo } from 'node:net';
import { temporaryFolder } from '../support/disk/temporaryFolder.ts';
import { startEventStoreDb } from '../support/eventstoredb/server.ts';
import { Hansard } from '../support/hansard.ts';
import { serverRefusing, startOf } from '../support/process.ts';
import { freePort } from '../support/ports.ts';
import { until } from '../support/waiting.ts';

const request = async (port: number | string | undefined, path: string) => {
  const answer = await fetch(`http://127.0.0.1:${port}${path}`);
  const type = answer.headers.get('content-type') ?? '';
  const body = type.startsWith('application/json') ? ((await answer.json()) as object) : await answer.text();
  return { status: answer.status, body };
};

describe('a server with a port for operations', () => {
  it('tells details there, and at the public port only whether it is alive and ready', async () => {
    const hansard = await Hansard.start({ environment: { OPERATIONS_PORT: '0' } });
    const { port, operationsPort } = hansard.app;
    expect(await request(port, '/health/live')).to.deep.equal({ status: 200, body: { status: 'live' } });
    expect(await request(port, '/health/ready')).to.deep.equal({ status: 200, body: { status: 'ready' } });
    expect((await request(port, '/metrics')).status).to.equal(404);
    expect((await request(operationsPort, '/health/live')).body).to.deep.equal({ status: 'live' });
    const ready = await request(operationsPort, '/health/ready');
    expect(ready.body).to.include({ status: 'ready' }).and.to.have.property('projections').that.is.not.empty;
    const metrics = await request(operationsPort, '/metrics?x=1');
    expect(metrics.body)
      .to.include('\nhansard_ready 1\n')
      .and.match(/^hansard_stream_events\{stream="server"\} /m);
    expect((await request(operationsPort, '/api/v1/server_settings')).status).to.equal(404);
    await hansard.stop();
    expect(await request(operationsPort, '/health/live').catch(() => 'closed')).to.equal('closed');
  });

  it('waits for its engines at both ports, with the reason at that one only', async () => {
    const { folder, remove } = await temporaryFolder();
    const log = await startEventStoreDb();
    log.kill();
    const [port, operations] = [await freePort(), await freePort()];
    const environment = {
      PORT: port,
      OPERATIONS_PORT: operations,
      DATA_DIR: folder,
      EVENTSTOREDB_URL: log.url,
    };
    const starting = startOf(environment);
    await until(() => request(operations, '/health/live').catch(() => undefined));
    expect((await request(port, '/health/ready')).body).to.deep.equal({ status: 'not ready' });
    expect((await request(operations, '/health/ready')).body)
      .to.have.property('reasons')
      .with.length(1);
    starting.signal('SIGTERM');
    expect((await starting.ended).code).to.equal(0);
    await remove();
  });

  it('says in one sentence that the port is taken, or the same as the other', async () => {
    const { folder, remove } = await temporaryFolder();
    const other = createServer();
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    const taken = String((other.address() as AddressInfo).port);
    const refused = await serverRefusing({ PORT: '0', DATA_DIR: folder, OPERATIONS_PORT: taken });
    expect(refused.code).to.equal(1);
    expect(refused.stderr).to.match(
      new RegExp(`^OPERATIONS_PORT ${taken} cannot be used: .*EADDRINUSE.*\\.\\n$`),
    );
    const same = await serverRefusing({ PORT: '9', DATA_DIR: folder, OPERATIONS_PORT: '9' });
    expect([same.code, same.stderr]).to.deep.equal([2, 'OPERATIONS_PORT must not be PORT.\n']);
    other.close();
    await remove();
  });
});
