import { expect } from 'chai';
import { Hansard, type Person } from '../support/hansard.ts';
import { expectRefusal } from './expected.ts';

type Message = Readonly<Record<string, unknown>> & { readonly id: number };

const LONG = 'Lorem ipsum, dolor sit amet. '.repeat(344);

describe('an answer is bounded', () => {
  let hansard: Hansard;
  let owner: Person;

  before(async () => {
    hansard = await Hansard.start();
    owner = await hansard.owner();
  });
  after(() => hansard.stop());

  const send = async (content: string): Promise<number> =>
    (await owner.post('/messages', { type: 'direct', to: [owner.userId], content })).body.id as number;
  const page = async (fields: Readonly<Record<string, unknown>>) => {
    const { status, body } = await owner.get('/messages', fields);
    expect(status, JSON.stringify(body).slice(0, 200)).to.equal(200);
    return body as { messages: readonly Message[]; found_oldest: boolean; found_newest: boolean };
  };
  const sizeOf = (answer: unknown): number => JSON.stringify(answer).length;

  it('of the history of a message that is in a list, and by itself: the newest changes', async () => {
    const id = await send('first');
    for (let edit = 1; edit <= 30; edit += 1)
      await owner.patch(`/messages/${id}`, { content: `${edit} ${LONG}` });
    const [message] = (await page({ message_ids: [id] })).messages;
    const history = message?.edit_history as readonly { prev_content: string }[];
    expect(history[0]?.prev_content).to.match(/^29 /);
    expect(history).to.have.length.within(5, 20);
    expect(sizeOf(message)).to.be.below(500_000);
    const { body } = await owner.get(`/messages/${id}/history`);
    const snapshots = body.message_history as readonly { content: string }[];
    expect(snapshots.at(-1)?.content).to.match(/^30 /);
    expect(sizeOf(body)).to.be.below(2_000_000);
  });

  it('of a page, which ends early, says so, and is gone on with', async () => {
    const first = await send('oldest');
    for (let sent = 0; sent < 450; sent += 1) await send(`${sent} ${LONG}`);
    const newest = await page({ anchor: 'newest', num_before: 5000, num_after: 0 });
    expect(sizeOf(newest)).to.be.below(9_000_000);
    const seen = newest.messages.map(({ id }) => id);
    expect(seen).to.have.length.within(300, 449);
    expect([newest.found_oldest, newest.found_newest]).to.deep.equal([false, true]);
    const older = await page({ anchor: seen[0], num_before: 500, num_after: 0, include_anchor: false });
    const all = [...older.messages.map(({ id }) => id), ...seen];
    expect(all).to.include(first);
    expect(new Set(all).size).to.equal(all.length);
    const around = await page({ anchor: seen[200], num_before: 2000, num_after: 2000 });
    expect(around.messages.map(({ id }) => id)).to.include.members([seen[199], seen[200], seen[201]]);
    expect(around.found_oldest).to.equal(false);
  });

  it('of a cut history, which begins with whoever made the change before it', async () => {
    const member = await hansard.account('Member');
    const channel = { subscriptions: [{ name: 'moved' }], principals: [owner.userId, member.userId] };
    await owner.post('/users/me/subscriptions', channel);
    const message = { type: 'channel', to: 'moved', topic: 'topic 0', content: 'here and there' };
    const id = (await member.post('/messages', message)).body.id as number;
    const move = (topic: number) => owner.patch(`/messages/${id}`, { topic: `topic ${topic}` });
    const first = async () => {
      const { body } = await owner.get(`/messages/${id}/history`);
      const snapshots = body.message_history as readonly { user_id: number; topic: string }[];
      expect(snapshots).to.have.lengthOf(101);
      return snapshots[0];
    };
    for (let topic = 1; topic <= 100; topic += 1) expect((await move(topic)).status).to.equal(200);
    expect(await first()).to.include({ user_id: member.userId, topic: 'topic 0' });
    await move(101);
    expect(await first()).to.include({ user_id: owner.userId, topic: 'topic 1' });
  });

  it('of the recipients of a message: 1,000', async () => {
    const ids = (count: number) => Array.from({ length: count }, (_, index) => index + 1);
    const to = (value: unknown) => owner.post('/messages', { type: 'direct', to: value, content: 'hello' });
    const later = (count: number) =>
      owner.post('/scheduled_messages', {
        type: 'direct',
        to: ids(count),
        content: 'hello',
        scheduled_delivery_timestamp: 4_000_000_000,
      });
    for (const answer of [await to(ids(1_000)), await later(1_000)])
      expect(answer.body.msg).to.match(/^Invalid user ID/);
    const many = Array.from({ length: 1_001 }, () => 'a@example.com');
    for (const answer of [await to(ids(1_001)), await to(many), await to(many.join()), await later(1_001)])
      expectRefusal(answer, 'to has more than 1000 elements');
    expectRefusal(await to('x'.repeat(300_001)), 'to is too long');
  });

  it('of what one person has scheduled: 500', async () => {
    const schedule = () =>
      owner.post('/scheduled_messages', {
        type: 'direct',
        to: [owner.userId],
        content: 'later',
        scheduled_delivery_timestamp: 4_000_000_000,
      });
    for (let scheduled = 1; scheduled <= 500; scheduled += 1) expect((await schedule()).status).to.equal(200);
    expectRefusal(await schedule(), 'Too many scheduled messages (maximum 500).');
    const { body } = await owner.get('/scheduled_messages');
    const [first] = body.scheduled_messages as readonly { scheduled_message_id: number }[];
    await owner.delete(`/scheduled_messages/${first?.scheduled_message_id}`);
    expect((await schedule()).status).to.equal(200);
  });

  it('of what bots one person has: 200 active ones', async () => {
    const create = (bot: number) =>
      owner.post('/bots', { short_name: `helper-${bot}`, full_name: `Helper ${bot}`, bot_type: 1 });
    let last: unknown;
    for (let bot = 1; bot <= 200; bot += 1) {
      const { status, body } = await create(bot);
      expect(status, JSON.stringify(body)).to.equal(200);
      last = body.user_id;
    }
    expectRefusal(await create(201), 'Too many bots (maximum 200).');
    expect((await owner.delete(`/bots/${String(last)}`)).status).to.equal(200);
    expect((await create(202)).status).to.equal(200);
    expectRefusal(await owner.post(`/users/${String(last)}/reactivate`), 'Too many bots (maximum 200).');
  });

  it('of what hangs on a message: what would be more is refused', async () => {
    const id = await send('/poll Lunch?\nsoup');
    const attach = (content: string) =>
      owner.post('/submessage', { message_id: id, msg_type: 'widget', content: JSON.stringify(content) });
    for (let submessage = 0; submessage < 10; submessage += 1)
      expect((await attach('x'.repeat(9_900))).status).to.equal(200);
    expectRefusal(await attach('x'.repeat(9_900)), 'Too much is attached to this message already.');
    for (const emoji of ['heart', 'tada'])
      await owner.post(`/messages/${id}/reactions`, { emoji_name: emoji });
  });

  it('of a range: 5,000 messages beside the anchor, and no more', async () => {
    await page({ anchor: 'newest', num_before: 5000, num_after: 0 });
    await page({ anchor: 'newest', num_before: 2500, num_after: 2500 });
    const more = await owner.get('/messages', { anchor: 'newest', num_before: 5001, num_after: 0 });
    expectRefusal(more, 'Too many messages requested (maximum 5000).');
  });

  it('of a narrow: 50 terms', async () => {
    const narrow = (terms: number) =>
      owner.get('/messages', {
        anchor: 'newest',
        num_before: 1,
        num_after: 0,
        narrow: Array.from({ length: terms }, () => ['is', 'starred']),
      });
    expect((await narrow(50)).status).to.equal(200);
    expectRefusal(await narrow(51), 'narrow has more than 50 elements');
  });
});
