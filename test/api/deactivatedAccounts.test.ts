import { expect } from 'chai';
import type { Hansard, Person } from '../support/hansard.ts';
import { MovedClock } from '../support/movedClock.ts';
import { makeBot } from './bots.ts';
import { startCast } from './cast.ts';
import { listIn } from './expected.ts';
import { pollsWaiting } from '../support/metrics.ts';
import { KEPT, KEPT_WORDS, things } from '../support/makers.ts';

const MINUTE = 60;
const PAGE = { 'x-requested-with': 'website', 'sec-fetch-site': 'same-origin' };

describe('what belongs to an account that is deactivated', () => {
  const clock = new MovedClock();
  let hansard: Hansard;
  let owner: Person;
  let leaver: Person;
  let bot: Person;
  let cookie: string;
  let queueId: string;
  let upload: string;

  before(async () => {
    ({ hansard, owner } = await startCast({ clock }));
    leaver = await hansard.person('Leaver', 200);
    const principals = [owner.userId, leaver.userId];
    await owner.post('/users/me/subscriptions', { subscriptions: [{ name: 'design' }], principals });
    await leave();
  });
  after(() => hansard.stop());

  const done = async (answer: Promise<Awaited<ReturnType<Person['get']>>>) => {
    const { status, body } = await answer;
    expect(status, JSON.stringify(body)).to.equal(200);
    return body;
  };

  /** The account gets one of everything, and is deactivated. */
  async function leave(): Promise<void> {
    const later = Math.floor(clock.now() / 1000) + 2 * MINUTE;
    const { stream_id: to } = await done(owner.get('/get_stream_id', { stream: 'design' }));
    const where = { type: 'channel', to, topic: 't' };
    const { id } = await done(leaver.post('/messages', { ...where, content: 'Stays.' }));
    await done(
      leaver.post('/scheduled_messages', {
        ...where,
        content: 'Never.',
        scheduled_delivery_timestamp: later,
      }),
    );
    await done(leaver.post('/reminders', { message_id: id, scheduled_delivery_timestamp: later }));
    for (const word of KEPT_WORDS) await things[word].make(leaver);
    await done(leaver.post('/users/me/android_gcm_reg_id', { token: 'abc' }));
    await done(leaver.post('/invites/multiuse', { stream_ids: [] }));
    await done(leaver.post('/export/realm'));
    bot = await makeBot(hansard, leaver);
    queueId = (await done(leaver.post('/register', { event_types: ['message'] })))['queue_id'] as string;
    const begun = await fetch(`${hansard.url}/tus`, {
      method: 'POST',
      headers: { ...leaver.headers, 'tus-resumable': '1.0.0', 'upload-length': '5' },
    });
    upload = begun.headers.get('location')!;
    const fields = { username: leaver.email, password: 'kiwi-lamp-42' };
    const session = await hansard.anonymous('POST', '/sessions', fields, PAGE);
    cookie = (session.headers.get('set-cookie') ?? '').split(';', 1)[0]!;
    await done(hansard.anonymous('GET', '/users/me', undefined, { cookie, ...PAGE }));
    await hansard.settled();
    await done(owner.delete(`/users/${leaver.userId}`));
  }

  it('ends polls and streams of bots that wait when their owner is deactivated', async () => {
    const maker = await hansard.person('Maker', 200);
    const polling = await makeBot(hansard, maker, { short_name: 'polling' });
    const streaming = await makeBot(hansard, maker, { short_name: 'streaming' });
    const queueOf = async (who: Person) =>
      (await done(who.post('/register', { event_types: ['message'] })))['queue_id'];
    const poll = polling.get('/events', { queue_id: await queueOf(polling), last_event_id: -1 });
    const query = new URLSearchParams({ queue_id: String(await queueOf(streaming)) });
    const stream = await fetch(`${hansard.url}/events/stream?${query}`, { headers: streaming.headers });
    expect(stream.status).to.equal(200);
    await pollsWaiting(hansard, 2);
    await hansard.settled();
    const beganAt = performance.now();
    await done(owner.delete(`/users/${maker.userId}`));
    expect((await poll).body['code']).to.equal('USER_DEACTIVATED');
    // Ends, whichever way: a test waits for it no longer than for anything else.
    await stream.text().catch(() => '');
    expect(performance.now() - beganAt, 'before any heartbeat').to.be.below(40_000);
  });

  it('is used by nobody: key, session, queue, bots and uploads that have begun', async () => {
    const answers = [
      await leaver.get('/users/me'),
      await leaver.get('/events', { queue_id: queueId, last_event_id: -1 }),
      await bot.get('/users/me'),
      await hansard.anonymous('GET', '/users/me', undefined, { cookie, ...PAGE }),
    ];
    expect(answers.map(({ status }) => status)).to.deep.equal([401, 401, 401, 401]);
    expect(answers.slice(0, 3).map(({ body }) => body['code'])).to.deep.equal(
      Array(3).fill('USER_DEACTIVATED'),
    );
    const headers = { ...leaver.headers, 'tus-resumable': '1.0.0' };
    expect((await fetch(new URL(upload, hansard.url), { method: 'HEAD', headers })).status).to.equal(401);
  });

  it('invites nobody any more', async () => {
    expect(listIn(await owner.get('/invites'), 'invites')).to.deep.equal([]);
  });

  it('sends nothing any more, and reminds nobody', async () => {
    clock.pass(3 * MINUTE * 1000);
    await hansard.settled();
    const { body } = await owner.get('/messages', {
      anchor: 'newest',
      num_before: 100,
      num_after: 0,
      narrow: [['channel', 'design']],
    });
    const contents = (body['messages'] as { content: string }[]).map(({ content }) => content);
    expect(contents).to.include('<p>Stays.</p>').and.not.include('<p>Never.</p>');
  });

  it('is all there when the account is active again, but what called it from elsewhere', async () => {
    await done(owner.post(`/users/${leaver.userId}/reactivate`));
    const again = await hansard.login(leaver.email, 'kiwi-lamp-42');
    for (const { list } of Object.values(KEPT))
      expect(listIn(await again.get(`/${list}`), list)).to.have.length(1);
    expect(listIn(await again.get('/reminders'), 'reminders')).to.have.length(0);
    const [scheduled] = listIn(await again.get('/scheduled_messages'), 'scheduled_messages');
    expect(scheduled).to.include({ failed: true });
    const { body } = await again.get('/messages', {
      anchor: 'newest',
      num_before: 100,
      num_after: 0,
      narrow: [['is', 'dm']],
    });
    const contents = (body['messages'] as { content: string }[]).map(({ content }) => content);
    expect(contents.filter((content) => content.includes('asked to be reminded'))).to.deep.equal([]);
    expect((await again.get('/events', { queue_id: queueId, last_event_id: -1 })).status).to.equal(400);
    const session = await hansard.anonymous('GET', '/users/me', undefined, {
      cookie,
      ...PAGE,
    });
    expect(session.status).to.equal(401);
    const { body: pushed } = await again.post('/mobile_push/test_notification', { token: 'abc' });
    expect(pushed['code']).to.equal('INVALID_PUSH_DEVICE_TOKEN');
    expect((await bot.get('/users/me')).status).to.equal(401);
    const { body: exported } = await owner.get('/export/realm');
    expect((exported['exports'] as { pending: boolean }[]).map(({ pending }) => pending)).to.deep.equal([
      false,
    ]);
  });
});
