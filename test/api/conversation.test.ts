import { expect } from 'chai';
import { Hansard, type Person } from '../support/hansard.ts';

describe('a conversation over HTTP', () => {
  let hansard: Hansard;
  let owner: Person;
  let ann: Person;

  before(async () => {
    hansard = await Hansard.start();
    owner = await hansard.owner();
    ann = await hansard.person('Ann Example');
  });
  after(() => hansard.stop());

  it('is had by two people in a channel, each seeing at once what was written', async () => {
    await owner.post('/users/me/subscriptions', {
      subscriptions: [{ name: 'design' }],
      principals: [ann.userId, owner.userId],
    });
    const sent = await owner.post('/messages', {
      type: 'channel',
      to: 'design',
      topic: 'colours',
      content: 'Is *red* fine?',
    });
    expect(sent.status, JSON.stringify(sent.body)).to.equal(200);
    const reacted = await ann.post(`/messages/${String(sent.body.id)}/reactions`, { emoji_name: 'heart' });
    expect(reacted.body).to.deep.equal({ result: 'success', msg: '' });
    const answered = await ann.post('/messages', {
      type: 'stream',
      to: '"design"',
      topic: 'Colours',
      content: 'Yes',
    });
    const narrow = [{ operator: 'channel', operand: 'design' }];
    const { body } = await ann.get('/messages', { anchor: 'newest', num_before: 5, num_after: 0, narrow });
    const messages = body.messages as {
      id: number;
      content: string;
      subject: string;
      reactions: unknown[];
    }[];
    expect(messages.map(({ id }) => id)).to.deep.equal([sent.body.id, answered.body.id]);
    expect(messages.map(({ subject }) => subject)).to.deep.equal(['colours', 'colours']);
    expect(messages[0]?.content).to.equal('<p>Is <em>red</em> fine?</p>');
    expect(messages[0]?.reactions).to.deep.equal([
      { emoji_name: 'heart', emoji_code: '2764', reaction_type: 'unicode_emoji', user_id: ann.userId },
    ]);
  });

  it('is had directly, by ID or by address', async () => {
    const byId = await owner.post('/messages', { type: 'direct', to: [ann.userId], content: 'psst' });
    const byEmail = await ann.post('/messages', { type: 'private', to: owner.email, content: 'yes?' });
    const narrow = [{ operator: 'dm', operand: [owner.userId] }];
    const { body } = await ann.get('/messages', { anchor: 'newest', num_before: 5, num_after: 0, narrow });
    const messages = body.messages as { id: number; recipient_id: number }[];
    expect(messages.map(({ id }) => id)).to.deep.equal([byId.body.id, byEmail.body.id]);
    expect(new Set(messages.map((message) => message.recipient_id)).size).to.equal(1);
  });
});
