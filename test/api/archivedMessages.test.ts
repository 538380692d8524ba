import { expect } from 'chai';
import type { Answer, Hansard, Person } from '../support/hansard.ts';
import { startCast } from './cast.ts';
import { expectRefusal, expectSuccess, listIn } from './expected.ts';

describe('what is said in an archived channel', () => {
  let hansard: Hansard;
  let owner: Person;
  let admin: Person;
  let member: Person;
  let archivedId: number;
  let messageId: number;
  let openMessageId: number;

  before(async () => {
    ({ hansard, owner, admin, member } = await startCast());
    const subscriptions = [{ name: 'design' }, { name: 'open' }];
    await owner.post('/users/me/subscriptions', { subscriptions, principals: [owner.userId, member.userId] });
    const channels = listIn(await owner.get('/streams'), 'streams');
    archivedId = channels.find(({ name }) => name === 'design')!.stream_id as number;
    messageId = await sendMessage('design', '/poll Where to?\nHome\nAway');
    openMessageId = await sendMessage('open', 'elsewhere');
    await member.post(`/messages/${messageId}/reactions`, { emoji_name: 'heart' });
    expectSuccess(await owner.delete(`/streams/${archivedId}`));
  });
  after(() => hansard.stop());

  const sendMessage = async (to: string, content: string): Promise<number> =>
    (await member.post('/messages', { type: 'channel', to, topic: 't', content })).body.id as number;

  const message = () => `/messages/${messageId}`;
  const vote = { msg_type: 'widget', content: '{"type":"vote","key":"canned,0","vote":1}' };
  /** Each of them may be done once the channel is back. */
  const changes: Readonly<Record<string, () => Promise<Answer>>> = {
    'reacted to': () => owner.post(`${message()}/reactions`, { emoji_name: 'tada' }),
    'less reacted to': () => member.delete(`${message()}/reactions`, { emoji_name: 'heart' }),
    'voted on': () => owner.post('/submessage', { message_id: messageId, ...vote }),
    'given another topic': () => owner.patch(message(), { topic: 'another' }),
    'moved to another channel': async () => {
      const channels = listIn(await owner.get('/streams'), 'streams');
      return owner.patch(message(), { stream_id: channels.find(({ name }) => name === 'open')!.stream_id });
    },
    'deleted by its author': () => member.delete(message()),
    'deleted by the owner': () => owner.delete(message()),
  };

  for (const [change, attempt] of Object.entries(changes))
    it(`cannot be ${change}`, async () => expectRefusal(await attempt(), 'Invalid message(s)'));

  it('cannot be edited', async () => {
    await owner.patch(`/streams/${archivedId}`, { is_archived: false });
    const id = await sendMessage('design', 'a tpyo');
    await owner.delete(`/streams/${archivedId}`);
    expectRefusal(await member.patch(`/messages/${id}`, { content: 'a typo' }), 'Invalid message(s)');
    await owner.patch(`/streams/${archivedId}`, { is_archived: false });
    expectSuccess(await member.patch(`/messages/${id}`, { content: 'a typo' }), { detached_uploads: [] });
    await owner.delete(`/streams/${archivedId}`);
  });

  it('does not become more by what is moved there', async () => {
    const moved = await owner.patch(`/messages/${openMessageId}`, { stream_id: archivedId });
    expectRefusal(moved, "Not authorized to send to channel 'design'");
  });

  it('is read, starred and marked as unread as before', async () => {
    expect((await member.get(message())).status).to.equal(200);
    expectSuccess(
      await member.post('/messages/flags', { messages: [messageId], op: 'add', flag: 'starred' }),
      {
        messages: [messageId],
        ignored_because_not_subscribed_channels: [],
      },
    );
    const unread = { messages: [messageId], op: 'remove', flag: 'read' };
    expect((await owner.post('/messages/flags', unread)).status).to.equal(200);
  });

  it('is found by whoever may read it among archived and public channels, in whatever order these are named', async () => {
    const terms = ['archived', 'public'].map((operand) => ({ operator: 'channels', operand }));
    for (const narrow of [terms, [...terms].reverse()]) {
      const page = { anchor: 'newest', num_before: 100, num_after: 0, narrow };
      const found = listIn(await admin.get('/messages', page), 'messages').map(({ id }) => id);
      expect(found).to.include(messageId);
      expect(found).not.to.include(openMessageId);
    }
  });

  it('is deleted with its topic by administrators', async () => {
    await owner.patch(`/streams/${archivedId}`, { is_archived: false });
    await member.post('/messages', { type: 'channel', to: 'design', topic: 'rubbish', content: 'x' });
    await owner.delete(`/streams/${archivedId}`);
    const deleted = await owner.post(`/streams/${archivedId}/delete_topic`, { topic_name: 'rubbish' });
    expectSuccess(deleted, { complete: true });
  });

  it('can be changed again once the channel is back', async () => {
    await owner.patch(`/streams/${archivedId}`, { is_archived: false });
    for (const [change, attempt] of Object.entries(changes).slice(0, -1))
      expect((await attempt()).status, change).to.equal(200);
  });
});
