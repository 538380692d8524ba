import { expect } from 'chai';
import type { Hansard, Person } from '../support/hansard.ts';
import { startCast } from './cast.ts';
import { expectLoginFirst, expectRefusal, expectSuccess, listIn } from './expected.ts';

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

  it('takes exclude_archived, is strict about types and names the parameters of later issues', async () => {
    expect(await namesFor(owner, { exclude_archived: false })).to.include('beta');
    for (const name of ['include_public', 'include_subscribed', 'include_all', 'exclude_archived']) {
      expectRefusal(await owner.get('/streams', { [name]: 0 }), `${name} is not a boolean`);
      expectRefusal(await owner.get('/streams', { [name]: 'True' }), `${name} is not valid JSON`);
    }
    const later = ['include_all_active', 'include_default', 'include_web_public'];
    const answer = await owner.get('/streams', Object.fromEntries(later.map((name) => [name, false])));
    expect(answer.body.ignored_parameters_unsupported).to.deep.equal(later);
  });

  it('asks for a login', async () => {
    expectLoginFirst(await hansard.anonymous('GET', '/streams'));
  });
});
