import { expect } from 'chai';
import type { Hansard, Person } from '../../support/hansard.ts';
import { startCast } from '../cast.ts';
import { expectLoginFirst, expectRefusal, expectSuccess, listIn } from '../expected.ts';

describe('people over HTTP', () => {
  let hansard: Hansard;
  let owner: Person;
  let admin: Person;
  let moderator: Person;
  let member: Person;
  let guest: Person;

  before(async () => {
    ({ hansard, owner, admin, moderator, member, guest } = await startCast());
  });
  after(() => hansard.stop());

  const shown = async (userId: number) => {
    const { body } = await owner.get('/users', { user_ids: [userId] });
    return (body.members as Record<string, unknown>[])[0];
  };

  describe('GET /users', () => {
    it('lists everybody in the order of IDs, to every role', async () => {
      for (const viewer of [owner, admin, moderator, member, guest]) {
        const members = listIn(await viewer.get('/users'), 'members');
        const ids = members.map(({ user_id: id }) => id as number);
        expect(ids).to.deep.equal([...ids].sort((one, other) => one - other));
        expect(ids).to.include.members([owner, admin, moderator, member, guest].map(({ userId }) => userId));
      }
    });

    it('shows every field of a person', async () => {
      const user = await shown(admin.userId);
      expect(user?.date_joined).to.match(/^\d{4}-\d\d-\d\dT\d\d:\d\d\+00:00$/);
      expect({ ...user, date_joined: '' }).to.deep.equal({
        user_id: admin.userId,
        email: 'ada.admin@example.com',
        delivery_email: 'ada.admin@example.com',
        full_name: 'Ada Admin',
        date_joined: '',
        is_active: true,
        is_owner: false,
        is_admin: true,
        is_guest: false,
        is_bot: false,
        bot_type: null,
        bot_owner_id: null,
        role: 200,
        timezone: '',
        avatar_url: null,
        avatar_version: 1,
        is_imported_stub: false,
      });
    });

    it('tells roles by number and by word', async () => {
      const roles = await Promise.all([owner, member, guest].map(({ userId }) => shown(userId)));
      expect(roles.map((user) => [user?.role, user?.is_owner, user?.is_admin, user?.is_guest])).to.deep.equal(
        [
          [100, true, true, false],
          [400, false, false, false],
          [600, false, false, true],
        ],
      );
    });

    it('names the address of an avatar that clients are not to compute themselves', async () => {
      const answer = await member.get('/users', { user_ids: [member.userId], client_gravatar: false });
      const [me] = listIn(answer, 'members');
      expect(me?.avatar_url).to.match(
        /^https:\/\/secure\.gravatar\.com\/avatar\/[0-9a-f]{32}\?d=identicon&version=1$/,
      );
    });

    it('lists those asked for once, and drops unknown IDs without a word', async () => {
      const userIds = [member.userId, 9999, owner.userId, member.userId];
      const members = listIn(await member.get('/users', { user_ids: userIds }), 'members');
      expect(members.map(({ user_id: id }) => id)).to.deep.equal([owner.userId, member.userId]);
      expectSuccess(await member.get('/users', { user_ids: [] }), { members: [] });
    });

    it('is strict about types, and names what it does not know', async () => {
      expectRefusal(await member.get('/users', { user_ids: '7' }), 'user_ids is not a list');
      expectRefusal(await member.get('/users', { user_ids: ['7'] }), 'user_ids[0] is not an integer');
      expectRefusal(await member.get('/users', { client_gravatar: '1' }), 'client_gravatar is not a boolean');
      expectRefusal(
        await member.get('/users', { client_gravatar: 'yes' }),
        'client_gravatar is not valid JSON',
      );
      const { body } = await member.get('/users', { include_custom_profile_fields: true, x: 1 });
      expect(body.ignored_parameters_unsupported).to.deep.equal(['x']);
    });

    it('asks who is not logged in to log in', async () => {
      const answer = await hansard.anonymous('GET', '/users');
      expectRefusal(answer, 'Not logged in: API authentication or user session required', {
        code: 'UNAUTHENTICATED_USER',
        status: 401,
      });
      expect(answer.headers.get('www-authenticate')).to.equal('Basic realm="chat.example.com"');
    });
  });

  describe('GET /users/me', () => {
    it('shows the caller, whoever that is, with the newest message received', async () => {
      for (const viewer of [owner, guest]) {
        const { body } = await viewer.get('/users/me');
        expect(body).to.include({ user_id: viewer.userId, email: viewer.email });
        expect(body.profile_data).to.deep.equal({});
      }
      expect((await owner.get('/users/me')).body.max_message_id).to.equal(-1);
      const { body } = await member.post('/messages', {
        type: 'direct',
        to: [guest.userId],
        content: 'hello',
      });
      expect((await guest.get('/users/me')).body.max_message_id).to.equal(body.id);
    });

    it('has no anonymous form, and takes no parameters', async () => {
      expectLoginFirst(await hansard.anonymous('GET', '/users/me'));
      const { body } = await owner.get('/users/me', { client_gravatar: true });
      expect(body.ignored_parameters_unsupported).to.deep.equal(['client_gravatar']);
    });
  });
});
