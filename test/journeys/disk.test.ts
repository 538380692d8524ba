import { expect } from 'chai';
import { buildDiskFaults, type DiskFaults, missingForDiskFaults } from '../support/disk/faults.ts';
import { temporaryFolder } from '../support/disk/temporaryFolder.ts';
import { sendFiles } from '../api/uploads.ts';
import type { Person } from '../support/hansard.ts';
import { ServerProcess } from '../support/process.ts';
import { recordedMessages } from '../support/recorded.ts';
import { distinctSends, isAcknowledged, type Send, Senders } from '../support/sending.ts';
import { sleep, until } from '../support/waiting.ts';

const missing = await missingForDiskFaults();

describe(`a server on a failing disk${missing ? ` (skipped: needs ${missing})` : ''}`, () => {
  let faults: DiskFaults;
  let folder: string;
  let remove: () => Promise<void>;
  let server: ServerProcess;
  let owner: Person;
  let senders: Senders;

  before(async function () {
    if (missing) this.skip();
    faults = await buildDiskFaults();
  });
  after(() => faults?.remove());
  beforeEach(async () => {
    ({ folder, remove } = await temporaryFolder());
    server = await ServerProcess.start(folder, await faults.environment(folder));
    owner = await server.login();
    await owner.post('/users/me/subscriptions', { subscriptions: [{ name: 'general' }] });
    senders = new Senders({ url: server.url, person: owner, channel: 'general' }, 16);
  });
  afterEach(async () => {
    senders.close();
    await faults.end();
    await server.kill();
    await remove();
  });

  const sendsOf = async (name: string, count: number): Promise<readonly Send[]> => {
    const sends = distinctSends(name, count);
    await senders.sendAll(sends);
    return sends;
  };

  const expectRecordedOnce = (sends: readonly Send[]): void => {
    const recorded = recordedMessages(folder);
    const contentById = new Map(recorded.map(({ id, content }) => [id, content]));
    for (const { id, content } of sends.filter(isAcknowledged))
      expect(contentById.get(id!)).to.equal(content);
    expect(new Set(contentById.values()).size).to.equal(recorded.length);
  };

  it('acknowledges nothing once a flush has failed, ends with a non-zero code, and has kept the rest', async () => {
    const kept = await sendsOf('before', 200);
    expect(kept.every(isAcknowledged)).to.equal(true);
    await faults.begin('fsync');
    const refused = await sendsOf('after', 100);
    expect(refused.filter(isAcknowledged)).to.deep.equal([]);
    const { code, stderr } = await server.ended;
    expect(code, stderr).to.equal(1);
    await faults.end();
    server = await ServerProcess.start(folder);
    await server.ready();
    expectRecordedOnce(kept);
    const { body } = await server
      .known(owner)
      .get('/messages', { anchor: 'newest', num_before: 1_000, num_after: 0 });
    expect(body.messages).to.have.length(recordedMessages(folder).length);
  });

  it('asks to come back later while the disk is full, and goes on without a restart once there is room', async () => {
    const before = await sendsOf('before', 100);
    await faults.begin('full');
    const refused: Send[] = [];
    for (let round = 0; round < 4; round += 1) {
      refused.push(...(await sendsOf(`full ${round}`, 50)));
      await sleep(250);
    }
    expect(new Set(refused.map(({ status, code }) => `${status} ${code}`))).to.deep.equal(
      new Set(['503 SERVER_NOT_READY']),
    );
    for (const { retryAfter } of refused) expect(Number(retryAfter)).to.be.above(0);
    expect(server.hasEnded).to.equal(false);
    const reading = await owner.get('/messages', { anchor: 'newest', num_before: 10, num_after: 0 });
    expect(reading.status).to.be.oneOf([200, 503]);
    const full = await health();
    expect([full.status, full.reasons?.[0]]).to.deep.equal([503, 'The disk of the event log is full.']);
    const bytes = await sendFiles(server, owner, '/user_uploads', [{ bytes: 'Notes.' }]);
    expect([bytes.status, bytes.body.code]).to.deep.equal([503, 'SERVER_NOT_READY']);
    await faults.end();
    // Nobody writes: the server finds out by itself.
    await until(async () => (await health()).status === 200, 500);
    await recovered();
    const after = await sendsOf('after', 100);
    expect(after.every(isAcknowledged)).to.equal(true);
    await server.ready();
    const { body } = await owner.get('/messages', { anchor: 'newest', num_before: 1_000, num_after: 0 });
    const messageIds = (body.messages as readonly { id: number }[]).map(({ id }) => id);
    expect(messageIds).to.include.members([...before, ...after].map(({ id }) => id));
    const { code, stderr } = await server.stop();
    expect(code).to.equal(0);
    expect(stderr.split('"event":"log.disk_full"'), stderr).to.have.length(2);
    const uploads = stderr.split('\n').find((line) => line.includes('"route":"POST /user_uploads"'));
    expect(uploads).to.include('"event":"request.refused"').and.include('ENOSPC');
    expectRecordedOnce([...before, ...refused, ...after]);
  });

  const health = async (): Promise<{ readonly status: number; readonly reasons?: readonly string[] }> => {
    const answer = await fetch(`${server.url.replace('/api/v1', '')}/health/ready`);
    return { ...((await answer.json()) as { reasons?: readonly string[] }), status: answer.status };
  };

  /** Room on the disk is found out by trying: the first sends may still be refused. */
  const recovered = async (): Promise<void> => {
    let attempts = 0;
    await until(async () => (await sendsOf(`again ${(attempts += 1)}`, 1)).every(isAcknowledged), 500);
  };
});
