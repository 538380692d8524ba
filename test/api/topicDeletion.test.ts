import { expect } from 'chai';
import { systemClock } from '../../src/base/clock.ts';
import { Hansard, type Person } from '../support/hansard.ts';
import {
  expectAdministratorOnly,
  expectLoginFirst,
  expectRefusal,
  expectSuccess,
  listIn,
} from './expected.ts';

/** The machine's time; while it rushes, a minute passes between two looks. */
class RushingClock {
  rushes = false;
  #ahead = 0;
  readonly now = systemClock.now;
  readonly after = systemClock.after;
  readonly every = systemClock.every;

  monotonic(): number {
    if (this.rushes) this.#ahead += 60_000;
    return systemClock.monotonic() + this.#ahead;
  }
}

describe('POST /streams/{stream_id}/delete_topic', () => {
  const clock = new RushingClock();
  let hansard: Hansard;
  let owner: Person;
  let admin: Person;
  let member: Person;

  before(async () => {
    hansard = await Hansard.start({ clock, environment: { MAX_STALENESS_SECONDS: '86400' } });
    owner = await hansard.owner();
    admin = await hansard.person('Ada Admin', 200);
    member = await hansard.person('Mia Member');
  });
  after(() => hansard.stop());

  const create = async (name: string, more = {}) => {
    await owner.post('/users/me/subscriptions', { subscriptions: [{ name }], ...more });
    const subscriptions = listIn(await owner.get('/users/me/subscriptions'), 'subscriptions');
    return subscriptions.find((channel) => channel.name === name)?.stream_id as number;
  };
  const send = async (to: number, topic: string) =>
    (await owner.post('/messages', { type: 'channel', to, topic, content: 'x' })).body.id as number;
  const remove = (who: Person, streamId: number, topic: string) =>
    who.post(`/streams/${streamId}/delete_topic`, { topic_name: topic });
  const remaining = async (streamId: number, who = owner) => {
    const narrow = [['channel', streamId]];
    const page = { anchor: 'oldest', num_before: 0, num_after: 500, narrow };
    return listIn(await who.get('/messages', page), 'messages').map(({ id }) => id);
  };

  it('deletes the messages of the topic, however it is spelled, and no others', async () => {
    const streamId = await create('one');
    await send(streamId, 'Doomed');
    const other = await send(streamId, 'other');
    await send(streamId, 'doomed');
    expectSuccess(await remove(admin, streamId, ' DOOMED '), { complete: true });
    expect(await remaining(streamId)).to.deep.equal([other]);
    const [topic] = listIn(await owner.get(`/users/me/${streamId}/topics`), 'topics');
    expect(topic).to.deep.equal({ name: 'other', max_id: other });
  });

  it('takes the display name of the empty topic for the empty topic', async () => {
    const streamId = await create('general');
    await send(streamId, '(no topic)');
    expectSuccess(await remove(owner, streamId, 'general chat'), { complete: true });
    expect(await remaining(streamId)).to.deep.equal([]);
  });

  it('is complete at once where there are no messages', async () => {
    expectSuccess(await remove(owner, await create('empty'), 'never was'), { complete: true });
  });

  it('has nobody follow what is gone', async () => {
    const streamId = await create('followed');
    const policy = { stream_id: streamId, topic: 'doomed', visibility_policy: 3 };
    await member.post('/user_topics', policy);
    await send(streamId, 'doomed');
    await remove(owner, streamId, 'doomed');
    const before = (await remove(owner, streamId, 'doomed')).headers.get('hansard-position');
    const again = await member.post('/user_topics', policy);
    expect(again.headers.get('hansard-position')).to.equal(String(Number(before) + 1));
  });

  it('stops when its time is up, newest first, and the same call completes it', async () => {
    const streamId = await create('large');
    const ids: number[] = [];
    for (let rounds = 0; rounds < 5; rounds += 1)
      ids.push(...(await Promise.all(Array.from({ length: 30 }, () => send(streamId, 'doomed')))));
    ids.sort((one, other) => one - other);
    clock.rushes = true;
    const answer = await remove(owner, streamId, 'doomed');
    clock.rushes = false;
    expectSuccess(answer, { complete: false });
    expect(await remaining(streamId)).to.deep.equal(ids.slice(0, 50));
    expectSuccess(await remove(owner, streamId, 'doomed'), { complete: true });
    expect(await remaining(streamId)).to.deep.equal([]);
  });

  it('leaves alone what the caller cannot see', async () => {
    const streamId = await create('protected', { invite_only: true });
    const unseen = await send(streamId, 'doomed');
    await owner.post('/users/me/subscriptions', {
      subscriptions: [{ name: 'protected' }],
      principals: [admin.userId],
    });
    await send(streamId, 'doomed');
    expectSuccess(await remove(admin, streamId, 'doomed'), { complete: true });
    expect(await remaining(streamId)).to.deep.equal([unseen]);
  });

  it('is for administrators who may read the channel', async () => {
    const streamId = await create('guarded', { invite_only: true });
    expectAdministratorOnly(await remove(member, streamId, 't'));
    expectRefusal(await remove(admin, streamId, 't'), 'Invalid channel ID');
    expectRefusal(await remove(owner, 9999, 't'), 'Invalid channel ID');
    expectLoginFirst(
      await hansard.anonymous('POST', `/streams/${streamId}/delete_topic`, { topic_name: 't' }),
    );
    expectRefusal(await owner.post(`/streams/${streamId}/delete_topic`), "Missing 'topic_name' argument", {
      code: 'REQUEST_VARIABLE_MISSING',
      var_name: 'topic_name',
    });
  });
});
