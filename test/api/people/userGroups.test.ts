import { expect } from 'chai';
import type { Answer, Hansard, Person } from '../../support/hansard.ts';
import { startCast } from '../cast.ts';
import { expectRefusal, expectSuccess, listIn } from '../expected.ts';

/** Group IDs of the system groups, in the order in which an organization creates them. */
const [INTERNET, EVERYONE, MEMBERS, , MODERATORS, , OWNERS, NOBODY] = [1, 2, 3, 4, 5, 6, 7, 8];
const only = (...people: Person[]) => ({
  direct_members: people.map(({ userId }) => userId).sort((a, b) => a - b),
  direct_subgroups: [],
});

describe('user groups', () => {
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

  const create = (who: Person, name: string, fields: Record<string, unknown> = {}): Promise<Answer> =>
    who.post('/user_groups/create', { name, description: '', members: [], ...fields });
  const made = async (name: string, fields: Record<string, unknown> = {}): Promise<number> =>
    (await create(member, name, fields)).body.group_id as number;
  const listed = async (fields: Record<string, unknown> = {}) =>
    listIn(await guest.get('/user_groups', fields), 'user_groups');
  const shown = async (id: number) =>
    (await listed({ include_deactivated_groups: true })).find((group) => group.id === id);

  describe('POST /user_groups/create', () => {
    it('makes a group with the defaults of the contract, of which the creator is not a member', async () => {
      const answer = await create(member, ' design ', {
        description: 'What it *is*',
        members: [admin.userId, moderator.userId],
      });
      const id = answer.body.group_id as number;
      expectSuccess(answer, { group_id: id });
      const { date_created: created, ...group } = (await shown(id))!;
      expect(created).to.be.closeTo(Date.now() / 1000, 60);
      expect(group).to.deep.equal({
        id,
        name: 'design',
        description: 'What it *is*',
        creator_id: member.userId,
        members: [admin.userId, moderator.userId],
        direct_subgroup_ids: [],
        is_system_group: false,
        deactivated: false,
        can_add_members_group: only(member),
        can_join_group: NOBODY,
        can_leave_group: EVERYONE,
        can_manage_group: only(member),
        can_mention_group: EVERYONE,
        can_remove_members_group: NOBODY,
      });
    });

    it('takes subgroups and every setting, in whatever form', async () => {
      const inner = await made('inner');
      const id = await made('outer', {
        members: [member.userId, member.userId],
        subgroups: [inner, MODERATORS, inner],
        can_add_members_group: MODERATORS,
        can_join_group: { direct_members: [], direct_subgroups: [MEMBERS] },
        can_leave_group: NOBODY,
        can_manage_group: { direct_members: [moderator.userId, admin.userId], direct_subgroups: [inner] },
        can_mention_group: { direct_members: [], direct_subgroups: [] },
        can_remove_members_group: OWNERS,
      });
      expect(await shown(id)).to.deep.include({
        members: [member.userId],
        direct_subgroup_ids: [MODERATORS, inner],
        can_add_members_group: MODERATORS,
        can_join_group: MEMBERS,
        can_leave_group: NOBODY,
        can_manage_group: { direct_members: [admin.userId, moderator.userId], direct_subgroups: [inner] },
        can_mention_group: NOBODY,
        can_remove_members_group: OWNERS,
      });
    });

    const names: readonly (readonly [string, string, string])[] = [
      ['an empty name', '  ', "User group name can't be empty!"],
      ['a name of 101 characters', 'x'.repeat(101), 'User group name cannot exceed 100 characters.'],
      ...['@', 'role:', 'user:', 'stream:', 'channel:'].map(
        (start) =>
          [
            `a name that starts with ${start}`,
            `${start}x`,
            `User group name cannot start with '${start}'.`,
          ] as const,
      ),
      ['a name of two lines', 'a\nb', 'Invalid character in user group name, at position 2.'],
      ['a name that is taken, in any case', 'TAKEN', "User group 'TAKEN' already exists."],
    ];
    for (const [what, name, msg] of names)
      it(`refuses ${what}`, async () => {
        if (name === 'TAKEN') await create(member, 'taken');
        expectRefusal(await create(member, name), msg);
      });

    it('refuses people and groups that are not there', async () => {
      const gone = await hansard.person('Gone Groupie');
      await owner.delete(`/users/${gone.userId}`);
      expectRefusal(await create(member, 'x', { members: [9999] }), 'Invalid user ID: 9999');
      expectRefusal(await create(member, 'x', { members: [gone.userId] }), `Invalid user ID: ${gone.userId}`);
      expectRefusal(await create(member, 'x', { subgroups: [9999] }), 'Invalid user group ID: 9999');
      const missing = await member.post('/user_groups/create', { name: 'x', description: '' });
      expectRefusal(missing, "Missing 'members' argument", {
        code: 'REQUEST_VARIABLE_MISSING',
        var_name: 'members',
      });
    });

    const forbidden: readonly (readonly [string, number, string])[] = [
      ...['add_members', 'join', 'manage', 'remove_members'].map(
        (name) => [`can_${name}_group`, EVERYONE, 'role:everyone'] as const,
      ),
      ['can_mention_group', OWNERS, 'role:owners'],
      ...['add_members', 'join', 'leave', 'manage', 'mention', 'remove_members'].map(
        (name) => [`can_${name}_group`, INTERNET, 'role:internet'] as const,
      ),
    ];
    for (const [setting, value, group] of forbidden)
      it(`does not let ${setting} be ${group}`, async () => {
        const msg = `'${setting}' setting cannot be set to '${group}' group.`;
        expectRefusal(await create(member, 'x', { [setting]: value }), msg);
        expectRefusal(await create(member, 'x', { [setting]: 9999 }), 'Invalid user group ID: 9999');
      });

    it('is for those whom the organization lets create groups, and never for guests', async () => {
      expectRefusal(await create(guest, 'x'), 'Not allowed for guest users');
      await owner.patch('/realm', { can_create_groups: { new: MODERATORS } });
      expectRefusal(await create(member, 'x'), 'Insufficient permission');
      expect((await create(moderator, 'by a moderator')).status).to.equal(200);
      await owner.patch('/realm', { can_create_groups: { new: MEMBERS } });
    });
  });

  describe('GET /user_groups', () => {
    it('begins with the system groups, whose settings name nobody', async () => {
      const system = (await listed()).slice(0, 8);
      expect(system.map(({ id, name }) => [id, name])).to.deep.include([5, 'role:moderators']);
      expect(system[4]).to.deep.equal({
        id: MODERATORS,
        name: 'role:moderators',
        description: '',
        creator_id: null,
        date_created: null,
        members: [moderator.userId],
        direct_subgroup_ids: [6],
        is_system_group: true,
        deactivated: false,
        can_add_members_group: NOBODY,
        can_join_group: NOBODY,
        can_leave_group: NOBODY,
        can_manage_group: NOBODY,
        can_mention_group: NOBODY,
        can_remove_members_group: NOBODY,
      });
    });

    it('lists deactivated groups on request', async () => {
      const id = await made('sleeping');
      await member.post(`/user_groups/${id}/deactivate`);
      expect((await listed()).map((group) => group.id)).not.to.include(id);
      expect((await listed({ include_deactivated_groups: true })).map((group) => group.id)).to.include(id);
    });
  });
});
