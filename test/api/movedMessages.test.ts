import { expect } from 'chai';
import { type Answer, Hansard, type Person } from '../support/hansard.ts';
import { expectRefusal, listIn } from './expected.ts';

/** Of `meeting` everybody has all that was ever said; of `closed` only what came while they were there. */
describe('messages moved to a channel with a protected history', () => {
  let hansard: Hansard;
  let owner: Person;
  let author: Person;
  let reader: Person;
  let closed: number;

  before(async () => {
    hansard = await Hansard.start();
    owner = await hansard.owner();
    author = await hansard.account('Ada Author');
    reader = await hansard.account('Rob Reader');
    await subscribe('meeting', [owner, author], { history_public_to_subscribers: true });
    await subscribe('closed', [owner, reader], { history_public_to_subscribers: false });
    closed = (await owner.get('/get_stream_id', { stream: 'closed' })).body.stream_id as number;
  });
  after(() => hansard.stop());

  const subscribe = (name: string, people: readonly Person[], settings = {}): Promise<Answer> =>
    owner.post('/users/me/subscriptions', {
      subscriptions: [{ name }],
      principals: people.map(({ userId }) => userId),
      invite_only: true,
      ...settings,
    });
  const unsubscribe = (name: string, { userId }: Person): Promise<Answer> =>
    owner.delete('/users/me/subscriptions', { subscriptions: [name], principals: [userId] });
  async function sendInMeeting(meeting: Person): Promise<number> {
    const message = { type: 'channel', to: 'meeting', topic: 'plans', content: 'as planned' };
    return (await meeting.post('/messages', message)).body.id as number;
  }
  async function move(messageId: number): Promise<void> {
    expect((await owner.patch(`/messages/${messageId}`, { stream_id: closed })).status).to.equal(200);
  }
  const idsFor = async (who: Person, narrow: readonly unknown[]): Promise<readonly unknown[]> => {
    const page = { anchor: 'newest', num_before: 100, num_after: 0, narrow };
    return listIn(await who.get('/messages', page), 'messages').map(({ id }) => id);
  };

  /** The newest message of each topic of `closed`. */
  const newestFor = async (who: Person): Promise<readonly unknown[]> =>
    listIn(await who.get(`/users/me/${closed}/topics`), 'topics').map(({ max_id: id }) => id);

  it('are nothing to who was not there when they came, though he was when they were sent', async () => {
    const messageId = await sendInMeeting(author);
    await unsubscribe('closed', reader);
    await move(messageId);
    await subscribe('closed', [reader]);
    expectRefusal(await reader.get(`/messages/${messageId}`), 'Invalid message(s)');
    for (const narrow of [[], [['channel', 'closed']], [['id', messageId]]])
      expect(await idsFor(reader, narrow)).to.not.include(messageId);
    expect(await newestFor(reader)).to.deep.equal([]);
    expect(await newestFor(owner)).to.deep.equal([messageId]);
    const star = { messages: [messageId], op: 'add', flag: 'starred' };
    expectRefusal(await reader.post('/messages/flags', star), 'Invalid message(s)');
  });

  it('stay with those who received them where they were sent', async () => {
    const messageId = await sendInMeeting(author);
    const star = { messages: [messageId], op: 'add', flag: 'starred' };
    expect((await author.post('/messages/flags', star)).status).to.equal(200);
    await subscribe('closed', [author]);
    await move(messageId);
    expect((await author.get(`/messages/${messageId}`)).status).to.equal(200);
    for (const narrow of [[], [['channel', 'closed']], [['is', 'starred']], [['id', messageId]]])
      expect(await idsFor(author, narrow), JSON.stringify(narrow)).to.include(messageId);
    expect(await newestFor(author)).to.deep.equal([messageId]);
    expect((await author.patch(`/messages/${messageId}`, { content: 'otherwise' })).status).to.equal(200);
    expect((await author.post(`/messages/${messageId}/reactions`, { emoji_name: 'heart' })).status).to.equal(
      200,
    );
  });

  it('reach those who were there all the time', async () => {
    const messageId = await sendInMeeting(owner);
    await move(messageId);
    expect((await reader.get(`/messages/${messageId}`)).status).to.equal(200);
    expect(await idsFor(reader, [['channel', 'closed']])).to.include(messageId);
    expect(await newestFor(reader)).to.deep.equal([messageId]);
  });
});

/** Both channels are open: `there` is followed by the reader, and what is moved there was said elsewhere. */
describe('messages moved to a channel that others follow', () => {
  let hansard: Hansard;
  let owner: Person;
  let author: Person;
  let reader: Person;
  let there: number;

  before(async () => {
    hansard = await Hansard.start();
    owner = await hansard.owner();
    author = await hansard.account('Ada Author');
    reader = await hansard.account('Rob Reader');
    for (const [name, people] of [
      ['here', [owner, author]],
      ['there', [owner, reader]],
      ['nook', [owner, author]],
    ] as const)
      await owner.post('/users/me/subscriptions', {
        subscriptions: [{ name }],
        principals: people.map(({ userId }) => userId),
        ...(name === 'nook' && { invite_only: true, history_public_to_subscribers: false }),
      });
    there = (await owner.get('/get_stream_id', { stream: 'there' })).body.stream_id as number;
  });
  after(() => hansard.stop());

  const send = async (to: string, content: string): Promise<number> =>
    (await author.post('/messages', { type: 'channel', to, topic: 'plans', content })).body.id as number;
  const move = async (messageId: number, stream_id: number): Promise<void> => {
    expect((await owner.patch(`/messages/${messageId}`, { stream_id })).status).to.equal(200);
  };
  const idsFor = async (who: Person, narrow: readonly unknown[]): Promise<readonly unknown[]> => {
    const page = { anchor: 'newest', num_before: 100, num_after: 0, narrow };
    return listIn(await who.get('/messages', page), 'messages').map(({ id }) => id);
  };
  const flagsFor = async (who: Person, messageId: number): Promise<unknown> =>
    ((await who.get(`/messages/${messageId}`)).body.message as { flags: unknown }).flags;

  it('are history to them, which calls nobody and is unread to nobody', async () => {
    const messageId = await send('here', 'as planned, @**all** and @*role:members*');
    expect(await flagsFor(reader, messageId)).to.deep.equal(['read', 'historical']);
    await move(messageId, there);
    expect(await flagsFor(reader, messageId)).to.deep.equal(['read', 'historical']);
    expect(await idsFor(reader, [['channel', 'there']])).to.include(messageId);
    for (const narrow of [[], [['is', 'unread']], [['is', 'mentioned']]])
      expect(await idsFor(reader, narrow)).not.to.include(messageId);
    expect(await flagsFor(author, messageId)).to.include('stream_wildcard_mentioned');
    expect(await idsFor(owner, [['is', 'unread']])).to.include(messageId);
  });

  it('call nobody by an edit whom the author could not call where they were sent', async () => {
    const crowd = await Promise.all(
      Array.from({ length: 16 }, (_, index) => hansard.account(`Crowd ${index}`)),
    );
    const principals = [author, ...crowd].map(({ userId }) => userId);
    await owner.post('/users/me/subscriptions', { subscriptions: [{ name: 'big' }], principals });
    const messageId = await send('big', 'calm');
    await move(messageId, there);
    const loud = await author.patch(`/messages/${messageId}`, { content: '@**all** look' });
    expectRefusal(loud, 'You do not have permission to use channel wildcard mentions in this channel.', {
      code: 'STREAM_WILDCARD_MENTION_NOT_ALLOWED',
    });
  });

  it('are received by a subscriber who was there before, when they are back', async () => {
    const messageId = await send('here', 'there and back');
    await move(messageId, there);
    const here = (await owner.get('/get_stream_id', { stream: 'here' })).body.stream_id as number;
    await move(messageId, here);
    expect(await flagsFor(author, messageId)).to.deep.equal([]);
    expect(await flagsFor(reader, messageId)).to.deep.equal(['read', 'historical']);
  });

  it('stay received by who has left the channel that they were sent to', async () => {
    const messageId = await send('nook', 'out of the nook');
    await author.delete('/users/me/subscriptions', { subscriptions: ['nook'] });
    await hansard.settled();
    expectRefusal(await author.get(`/messages/${messageId}`), 'Invalid message(s)');
    await move(messageId, there);
    // Read, for leaving did that, but not historical.
    expect(await flagsFor(author, messageId)).to.deep.equal(['read']);
    for (const narrow of [[], [['channel', 'there']]])
      expect(await idsFor(author, narrow), JSON.stringify(narrow)).to.include(messageId);
  });

  it('are not lost in a protected channel by whom it lets in without a subscription', async () => {
    const messageId = await send('here', 'into the vault');
    const settings = { can_subscribe_group: { direct_members: [author.userId], direct_subgroups: [] } };
    await owner.post('/users/me/subscriptions', {
      subscriptions: [{ name: 'vault' }],
      invite_only: true,
      history_public_to_subscribers: false,
      ...settings,
    });
    const vault = (await owner.get('/get_stream_id', { stream: 'vault' })).body.stream_id as number;
    await move(messageId, vault);
    expect(await flagsFor(author, messageId)).to.deep.equal([]);
    for (const narrow of [[], [['channel', 'vault']]])
      expect(await idsFor(author, narrow), JSON.stringify(narrow)).to.include(messageId);
    expect(listIn(await author.get(`/users/me/${vault}/topics`), 'topics')).to.have.lengthOf(1);
  });
});
