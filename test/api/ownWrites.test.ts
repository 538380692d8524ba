import { expect } from 'chai';
import { type Answer, Hansard, type Person } from '../support/hansard.ts';

const DELAY = 100;

/** Views lag behind by `DELAY` milliseconds here, so that what is asserted is not there by chance. */
describe('reading what was just written', () => {
  let hansard: Hansard;
  let owner: Person;
  let member: Person;

  before(async () => {
    hansard = await Hansard.start({ environment: { PROJECTION_DELAY_MS: String(DELAY) } });
    owner = await hansard.owner();
    member = await hansard.person('Mia Member');
    await owner.post('/users/me/subscriptions', { subscriptions: [{ name: 'design' }] });
  });
  after(() => hansard.stop());

  /** A read that says nothing of positions, unlike those of `Person`. */
  const read = (who: Person, path: string, position?: string): Promise<Answer> =>
    hansard.anonymous('GET', path, undefined, {
      ...who.headers,
      ...(position === undefined ? {} : { 'hansard-position': position }),
    });
  const send = (who: Person, content: string) =>
    who.post('/messages', { type: 'channel', to: 'design', topic: 't', content });
  const positionOf = ({ headers }: Answer): number => Number(headers.get('hansard-position') ?? NaN);

  it('sees the caller’s own writes at once', async () => {
    for (let count = 0; count < 3; count += 1) {
      const { body } = await send(owner, 'mine');
      const { status } = await read(owner, `/messages/${String(body.id)}`);
      expect(status).to.equal(200);
    }
  });

  it('sees what somebody else was answered before', async () => {
    for (let count = 0; count < 3; count += 1) {
      const { body } = await send(owner, 'theirs');
      expect((await read(member, `/messages/${String(body.id)}`)).status).to.equal(200);
    }
  });

  it('sees somebody else’s where the position of the answer is sent back', async () => {
    const answer = await send(owner, 'theirs');
    const { status } = await read(member, `/messages/${String(answer.body.id)}`, String(positionOf(answer)));
    expect(status).to.equal(200);
  });

  it('sees all that was there when the caller came to this node first', async () => {
    const newcomer = await hansard.person('New Comer');
    const { body, status } = await read(newcomer, '/users/me');
    expect([status, body.user_id]).to.deep.equal([200, newcomer.userId]);
  });

  it('answers a position that is not reached in time with 503, and one that is none with 400', async () => {
    const ahead = await read(owner, '/streams', '999999');
    expect(ahead.status).to.equal(503);
    expect(ahead.body).to.include({ result: 'error', code: 'SERVER_NOT_READY' });
    expect(Number(ahead.headers.get('retry-after'))).to.be.greaterThan(0);
    const none = await read(owner, '/streams', 'soon');
    expect(none.body).to.deep.equal({
      result: 'error',
      msg: 'Invalid Hansard-Position',
      code: 'BAD_REQUEST',
    });
  });

  /** Reads that the state of the organization answers, without any view. */
  const FROM_THE_STATE = [
    '/user_groups',
    '/user_groups/1/members',
    '/streams/1/members',
    '/users/1/subscriptions/1',
    '/users/1/presence',
    '/realm/presence',
    '/realm/profile_fields',
    '/bots',
    '/invites',
  ];

  it('asks the same of reads that no view is needed for', async () => {
    await owner.post('/users/me/presence', { status: 'active' });
    const at = String(positionOf(await send(owner, 'here')));
    for (const path of FROM_THE_STATE) {
      const answers = await Promise.all(
        [at, '999999', 'soon'].map((position) => read(owner, path, position)),
      );
      expect(
        answers.map(({ status }) => status),
        path,
      ).to.deep.equal([200, 503, 400]);
      expect(Number(answers[1]?.headers.get('retry-after')), path).to.be.greaterThan(0);
      expect(answers[2]?.body, path).to.include({ msg: 'Invalid Hansard-Position' });
    }
  });

  it('answers as soon as the position is reached', async () => {
    const { state } = hansard.app.lanes.bySubdomain('')!;
    const reading = read(owner, '/user_groups', String(state.revision + 1));
    await owner.post('/user_groups/create', { name: 'brand', description: '', members: [] });
    const { status, body } = await reading;
    expect(status).to.equal(200);
    expect((body.user_groups as { name: string }[]).map(({ name }) => name)).to.include('brand');
  });

  it('finds the position on every answer to a write, refusals and repetitions included', async () => {
    const reaction = (id: unknown) =>
      owner.post(`/messages/${String(id)}/reactions`, { emoji_name: 'heart' });
    const sent = await send(owner, 'x');
    expect(positionOf(sent)).to.equal(Number(sent.body.id) - 1);
    const answers = [
      await reaction(sent.body.id),
      await reaction(sent.body.id),
      await reaction(999_999),
      await owner.post('/messages', {}),
      await owner.patch(`/users/${owner.userId}`, {}),
      await member.post('/users', { email: 'x', password: 'y', full_name: 'z' }),
      await owner.delete('/users/me/subscriptions', { subscriptions: ['nowhere'] }),
    ];
    expect(answers.map(({ status }) => status)).to.deep.equal([200, 400, 400, 400, 200, 400, 400]);
    for (const answer of answers) expect(positionOf(answer)).to.be.at.least(positionOf(sent));
  });

  it('tells the position to nobody who is not logged in, and on no read', async () => {
    const anonymous = await hansard.anonymous('POST', '/messages', { type: 'direct' });
    expect([anonymous.status, anonymous.headers.get('hansard-position')]).to.deep.equal([401, null]);
    expect((await owner.get('/streams')).headers.get('hansard-position')).to.equal(null);
  });
});

/** So late that what is not there yet is not there on a slow machine, either. */
describe('reading beside others where views are late', () => {
  let hansard: Hansard;

  before(async () => {
    hansard = await Hansard.start({ environment: { PROJECTION_DELAY_MS: '2000' } });
  });
  after(() => hansard.stop());

  it('is answered with what is there, not refused', async () => {
    const [owner, member] = [await hansard.owner(), await hansard.person('Mia Member')];
    while ((await member.get('/streams')).status === 503) continue;
    await owner.post('/users/me/subscriptions', { subscriptions: [{ name: 'design' }] });
    const { status, body } = await hansard.anonymous('GET', '/streams', undefined, member.headers);
    expect(status).to.equal(200);
    expect(body.streams).to.deep.equal([]);
  });
});
