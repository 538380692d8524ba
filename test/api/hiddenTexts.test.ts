import { createHash } from 'node:crypto';
import { expect } from 'chai';
import type { Hansard, Person } from '../support/hansard.ts';
import { things } from '../support/makers.ts';
import { startCast } from './cast.ts';
import { expectRefusal, listIn, shownUser } from './expected.ts';

const gravatar = (address: string) => `/avatar/${createHash('md5').update(address).digest('hex')}?`;

describe('what is not for everybody', () => {
  let hansard: Hansard;
  let owner: Person;
  let member: Person;
  let guest: Person;
  before(async () => {
    ({ hansard, owner, member, guest } = await startCast());
  });
  after(() => hansard.stop());

  const channel = async (name: string, more = {}) => {
    return things.channel.make(owner, { name, ...more });
  };

  it('is the gravatar of an address, for who may not see the address', async () => {
    const to = await channel('faces');
    const sent = await owner.post('/messages', { type: 'channel', to, topic: 'x', content: 'x' });
    await owner.patch('/settings', { email_address_visibility: 5 });
    const faces = async (viewer: Person) => [
      (await shownUser(viewer, owner.userId, { client_gravatar: false }))?.['avatar_url'],
      (await viewer.get(`/messages/${String(sent.body.id)}`, { client_gravatar: false })).body.message,
    ];
    const placeholder = (await shownUser(member, owner.userId))?.['email'] as string;
    const [shown, message] = await faces(member);
    expect(shown).to.include(gravatar(placeholder));
    expect((message as { avatar_url: string }).avatar_url).to.include(gravatar(placeholder));
    await owner.patch('/settings', { email_address_visibility: 1 });
    const [open] = await faces(member);
    expect(open).to.include(gravatar(owner.email));
  });

  it('is what a message said and was called in a channel that one could not read', async () => {
    const hidden = await channel('hidden', { invite_only: true });
    const open = await channel('open');
    const sent = await owner.post('/messages', {
      type: 'channel',
      to: hidden,
      topic: 'secret',
      content: 'one',
    });
    const path = `/messages/${String(sent.body.id)}`;
    await owner.patch(path, { content: 'two' });
    await owner.patch(path, { topic: 'more secret' });
    await owner.patch(path, { stream_id: open, topic: 'public' });
    await owner.patch(path, { content: 'three' });
    const historyFor = async (viewer: Person) => {
      const message = (await viewer.get(path)).body.message as { edit_history: Record<string, unknown>[] };
      const snapshots = listIn(await viewer.get(`${path}/history`), 'message_history');
      return { entries: message.edit_history, snapshots, all: JSON.stringify([message, snapshots]) };
    };
    const { entries, snapshots, all } = await historyFor(member);
    expect(all).not.to.match(/"one"|>one<|secret/);
    expect(entries.map(({ prev_content, prev_stream }) => prev_content ?? prev_stream)).to.deep.equal([
      'two',
      hidden,
    ]);
    expect(snapshots.map(({ content }) => content)).to.deep.equal(['two', 'two', 'three']);
    expect((await historyFor(owner)).entries).to.have.length(4);
  });

  it('is an old text that was changed by the very call that moved it into the open', async () => {
    const hidden = await channel('hidden too', { invite_only: true });
    const open = await channel('open too');
    const sent = await owner.post('/messages', { type: 'channel', to: hidden, topic: 'x', content: 'one' });
    const path = `/messages/${String(sent.body.id)}`;
    await owner.patch(path, { content: 'two', stream_id: open });
    const responses = JSON.stringify([
      (await member.get(path)).body,
      (await member.get(`${path}/history`)).body,
    ]);
    expect(responses).not.to.include('one');
  });

  it('is whether somebody exists whom one may not know', async () => {
    await channel('theirs', { principals: [guest.userId], is_web_public: false });
    await owner.patch('/realm', { can_access_all_users_group: { new: 3 } });
    const stranger = await hansard.person('Stranger');
    for (const principal of [stranger.userId, 9999]) {
      const fields = { subscriptions: ['theirs'], principals: [principal] };
      expectRefusal(await guest.delete('/users/me/subscriptions', fields), 'No such user');
    }
  });
});
