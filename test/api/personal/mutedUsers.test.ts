import { expect } from 'chai';
import { expectSuccess } from '../expected.ts';
import { change, flagsOf, Flagging, idsThatAre } from '../flagFixture.ts';

describe('muted users over HTTP', () => {
  let flagging: Flagging;

  before(async () => {
    flagging = await Flagging.start();
  });
  after(() => flagging.cast.hansard.stop());

  it('send what is read, before the mute and during it, and not after it', async () => {
    const { member, owner, hansard } = flagging.cast;
    const muted = `/users/me/muted_users/${owner.userId}`;
    const [before, marked] = [await flagging.send(), await flagging.send()];
    await change(member, 'add', 'read', marked);
    await change(member, 'remove', 'read', marked);
    const { body: queue } = await member.post('/register', {
      event_types: ['update_message_flags', 'muted_users'],
    });
    expectSuccess(await member.post(muted));
    const during = await flagging.send(`@**Mia Member**`);
    expect(await idsThatAre(member, 'unread', ['channel', 'design'])).to.deep.equal([]);
    expect(await flagsOf(member, during)).to.deep.equal(['read', 'mentioned']);
    expectSuccess(await member.delete(muted));
    const after = await flagging.send();
    expect(await idsThatAre(member, 'unread', ['channel', 'design'])).to.deep.equal([after]);
    expect(await flagsOf(member, before)).to.deep.equal(['read']);
    await hansard.settled();
    const { body } = await member.get('/events', {
      queue_id: queue.queue_id,
      last_event_id: -1,
      dont_block: true,
    });
    const events = body.events as readonly Record<string, unknown>[];
    expect(events.map(({ type }) => type)).to.deep.equal([
      'update_message_flags',
      'muted_users',
      'muted_users',
    ]);
    expect(events[0]).to.deep.include({ op: 'add', flag: 'read', messages: [before, marked] });
  });

  it('send what can be marked unread again', async () => {
    const { member, owner } = flagging.cast;
    await member.post(`/users/me/muted_users/${owner.userId}`);
    const id = await flagging.send();
    await change(member, 'remove', 'read', id);
    expect(await flagsOf(member, id)).to.deep.equal([]);
    await change(member, 'add', 'read', id);
    expect(await flagsOf(member, id)).to.deep.equal(['read']);
    await member.delete(`/users/me/muted_users/${owner.userId}`);
  });

  it('are not told who has read what they send', async () => {
    const { member, owner } = flagging.cast;
    const id = await flagging.send();
    await change(member, 'add', 'read', id);
    const readers = async () => (await owner.get(`/messages/${id}/read_receipts`)).body.user_ids;
    expect(await readers()).to.deep.equal([member.userId]);
    await member.post(`/users/me/muted_users/${owner.userId}`);
    expect(await readers()).to.deep.equal([]);
    await member.delete(`/users/me/muted_users/${owner.userId}`);
  });

  it('are no readers to each other, whoever has sent the message', async () => {
    const { member, owner, moderator } = flagging.cast;
    await owner.post('/users/me/subscriptions', {
      subscriptions: [{ name: 'design' }],
      principals: [moderator.userId],
    });
    const id = await flagging.send();
    for (const reader of [member, moderator]) await change(reader, 'add', 'read', id);
    const readersFor = async (caller: typeof member) =>
      (await caller.get(`/messages/${id}/read_receipts`)).body.user_ids;
    const mute = `/users/me/muted_users/${member.userId}`;
    const both = [member.userId, moderator.userId].toSorted((one, other) => one - other);
    expect(await readersFor(moderator)).to.deep.equal(both);
    await moderator.post(mute);
    expect(await readersFor(moderator)).to.deep.equal([moderator.userId]);
    expect(await readersFor(member)).to.deep.equal([member.userId]);
    expect(await readersFor(owner)).to.deep.equal(both);
    await moderator.delete(mute);
    await member.post(`/users/me/muted_users/${owner.userId}`);
    expect(await readersFor(moderator), 'who has muted the sender').to.deep.equal(both);
    await member.delete(`/users/me/muted_users/${owner.userId}`);
  });
});
