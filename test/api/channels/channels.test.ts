import { expect } from 'chai';
import type { Hansard, Person } from '../../support/hansard.ts';
import { things } from '../../support/makers.ts';
import { startCast } from '../cast.ts';
import { expectLoginFirst, expectRefusal, expectSuccess, listIn } from '../expected.ts';

describe('GET /streams', () => {
  let hansard: Hansard;
  let owner: Person;
  let admin: Person;
  let moderator: Person;
  let member: Person;
  let guest: Person;

  before(async () => {
    ({ hansard, owner, admin, moderator, member, guest } = await startCast());
    const create = (who: Person, name: string, fields: object = {}) =>
      who.post('/users/me/subscriptions', { subscriptions: [{ name }], ...fields });
    await create(owner, 'beta');
    await create(owner, 'Alpha', { principals: [guest.userId] });
    await create(member, 'private of member', { invite_only: true });
    const letsMo = { direct_members: [moderator.userId, guest.userId], direct_subgroups: [] };
    await create(owner, 'private, Mo adds', { invite_only: true, can_add_subscribers_group: letsMo });
    await create(owner, 'private, Mo runs', { invite_only: true, can_administer_channel_group: letsMo });
    await create(owner, 'gone public', { principals: [admin.userId] });
  });
  after(() => hansard.stop());

  const namesFor = async (who: Person, fields: Record<string, unknown> = {}) =>
    listIn(await who.get('/streams', fields), 'streams').map(({ name }) => name);

  it('lists public channels and the caller’s own by default, by name with capitals first', async () => {
    expect(await namesFor(member)).to.deep.equal(['Alpha', 'beta', 'gone public', 'private of member']);
    expect(await namesFor(owner)).to.deep.equal([
      'Alpha',
      'beta',
      'gone public',
      'private, Mo adds',
      'private, Mo runs',
    ]);
  });

  it('shows guests what they are subscribed to, whatever they ask for', async () => {
    expect(await namesFor(guest)).to.deep.equal(['Alpha']);
    expect(await namesFor(guest, { include_all: true })).to.deep.equal(['Alpha']);
    expect(await namesFor(guest, { include_subscribed: false })).to.deep.equal([]);
  });

  it('lists the union of what is included, and nothing when nothing is', async () => {
    expect(await namesFor(member, { include_public: false })).to.deep.equal(['private of member']);
    expect(await namesFor(member, { include_subscribed: false })).to.deep.equal([
      'Alpha',
      'beta',
      'gone public',
    ]);
    const none = { include_public: false, include_subscribed: false };
    expectSuccess(await member.get('/streams', none), { streams: [] });
  });

  it('lists with include_all what the caller has metadata access to', async () => {
    const everything = [
      'Alpha',
      'beta',
      'gone public',
      'private of member',
      'private, Mo adds',
      'private, Mo runs',
    ];
    for (const who of [owner, admin])
      expect(await namesFor(who, { include_all: true })).to.deep.equal(everything);
    expect(await namesFor(moderator, { include_all: true })).to.deep.equal([
      'Alpha',
      'beta',
      'gone public',
      'private, Mo adds',
      'private, Mo runs',
    ]);
    expect(await namesFor(member, { include_all: true })).to.not.include('private, Mo adds');
  });

  it('tells the first message and recent activity of a channel', async () => {
    const { body } = await owner.post('/messages', { type: 'channel', to: 'beta', topic: 't', content: 'x' });
    const beta = listIn(await owner.get('/streams'), 'streams').find(({ name }) => name === 'beta');
    expect(beta).to.include({ first_message_id: body.id, is_recently_active: true });
  });

  it('is strict about types', async () => {
    const names = [
      'public',
      'web_public',
      'subscribed',
      'all',
      'default',
      'owner_subscribed',
      'can_access_content',
    ];
    for (const name of [
      'exclude_archived',
      'include_all_active',
      ...names.map((each) => `include_${each}`),
    ]) {
      expectRefusal(await owner.get('/streams', { [name]: 0 }), `${name} is not a boolean`);
      expectRefusal(await owner.get('/streams', { [name]: 'True' }), `${name} is not valid JSON`);
    }
  });

  const nothingElse = { include_public: false, include_subscribed: false };

  it('lists default channels, and then says of each whether it is one', async () => {
    await owner.post('/users/me/subscriptions', {
      subscriptions: [{ name: 'standing' }],
      is_default_stream: true,
    });
    expect(await namesFor(member, { ...nothingElse, include_default: true })).to.deep.equal(['standing']);
    const listed = listIn(await member.get('/streams', { include_default: true }), 'streams');
    expect(listed.filter(({ is_default }) => is_default).map(({ name }) => name)).to.deep.equal(['standing']);
    expect(listed.find(({ name }) => name === 'beta')).to.have.property('is_default', false);
    expect(listIn(await member.get('/streams'), 'streams')[0]).not.to.have.property('is_default');
    expect(await namesFor(guest, { include_default: true })).to.deep.equal(['Alpha']);
  });

  it('lists what the caller has content access to', async () => {
    const mine = await namesFor(moderator, { ...nothingElse, include_can_access_content: true });
    expect(mine).to.include.members(['Alpha', 'private, Mo adds']);
    expect(mine).not.to.include('private, Mo runs');
    const ofAdmin = await namesFor(admin, { ...nothingElse, include_can_access_content: true });
    expect(ofAdmin).to.include('gone public').and.not.include('private of member');
  });

  it('takes include_all_active from administrators for include_all', async () => {
    const everything = await namesFor(admin, { include_all: true });
    expect(await namesFor(admin, { include_all_active: true })).to.deep.equal(everything);
    const refused = await member.get('/streams', { include_all_active: true });
    expectRefusal(refused, 'User not authorized for this query');
    expect((await member.get('/streams', { include_all_active: false })).status).to.equal(200);
  });

  it('leaves archived channels out unless they are asked for', async () => {
    await owner.post('/users/me/subscriptions', { subscriptions: [{ name: 'history' }] });
    const shown = listIn(await owner.get('/streams'), 'streams').find(({ name }) => name === 'history');
    expectSuccess(await owner.delete(`/streams/${String(shown?.stream_id)}`));
    expect(await namesFor(owner)).not.to.include('history');
    const all = listIn(await owner.get('/streams', { exclude_archived: false }), 'streams');
    expect(all.find(({ name }) => name === 'history')).to.deep.equal({ ...shown, is_archived: true });
  });

  it('asks for a login', async () => {
    expectLoginFirst(await hansard.anonymous('GET', '/streams'));
  });
});

describe('one channel', () => {
  let hansard: Hansard;
  let owner: Person;
  let member: Person;
  let guest: Person;
  let openId: number;
  let hiddenId: number;

  before(async () => {
    ({ hansard, owner, member, guest } = await startCast());
    const create = async (name: string, fields: object) => {
      const principals = [owner.userId, guest.userId];
      return things.channel.make(owner, { name, principals, ...fields });
    };
    openId = await create('open', {});
    hiddenId = await create('hidden', { invite_only: true });
  });
  after(() => hansard.stop());

  it('is shown as the listing shows it, also when it is archived', async () => {
    const [hidden, open] = listIn(await owner.get('/streams'), 'streams');
    expectSuccess(await guest.get(`/streams/${openId}`), { stream: open });
    expectSuccess(await guest.get(`/streams/${hiddenId}`), { stream: hidden });
    await owner.delete(`/streams/${openId}`);
    expectSuccess(await member.get(`/streams/${openId}`), { stream: { ...open, is_archived: true } });
    expectSuccess(await owner.patch(`/streams/${openId}`, { is_archived: false }));
  });

  it('tells who is subscribed to it', async () => {
    const subscribers = [owner.userId, guest.userId];
    for (const who of [owner, member, guest])
      expectSuccess(await who.get(`/streams/${openId}/members`), { subscribers });
    expectSuccess(await guest.get(`/streams/${hiddenId}/members`), { subscribers });
  });

  it('is found by its name in whatever case', async () => {
    expectSuccess(await member.get('/get_stream_id', { stream: 'OPEN' }), { stream_id: openId });
    expectRefusal(await member.get('/get_stream_id'), "Missing 'stream' argument", {
      code: 'REQUEST_VARIABLE_MISSING',
      var_name: 'stream',
    });
  });

  it('is absent to whom it is hidden from', async () => {
    for (const streamId of [hiddenId, 999])
      for (const path of [`/streams/${streamId}`, `/streams/${streamId}/members`])
        expectRefusal(await member.get(path), 'Invalid channel ID');
    for (const stream of ['hidden', 'nothing'])
      expectRefusal(await member.get('/get_stream_id', { stream }), `Invalid channel name '${stream}'`);
  });

  it('becomes a default channel and ceases to be one, as often as it is said', async () => {
    const defaults = async () =>
      listIn(await member.get('/streams', { include_default: true }), 'streams').filter(
        ({ is_default }) => is_default,
      ).length;
    for (let time = 0; time < 2; time += 1)
      expectSuccess(await owner.post('/default_streams', { stream_id: openId }));
    expect(await defaults()).to.equal(1);
    for (let time = 0; time < 2; time += 1)
      expectSuccess(await owner.delete('/default_streams', { stream_id: openId }));
    expect(await defaults()).to.equal(0);
    const refusal = 'You do not have permission to change default channels.';
    expectRefusal(await member.post('/default_streams', { stream_id: openId }), refusal);
    const hidden = await owner.post('/default_streams', { stream_id: hiddenId });
    expectRefusal(hidden, 'Private channels cannot be made default.');
    expectRefusal(await member.post('/default_streams', { stream_id: hiddenId }), 'Invalid channel ID');
  });
});
