import { expect } from 'chai';
import { PLAIN_TEXT } from '../../src/commands/messages/rendering.ts';
import { sendMessage } from '../../src/commands/messages/send.ts';
import { checkedContent, checkedTopic } from '../../src/commands/text.ts';
import type { UserId } from '../../src/base/ids.ts';
import type { Answer, Hansard, Person } from '../support/hansard.ts';
import { longestTurnAtBest, worked } from '../support/turns.ts';
import { change, Flagging } from './flagFixture.ts';

const THOUSANDS = 5_000;
/** Milliseconds; less than half of what is allowed, for machines that are half as fast. */
const TURN = 20;

/** One for each round that deletes or moves one. */
const TOPICS = ['first', 'second', 'third'];

const alternate = (ids: readonly number[]): readonly number[] => ids.filter((_, index) => index % 2 === 0);

describe('what concerns thousands of messages at once holds up nobody else', () => {
  let flagging: Flagging;
  let hansard: Hansard;
  let owner: Person;
  let member: Person;
  let ids: readonly number[];

  before(async () => {
    flagging = await Flagging.start();
    ({ hansard, owner, member } = flagging.cast);
    ids = await sendThousands();
  });
  after(() => hansard.stop());

  /** Messages of the owner's in "design", taking turns through the topics. */
  async function sendThousands(): Promise<readonly number[]> {
    const lane = hansard.app.lanes.bySubdomain('')!;
    const by = { actor: owner.userId as UserId, client: 'test' };
    const to = { kind: 'channel', channel: { name: 'design' } } as const;
    const unkeyed = { queueId: undefined, localId: undefined, idempotency: undefined };
    const sent = Array.from({ length: THOUSANDS }, (_, index) => {
      const topic = checkedTopic(TOPICS[index % TOPICS.length]!);
      const content = checkedContent(`Number ${index}`);
      const message = { to, topic, content, rendered: PLAIN_TEXT, readBySender: true };
      return lane.submit(sendMessage, { ...message, ...unkeyed }, { ...by, correlationId: String(index) });
    });
    const outcomes = await Promise.all(sent);
    await hansard.settled();
    return outcomes.map(({ result }) => result.messageId);
  }

  /** Asks once in each round; the views learn of it within what is measured. */
  const turnOf = (...requests: readonly ((round: number) => Promise<Answer>)[]): Promise<number> =>
    longestTurnAtBest(async (round) => {
      for (const request of requests) expect((await request(round)).body.result).to.equal('success');
      await hansard.settled();
    });

  it('unless it does not let go, which is seen here', async () => {
    const held = longestTurnAtBest(async () => {
      const end = worked() + 2 * TURN;
      while (worked() < end);
    });
    expect(await held).to.be.above(TURN);
  });

  for (const flag of ['read', 'starred', 'collapsed'])
    it(`when 5000 are given the flag "${flag}", and it is taken from them`, async () => {
      const add = () => change(member, 'add', flag, ...ids);
      const remove = () => change(member, 'remove', flag, ...ids);
      expect(await turnOf(add, remove)).to.be.below(TURN);
    });

  it('when they are read by their IDs', async () => {
    const read = () => member.get('/messages', { message_ids: ids.slice(-1_500) });
    expect(await turnOf(read)).to.be.below(TURN);
  });

  it('when a history is read of a hundred texts that have no word in common', async () => {
    const words = (text: number) =>
      Array.from({ length: 240 }, (_, word) => (text * 240 + word).toString(36));
    const id = ids[0]!;
    for (let text = 1; text <= 101; text += 1)
      expect((await owner.patch(`/messages/${id}`, { content: words(text).join(' ') })).status).to.equal(200);
    const read = () => owner.get(`/messages/${id}/history`);
    expect((await read()).body.message_history).to.have.lengthOf.above(60);
    expect(await turnOf(read)).to.be.below(TURN);
  });

  it('when every other one is, and then the rest', async () => {
    const scatter = () => change(member, 'add', 'read', ...alternate(ids));
    const fill = () => change(member, 'add', 'read', ...ids);
    const undo = () => change(member, 'remove', 'read', ...ids);
    expect(await turnOf(scatter, fill, undo)).to.be.below(TURN);
  });

  it('when a narrow, a topic, a channel or everything is marked read', async () => {
    const range = { anchor: 'oldest', num_before: 0, num_after: THOUSANDS };
    const channel = { stream_id: flagging.channelId };
    const narrow = () => member.post('/messages/flags/narrow', { ...range, op: 'add', flag: 'read' });
    const topic = () => member.post('/mark_topic_as_read', { ...channel, topic_name: 'first' });
    const all = () => member.post('/mark_stream_as_read', channel);
    const undo = () => change(member, 'remove', 'read', ...ids);
    expect(await turnOf(narrow, undo, topic, all, undo)).to.be.below(TURN);
    const everything = () => member.post('/mark_all_as_read');
    expect(await turnOf(everything, undo)).to.be.below(TURN);
  });

  it('when a topic is moved, and deleted', async () => {
    const moved = (round: number) =>
      owner.patch(`/messages/${ids[round]}`, { topic: `moved ${round}`, propagate_mode: 'change_all' });
    const deleted = (round: number) =>
      owner.post(`/streams/${flagging.channelId}/delete_topic`, { topic_name: `moved ${round}` });
    expect(await turnOf(moved, deleted)).to.be.below(TURN);
  });
});
