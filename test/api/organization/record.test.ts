import { expect } from 'chai';
import { Hansard, type Person } from '../../support/hansard.ts';
import { until } from '../../support/waiting.ts';

interface Shown {
  readonly revision: number;
  readonly type: string;
  readonly actor: number | null;
  readonly actor_name: string | null;
  readonly client: string;
  readonly correlation: string;
  readonly data: string;
  readonly is_withheld: boolean;
  readonly differences: readonly {
    readonly field: string;
    readonly parts: readonly { change: string; text: string }[];
  }[];
}

describe('the record over HTTP', () => {
  let hansard: Hansard;
  let owner: Person;
  let grace: Person;
  let mia: Person;
  let channelId: number;

  before(async () => {
    hansard = await Hansard.start();
    owner = await hansard.owner();
    grace = await hansard.person('Grace');
    mia = await hansard.person('Mia');
    await owner.post('/users/me/subscriptions', {
      subscriptions: [{ name: 'design' }],
      principals: [owner.userId, grace.userId],
    });
    channelId = (await owner.get('/get_stream_id', { stream: 'design' })).body.stream_id as number;
  });
  after(() => hansard.stop());

  const look = async (fields: Readonly<Record<string, unknown>> = {}) => {
    const { status, body } = await owner.post('/record/events', fields);
    expect(status, JSON.stringify(body)).to.equal(200);
    return body as unknown as { events: readonly Shown[]; next: number | null };
  };
  const send = async (sender: Person, fields: Readonly<Record<string, unknown>>): Promise<number> =>
    (await sender.post('/messages', { type: 'channel', to: channelId, topic: 'logo', ...fields })).body
      .id as number;

  it('tells the story of a message: who sent it and who changed what', async () => {
    const id = await send(grace, { content: 'Shall it be blue?' });
    await grace.patch(`/messages/${id}`, { content: 'Shall it be green?' });
    await owner.post(`/messages/${id}/reactions`, { emoji_name: 'heart' });
    const { events } = await look({ message: id });
    expect(events.map(({ type }) => type)).to.deep.equal(['ReactionAdded', 'MessageEdited', 'MessageSent']);
    expect(events[1]).to.include({ actor: grace.userId, actor_name: 'Grace', is_withheld: false });
    expect(events[1]!.differences).to.deep.equal([
      {
        field: 'content',
        parts: [
          { change: 'kept', text: 'Shall it be ' },
          { change: 'removed', text: 'blue' },
          { change: 'added', text: 'green' },
          { change: 'kept', text: '?' },
        ],
      },
    ]);
  });

  it('filters by type, actor, person, channel and correlation, and goes on where it stopped', async () => {
    await send(grace, { content: 'one' });
    await send(owner, { content: 'two' });
    const byGrace = await look({ actor: grace.userId, type: 'MessageSent', limit: 1 });
    expect(byGrace.events).to.have.length(1);
    expect(byGrace.events[0]).to.include({ actor: grace.userId, type: 'MessageSent' });
    const before = await look({ actor: grace.userId, type: 'MessageSent', limit: 1, before: byGrace.next });
    expect(before.events[0]!.revision).to.be.below(byGrace.events[0]!.revision);
    const correlated = await look({ correlation: byGrace.events[0]!.correlation });
    expect(correlated.events.map(({ correlation }) => correlation)).to.include(
      byGrace.events[0]!.correlation,
    );
    const inChannel = await look({ channel: channelId, type: 'UsersSubscribed' });
    expect(inChannel.events).to.have.length(1);
    const named = await look({ person: mia.userId });
    expect(named.events.map(({ type }) => type)).to.include('UserCreated');
    expect((await look({ until: 1 })).events).to.deep.equal([]);
  });

  it('ends an answer of long texts early, and goes on where it ended', async () => {
    const sent = Array.from({ length: 32 }, (_, index) => index);
    for (const index of sent) {
      const content = `${index} ${'$$x$$ '.repeat(400)}`;
      const { status } = await owner.post('/messages', {
        type: 'channel',
        to: 'design',
        topic: 'sums',
        content,
      });
      expect(status).to.equal(200);
    }
    const [seen, lengths] = [[] as number[], [] as number[]];
    for (let before: number | null | undefined; before !== null;) {
      const where = { type: 'MessageSent', topic: 'sums', ...(before !== undefined && { before }) };
      const { body } = await owner.post('/record/events', { limit: 200, ...where });
      const events = body.events as readonly Shown[];
      lengths.push(JSON.stringify(events).length);
      seen.push(...events.map(({ data }) => parseInt((JSON.parse(data) as { content: string }).content, 10)));
      before = body.next as number | null;
    }
    expect(seen).to.deep.equal(sent.reverse());
    expect(lengths.length).to.be.above(1);
    expect(Math.max(...lengths)).to.be.below(4_000_000);
  });

  it('withholds what was said where the owner may not read, and nothing else', async () => {
    const direct = (
      await grace.post('/messages', { type: 'direct', to: [mia.userId], content: 'between us' })
    ).body.id;
    const own = (await grace.post('/messages', { type: 'direct', to: [owner.userId], content: 'to you' }))
      .body.id;
    await mia.post('/drafts', { drafts: [{ type: '', to: [], topic: '', content: 'a secret draft' }] });
    await mia.post('/users/me/alert_words', { alert_words: ['a secret word'] });
    await mia.post('/navigation_views', { fragment: 'narrow/a-secret-view', is_pinned: true, name: 'View' });
    await grace.post('/users/me/subscriptions', {
      subscriptions: [{ name: 'closed' }],
      invite_only: true,
      history_public_to_subscribers: false,
    });
    const closed = await send(grace, { to: 'closed', topic: 'secret topic', content: 'behind doors' });
    for (const message of [direct, closed]) {
      const { events } = await look({ message });
      expect(events.at(-1)).to.include({ type: 'MessageSent', actor: grace.userId, is_withheld: true });
      expect(JSON.stringify(events)).not.to.match(/between us|behind doors|secret topic/);
    }
    const [sent] = (await look({ message: own })).events;
    expect(sent).to.include({ is_withheld: false });
    expect(sent!.data).to.include('to you');
    const ofMia = await look({ actor: mia.userId });
    expect(ofMia.events.map(({ type }) => type)).to.include.members([
      'AlertWordsAdded',
      'NavigationViewAdded',
    ]);
    expect(JSON.stringify(ofMia)).not.to.match(/a.secret.(draft|word|view)/);
  });

  it('records every look, with what was asked for', async () => {
    await look({ message: 1 });
    const { events } = await look({ type: 'RecordConsulted', limit: 2 });
    expect(events[1]).to.include({ actor: owner.userId });
    expect(JSON.parse(events[1]!.data)).to.deep.include({ userId: owner.userId, action: 'events' });
    expect(String((JSON.parse(events[1]!.data) as { conditions: string }).conditions)).to.include(
      '"message":1',
    );
  });

  it('is for owners, and refuses others without a trace of what it holds', async () => {
    const before = (await look({ type: 'RecordConsulted' })).events.length;
    for (const path of [
      '/record/events',
      '/record/projections',
      '/record/projections/rebuild',
      '/record/projections/verify',
      '/record/integrity',
    ]) {
      const { status, body } = await grace.post(path, {});
      expect([status, body.code]).to.deep.equal([400, 'UNAUTHORIZED_PRINCIPAL']);
      expect(Object.keys(body).sort()).to.deep.equal(['code', 'msg', 'result']);
    }
    expect((await look({ type: 'RecordConsulted' })).events.length).to.equal(before + 1);
  });

  it('shows views and builds one again', async () => {
    const { body } = await owner.post('/record/projections');
    const views = body.projections as { name: string; state: string; lag: number }[];
    expect(views.find(({ name }) => name === 'messages')).to.include({ state: 'live', lag: 0 });
    expect((await owner.post('/record/projections/rebuild', { projection: 'drafts' })).status).to.equal(200);
    expect((await owner.post('/record/projections/rebuild', { projection: 'nothing' })).status).to.equal(400);
    await hansard.settled();
  });

  it('compares views with the log, and says how many documents match', async () => {
    await hansard.settled();
    expect((await owner.post('/record/projections/verify', { projection: 'nothing' })).status).to.equal(400);
    expect((await owner.post('/record/projections/verify')).status).to.equal(200);
    const again = await owner.post('/record/projections/verify', { projection: 'drafts' });
    expect([again.status, again.body.msg]).to.deep.equal([400, 'Views are being verified already']);
    const { events } = await look({ type: 'RecordConsulted', limit: 5 });
    expect(events.map(({ data }) => (JSON.parse(data) as { action: string }).action)).to.include(
      'verification',
    );
    type View = { name: string; verification: { status: string; documents: number } | null };
    const views = await until(async () => {
      const seen = (await owner.post('/record/projections')).body.projections as View[];
      return seen.every(({ verification }) => verification?.status !== 'running') && seen;
    });
    for (const { name, verification } of views)
      expect(verification, name).to.include({ status: 'same', differences: 0 });
    expect(views.find(({ name }) => name === 'messages')?.verification?.documents).to.be.above(2);
  });

  it('verifies the log, and compares it with an anchor of before', async () => {
    const { body } = await owner.post('/record/integrity');
    expect(body).to.include({ is_intact: true });
    expect(body.events).to.be.above(20);
    expect((await owner.post('/record/integrity', { anchor: body.anchor })).body).to.include({
      is_intact: true,
    });
    const forged = String(body.anchor).replace(/:.*/, `:${'A'.repeat(43)}`);
    expect((await owner.post('/record/integrity', { anchor: forged })).body).to.include({
      is_intact: false,
      anchor: null,
    });
    expect((await owner.post('/record/integrity', { anchor: 'x' })).status).to.equal(400);
  });

  it('verifies the log for one at a time, and records no conditions without an end', async () => {
    const answers = await Promise.all(Array.from({ length: 5 }, () => owner.post('/record/integrity')));
    const refused = answers.filter(({ status }) => status === 503);
    expect(refused.length).to.be.within(1, 4);
    expect(answers.filter(({ status }) => status === 200)).to.have.length(5 - refused.length);
    expect(refused[0]?.body.msg).to.match(/^The log is being verified already/);
    expect((await owner.post('/record/integrity')).status).to.equal(200);
    const conditions = JSON.stringify({ limit: 50, topic: '' }).length;
    for (const [topic, status] of [
      ['x'.repeat(2_000 - conditions), 200],
      ['x'.repeat(2_001 - conditions), 400],
    ] as const)
      expect((await owner.post('/record/events', { topic })).status).to.equal(status);
  });

  it('of another organization has its own events alone, and none of the server', async () => {
    const other = await hansard.organization('acme');
    const { body } = await other.post('/record/events', { limit: 200 });
    expect(JSON.stringify(body)).not.to.include('design');
    for (const path of ['/record/projections', '/record/integrity'])
      expect((await other.post(path)).body).to.include({ code: 'UNAUTHORIZED_PRINCIPAL' });
  });
});
