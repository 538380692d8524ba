import { expect } from 'chai';
import type { Hansard, Person } from '../support/hansard.ts';
import { Flagging, flagsOf } from './flagFixture.ts';

/** What was answered 200. */
const done = async (answer: Promise<{ readonly status: number }>): Promise<void> =>
  void expect((await answer).status).to.equal(200);

describe('what somebody had not read in a channel that they leave', () => {
  let flagging: Flagging;
  let hansard: Hansard;
  let owner: Person;
  let member: Person;

  before(async () => {
    flagging = await Flagging.start();
    ({ hansard, owner, member } = flagging.cast);
  });
  after(() => hansard.stop());

  const subscribe = async (name: string, fields: object = {}) =>
    done(
      owner.post('/users/me/subscriptions', {
        subscriptions: [{ name }],
        principals: [owner.userId, member.userId],
        ...fields,
      }),
    );
  const leave = async (name: string, who = member): Promise<void> => {
    const leaving = { subscriptions: [name], principals: [who.userId] };
    await done(owner.delete('/users/me/subscriptions', leaving));
    await hansard.settled();
  };
  const unreadOf = async (who: Person): Promise<number[]> => {
    const registration = { fetch_event_types: ['message', 'update_message_flags'] };
    const { body } = await who.post('/register', registration);
    const { streams } = body['unread_msgs'] as { streams: { unread_message_ids: number[] }[] };
    return streams.flatMap((topic) => topic.unread_message_ids);
  };

  it('becomes read, and clients are told which messages', async () => {
    await subscribe('left');
    const [one, two] = [await flagging.send('x', { to: 'left' }), await flagging.send('y', { to: 'left' })];
    const elsewhere = await flagging.send();
    const { body } = await member.post('/register', { event_types: ['update_message_flags'] });
    await leave('left');
    const { body: eventsBody } = await member.get('/events', {
      queue_id: body['queue_id'],
      last_event_id: -1,
    });
    const events = (eventsBody['events'] as Record<string, unknown>[]).map(({ id: _, ...event }) => event);
    expect(events).to.deep.equal([
      {
        type: 'update_message_flags',
        op: 'add',
        operation: 'add',
        flag: 'read',
        all: false,
        messages: [one, two],
      },
    ]);
    expect(await flagsOf(member, one)).to.include('read');
    expect(await unreadOf(member))
      .to.include(elsewhere)
      .and.not.to.include.members([one]);
  });

  it('stays read for who comes back, also where they could not read it meanwhile', async () => {
    await subscribe('closed', { invite_only: true, history_public_to_subscribers: true });
    const id = await flagging.send('x', { to: 'closed' });
    expect(await unreadOf(member)).to.include(id);
    await leave('closed');
    await subscribe('closed');
    const late = await flagging.send('y', { to: 'closed' });
    expect(await unreadOf(member))
      .to.include(late)
      .and.not.to.include(id);
  });

  it('becomes read in an archived channel, too', async () => {
    await subscribe('old');
    const id = await flagging.send('x', { to: 'old' });
    const { body } = await owner.get('/get_stream_id', { stream: 'old' });
    await done(owner.delete(`/streams/${body['stream_id'] as number}`));
    await leave('old');
    expect(await flagsOf(member, id)).to.include('read');
  });

  it('is nothing of those who stay, and nothing that they had read', async () => {
    await subscribe('shared');
    const [read, unread] = [
      await flagging.send('x', { to: 'shared' }),
      await flagging.send('y', { to: 'shared' }),
    ];
    await owner.post('/messages/flags', { messages: [read, unread], op: 'remove', flag: 'read' });
    await member.post('/messages/flags', { messages: [read], op: 'add', flag: 'read' });
    const { body } = await member.post('/register', { event_types: ['update_message_flags'] });
    await leave('shared');
    const { body: eventsBody } = await member.get('/events', {
      queue_id: body['queue_id'],
      last_event_id: -1,
    });
    expect((eventsBody['events'] as { messages: number[] }[]).map(({ messages }) => messages)).to.deep.equal([
      [unread],
    ]);
    expect(await flagsOf(owner, unread)).not.to.include('read');
  });

  it('becomes read message by message, more than one page of them', async () => {
    await subscribe('long');
    const ids: number[] = [];
    for (let round = 0; round < 21; round += 1)
      ids.push(...(await Promise.all(Array.from({ length: 25 }, () => flagging.send('x', { to: 'long' })))));
    expect((await unreadOf(member)).filter((id) => ids.includes(id))).to.have.length(525);
    await leave('long');
    expect((await unreadOf(member)).filter((id) => ids.includes(id))).to.deep.equal([]);
    await subscribe('long');
    expect((await unreadOf(member)).filter((id) => ids.includes(id))).to.deep.equal([]);
  });
});
