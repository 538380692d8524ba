import { expect } from 'chai';
import { command, type DecidedEvent } from '../../src/commands/define.ts';
import { ROOT_ORGANIZATION } from '../../src/base/ids.ts';
import { systemGroupId } from '../../src/organization/slices/userGroups.ts';
import { example } from '../support/examples.ts';
import { Hansard, type Person } from '../support/hansard.ts';
import { expectLoginFirst, expectRefusal, expectSuccess, listIn, shownUser } from './expected.ts';

const HOST = 'chat.example.com';
const BOT = 50;
const SYSTEM_BOT = 51;

describe('who sees what of people', () => {
  let hansard: Hansard;
  let owner: Person;
  let admin: Person;
  let moderator: Person;
  let member: Person;
  let guest: Person;
  let shy: Person;

  before(async () => {
    hansard = await Hansard.start({ environment: { WEB_PUBLIC_CHANNELS: 'on' } });
    owner = await hansard.owner();
    admin = await hansard.person('Ada Admin', 200);
    moderator = await hansard.person('Mo Moderator', 300);
    member = await hansard.person('Mia Member');
    guest = await hansard.person('Gus Guest', 600);
    shy = await hansard.person('Shy Person');
    await happen(
      bot(BOT, { type: 2, ownerId: member.userId, isSystem: false }),
      bot(SYSTEM_BOT, { type: 1, ownerId: null, isSystem: true }),
    );
  });
  after(() => hansard.stop());

  const bot = (userId: number, what: { type: 1 | 2; ownerId: number | null; isSystem: boolean }) =>
    example.userCreated({
      userId,
      fullName: `Bot ${userId}`,
      bot: what,
    });

  /** What no route of these tests makes happen. */
  const happen = async (...events: readonly DecidedEvent[]): Promise<void> => {
    const lane = await hansard.app.lanes.organization(ROOT_ORGANIZATION);
    const fact = command({ name: 'Happen', decide: () => ({ events, result: undefined }) });
    await lane.submit(fact, undefined, { actor: null, client: 'test', correlationId: 'test' });
    await hansard.app.projections.caughtUp();
  };

  describe('GET /users/{id or address}', () => {
    it('shows the same as the listing', async () => {
      for (const viewer of [owner, guest]) {
        const [listed] = listIn(await viewer.get('/users', { user_ids: [member.userId] }), 'members');
        expectSuccess(await viewer.get(`/users/${member.userId}`), { user: listed });
        expectSuccess(await viewer.get(`/users/${member.email.toUpperCase()}`), { user: listed });
        expectSuccess(await viewer.get(`/users/user${member.userId}@${HOST}`), { user: listed });
      }
    });

    it('takes the parameters of the listing', async () => {
      const parameters = { client_gravatar: false, include_custom_profile_fields: true };
      const user = await shownUser(member, owner.userId, parameters);
      expect(user).to.include.keys('profile_data');
      expect(user.avatar_url).to.match(/^https:\/\/secure\.gravatar\.com\//);
      expect(await shownUser(member, owner.userId)).not.to.include.keys('profile_data');
      expectRefusal(await member.get('/users/1', { client_gravatar: 1 }), 'client_gravatar is not a boolean');
    });

    it('knows only who is there', async () => {
      const strange = ['0', '9999', 'nobody', 'nobody@example.com', `user9999@${HOST}`, 'user1@example.net'];
      for (const path of [...strange, `user1@x.${HOST}`])
        expectRefusal(await owner.get(`/users/${path}`), 'No such user');
      expectLoginFirst(await hansard.anonymous('GET', '/users/1'));
    });
  });

  it('PATCH /users/{address} finds whom GET finds', async () => {
    expectSuccess(await admin.patch(`/users/${shy.email}`, { full_name: 'Very Shy' }));
    expect(await shownUser(owner, shy.userId)).to.include({ full_name: 'Very Shy' });
    expectRefusal(await admin.patch('/users/nobody@example.com', { role: 300 }), 'No such user');
  });

  it('an owner gives somebody another address, with which he logs in from then on', async () => {
    const mover = await hansard.person('Mo Ver');
    expectSuccess(await owner.patch(`/users/${mover.userId}`, { new_email: 'moved@example.com' }));
    expect(await shownUser(owner, mover.userId)).to.include({ email: 'moved@example.com' });
    expectRefusal(await mover.get('/users/me'), 'Invalid API key', { code: 'INVALID_API_KEY', status: 401 });
    expect((await hansard.login('moved@example.com', 'kiwi-lamp-42')).userId).to.equal(mover.userId);
  });

  it('shows bots with their kind and owner, and never with profile data', async () => {
    const parameters = { user_ids: [BOT, SYSTEM_BOT], include_custom_profile_fields: true };
    const [own, system] = listIn(await guest.get('/users', parameters), 'members');
    expect(own).to.include({ is_bot: true, bot_type: 2, bot_owner_id: member.userId });
    expect(own).not.to.have.any.keys('profile_data', 'is_system_bot', 'is_deleted');
    expect(system).to.include({ is_bot: true, bot_type: 1, bot_owner_id: null, is_system_bot: true });
  });

  describe('addresses', () => {
    const seers: readonly (readonly [number, string])[] = [
      [1, 'owner admin moderator member guest shy'],
      [2, 'owner admin moderator member shy'],
      [3, 'owner admin shy'],
      [4, 'shy'],
      [5, 'owner admin moderator shy'],
    ];
    for (const [visibility, expected] of seers)
      it(`of visibility ${visibility} are seen by: ${expected}`, async () => {
        expectSuccess(await shy.patch('/settings', { email_address_visibility: visibility }));
        const placeholder = `user${shy.userId}@${HOST}`;
        const seeing: string[] = [];
        for (const [name, viewer] of Object.entries({ owner, admin, moderator, member, guest, shy })) {
          const user = await shownUser(viewer, shy.userId);
          expect(user.email).to.equal(visibility === 1 ? shy.email : placeholder);
          expect(user.avatar_url === null).to.equal(visibility === 1);
          if (user.delivery_email === shy.email) seeing.push(name);
          else expect(user.delivery_email).to.equal(null);
          const byAddress = await viewer.get(`/users/${shy.email}`);
          if (user.delivery_email === null) expectRefusal(byAddress, 'No such user');
          else expectSuccess(byAddress, { user });
        }
        expect(seeing.join(' ')).to.equal(expected);
        await shy.patch('/settings', { email_address_visibility: 1 });
      });
  });

  describe('a guest from whom the organization keeps its people', () => {
    const accessTo = (name: 'role:everyone' | 'role:members') =>
      owner.patch('/realm', { can_access_all_users_group: { new: systemGroupId(name) } });
    before(async () => {
      await member.post('/messages', { type: 'direct', to: [guest.userId], content: 'hello' });
      await accessTo('role:members');
    });
    after(() => accessTo('role:everyone'));

    it('is shown a placeholder for whom he has nothing to do with', async () => {
      const parameters = {
        user_ids: [admin.userId],
        include_custom_profile_fields: true,
        client_gravatar: true,
      };
      expectSuccess(await guest.get('/users', parameters), {
        members: [
          {
            user_id: admin.userId,
            email: `user${admin.userId}@${HOST}`,
            delivery_email: null,
            full_name: 'Unknown user',
            date_joined: '1970-01-01T00:00+00:00',
            is_active: true,
            is_owner: false,
            is_admin: false,
            is_guest: false,
            is_bot: false,
            bot_type: null,
            bot_owner_id: null,
            role: 400,
            timezone: '',
            avatar_url: '/images/unknown-user-avatar.svg?version=1',
            avatar_version: 1,
            is_imported_stub: false,
          },
        ],
      });
      for (const path of [admin.userId, admin.email, `user${admin.userId}@${HOST}`])
        expectRefusal(await guest.get(`/users/${path}`), 'No such user');
      const picture = await fetch(new URL('/images/unknown-user-avatar.svg', hansard.url));
      expect(picture.headers.get('content-type')).to.match(/^image\/svg/);
    });

    it('knows himself, bots, whom he has talked to, and whom he follows a channel with', async () => {
      const known = async () =>
        listIn(await guest.get('/users'), 'members')
          .filter(({ full_name: name }) => name !== 'Unknown user')
          .map(({ user_id: userId }) => userId);
      expect(await known()).to.deep.equal([member.userId, guest.userId, BOT]);
      const subscriptions = [{ name: 'lobby' }];
      await owner.post('/users/me/subscriptions', {
        subscriptions,
        principals: [guest.userId, moderator.userId],
      });
      expect(await known()).to.deep.equal([moderator.userId, member.userId, guest.userId, BOT]);
    });
  });

  describe('without a login, GET /users', () => {
    it('answers once the organization has web-public channels that it shows', async () => {
      const refused = { code: 'UNAUTHENTICATED_USER', status: 401 };
      const notLoggedIn = 'Not logged in: API authentication or user session required';
      expectRefusal(await hansard.anonymous('GET', '/users'), notLoggedIn, refused);
      await owner.patch('/realm', { enable_spectator_access: true });
      expectRefusal(await hansard.anonymous('GET', '/users'), notLoggedIn, refused);
      const subscriptions = [{ name: 'agora' }];
      await owner.post('/users/me/subscriptions', { subscriptions, is_web_public: true });
      expect((await hansard.anonymous('GET', '/users')).status).to.equal(200);
    });

    it('tells the day of joining and no time zone', async () => {
      await shy.patch('/settings', { email_address_visibility: 2 });
      const [first, other] = listIn(
        await hansard.anonymous('GET', `/users?user_ids=[${owner.userId},${shy.userId}]`),
        'members',
      );
      expect(first).to.include({ email: owner.email, delivery_email: owner.email });
      expect(other).to.include({ email: `user${shy.userId}@${HOST}`, delivery_email: null });
      expect(first?.date_joined).to.match(/^\d{4}-\d\d-\d\d$/);
      expect(first).not.to.have.any.keys('timezone');
    });
  });
});
