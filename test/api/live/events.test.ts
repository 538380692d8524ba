/** GET /events, its stream, DELETE /events, and what has no place in the log. */
import { expect } from 'chai';
import { Hansard, type Person } from '../../support/hansard.ts';
import { pollsWaiting } from '../../support/metrics.ts';

interface ClientEvent {
  readonly id: number;
  readonly type: string;
  readonly [field: string]: unknown;
}

interface Queue {
  readonly queue_id: string;
  readonly last_event_id: number;
}

describe('events over HTTP', () => {
  let hansard: Hansard;
  let owner: Person;
  let ann: Person;
  let channelId: number;

  before(async () => {
    hansard = await Hansard.start();
    owner = await hansard.owner();
    ann = await hansard.person('Ann Example');
    const principals = [ann.userId, owner.userId];
    await owner.post('/users/me/subscriptions', { subscriptions: [{ name: 'design' }], principals });
    await send('first');
    channelId = (await owner.get('/get_stream_id', { stream: 'design' })).body.stream_id as number;
  });
  after(() => hansard.stop());

  const send = (content: string, more: Record<string, unknown> = {}) =>
    owner.post('/messages', { type: 'channel', to: 'design', topic: 'colours', content, ...more });

  const register = async (person: Person, fields: Record<string, unknown> = {}): Promise<Queue> =>
    (await person.post('/register', { fetch_event_types: [], ...fields })).body as unknown as Queue;

  const poll = (person: Person, { queue_id, last_event_id }: Queue, more: Record<string, unknown> = {}) =>
    person.get('/events', { queue_id, last_event_id, ...more });

  const eventsOf = async (person: Person, queue: Queue): Promise<readonly ClientEvent[]> =>
    (await poll(person, queue, { dont_block: true })).body.events as readonly ClientEvent[];

  /** Resolves when so many polls and streams wait. */
  const parked = (count = 1) => pollsWaiting(hansard, count);

  it('end a poll that waits for them', async () => {
    const queue = await register(ann, { event_types: ['message'] });
    const waiting = poll(ann, queue);
    await parked();
    const { body: sent } = await send('now');
    const { body } = await waiting;
    expect(body.queue_id).to.equal(queue.queue_id);
    const [event] = body.events as readonly ClientEvent[];
    expect(event).to.have.nested.property('message.id', sent.id);
  });

  it('say which send they come of, to the queue that it names and to no other', async () => {
    const [mine, other] = [await register(owner), await register(owner)];
    await send('mine', { queue_id: mine.queue_id, local_id: '17.01' });
    const message = (events: readonly ClientEvent[]) => events.find(({ type }) => type === 'message');
    expect(message(await eventsOf(owner, mine))).to.have.property('local_message_id', '17.01');
    expect(message(await eventsOf(owner, other))).not.to.have.property('local_message_id');
  });

  it('need a queue that was registered, also where nobody waits', async () => {
    const answer = await ann.get('/events', { last_event_id: -1, dont_block: true });
    expect([answer.status, answer.body.msg]).to.deep.equal([400, "Missing 'queue_id' argument"]);
  });

  it('are refused under the ID of a queue that was deleted, that is somebody else’s, or none', async () => {
    const queue = await register(ann);
    expect((await poll(owner, queue, { dont_block: true })).body.code).to.equal('BAD_EVENT_QUEUE_ID');
    expect((await ann.delete('/events', { queue_id: queue.queue_id })).status).to.equal(200);
    const { body, status } = await poll(ann, queue, { dont_block: true });
    expect([status, body.code, body.queue_id]).to.deep.equal([400, 'BAD_EVENT_QUEUE_ID', queue.queue_id]);
    expect(body.msg).to.equal(`Bad event queue ID: ${queue.queue_id}`);
    const forged = { queue_id: 'none', last_event_id: -1 };
    expect((await poll(ann, forged)).body.code).to.equal('BAD_EVENT_QUEUE_ID');
  });

  it('are not waited for any more when their queue is deleted', async () => {
    const [polled, streamed] = [await register(ann), await register(ann)];
    const waiting = poll(ann, polled);
    const query = new URLSearchParams({ queue_id: streamed.queue_id });
    const following = fetch(`${hansard.url}/events/stream?${query}`, { headers: ann.headers });
    const ended = (await following).text().catch(() => 'cut');
    await parked(2);
    for (const { queue_id } of [polled, streamed]) await ann.delete('/events', { queue_id });
    const { status, body } = await waiting;
    expect([status, body.code, body.queue_id]).to.deep.equal([400, 'BAD_EVENT_QUEUE_ID', polled.queue_id]);
    expect(await ended).to.equal('cut');
  });

  it('are not waited for behind an ID that no event has had', async () => {
    const queue = await register(ann);
    const { body } = await poll(ann, { ...queue, last_event_id: queue.last_event_id + 10_000_000 });
    expect(body.msg).to.match(/^Event \d+ was not in this queue$/);
    const { queue_id, last_event_id: last } = queue;
    const stream = await ann.get('/events/stream', { queue_id, last_event_id: last + 10_000_000 });
    expect(stream.status).to.equal(400);
    expect(stream.body.msg).to.equal(body.msg);
  });

  it('come as a stream of server-sent events, which goes on where it was cut off', async () => {
    const queue = await register(ann, { event_types: ['message'] });
    const texts = async (last: string, count: number): Promise<readonly string[]> => {
      const leave = new AbortController();
      const query = new URLSearchParams({ queue_id: queue.queue_id });
      const headers = { ...ann.headers, 'last-event-id': last };
      const answer = await fetch(`${hansard.url}/events/stream?${query}`, { headers, signal: leave.signal });
      expect(answer.headers.get('content-type')).to.equal('text/event-stream');
      expect(answer.headers.get('x-accel-buffering')).to.equal('no');
      let text = '';
      for await (const chunk of answer.body!.pipeThrough(new TextDecoderStream())) {
        text += chunk;
        if (text.split('\n\n').filter((part) => part.includes('data:')).length >= count) break;
      }
      leave.abort();
      return text.split('\n\n').filter((part) => part.includes('data:'));
    };
    const following = texts(String(queue.last_event_id), 2);
    await send('streamed 1');
    await send('streamed 2');
    const [first] = await following;
    const id = /^id: (\d+)$/m.exec(first!)?.[1];
    const [second, ...more] = await texts(id!, 1);
    expect(more).to.deep.equal([]);
    expect(second).to.include('streamed 2').and.not.include('streamed 1');
  });

  it('tell who is writing to those who poll now, and to nobody who comes later', async () => {
    const queue = await register(ann, {
      event_types: ['typing'],
      client_capabilities: { notification_settings_null: true, stream_typing_notifications: true },
    });
    const typing = { op: 'start', type: 'stream', stream_id: channelId, topic: 'colours' };
    expect((await owner.post('/typing', typing)).status).to.equal(200);
    const [event] = await eventsOf(ann, queue);
    expect(event).to.deep.include({ type: 'typing', op: 'start', message_type: 'stream', topic: 'colours' });
    const again = await eventsOf(ann, queue);
    expect(again, 'not acknowledged').to.deep.equal([event]);
    expect(await eventsOf(ann, { ...queue, last_event_id: event!.id })).to.deep.equal([]);
    await send('between');
    expect(await eventsOf(ann, { ...queue, last_event_id: event!.id })).to.deep.equal([]);
  });

  it('tell only clients that understand it who is writing in a channel', async () => {
    const queue = await register(ann, { event_types: ['typing'] });
    await owner.post('/typing', { op: 'start', type: 'stream', stream_id: channelId, topic: 'colours' });
    await owner.post('/typing', { op: 'start', to: [ann.userId] });
    const events = await eventsOf(ann, queue);
    expect(events.map(({ message_type }) => message_type)).to.deep.equal(['direct']);
  });

  for (const [fields, text] of [
    [{ op: 'start' }, "Missing 'to' argument"],
    [{ op: 'start', to: [] }, "Empty 'to' list"],
    [{ op: 'start', type: 'stream', topic: 'x' }, 'Missing stream_id'],
    [{ op: 'start', type: 'stream', stream_id: 1 }, 'Missing topic'],
  ] as const)
    it(`are none of somebody writing who says only ${JSON.stringify(fields)}`, async () => {
      const { status, body } = await owner.post('/typing', fields);
      expect([status, body.msg]).to.deep.equal([400, text]);
    });

  it('end with the key under which they are waited for, and with the account', async () => {
    const eve = await hansard.person('Eve Example');
    const queue = await register(eve);
    const waiting = poll(eve, queue);
    await parked();
    await eve.post('/users/me/api_key/regenerate');
    expect((await waiting).body.code).to.equal('INVALID_API_KEY');
    const later = await hansard.login(eve.email, 'kiwi-lamp-42');
    const ending = poll(later, await register(later));
    await parked();
    await owner.delete(`/users/${later.userId}`);
    expect((await ending).status).to.be.oneOf([400, 401]);
  });
});

describe('polls', () => {
  let hansard: Hansard;
  let owner: Person;
  let bot: Person;
  const rules = { user: { requests: 20, seconds: 600 }, poll: { requests: 30, seconds: 600 } };

  before(async () => {
    hansard = await Hansard.start({ environment: { RATE_LIMITS: JSON.stringify(rules) } });
    owner = await hansard.owner();
    bot = await hansard.person('Ann Example');
  });
  after(() => hansard.stop());

  it('are counted by a limit of their own, and by what they are answered', async () => {
    const { body } = await bot.post('/register', { event_types: ['message'] });
    const { queue_id: queueId, last_event_id: last } = body;
    const poll = () => bot.get('/events', { queue_id: queueId, last_event_id: last, dont_block: true });
    for (let polls = 0; polls < 10; polls += 1) expect((await poll()).status).to.equal(200);
    expect((await bot.get('/users/me')).headers.get('x-ratelimit-remaining')).to.equal('18');
    const content = 'x'.repeat(9_900);
    for (let message = 0; message < 9; message += 1)
      await owner.post('/messages', { type: 'direct', to: [bot.userId], content });
    // More than 90 kB, less than 100 kB: nine polls more.
    expect((await poll()).headers.get('x-ratelimit-remaining')).to.equal('19');
    for (let left = 9; left >= 0; left -= 1) {
      const answer = await bot.get('/events', { queue_id: 'none', last_event_id: -1 });
      expect(answer.headers.get('x-ratelimit-remaining')).to.equal(String(left));
      expect(answer.body.code).to.equal('BAD_EVENT_QUEUE_ID');
    }
    const refused = await poll();
    expect([refused.status, refused.body.code]).to.deep.equal([429, 'RATE_LIMIT_HIT']);
    expect((await bot.get('/users/me')).status).to.equal(200);
  });
});
