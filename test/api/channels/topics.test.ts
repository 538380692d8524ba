import { expect } from 'chai';
import type { Hansard, Person } from '../../support/hansard.ts';
import { startCast } from '../cast.ts';
import { expectLoginFirst, expectRefusal, expectSuccess, listIn } from '../expected.ts';

describe('topics over HTTP', () => {
  let hansard: Hansard;
  let owner: Person;
  let member: Person;
  let guest: Person;
  let openId: number;
  let hiddenId: number;

  const create = async (who: Person, name: string, more = {}) => {
    await who.post('/users/me/subscriptions', { subscriptions: [{ name }], ...more });
    const subscriptions = listIn(await who.get('/users/me/subscriptions'), 'subscriptions');
    return subscriptions.find((channel) => channel.name === name)?.stream_id as number;
  };
  const send = async (who: Person, to: number, topic: string, content = 'x', headers = {}) =>
    (await who.post('/messages', { type: 'channel', to, topic, content }, headers)).body;
  const topicsOf = async (who: Person, streamId: number, fields = {}) =>
    listIn(await who.get(`/users/me/${streamId}/topics`, fields), 'topics');
  const mute = (who: Person, fields: Record<string, unknown>) =>
    who.patch('/users/me/subscriptions/muted_topics', fields);
  const setPolicy = (who: Person, streamId: number, topic: string, policy: unknown) =>
    who.post('/user_topics', { stream_id: streamId, topic, visibility_policy: policy });
  const revision = async () => Number((await setPolicy(owner, 9999, 'x', 1)).headers.get('hansard-position'));
  const recordsNothing = async (act: () => Promise<unknown>) => {
    const before = await revision();
    await act();
    expect(await revision()).to.equal(before);
  };

  before(async () => {
    ({ hansard, owner, member, guest } = await startCast());
    openId = await create(owner, 'open');
    hiddenId = await create(owner, 'hidden', { invite_only: true });
  });
  after(() => hansard.stop());

  describe('GET /users/me/{stream_id}/topics', () => {
    it('lists each topic once, as first spelled, the one with the newest message first', async () => {
      const streamId = await create(owner, 'listed');
      await send(owner, streamId, 'Alpha');
      const beta = await send(owner, streamId, 'beta');
      const alpha = await send(member, streamId, 'ALPHA');
      expect(await topicsOf(member, streamId)).to.deep.equal([
        { name: 'Alpha', max_id: alpha.id },
        { name: 'beta', max_id: beta.id },
      ]);
    });

    it('lists hundreds of a protected history', async () => {
      const streamId = await create(owner, 'crowded', { invite_only: true });
      const topics = Array.from({ length: 250 }, (_, number) => `topic ${number}`);
      for (const topic of topics) await send(owner, streamId, topic);
      const shown = await topicsOf(owner, streamId);
      expect(shown.map(({ name }) => name)).to.deep.equal(topics.reverse());
    });

    it('shows the empty topic by its display name unless its own is asked for', async () => {
      const streamId = await create(owner, 'emptily');
      const { id } = await send(owner, streamId, 'general chat');
      expect(await topicsOf(owner, streamId)).to.deep.equal([{ name: 'general chat', max_id: id }]);
      const own = await topicsOf(owner, streamId, { allow_empty_topic_name: true });
      expect(own).to.deep.equal([{ name: '', max_id: id }]);
    });

    it('knows no topic whose messages have gone', async () => {
      const streamId = await create(owner, 'shrinking');
      const kept = await send(owner, streamId, 'kept');
      const { id } = await send(owner, streamId, 'kept');
      const gone = await send(owner, streamId, 'gone');
      await owner.delete(`/messages/${String(gone.id)}`);
      await owner.delete(`/messages/${String(id)}`);
      expect(await topicsOf(owner, streamId)).to.deep.equal([{ name: 'kept', max_id: kept.id }]);
    });

    it('shows of a protected history the topics with messages that the caller received', async () => {
      const streamId = await create(owner, 'protected', { invite_only: true });
      const named = { subscriptions: [{ name: 'protected' }], principals: [member.userId] };
      await send(owner, streamId, 'before');
      await send(owner, streamId, 'throughout');
      await owner.post('/users/me/subscriptions', named);
      const seen = await send(owner, streamId, 'throughout');
      expect(await topicsOf(member, streamId)).to.deep.equal([{ name: 'throughout', max_id: seen.id }]);
      await member.delete('/users/me/subscriptions', { subscriptions: ['protected'] });
      await send(owner, streamId, 'throughout');
      await owner.post('/users/me/subscriptions', named);
      const late = await send(owner, streamId, 'late');
      expect(await topicsOf(member, streamId)).to.deep.equal([
        { name: 'late', max_id: late.id },
        { name: 'throughout', max_id: seen.id },
      ]);
      expect(await topicsOf(owner, streamId)).to.have.length(3);
    });

    it('answers hidden channels like absent ones, whoever asks', async () => {
      for (const [who, streamId] of [
        [member, 9999],
        [member, hiddenId],
        [guest, openId],
      ] as const)
        expectRefusal(await who.get(`/users/me/${streamId}/topics`), 'Invalid channel ID');
    });

    it('asks for a login where nothing is open to everybody', async () => {
      const msg = 'Not logged in: API authentication or user session required';
      const answer = await hansard.anonymous('GET', `/users/me/${openId}/topics`);
      expectRefusal(answer, msg, { code: 'UNAUTHENTICATED_USER', status: 401 });
    });
  });

  describe('PATCH /users/me/subscriptions/muted_topics', () => {
    it('mutes by ID and by name, whether or not there are messages or a subscription', async () => {
      expectSuccess(await mute(member, { stream_id: openId, topic: 'Quiet', op: 'add' }));
      await recordsNothing(() => mute(member, { stream: 'OPEN', topic: 'quiet', op: 'add' }));
      expectSuccess(await mute(member, { stream: 'open', topic: 'QUIET', op: 'remove' }));
      await recordsNothing(() => mute(member, { stream_id: openId, topic: 'quiet', op: 'remove' }));
    });

    it('says that it is outdated', async () => {
      const answer = await mute(member, { stream_id: openId, topic: 't', op: 'add' });
      expect(answer.headers.get('deprecation')).to.match(/^@\d+$/);
    });

    it('takes the display name of the empty topic for the empty topic', async () => {
      await mute(member, { stream_id: openId, topic: 'general chat', op: 'add' });
      await recordsNothing(() => setPolicy(member, openId, '', 1));
    });

    it('asks for exactly one way of naming the channel', async () => {
      const topic = { topic: 't', op: 'add' };
      expectRefusal(await mute(member, topic), "Missing 'stream_id' argument");
      expectRefusal(
        await mute(member, { ...topic, stream_id: openId, stream: 'open' }),
        'Unsupported parameter combination: stream_id, stream',
        { parameters: 'stream_id, stream' },
      );
    });

    it('refuses topics that are too long, and other words than add and remove', async () => {
      const fields = { stream_id: openId, topic: 't', op: 'add' };
      expectSuccess(await mute(member, { ...fields, topic: '😀'.repeat(60) }));
      expectSuccess(await mute(member, { ...fields, topic: ` ${'x'.repeat(60)} ` }));
      const long = await mute(member, { ...fields, topic: 't'.repeat(61) });
      expectRefusal(long, 'topic is too long (limit: 60 characters)');
      expectRefusal(await mute(member, { ...fields, op: 'toggle' }), 'Invalid op');
      expectRefusal(await mute(member, { stream_id: openId, op: 'add' }), "Missing 'topic' argument", {
        code: 'REQUEST_VARIABLE_MISSING',
        var_name: 'topic',
      });
      expectLoginFirst(
        await hansard.anonymous('PATCH', '/users/me/subscriptions/muted_topics', { topic: 't', op: 'add' }),
      );
    });

    it('answers hidden channels like absent ones', async () => {
      const named = (fields: Record<string, unknown>) => mute(member, { topic: 't', ...fields });
      for (const stream_id of [9999, hiddenId]) {
        expectRefusal(await named({ stream_id, op: 'add' }), 'Invalid channel ID');
        expectRefusal(await named({ stream_id, op: 'remove' }), 'Topic is not muted');
      }
      for (const stream of ['hidden', 'absent']) {
        expectRefusal(await named({ stream, op: 'add' }), `Invalid channel name '${stream}'`);
        expectRefusal(await named({ stream, op: 'remove' }), 'Topic is not muted');
      }
    });
  });

  describe('POST /user_topics', () => {
    it('sets each policy, and records nothing where it is that already', async () => {
      for (const policy of [1, 2, 3, 0]) {
        expectSuccess(await setPolicy(member, openId, 'any', policy));
        await recordsNothing(() => setPolicy(member, openId, 'ANY', policy));
      }
    });

    it('refuses other policies and hidden channels', async () => {
      expectRefusal(await setPolicy(member, openId, 't', 4), 'Invalid visibility_policy');
      expectRefusal(await setPolicy(member, openId, 't', -1), 'Invalid visibility_policy');
      expectRefusal(await setPolicy(member, openId, 't', '"1"'), 'visibility_policy is not an integer');
      for (const streamId of [9999, hiddenId])
        for (const policy of [0, 1])
          expectRefusal(await setPolicy(member, streamId, 't', policy), 'Invalid channel ID');
      const fields = { stream_id: openId, topic: 't', visibility_policy: 1 };
      expectLoginFirst(await hansard.anonymous('POST', '/user_topics', fields));
    });

    it('lets people take back what they set in a channel that is hidden from them now', async () => {
      const streamId = await create(owner, 'left', { invite_only: true });
      await owner.post('/users/me/subscriptions', {
        subscriptions: [{ name: 'left' }],
        principals: [guest.userId],
      });
      await setPolicy(guest, streamId, 't', 3);
      await guest.delete('/users/me/subscriptions', { subscriptions: ['left'] });
      expectRefusal(await setPolicy(guest, streamId, 't', 1), 'Invalid channel ID');
      expectSuccess(await setPolicy(guest, streamId, 't', 0));
      expectRefusal(await setPolicy(guest, streamId, 't', 0), 'Invalid channel ID');
    });
  });

  describe('POST /messages', () => {
    it('tells who starts a topic that he follows it now, and once only', async () => {
      const streamId = await create(owner, 'started');
      expect(await send(member, streamId, 'mine')).to.include({ automatic_new_visibility_policy: 3 });
      expect(await send(member, streamId, 'mine')).not.to.have.property('automatic_new_visibility_policy');
      expect(await send(owner, streamId, 'mine')).not.to.have.property('automatic_new_visibility_policy');
      await recordsNothing(() => setPolicy(member, streamId, 'mine', 3));
    });

    it('tells who speaks in a channel that he has muted that the topic is unmuted now', async () => {
      const streamId = await create(owner, 'noisy');
      await send(owner, streamId, 'loud');
      await member.post('/users/me/subscriptions', { subscriptions: [{ name: 'noisy' }] });
      const muted = { property: 'is_muted', value: true };
      await member.patch(`/users/me/subscriptions/${streamId}`, muted);
      expect(await send(member, streamId, 'loud')).to.include({ automatic_new_visibility_policy: 2 });
    });

    it('answers a send with the same key the same', async () => {
      const key = { 'idempotency-key': 'once' };
      const first = await send(member, openId, 'kept answer', 'x', key);
      expect(first).to.include({ automatic_new_visibility_policy: 3 });
      expect(await send(member, openId, 'kept answer', 'x', key)).to.deep.equal(first);
    });
  });
});
