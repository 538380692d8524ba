import { expect } from 'chai';
import { devicesOf } from '../../../src/organization/slices/credentials.ts';
import type { UserId } from '../../../src/base/ids.ts';
import { answering, opened, pushKey, pushToken, TestBouncer } from '../../support/bouncer.ts';
import { temporaryFolder } from '../../support/disk/temporaryFolder.ts';
import { Hansard, type Person } from '../../support/hansard.ts';
import { makeBot } from '../bots.ts';

const TEST = '/mobile_push/e2ee/test_notification';
const REGISTER = '/mobile_push/register';
const key = { push_key_id: 2408, push_key: pushKey(7) };

describe('the devices of people', () => {
  let bouncer: TestBouncer;
  let hansard: Hansard;
  let owner: Person;
  let member: Person;

  before(async () => {
    bouncer = await TestBouncer.start();
    const url = bouncer.url.replace('http://', 'http://chat:secret%20word@');
    hansard = await Hansard.start({ environment: { PUSH_BOUNCER_URL: `${url}/` } });
    owner = await hansard.owner();
    member = await hansard.account('Mia Member');
  });
  after(async () => {
    await hansard.stop();
    await bouncer.stop();
  });
  beforeEach(() => {
    bouncer.mood = (_heard, response) => void response.end();
    bouncer.heard.splice(0);
  });

  const newDevice = async (person: Person): Promise<number> =>
    (await person.post('/register_client_device')).body.device_id as number;

  /** A device that the bouncer knows. */
  async function activeDevice(person: Person, more: object = {}): Promise<number> {
    const device_id = await newDevice(person);
    const { status, body } = await person.post(REGISTER, { device_id, ...key, ...pushToken(), ...more });
    expect(status, JSON.stringify(body)).to.equal(200);
    await hansard.settled();
    return device_id;
  }

  const stateOf = (person: Person, deviceId: number) => {
    const { state } = hansard.app.lanes.bySubdomain('')!;
    return devicesOf(state, person.userId as UserId).find((device) => device.deviceId === deviceId)!;
  };

  it('are made known to the bouncer, which alone can read how they are reached', async () => {
    const token = pushToken();
    const deviceId = await activeDevice(member, token);
    const [heard, ...others] = bouncer.heard;
    expect(others).to.deep.equal([]);
    expect(heard).to.deep.equal({
      path: '/remotes/push/e2ee/register',
      authorization: `Basic ${Buffer.from('chat:secret word').toString('base64')}`,
      payload: {
        server: hansard.app.lanes.server.state.logId,
        realm_url: 'https://chat.example.com',
        device_id: deviceId,
        ...token,
      },
    });
    expect(stateOf(member, deviceId)).to.deep.include({ offered: null, errorCode: null });
    expect(stateOf(member, deviceId).token?.tokenId).to.equal(token.token_id);
  });

  it('receive a test notification that nobody else can read', async () => {
    const one = await activeDevice(owner);
    const other = await activeDevice(owner, { push_key: pushKey(8), push_key_id: 8 });
    bouncer.heard.splice(0);
    const { status, body } = await owner.post(TEST, { device_id: other });
    expect({ status, ...body }).to.deep.equal({ status: 200, result: 'success', msg: '' });
    const [notification, ...rest] = bouncer.notifications;
    expect(rest).to.deep.equal([]);
    expect(notification).to.include({ device_id: other, push_key_id: 8 });
    const read = await opened(notification!, pushKey(8));
    expect(read).to.deep.include({ type: 'test', user_id: owner.userId, realm_name: 'Hansard' });
    expect(read.time).to.be.closeTo(Date.now() / 1000, 60);
    await expectUnreadable(notification!, pushKey(7));
    bouncer.heard.splice(0);
    expect((await owner.post(TEST)).status).to.equal(200);
    expect(bouncer.notifications.map(({ device_id }) => device_id)).to.include.members([one, other]);
  });

  async function expectUnreadable(...[notification, wrong]: Parameters<typeof opened>): Promise<void> {
    const failure = await opened(notification, wrong).catch((error: unknown) => error);
    expect(failure).to.be.an('error');
  }

  it('are read with another key once they have one', async () => {
    const deviceId = await activeDevice(owner);
    const rotated = { push_key_id: 4_294_967_295, push_key: pushKey(9) };
    expect((await owner.post(REGISTER, { device_id: deviceId, ...rotated })).status).to.equal(200);
    await owner.post(TEST, { device_id: deviceId });
    const notification = bouncer.notifications.at(-1)!;
    expect(notification.push_key_id).to.equal(4_294_967_295);
    expect(await opened(notification, pushKey(9))).to.include({ type: 'test' });
  });

  it('change nothing when the same is said again', async () => {
    const token = pushToken();
    const deviceId = await activeDevice(owner, token);
    const { revision } = hansard.app.lanes.bySubdomain('')!.state;
    const again = await owner.post(REGISTER, { device_id: deviceId, ...key, ...token });
    expect(again.status).to.equal(200);
    expect(hansard.app.lanes.bySubdomain('')!.state.revision).to.equal(revision);
  });

  it('are refused with the bouncer’s own word, and may try again', async () => {
    bouncer.mood = answering(400, 'REQUEST_EXPIRED');
    const deviceId = await activeDevice(member);
    expect(stateOf(member, deviceId)).to.include({ errorCode: 'REQUEST_EXPIRED', token: null });
    expect((await member.post(TEST, { device_id: deviceId })).body.code).to.equal('NO_ACTIVE_PUSH_DEVICE');
    bouncer.mood = (_heard, response) => void response.end();
    expect((await member.post(REGISTER, { device_id: deviceId, ...pushToken() })).status).to.equal(200);
    await hansard.settled();
    expect((await member.post(TEST, { device_id: deviceId })).status).to.equal(200);
  });

  it('are tried again where the bouncer fails, or hangs up', async () => {
    let requestCount = 0;
    bouncer.mood = (heard, response) => {
      requestCount += 1;
      if (requestCount === 1) answering(503)(heard, response);
      else if (requestCount === 2) response.destroy();
      else response.end();
    };
    const deviceId = await activeDevice(member);
    expect(requestCount).to.equal(3);
    expect(stateOf(member, deviceId).token).to.not.equal(null);
  });

  it('go with the account', async () => {
    const person = await hansard.account('Gone Soon');
    await activeDevice(person);
    await owner.delete(`/users/${person.userId}`);
    await owner.post(`/users/${person.userId}/reactivate`);
    expect((await person.post(TEST)).body.code).to.equal('NO_ACTIVE_PUSH_DEVICE');
  });

  it('are for people', async () => {
    const bot = await makeBot(hansard, owner);
    for (const path of ['/register_client_device', REGISTER, '/remove_client_device', TEST]) {
      const { status, body } = await bot.post(path, { device_id: 1 });
      const refusal = 'This endpoint does not accept bot requests.';
      expect({ status, code: body.code, msg: body.msg }).to.deep.equal({
        status: 400,
        code: 'BAD_REQUEST',
        msg: refusal,
      });
    }
  });
});

describe('a server whose bouncer is gone', () => {
  it('tells an administrator to act, and registers nothing', async () => {
    const { folder, remove } = await temporaryFolder();
    const bouncer = await TestBouncer.start();
    const first = await Hansard.start({ folder, environment: { PUSH_BOUNCER_URL: bouncer.url } });
    const { key: apiKey, ...owner } = await first.owner();
    const { device_id } = (await (await first.owner()).post('/register_client_device')).body;
    await (await first.owner()).post(REGISTER, { device_id, ...key, ...pushToken() });
    await first.stop();
    await bouncer.stop();
    const second = await Hansard.start({ folder });
    const person = second.withKey({ ...owner, key: apiKey });
    const tested = await person.post(TEST);
    expect([tested.status, tested.body.code]).to.deep.equal([403, 'ADMIN_ACTION_REQUIRED']);
    const registered = await person.post(REGISTER, { device_id, ...key, ...pushToken() });
    expect([registered.status, registered.body.code]).to.deep.equal([400, 'PUSH_SERVICE_NOT_CONFIGURED']);
    await second.stop();
    const third = await Hansard.start({ folder, environment: { PUSH_BOUNCER_URL: bouncer.url } });
    const failed = await third.withKey({ ...owner, key: apiKey }).post(TEST);
    expect([failed.status, failed.body.code]).to.deep.equal([502, 'FAILED_TO_CONNECT_BOUNCER']);
    await third.stop();
    await remove();
  });
});
