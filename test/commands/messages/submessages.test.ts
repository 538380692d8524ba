import { expect } from 'chai';
import { addSubmessage, MAX_SUBMESSAGES } from '../../../src/commands/messages/reactions.ts';
import type { DomainEvent } from '../../../src/events/define.ts';
import { example } from '../../support/examples.ts';
import { decide, refusal, town } from '../messageFixture.ts';

const [WRITER, VOTER] = [2, 3];
const content = '{"type":"vote","key":"canned,0","vote":1}';

const setting = (property: 'automaticallyFollowTopics' | 'automaticallyUnmuteTopics', newValue: number) =>
  example.personalSettingChanged({ userId: VOTER, property, oldValue: 4, newValue });

/** Decides a vote of the voter in the writer's poll. */
async function voting(where: Parameters<typeof example.messageSent>[0], ...before: readonly DomainEvent[]) {
  const world = await town();
  await world.happen(...before);
  const poll = example.messageSent({ senderId: WRITER, widget: '{}', ...where });
  const messageId = await world.happen(poll);
  const { events } = await decide(world, addSubmessage, { messageId, content }, VOTER);
  return events;
}

describe('voting in a poll', () => {
  const lunch = { topic: 'lunch' };
  const change = { userIds: [VOTER], channelId: 1, topic: 'lunch', oldPolicy: 'none' };

  it('changes nothing else for who has set nothing', async () => {
    expect((await voting(lunch)).map(({ type }) => type)).to.deep.equal(['SubmessageAdded']);
  });

  it('makes the topic followed by who follows where he takes part', async () => {
    const [, policy] = await voting(lunch, setting('automaticallyFollowTopics', 1));
    expect(policy?.data).to.deep.equal({ ...change, newPolicy: 'followed' });
  });

  it('unmutes the topic in a muted channel for who unmutes where he takes part', async () => {
    const muted = example.subscriptionSettingChanged({ userId: VOTER });
    const [, policy] = await voting(lunch, setting('automaticallyUnmuteTopics', 1), muted);
    expect(policy?.data).to.deep.equal({ ...change, newPolicy: 'unmuted' });
  });

  it('changes nothing else in a direct conversation', async () => {
    const events = await voting({ participantIds: [WRITER, VOTER] }, setting('automaticallyFollowTopics', 1));
    expect(events.map(({ type }) => type)).to.deep.equal(['SubmessageAdded']);
  });
});

describe('what hangs on one message', () => {
  const tooMuch = 'Too much is attached to this message already.';
  const withParts = async (parts: number, part: string) => {
    const world = await town();
    const messageId = await world.happen(
      example.messageSent({ senderId: WRITER, widget: '1', topic: 'lunch' }),
    );
    const submessage = { messageId, senderId: VOTER, content: part, channelId: 1, topic: 'lunch' };
    await world.happen(...Array.from({ length: parts }, () => example.submessageAdded(submessage)));
    return (content: string) => refusal(decide(world, addSubmessage, { messageId, content }, VOTER));
  };

  it('is bounded in number, however short', async () => {
    const add = await withParts(MAX_SUBMESSAGES.count - 2, '1');
    expect(await add('1')).to.equal('accepted');
    expect(await add('1')).to.equal(tooMuch);
  });

  it('is bounded in characters, however few', async () => {
    const add = await withParts(9, JSON.stringify('x'.repeat(9_998)));
    expect(await add(JSON.stringify('x'.repeat(9_998)))).to.equal(tooMuch);
    expect(await add(JSON.stringify('x'.repeat(9_997)))).to.equal('accepted');
  });
});
