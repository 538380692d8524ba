import { expect } from 'chai';
import { answering, opened, pushKey, pushToken, TestBouncer } from '../support/bouncer.ts';
import { Hansard, type Person } from '../support/hansard.ts';
import { MovedClock } from '../support/movedClock.ts';
import { things } from '../support/makers.ts';
import { undisturbed } from '../support/undisturbed.ts';
import { until } from '../support/waiting.ts';

type Payload = Readonly<Record<string, unknown>>;

describe('what is pushed', () => {
  const clock = new MovedClock();
  let bouncer: TestBouncer;
  let hansard: Hansard;
  let owner: Person;
  let mia: Person;
  let zoe: Person;
  let channel: number;
  /** Each person's device has a key of its own. */
  const keys = new Map<number, string>();

  before(async () => {
    bouncer = await TestBouncer.start();
    hansard = await Hansard.start({ clock, environment: { PUSH_BOUNCER_URL: bouncer.url } });
    owner = await hansard.owner();
    mia = await hansard.account('Mia');
    zoe = await hansard.account('Zoe');
    for (const person of [mia, zoe]) await giveDevice(person);
    const principals = [mia.userId, zoe.userId];
    channel = await things.channel.make(owner, { name: 'design', principals });
    await owner.post('/users/me/subscriptions', { subscriptions: [{ name: 'secret' }], invite_only: true });
  });
  after(async () => {
    await hansard.stop();
    await bouncer.stop();
  });
  beforeEach(async () => {
    await hansard.settled();
    bouncer.mood = (_heard, response) => void response.end();
    bouncer.heard.splice(0);
  });

  async function giveDevice(person: Person): Promise<void> {
    const { device_id } = (await person.post('/register_client_device')).body;
    const key = { push_key_id: person.userId, push_key: pushKey(person.userId) };
    await person.post('/mobile_push/register', { device_id, ...key, ...pushToken() });
    await hansard.settled();
    keys.set(device_id as number, key.push_key);
  }

  const sendAndSettle = async (by: Person, message: Payload): Promise<number> => {
    const { status, body } = await by.post('/messages', message);
    expect(status, JSON.stringify(body)).to.equal(200);
    return body.id as number;
  };
  let topics = 0;
  /** In a topic that nobody follows yet, as those do who are called there. */
  const inChannel = (content: string, topic = `topic ${(topics += 1)}`) =>
    sendAndSettle(owner, { type: 'channel', to: channel, topic, content });
  const directly = (content: string) => sendAndSettle(owner, { type: 'direct', to: [mia.userId], content });

  /** What devices have been told since the last look, as they read it. */
  async function pushed(): Promise<readonly Payload[]> {
    await hansard.settled();
    const notifications = bouncer.heard.splice(0).flatMap(({ payload: told }) => told.notifications ?? []);
    return Promise.all(notifications.map((one) => opened(one, keys.get(one.device_id)!)));
  }
  const toWhom = async (): Promise<readonly unknown[]> => (await pushed()).map(({ user_id }) => user_id);

  it('is a direct message, to everybody but who sent it', async () => {
    const messageId = await directly('See **this** :smile: & ||more');
    const [payload, ...others] = await pushed();
    expect(others).to.deep.equal([]);
    expect(payload).to.deep.equal({
      realm_name: 'Hansard',
      realm_url: 'https://chat.example.com',
      user_id: mia.userId,
      sender_id: owner.userId,
      sender_full_name: 'Owner',
      sender_avatar_url: payload!.sender_avatar_url,
      type: 'message',
      content: 'See this 😄 & ||more',
      message_id: messageId,
      time: payload!.time,
      recipient_type: 'direct',
      recipient_user_ids: [owner.userId, mia.userId],
    });
    expect(payload!.time).to.be.closeTo(clock.now() / 1000, 60);
    expect(payload!.sender_avatar_url).to.match(/^https:/);
  });

  it('is what calls somebody by name, also in a channel that he does not follow and may read', async () => {
    const messageId = await inChannel('Ask @**Mia**.', 'logo');
    const [payload, ...others] = await pushed();
    expect(others).to.deep.equal([]);
    expect(payload).to.deep.include({
      user_id: mia.userId,
      recipient_type: 'channel',
      channel_id: channel,
      channel_name: 'design',
      topic: 'logo',
      content: 'Ask @Mia.',
      message_id: messageId,
    });
    const secret = (await owner.get('/get_stream_id', { stream: 'secret' })).body.stream_id;
    await sendAndSettle(owner, { type: 'channel', to: secret, topic: 'x', content: 'Not for @**Mia**.' });
    expect(await toWhom()).to.deep.equal([]);
  });

  it('is not what calls nobody, or calls silently', async () => {
    await inChannel('Nobody in particular.');
    await inChannel('Like @_**Mia** said.');
    expect(await toWhom()).to.deep.equal([]);
  });

  it('is what calls somebody since it was edited, and only him', async () => {
    const data = { stream_id: channel, property: 'push_notifications', value: true };
    await zoe.post('/users/me/subscriptions/properties', { subscription_data: [data] });
    const messageId = await inChannel('Ask somebody.');
    expect(await toWhom()).to.deep.equal([zoe.userId]);
    const { status } = await owner.patch(`/messages/${messageId}`, { content: 'Ask @**Mia**.' });
    expect(status).to.equal(200);
    const [payload, ...others] = await pushed();
    expect(others).to.deep.equal([]);
    const expected = {
      user_id: mia.userId,
      content: 'Ask @Mia.',
      message_id: messageId,
      sender_id: owner.userId,
    };
    expect(payload).to.deep.include(expected);
    await owner.patch(`/messages/${messageId}`, { content: 'Do ask @**Mia**.' });
    expect(await toWhom()).to.deep.equal([]);
    await mia.post('/messages/flags', { messages: [messageId], op: 'add', flag: 'read' });
    expect((await pushed()).map(({ type }) => type)).to.deep.equal(['remove']);
    const off = { ...data, value: false };
    await zoe.post('/users/me/subscriptions/properties', { subscription_data: [off] });
  });

  it('is what calls a group, which is named', async () => {
    const members = [mia.userId];
    const groupId = await things.group.make(owner, { name: 'designers', members });
    await inChannel('Hello @*designers*.', '');
    const [payload] = await pushed();
    expect(payload).to.deep.include({
      user_id: mia.userId,
      topic: 'general chat',
      mentioned_user_group_id: groupId,
      mentioned_user_group_name: 'designers',
    });
  });

  it('is what calls everybody, to who wants that', async () => {
    await inChannel('Hello @**all**.');
    expect(await toWhom()).to.have.members([mia.userId, zoe.userId]);
    await zoe.patch('/settings', { wildcard_mentions_notify: false });
    await inChannel('Hello @**all**.');
    expect(await toWhom()).to.deep.equal([mia.userId]);
    const requested = { stream_id: channel, property: 'wildcard_mentions_notify' };
    const set = (person: Person, value: boolean) =>
      person.post('/users/me/subscriptions/properties', { subscription_data: [{ ...requested, value }] });
    await set(zoe, true);
    await set(mia, false);
    await inChannel('Hello @**all**.');
    expect(await toWhom()).to.deep.equal([zoe.userId]);
    await set(mia, true);
  });

  it('is not what calls everybody where somebody has muted the topic', async () => {
    const mute = { stream_id: channel, topic: 'noise', visibility_policy: 1 };
    await zoe.post('/user_topics', mute);
    await inChannel('Hello @**all**.', 'noise');
    expect(await toWhom()).to.deep.equal([mia.userId]);
    await inChannel('Hello @**Zoe**.', 'noise');
    expect(await toWhom()).to.deep.equal([zoe.userId]);
  });

  it('is all that is said in a channel, or in a topic, to who has asked for that', async () => {
    const data = { stream_id: channel, property: 'push_notifications', value: true };
    await zoe.post('/users/me/subscriptions/properties', { subscription_data: [data] });
    await inChannel('Something.');
    expect(await toWhom()).to.deep.equal([zoe.userId]);
    await mia.post('/user_topics', { stream_id: channel, topic: 'followed', visibility_policy: 3 });
    await inChannel('Something.', 'followed');
    expect(await toWhom()).to.have.members([mia.userId, zoe.userId]);
    const off = { ...data, value: false };
    await zoe.post('/users/me/subscriptions/properties', { subscription_data: [off] });
    await mia.patch('/settings', { enable_followed_topic_push_notifications: false });
    await inChannel('Something.', 'followed');
    expect(await toWhom()).to.deep.equal([]);
    await mia.patch('/settings', { enable_stream_push_notifications: true });
    await inChannel('Something.');
    expect(await toWhom()).to.deep.equal([mia.userId]);
    await mia.patch('/settings', { enable_stream_push_notifications: false });
  });

  it('is nothing to who wants no pushes', async () => {
    await mia.patch('/settings', { enable_offline_push_notifications: false });
    await directly('Hello.');
    await inChannel('Hello @**Mia**.');
    expect(await toWhom()).to.deep.equal([]);
    await mia.patch('/settings', { enable_offline_push_notifications: true });
  });

  it('is nothing to who is there, and wants nothing then', async () => {
    await mia.patch('/settings', { enable_online_push_notifications: false });
    await directly('Are you there?');
    expect(await toWhom()).to.deep.equal([mia.userId]);
    await mia.post('/users/me/presence', { status: 'active', ping_only: true });
    await directly('Hello.');
    expect(await toWhom()).to.deep.equal([]);
    clock.advance(201_000);
    await hansard.settled();
    await directly('Are you still there?');
    expect(await toWhom()).to.deep.equal([mia.userId]);
    await mia.patch('/settings', { enable_online_push_notifications: true });
  });

  it('is taken back once it has been read, or deleted', async () => {
    const first = await directly('One.');
    const second = await directly('Two.');
    await pushed();
    await mia.post('/messages/flags', { messages: [first], op: 'add', flag: 'read' });
    expect(await pushed()).to.deep.equal([
      {
        realm_name: 'Hansard',
        realm_url: 'https://chat.example.com',
        user_id: mia.userId,
        type: 'remove',
        message_ids: [first],
      },
    ]);
    await owner.delete(`/messages/${second}`);
    const [payload] = await pushed();
    expect(payload).to.deep.include({ type: 'remove', user_id: mia.userId, message_ids: [second] });
    await mia.post('/messages/flags', { messages: [first, second], op: 'add', flag: 'read' });
    expect(await pushed()).to.deep.equal([]);
  });

  it('is taken back also where it is read while it is being pushed', async () => {
    let letGo = (): void => {};
    bouncer.mood = (_heard, response) => void (letGo = () => response.end());
    const messageId = await directly('Read at once.');
    await until(() => bouncer.heard.length > 0, 1);
    await mia.post('/messages/flags', { messages: [messageId], op: 'add', flag: 'read' });
    await hansard.app.projections.caughtUp();
    bouncer.mood = (_heard, response) => void response.end();
    letGo();
    expect((await pushed()).map(({ type }) => type)).to.deep.equal(['message', 'remove']);
  });

  it('goes on while the bouncer has not answered yet', async () => {
    const held: (() => void)[] = [];
    bouncer.mood = (_heard, response) => void held.push(() => response.end());
    for (let message = 0; message < 5; message += 1) await directly(`Message ${message}`);
    await until(() => bouncer.heard.length >= 5, 1);
    held.forEach((letGo) => letGo());
    expect(await pushed()).to.have.length(5);
  });

  it('waits for a bouncer that is gone, and holds up nobody', async () => {
    const keep = bouncer.mood;
    bouncer.mood = (_heard, response) => void response.destroy();
    const began = undisturbed();
    const messageId = await directly('Are you there?');
    expect(undisturbed() - began).to.be.below(1_000);
    await until(() => bouncer.heard.length >= 2);
    const [one, other] = bouncer.notifications;
    expect(one!.id).to.equal(other!.id);
    bouncer.heard.splice(0);
    bouncer.mood = keep;
    expect((await pushed()).map(({ message_id }) => message_id)).to.deep.equal([messageId]);
  });

  it('is nothing that has been read while the bouncer was gone, and nothing that is an hour old', async () => {
    for (const outdated of [
      (messageId: number) => mia.post('/messages/flags', { messages: [messageId], op: 'add', flag: 'read' }),
      async () => clock.advance(61 * 60 * 1000),
    ]) {
      bouncer.mood = (_heard, response) => void response.destroy();
      await outdated(await directly('Too late.'));
      await hansard.settled();
      bouncer.heard.splice(0);
      bouncer.mood = (_heard, response) => void response.end();
      expect(await pushed()).to.deep.equal([]);
    }
  });

  it('is given up where the bouncer refuses it, and the next one is pushed', async () => {
    bouncer.mood = answering(403);
    await directly('Refused.');
    await hansard.settled();
    bouncer.mood = (_heard, response) => void response.end();
    bouncer.heard.splice(0);
    const messageId = await directly('Taken.');
    expect((await pushed()).map(({ message_id }) => message_id)).to.deep.equal([messageId]);
  });
});
