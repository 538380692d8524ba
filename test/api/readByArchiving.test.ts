import { expect } from 'chai';
import type { Answer, Hansard, Person } from '../support/hansard.ts';
import { change, Flagging, flagsOf, idsThatAre } from './flagFixture.ts';

interface Event {
  readonly id: number;
  readonly type: string;
  readonly op?: string;
  readonly messages?: readonly number[];
}

/** What was answered 200. */
const done = ({ status, body }: Answer): void => void expect(status, JSON.stringify(body)).to.equal(200);

describe('what nobody had read in a channel that is archived', () => {
  let flagging: Flagging;
  let hansard: Hansard;
  let owner: Person;
  let member: Person;

  before(async () => {
    flagging = await Flagging.start();
    ({ hansard, owner, member } = flagging.cast);
  });
  after(() => hansard.stop());

  const subscribed = async (name: string): Promise<number> => {
    const principals = [owner.userId, member.userId];
    const subscriptions = [{ name }];
    done(await owner.post('/users/me/subscriptions', { subscriptions, principals }));
    return (await owner.get('/get_stream_id', { stream: name })).body['stream_id'] as number;
  };
  const archive = async (channelId: number): Promise<void> => {
    done(await owner.delete(`/streams/${channelId}`));
    await hansard.settled();
  };
  const unarchive = async (channelId: number): Promise<void> =>
    done(await owner.patch(`/streams/${channelId}`, { is_archived: false }));
  const send = (to: string, content = 'x') => flagging.send(content, { to });

  /** Of a client that knows archived channels, or does not. */
  async function unreadOf(who: Person, knowsArchived: boolean) {
    const { body } = await who.post('/register', {
      fetch_event_types: ['message', 'update_message_flags'],
      client_capabilities: { notification_settings_null: true, archived_channels: knowsArchived },
    });
    const { count, mentions, ...lists } = body['unread_msgs'] as {
      count: number;
      mentions: number[];
    } & Record<'streams' | 'pms' | 'huddles', { unread_message_ids: number[] }[]>;
    const all = [...lists.streams, ...lists.pms, ...lists.huddles];
    return { count, mentions, listed: all.flatMap((conversation) => conversation.unread_message_ids) };
  }
  const register = async (who: Person, fields: object = {}) =>
    (await who.post('/register', { event_types: ['update_message_flags'], fetch_event_types: [], ...fields }))
      .body;
  const eventsOf = async (
    who: Person,
    queue: Record<string, unknown>,
    after = -1,
  ): Promise<readonly Event[]> => {
    const polled = { queue_id: queue['queue_id'], last_event_id: after, dont_block: true };
    return (await who.get('/events', polled)).body['events'] as Event[];
  };

  it('is read at once, by every way of asking', async () => {
    const channelId = await subscribed('old');
    const [one, two] = [await send('old'), await send('old', `@**|${member.userId}**`)];
    expect((await unreadOf(member, false)).listed).to.include.members([one, two]);
    done(await owner.delete(`/streams/${channelId}`));
    for (const knowsArchived of [true, false]) {
      const { count, listed, mentions } = await unreadOf(member, knowsArchived);
      expect([count, listed.length, mentions]).to.deep.equal([listed.length, count, []]);
      expect(listed).not.to.include(one);
    }
    expect(await flagsOf(member, one)).to.include('read');
    expect(await idsThatAre(member, 'unread')).not.to.include.members([one]);
    const first = { anchor: 'first_unread', num_before: 0, num_after: 0, narrow: [['channel', channelId]] };
    expect((await member.get('/messages', first)).body['anchor']).to.equal(10_000_000_000_000_000);
  });

  it('is told to clients that follow, before the channel goes, and to those who come later', async () => {
    const channelId = await subscribed('followed');
    const [read, unread] = [await send('followed'), await send('followed')];
    await change(member, 'add', 'read', read);
    const types = { event_types: ['update_message_flags', 'stream'] };
    const [now, later] = [await register(member, types), await register(member, types)];
    await archive(channelId);
    const told = await eventsOf(member, now);
    expect(told.map(({ type, op, messages }) => [type, op, messages])).to.deep.equal([
      ['update_message_flags', 'add', [unread]],
      ['stream', 'delete', undefined],
    ]);
    await unarchive(channelId);
    expect((await eventsOf(member, later))[0]!.messages).to.deep.equal([unread]);
    done(await owner.post('/mark_all_as_read'));
    const nothing = await register(owner);
    await archive(channelId);
    expect(await eventsOf(owner, nothing)).to.deep.equal([]);
  });

  it('cannot become unread until the channel is back', async () => {
    const channelId = await subscribed('quiet');
    const id = await send('quiet');
    await archive(channelId);
    const { body } = await change(member, 'remove', 'read', id);
    expect(body).to.deep.include({ ignored_because_not_subscribed_channels: [channelId] });
    expect(await flagsOf(member, id)).to.include('read');
    await unarchive(channelId);
    expect(await flagsOf(member, id)).to.include('read');
    await change(member, 'remove', 'read', id);
    expect(await flagsOf(member, id)).not.to.include('read');
    const later = await send('quiet');
    expect(await idsThatAre(member, 'unread', ['channel', channelId])).to.deep.equal([id, later]);
  });

  it('stays read in a channel that is back, also what had been marked as unread by hand', async () => {
    const channelId = await subscribed('marked');
    const id = await send('marked');
    await change(member, 'add', 'read', id);
    await change(member, 'remove', 'read', id);
    await archive(channelId);
    await unarchive(channelId);
    expect(await flagsOf(member, id)).to.include('read');
  });

  it('stays read where it is moved afterwards, and what comes from elsewhere stays unread', async () => {
    const [oldId, newId] = [await subscribed('from'), await subscribed('into')];
    const [read, unread] = [await send('from'), await send('into')];
    await archive(oldId);
    await unarchive(oldId);
    const queue = await register(member);
    done(await owner.patch(`/messages/${read}`, { stream_id: newId, propagate_mode: 'change_one' }));
    done(await owner.patch(`/messages/${unread}`, { stream_id: oldId, propagate_mode: 'change_one' }));
    expect(await flagsOf(member, read)).to.include('read');
    expect(await flagsOf(member, unread)).not.to.include('read');
    expect((await eventsOf(member, queue)).map(({ messages }) => messages)).to.deep.equal([[read]]);
    await change(member, 'remove', 'read', read);
    await change(member, 'add', 'read', read);
    expect(await flagsOf(member, read)).to.include('read');
  });

  it('includes the notice that says so', async () => {
    done(await owner.patch('/realm', { send_channel_events_messages: true }));
    const channelId = await subscribed('noticed');
    const queue = await register(member, { event_types: ['message'] });
    await archive(channelId);
    const { count, listed } = await unreadOf(member, false);
    expect(count).to.equal(listed.length);
    expect(await idsThatAre(member, 'unread', ['channel', channelId])).to.deep.equal([]);
    const told = (await eventsOf(member, queue)) as unknown as {
      flags: string[];
      message: { content: string };
    }[];
    const notice = told.find(({ message }) => message.content.includes('archived'));
    expect(notice?.flags).to.include('read');
    done(await owner.patch('/realm', { send_channel_events_messages: false }));
  });
});
