import { expect } from 'chai';
import { hangingUp, newPushDevice, opened, pushKey, TestBouncer } from '../support/bouncer.ts';
import { temporaryFolder } from '../support/disk/temporaryFolder.ts';
import { OWNER_PASSWORD, type Person } from '../support/hansard.ts';
import { ServerProcess } from '../support/process.ts';
import { repetitions } from '../support/repetitions.ts';
import { randomMoment, until } from '../support/waiting.ts';

const KILLS = repetitions(20);
const MESSAGES = 20;

describe('a server that is killed while it pushes', () => {
  let folder: string;
  let remove: () => Promise<void>;
  let bouncer: TestBouncer;
  let server: ServerProcess;
  let owner: Person;
  let mia: Person;

  before(async () => {
    ({ folder, remove } = await temporaryFolder());
    bouncer = await TestBouncer.start();
    await start();
    owner = await server.login();
    const account = { email: 'mia@example.com', full_name: 'Mia', password: OWNER_PASSWORD };
    await owner.post('/users', account);
    mia = await server.login(account.email, account.password);
  });
  after(async () => {
    await server.kill();
    await bouncer.stop();
    await remove();
  });

  async function start(): Promise<void> {
    server = await ServerProcess.start(folder, { PUSH_BOUNCER_URL: bouncer.url });
    [owner, mia] = [owner, mia].map((person) => person && server.known(person)) as [Person, Person];
  }

  it('makes a device known to the bouncer all the same', async () => {
    bouncer.mood = hangingUp;
    const device_id = await newPushDevice((path, fields) => mia.post(path, { ...fields }));
    await until(() => bouncer.heard.length > 0, 1);
    await server.kill();
    bouncer.mood = (_heard, response) => void response.end();
    await start();
    const test = () => mia.post('/mobile_push/e2ee/test_notification', { device_id });
    await until(async () => (await test()).body.code !== 'NO_ACTIVE_PUSH_DEVICE');
    expect((await test()).body.result).to.equal('success');
  });

  it(`pushes every message, and each under one ID, whenever it is killed (${KILLS} times)`, async () => {
    bouncer.heard.splice(0);
    const sent: number[] = [];
    for (let kill = 0; kill < KILLS; kill += 1) {
      let isKilled = false;
      const before = sent.length;
      const killing = until(() => sent.length > before + 1, 1)
        .then(() => randomMoment(200))
        .then(() => {
          isKilled = true;
          return server.kill();
        });
      for (let message = 0; message < MESSAGES && !isKilled; message += 1) {
        const content = `Message ${message} of round ${kill}`;
        const direct = { type: 'direct', to: [mia.userId], content };
        const answer = await owner.post('/messages', direct).catch(() => undefined);
        if (answer?.status === 200) sent.push(answer.body.id as number);
      }
      await killing;
      await start();
    }
    await expectPushed(sent);
  });

  /** Which IDs of notifications each message was pushed under. */
  async function pushedMessages(): Promise<ReadonlyMap<number, ReadonlySet<string>>> {
    const pushed = new Map<number, Set<string>>();
    for (const notification of bouncer.notifications) {
      const { message_id: messageId } = await opened(notification, pushKey(7));
      const ids = pushed.get(messageId as number) ?? new Set();
      pushed.set(messageId as number, ids.add(notification.id));
    }
    return pushed;
  }

  async function expectPushed(sent: readonly number[]): Promise<void> {
    await until(async () => {
      const pushed = await pushedMessages();
      return sent.every((messageId) => pushed.has(messageId));
    }, 100);
    const pushed = await pushedMessages();
    expect(sent.length).to.be.greaterThan(KILLS);
    expect([...pushed.values()].filter((ids) => ids.size !== 1)).to.deep.equal([]);
  }
});
