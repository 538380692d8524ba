import { expect } from 'chai';
import { type Hansard, OWNER_EMAIL, OWNER_PASSWORD, type Person } from '../support/hansard.ts';
import { startCast } from './cast.ts';
import {
  expectAdministratorOnly,
  expectLoginFirst,
  expectOwnerOnly,
  expectRefusal,
  expectSuccess,
  listIn,
} from './expected.ts';

const account = (name: string) => ({
  email: `${name.toLowerCase().replaceAll(' ', '.')}@example.com`,
  full_name: name,
  password: OWNER_PASSWORD,
});

describe('administering people over HTTP', () => {
  let hansard: Hansard;
  let owner: Person;
  let admin: Person;
  let moderator: Person;
  let member: Person;
  let guest: Person;
  let stranger: Person;

  before(async () => {
    ({ hansard, owner, admin, moderator, member, guest } = await startCast());
    stranger = await hansard.organization('acme');
  });
  after(() => hansard.stop());

  const shown = async (userId: number) => {
    const { body } = await owner.get('/users', { user_ids: [userId] });
    return (body.members as Record<string, unknown>[])[0];
  };

  describe('POST /users', () => {
    it('is for administrators and owners', async () => {
      for (const caller of [moderator, member, guest])
        expectAdministratorOnly(await caller.post('/users', account('No Body')));
      for (const [index, caller] of [owner, admin].entries()) {
        const answer = await caller.post('/users', account(`New Comer ${index}`));
        const userId = answer.body.user_id as number;
        expectSuccess(answer, { user_id: userId });
        expect(await shown(userId)).to.include({ role: 400, is_active: true });
      }
      expectLoginFirst(await hansard.anonymous('POST', '/users', account('No Body')));
    });

    it('has the notification bot welcome them', async () => {
      await owner.post('/users', account('Wel Come'));
      await hansard.settled();
      const newcomer = await hansard.login(account('Wel Come').email, OWNER_PASSWORD);
      const { body } = await newcomer.get('/messages', { anchor: 'oldest', num_before: 0, num_after: 5 });
      const [welcome, ...others] = body.messages as Record<string, unknown>[];
      expect(others).to.deep.equal([]);
      expect(welcome).to.include({
        type: 'private',
        sender_full_name: 'Notification Bot',
        content: '<p>Welcome to Hansard! Look around in the channels, and say hello.</p>',
      });
      expect(welcome).to.have.deep.property('flags', []);
    });

    it('makes an account that can log in with the name and address as trimmed', async () => {
      const { body } = await owner.post('/users', {
        email: ' Trim@Example.com ',
        full_name: '  Tri Mmed ',
        password: OWNER_PASSWORD,
      });
      expect(await shown(body.user_id as number)).to.include({
        email: 'Trim@Example.com',
        full_name: 'Tri Mmed',
      });
      const trimmed = await hansard.login('trim@example.com', OWNER_PASSWORD);
      expect(trimmed.userId).to.equal(body.user_id);
    });

    const wrong: readonly (readonly [string, object, string])[] = [
      [
        'an address in use, in whatever case',
        { email: 'OWNER@example.com' },
        "Email 'OWNER@example.com' already in use",
      ],
      ['an address that is none', { email: 'nobody' }, 'Invalid email address.'],
      ['a name of one character', { full_name: ' x ' }, 'Name too short!'],
      ['a name of one emoji', { full_name: '🍋' }, 'Name too short!'],
      ['a name of 101 emoji', { full_name: '🍋'.repeat(101) }, 'Name too long!'],
      ['a name of 101 characters', { full_name: 'x'.repeat(101) }, 'Name too long!'],
      ['a name with a star', { full_name: 'a*b' }, 'Invalid characters in name!'],
      ['a name with a control character', { full_name: 'a\u0007b' }, 'Invalid characters in name!'],
      ['a name like a mention', { full_name: 'Ann|12' }, 'Invalid format!'],
      ['a weak password', { password: 'password' }, 'New password is too weak!'],
    ];
    for (const [what, fields, msg] of wrong)
      it(`refuses ${what}`, async () => {
        expectRefusal(await owner.post('/users', { ...account('Wrong One'), ...fields }), msg);
      });

    it('takes a name of 2 to 100 characters, whatever they take to be stored', async () => {
      for (const full_name of ['🍋🍋', '🍋'.repeat(100)]) {
        const { body } = await owner.post('/users', { ...account(`Lemons ${full_name.length}`), full_name });
        expect(await shown(body.user_id as number)).to.include({ full_name });
      }
    });

    it('asks for every parameter, and names those it does not know', async () => {
      for (const name of ['email', 'password', 'full_name']) {
        const fields = Object.fromEntries(
          Object.entries(account('Wrong One')).filter(([key]) => key !== name),
        );
        expectRefusal(await owner.post('/users', fields), `Missing '${name}' argument`, {
          code: 'REQUEST_VARIABLE_MISSING',
          var_name: name,
        });
      }
      const { body } = await owner.post('/users', { ...account('Extra Field'), role: 200 });
      expect(body.ignored_parameters_unsupported).to.deep.equal(['role']);
      expect(await shown(body.user_id as number)).to.include({ role: 400 });
    });
  });

  describe('PATCH /users/{id}', () => {
    it('gives a new name and a new role', async () => {
      const someone = await hansard.person('Old Name');
      const path = `/users/${someone.userId}`;
      expectSuccess(await admin.patch(path, { full_name: ' New Name ', role: 300 }));
      expect(await shown(someone.userId)).to.include({ full_name: 'New Name', role: 300 });
      expectSuccess(await admin.patch(path, { full_name: 'New Name' }));
      expectSuccess(await admin.patch(path, {}));
      expect(await shown(someone.userId)).to.include({ full_name: 'New Name', role: 300 });
    });

    it('is for administrators, and for owners where the owner role is concerned', async () => {
      for (const caller of [moderator, member, guest])
        expectAdministratorOnly(await caller.patch(`/users/${caller.userId}`, { full_name: 'Me Myself' }));
      expectOwnerOnly(await admin.patch(`/users/${member.userId}`, { role: 100 }));
      expectOwnerOnly(await admin.patch(`/users/${owner.userId}`, { role: 200 }));
      expectSuccess(await admin.patch(`/users/${owner.userId}`, { full_name: 'Owner' }));
      expectLoginFirst(await hansard.anonymous('PATCH', `/users/${member.userId}`, { role: 600 }));
    });

    it('leaves the organization an owner', async () => {
      const only = 'The owner permission cannot be removed from the only organization owner.';
      expectRefusal(await owner.patch(`/users/${owner.userId}`, { role: 400 }), only);
      const second = await hansard.person('Second Owner', 100);
      expectSuccess(await second.patch(`/users/${owner.userId}`, { role: 200 }));
      expectRefusal(await second.patch(`/users/${second.userId}`, { role: 400 }), only);
      expectSuccess(await second.patch(`/users/${owner.userId}`, { role: 100 }));
      expectSuccess(await second.patch(`/users/${second.userId}`, { role: 400 }));
    });

    it('moves what the person may do with the role', async () => {
      const someone = await hansard.person('Rising Star');
      expectAdministratorOnly(await someone.post('/users', account('No Body')));
      await owner.patch(`/users/${someone.userId}`, { role: 200 });
      expect((await someone.post('/users', account('Some Body'))).status).to.equal(200);
      await owner.patch(`/users/${someone.userId}`, { role: 600 });
      expectAdministratorOnly(await someone.post('/users', account('No Body')));
    });

    it('refuses what is no name, no role, no user', async () => {
      const path = `/users/${member.userId}`;
      expectRefusal(await admin.patch(path, { full_name: 'x' }), 'Name too short!');
      expectRefusal(await admin.patch(path, { role: 500 }), 'Invalid role');
      expectRefusal(await admin.patch(path, { role: '"200"' }), 'role is not an integer');
      expectRefusal(await admin.patch(path, { role: 'admin' }), 'role is not valid JSON');
      for (const id of [0, 9999])
        expectRefusal(await admin.patch(`/users/${id}`, { role: 300 }), 'No such user');
    });
  });

  describe('DELETE /users/{id} and POST /users/{id}/reactivate', () => {
    const locked = { code: 'USER_DEACTIVATED', status: 401 };

    it('shut somebody out everywhere at once, and let him in again as he was', async () => {
      const someone = await hansard.person('Come And Go', 300);
      expectSuccess(await admin.delete(`/users/${someone.userId}`));
      expect(await shown(someone.userId)).to.include({ is_active: false, role: 300 });
      expectRefusal(await someone.get('/users/me'), 'Account is deactivated', locked);
      const write = await someone.post('/messages', { type: 'direct', to: [1], content: 'x' });
      expectRefusal(write, 'Account is deactivated', locked);
      const login = { username: someone.email, password: OWNER_PASSWORD };
      expectRefusal(
        await hansard.anonymous('POST', '/fetch_api_key', login),
        'Account is deactivated',
        locked,
      );
      expectRefusal(await admin.delete(`/users/${someone.userId}`), 'User is deactivated');
      expectSuccess(await admin.post(`/users/${someone.userId}/reactivate`));
      expectSuccess(await admin.post(`/users/${someone.userId}/reactivate`));
      expect((await someone.get('/users/me')).body).to.include({ is_active: true, role: 300 });
    });

    it('are for administrators, and for owners where an owner is concerned', async () => {
      for (const caller of [moderator, member, guest]) {
        expectAdministratorOnly(await caller.delete(`/users/${member.userId}`));
        expectAdministratorOnly(await caller.post(`/users/${member.userId}/reactivate`));
      }
      const second = await hansard.person('Leaving Owner', 100);
      expectOwnerOnly(await admin.delete(`/users/${second.userId}`));
      expectSuccess(await owner.delete(`/users/${second.userId}`));
      expectOwnerOnly(await admin.post(`/users/${second.userId}/reactivate`));
      const onlyOwner = 'Cannot deactivate the only organization owner';
      expectRefusal(await owner.delete(`/users/${owner.userId}`), onlyOwner);
      expectLoginFirst(await hansard.anonymous('DELETE', `/users/${member.userId}`));
      expectLoginFirst(await hansard.anonymous('POST', `/users/${member.userId}/reactivate`));
    });

    it('know only who is there, and take a comment of 2000 characters', async () => {
      expectRefusal(await admin.delete('/users/9999'), 'No such user');
      expectRefusal(await admin.post('/users/9999/reactivate'), 'No such user');
      const leaver = await hansard.person('Last Words');
      const commented = (length: number) =>
        admin.delete(`/users/${leaver.userId}`, { deactivation_notification_comment: 'x'.repeat(length) });
      const tooLong = 'deactivation_notification_comment is too long (limit: 2000 characters)';
      expectRefusal(await commented(2001), tooLong);
      expectSuccess(await commented(2000));
    });
  });

  it('keeps the people of one organization from those of another', async () => {
    const members = listIn(await stranger.get('/users'), 'members');
    expect(members.map(({ email }) => email)).to.deep.equal([stranger.email]);
    expectSuccess(await stranger.get('/users', { user_ids: [member.userId] }), { members: [] });
    expectRefusal(await stranger.patch(`/users/${member.userId}`, { role: 600 }), 'No such user');
    expectRefusal(await stranger.delete(`/users/${member.userId}`), 'No such user');
    expectRefusal(await stranger.post(`/users/${member.userId}/reactivate`), 'No such user');
    const sameAddress = { ...account('Not Taken Here'), email: OWNER_EMAIL };
    expect((await stranger.post('/users', sameAddress)).status).to.equal(200);
  });
});
