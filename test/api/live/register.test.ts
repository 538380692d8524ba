/** POST /register: the queue and what a client that starts is told. */
import { expect } from 'chai';
import { snapshotFields } from '../../../src/live/translation/shapes.ts';
import { Hansard, type Person } from '../../support/hansard.ts';

type Body = Record<string, unknown>;
type Events = readonly (Body & { readonly id: number; readonly type: string })[];

const ALWAYS = [
  'result',
  'msg',
  'queue_id',
  'last_event_id',
  'idle_queue_timeout_secs',
  'service_version',
  'service_merge_base',
  'service_feature_level',
];

describe('registering an event queue', () => {
  let hansard: Hansard;
  let owner: Person;
  let ann: Person;
  let channelId: number;

  before(async () => {
    hansard = await Hansard.start({ environment: { WEB_PUBLIC_CHANNELS: 'on' } });
    owner = await hansard.owner();
    ann = await hansard.person('Ann Example');
    await owner.post('/users/me/subscriptions', {
      subscriptions: [{ name: 'design', description: 'Looks' }],
      principals: [ann.userId, owner.userId],
    });
    channelId = (await owner.get('/get_stream_id', { stream: 'design' })).body.stream_id as number;
  });
  after(() => hansard.stop());

  const register = async (person: Person, fields: Body = {}): Promise<Body> => {
    const ask = () => person.post('/register', fields);
    let answer = await ask();
    for (let again = 0; again < 5 && answer.status === 503; again += 1) answer = await ask();
    expect(answer.status, JSON.stringify(answer.body)).to.equal(200);
    return answer.body;
  };
  const eventsOf = async (person: Person, { queue_id, last_event_id }: Body): Promise<Events> => {
    const { body } = await person.get('/events', { queue_id, last_event_id, dont_block: true });
    return body.events as Events;
  };
  const send = async (person: Person, content: string): Promise<number> =>
    (await person.post('/messages', { type: 'channel', to: 'design', topic: 'colours', content })).body
      .id as number;

  it('tells of what happens after it, and of nothing before', async () => {
    await send(owner, 'before');
    const queue = await register(ann, { event_types: ['message'], apply_markdown: true });
    expect(Object.keys(queue)).to.include.members(ALWAYS);
    expect(queue.max_message_id).to.be.a('number');
    expect(await eventsOf(ann, queue)).to.deep.equal([]);
    const id = await send(owner, '*after*');
    const [event, ...more] = await eventsOf(ann, queue);
    expect(more).to.deep.equal([]);
    expect(event?.type).to.equal('message');
    expect((event?.message as Body).id).to.equal(id);
    expect((event?.message as Body).content).to.equal('<p><em>after</em></p>');
  });

  for (const [type, shape] of Object.entries(snapshotFields)) {
    if (type === 'unread_msgs') continue;
    it(`tells every field of ${type}, and no other`, async () => {
      const body = await register(owner, { event_types: ['message'], fetch_event_types: [type] });
      expect(body).to.have.all.keys([...ALWAYS, ...Object.keys(shape)]);
    });
  }

  it('tells everything where nothing is chosen, and nothing where that is chosen', async () => {
    const all = Object.values(snapshotFields).flatMap((shape) => Object.keys(shape));
    const presence = ['presences', 'presence_last_update_id', 'server_timestamp'];
    expect(await register(owner)).to.have.all.keys([...new Set([...ALWAYS, ...all, ...presence])]);
    expect(await register(owner, { fetch_event_types: [] })).to.have.all.keys(ALWAYS);
  });

  it('leaves the older list of muted topics out where the newer one is chosen', async () => {
    const both = ['user_topic', 'muted_topics'];
    const { body: muted } = await ann.post('/user_topics', {
      stream_id: channelId,
      topic: 'Noise',
      visibility_policy: 1,
    });
    expect(muted.result).to.equal('success');
    const newer = await register(ann, { fetch_event_types: both });
    expect(newer).not.to.have.property('muted_topics');
    const [topic] = newer.user_topics as readonly Body[];
    expect(topic).to.include({ stream_id: channelId, topic_name: 'Noise', visibility_policy: 1 });
    const older = await register(ann, { fetch_event_types: ['muted_topics'] });
    expect(older.muted_topics).to.deep.equal([['design', 'Noise', topic?.last_updated]]);
    const queue = await register(ann, { event_types: ['muted_topics'] });
    await ann.post('/user_topics', { stream_id: channelId, topic: 'Noise', visibility_policy: 0 });
    expect((await eventsOf(ann, queue)).map((event) => event.muted_topics)).to.deep.equal([[]]);
  });

  it('does not name a channel that one may not know any more among muted topics', async () => {
    const secret = { subscriptions: [{ name: 'secret plans' }], invite_only: true };
    await owner.post('/users/me/subscriptions', { ...secret, principals: [owner.userId, ann.userId] });
    const { stream_id: id } = (await owner.get('/get_stream_id', { stream: 'secret plans' })).body;
    await ann.post('/user_topics', { stream_id: id, topic: 'hush', visibility_policy: 1 });
    const types = { event_types: ['muted_topics'], fetch_event_types: ['muted_topics'] };
    expect(JSON.stringify(await register(ann, types))).to.include('secret plans');
    await owner.delete('/users/me/subscriptions', {
      subscriptions: ['secret plans'],
      principals: [ann.userId],
    });
    const queue = await register(ann, types);
    expect(JSON.stringify(queue)).not.to.include('secret plans');
    expect((await register(ann, { fetch_event_types: ['user_topic'] })).user_topics).to.deep.equal([]);
    await ann.post('/user_topics', { stream_id: channelId, topic: 'else', visibility_policy: 1 });
    const [event] = await eventsOf(ann, queue);
    expect(event?.muted_topics).to.have.length(1);
    expect(JSON.stringify(event)).not.to.include('secret plans');
  });

  it('tells of unread, starred and direct messages', async () => {
    const inChannel = await send(owner, 'hear @**Ann Example**');
    const direct = (await owner.post('/messages', { type: 'direct', to: [ann.userId], content: 'psst' })).body
      .id as number;
    await ann.post('/messages/flags', { messages: [direct], op: 'add', flag: 'starred' });
    const types = ['message', 'update_message_flags', 'starred_messages', 'recent_private_conversations'];
    const body = await register(ann, { fetch_event_types: types });
    const unread = body.unread_msgs as Body & {
      readonly pms: readonly Body[];
      readonly streams: readonly (Body & { readonly unread_message_ids: readonly number[] })[];
    };
    const fromOwner = { other_user_id: owner.userId, sender_id: owner.userId, unread_message_ids: [direct] };
    expect(unread.pms).to.deep.include(fromOwner);
    const [topic] = unread.streams;
    expect(topic).to.include({ stream_id: channelId, topic: 'colours' });
    expect(topic?.unread_message_ids).to.include(inChannel);
    expect(unread.mentions).to.deep.equal([inChannel]);
    const listed = [...unread.pms, ...unread.streams].flatMap((group) => group.unread_message_ids);
    expect(unread.count).to.equal(listed.length);
    expect(unread.old_unreads_missing).to.equal(false);
    expect(body.starred_messages).to.deep.equal([direct]);
    expect(body.max_message_id).to.equal(direct);
    expect(body.recent_private_conversations).to.deep.include({
      user_ids: [owner.userId],
      max_message_id: direct,
    });
  });

  it('shows subscriptions with their colours, and channels that one has left or never followed', async () => {
    await owner.post('/users/me/subscriptions', { subscriptions: [{ name: 'other' }] });
    await ann.post('/users/me/subscriptions', { subscriptions: [{ name: 'left' }] });
    await ann.delete('/users/me/subscriptions', { subscriptions: ['left'] });
    await ann.post('/users/me/subscriptions/properties', {
      subscription_data: [{ stream_id: channelId, property: 'color', value: '#123456' }],
    });
    const body = await register(ann, { fetch_event_types: ['subscription'], include_subscribers: true });
    const named = (list: unknown) => new Map((list as Body[]).map((channel) => [channel.name, channel]));
    const followed = named(body.subscriptions).get('design');
    expect(followed).to.include({ color: '#123456', is_muted: false, in_home_view: true });
    expect(followed?.subscribers).to.have.members([owner.userId, ann.userId]);
    expect(followed?.desktop_notifications).to.equal(false);
    expect(named(body.unsubscribed).has('left')).to.equal(true);
    expect(named(body.never_subscribed).has('other')).to.equal(true);
    const bare = await register(ann, {
      fetch_event_types: ['subscription'],
      client_capabilities: { notification_settings_null: true, something_new: true },
    });
    const plain = named(bare.subscriptions).get('design');
    expect(plain).not.to.have.property('subscribers');
    expect(plain?.desktop_notifications).to.equal(null);
  });

  it('takes narrows in both forms, and bots have what they are set up to', async () => {
    for (const narrow of [[['channel', 'Design']], [{ operator: 'stream', operand: 'design' }]]) {
      const queue = await register(owner, { event_types: ['message'], narrow });
      const id = await send(ann, 'narrowed');
      await ann.post('/messages', { type: 'direct', to: [owner.userId], content: 'elsewhere' });
      const messages = (await eventsOf(owner, queue)).map((event) => (event.message as Body).id);
      expect(messages).to.deep.equal([id]);
    }
  });

  it('loses and repeats no message that is sent while it registers', async () => {
    const types = ['message', 'update_message_flags'];
    const sending = Array.from({ length: 60 }, (_, index) => send(owner, `Number ${index}`));
    const queues = await Promise.all(Array.from({ length: 12 }, () => register(ann, { event_types: types })));
    const sent = await Promise.all(sending);
    for (const queue of queues) {
      const { streams } = queue.unread_msgs as { streams: { unread_message_ids: number[] }[] };
      const unread = streams.flatMap(({ unread_message_ids: ids }) => ids).filter((id) => sent.includes(id));
      const messageIds = (await eventsOf(ann, queue)).map(({ message }) => (message as Body).id as number);
      expect([...unread, ...messageIds].sort((one, other) => one - other)).to.deep.equal(
        [...sent].sort((one, other) => one - other),
      );
    }
  });

  it('loses and repeats no change of its own settings that is made while it registers', async () => {
    const types = ['scheduled_messages', 'user_topic', 'channel_folder'];
    const schedule = (index: number) =>
      ann.post('/scheduled_messages', {
        type: 'channel',
        to: channelId,
        topic: 'later',
        content: `Number ${index}`,
        scheduled_delivery_timestamp: 4_000_000_000 + index,
      });
    const scheduling = Promise.all(Array.from({ length: 30 }, (_, index) => schedule(index)));
    const fetched = { event_types: types, fetch_event_types: [...types, 'channel_folders'] };
    const queues = await Promise.all(Array.from({ length: 6 }, () => register(ann, fetched)));
    const ids = (await scheduling).map(({ body }) => body.scheduled_message_id as number);
    for (const queue of queues) {
      const listed = (queue.scheduled_messages as Body[]).map((each) => each.scheduled_message_id as number);
      const received = (await eventsOf(ann, queue))
        .flatMap((event) => event.scheduled_messages as Body[])
        .map((each) => each.scheduled_message_id as number);
      expect([...listed, ...received].sort((one, other) => one - other)).to.deep.equal(
        [...ids].sort((one, other) => one - other),
      );
    }
  });

  const refused: readonly (readonly [Body, string])[] = [
    [{ narrow: [['near', '1']] }, 'Operator near not supported.'],
    [{ narrow: [{ operator: 'is', operand: 'dm', negated: true }] }, 'narrow'],
    [{ narrow: [['topic', 'x'.repeat(1_996)]] }, 'narrow is too long'],
    [{ narrow: Array.from({ length: 21 }, () => ['topic', 'x']) }, 'narrow'],
    [{ event_types: Array.from({ length: 101 }, () => 'message') }, 'event_types'],
    [{ client_capabilities: { empty_topic_name: true } }, 'client_capabilities'],
    [{ include_subscribers: 'some' }, 'include_subscribers'],
    [{ idle_queue_timeout: 'often' }, 'idle_queue_timeout'],
    [{ idle_queue_timeout: 0 }, 'idle_queue_timeout'],
  ];
  for (const [fields, msg] of refused) {
    it(`refuses ${JSON.stringify(fields).slice(0, 60)}`, async () => {
      const { status, body } = await owner.post('/register', fields);
      expect([status, body.result]).to.deep.equal([400, 'error']);
      expect(body.msg).to.include(msg);
    });
  }

  it('takes as many types and terms as there may be', async () => {
    await register(owner, {
      event_types: Array.from({ length: 100 }, (_, index) => `unknown ${index}`),
      fetch_event_types: [],
      narrow: Array.from({ length: 20 }, () => ['topic', 'x'.repeat(95)]),
    });
  });

  for (const [sent, announced] of [
    [undefined, 600],
    [null, 600],
    ['mobile', 43_200],
    ['"mobile"', 43_200],
    [1_800, 1_800],
    [43_201, 43_200],
  ] as const) {
    it(`announces ${announced} seconds for ${String(sent)}`, async () => {
      const parameters = sent === undefined ? {} : { idle_queue_timeout: sent };
      const body = await register(owner, { ...parameters, fetch_event_types: [] });
      expect(body.idle_queue_timeout_secs).to.equal(announced);
    });
  }

  it('has a queue ID that fits into a URL whatever is registered for', async () => {
    const body = await register(owner, {
      event_types: Array.from({ length: 100 }, (_, index) => `unknown ${index}`),
      narrow: [['topic', 'x'.repeat(1_900)]],
    });
    expect(String(body.queue_id).length).to.be.below(6_000);
  });
});
