import { expect } from 'chai';
import type { Answer, Hansard, Person } from '../../support/hansard.ts';
import { things } from '../../support/makers.ts';
import { startCast } from '../cast.ts';
import { expectRefusal, expectSuccess } from '../expected.ts';

const [EVERYONE, MEMBERS, MODERATORS, NOBODY] = [2, 3, 5, 8];

describe('members of user groups', () => {
  let hansard: Hansard;
  let owner: Person;
  let admin: Person;
  let moderator: Person;
  let member: Person;
  let guest: Person;
  let count = 0;

  before(async () => {
    ({ hansard, owner, admin, moderator, member, guest } = await startCast());
  });
  after(() => hansard.stop());

  const made = async (fields: Record<string, unknown> = {}): Promise<number> => {
    return things.group.make(member, {
      name: `group ${(count += 1)}`,
      description: '',
      members: [],
      ...fields,
    });
  };
  const change = (who: Person, id: number, fields: Record<string, unknown>): Promise<Answer> =>
    who.post(`/user_groups/${id}/members`, fields);
  const nest = (who: Person, id: number, fields: Record<string, unknown>): Promise<Answer> =>
    who.post(`/user_groups/${id}/subgroups`, fields);
  const membersOf = async (id: number, fields: Record<string, unknown> = {}) =>
    (await guest.get(`/user_groups/${id}/members`, fields)).body.members;
  const subgroupsOf = async (id: number, fields: Record<string, unknown> = {}) =>
    (await guest.get(`/user_groups/${id}/subgroups`, fields)).body.subgroups;

  it('come and go together, subgroups among them', async () => {
    const inner = await made({ members: [moderator.userId] });
    const id = await made({ members: [admin.userId] });
    const { userId } = member;
    expectSuccess(
      await change(member, id, { add: [userId], delete: [admin.userId], add_subgroups: [inner] }),
    );
    expect(await membersOf(id)).to.deep.equal([moderator.userId, userId]);
    expect(await membersOf(id, { direct_member_only: true })).to.deep.equal([userId]);
    expectSuccess(await change(member, id, { delete: [userId], delete_subgroups: [inner] }));
    expect(await membersOf(id)).to.deep.equal([]);
  });

  it('are never the organization’s own bot, who is no member of anything', async () => {
    await owner.post('/users/me/subscriptions', {
      subscriptions: [{ name: 'announced' }],
      principals: [member.userId],
    });
    await hansard.settled();
    const { state } = hansard.app.lanes.bySubdomain('')!;
    const [bot] = [...state.users.byId.values()].filter(({ bot }) => bot?.isSystem === true);
    const { userId } = bot!;
    const invalid = `Invalid user ID: ${userId}`;
    expectRefusal(await change(member, await made(), { add: [userId] }), invalid);
    const group = { name: 'with a bot', description: '', members: [userId] };
    expectRefusal(await member.post('/user_groups/create', group), invalid);
    const value = { direct_members: [userId], direct_subgroups: [] };
    const setting = { can_join_group: { new: value } };
    expectRefusal(await member.patch(`/user_groups/${await made()}`, setting), invalid);
    const subscribing = { subscriptions: [{ name: 'announced' }], principals: [userId] };
    expectRefusal(await owner.post('/users/me/subscriptions', subscribing), 'No such user');
  });

  it('are asked for one by one', async () => {
    const id = await made({ members: [guest.userId], subgroups: [MODERATORS] });
    const isMember = async (who: Person, fields = {}) =>
      (await member.get(`/user_groups/${id}/members/${who.userId}`, fields)).body.is_user_group_member;
    expect(await isMember(guest)).to.equal(true);
    expect(await isMember(owner)).to.equal(true);
    expect(await isMember(owner, { direct_member_only: true })).to.equal(false);
    expect(await isMember(member)).to.equal(false);
    expectRefusal(await member.get(`/user_groups/${id}/members/9999`), 'No such user');
    expectRefusal(await member.get(`/user_groups/9999/members/1`), 'Invalid user group');
    expectRefusal(await member.get(`/user_groups/9999/members`), 'Invalid user group');
    expectRefusal(await member.get(`/user_groups/9999/subgroups`), 'Invalid user group');
  });

  it('are not those who have left the organization, until they come back', async () => {
    const gone = await hansard.person('Gone Groupie');
    const id = await made({ members: [gone.userId] });
    await owner.delete(`/users/${gone.userId}`);
    expect(await membersOf(id)).to.deep.equal([]);
    expectRefusal(await change(member, id, { delete: [gone.userId] }), `Invalid user ID: ${gone.userId}`);
    await owner.post(`/users/${gone.userId}/reactivate`);
    expect(await membersOf(id)).to.deep.equal([gone.userId]);
  });

  it('are not told to have left to who may not change them', async () => {
    const gone = await hansard.person('Left Unseen');
    const id = await made();
    await owner.delete(`/users/${gone.userId}`);
    expectRefusal(await change(guest, id, { add: [gone.userId] }), 'Insufficient permission');
  });

  it('cannot be added twice, nor removed when they are none: then nothing happens at all', async () => {
    const id = await made({ members: [admin.userId] });
    const twice = { add: [moderator.userId, admin.userId] };
    expectRefusal(await change(member, id, twice), `User ${admin.userId} is already a member of this group`);
    expectRefusal(
      await change(member, id, { add: [guest.userId], delete: [owner.userId] }),
      `There is no member '${owner.userId}' in this user group`,
    );
    expectRefusal(await change(member, id, { add: [9999] }), 'Invalid user ID: 9999');
    expect(await membersOf(id)).to.deep.equal([admin.userId]);
  });

  it('are not changed by a request that names nobody, or by words that are no lists', async () => {
    const id = await made();
    expectRefusal(
      await change(member, id, {}),
      'Nothing to do. Specify at least one of "add", "delete", "add_subgroups" or "delete_subgroups".',
    );
    expectRefusal(await nest(member, id, {}), 'Nothing to do. Specify at least one of "add" or "delete".');
    expectRefusal(await change(member, id, { add: 7 }), 'add is not a list');
    expectRefusal(await change(member, 9999, { add: [1] }), 'Invalid user group');
  });

  describe('may be changed', () => {
    it('by those who manage the group, or all groups', async () => {
      const id = await made();
      for (const who of [guest, moderator, admin])
        expectRefusal(await change(who, id, { add: [owner.userId] }), 'Insufficient permission');
      expectSuccess(await change(owner, id, { add: [moderator.userId] }));
      expectSuccess(await change(member, id, { delete: [moderator.userId] }));
    });

    it('in one direction, by those who may add and those who may remove', async () => {
      const id = await made({ can_add_members_group: MODERATORS, can_remove_members_group: NOBODY });
      expectSuccess(await change(moderator, id, { add: [admin.userId], add_subgroups: [MODERATORS] }));
      expectRefusal(await change(moderator, id, { delete: [admin.userId] }), 'Insufficient permission');
      expectRefusal(
        await change(moderator, id, { delete_subgroups: [MODERATORS] }),
        'Insufficient permission',
      );
      await member.patch(`/user_groups/${id}`, {
        can_add_members_group: { new: NOBODY },
        can_remove_members_group: { new: MODERATORS },
      });
      expectSuccess(await change(moderator, id, { delete: [admin.userId], delete_subgroups: [MODERATORS] }));
      expectRefusal(await change(moderator, id, { add: [admin.userId] }), 'Insufficient permission');
    });

    it('by oneself, where one may join or leave', async () => {
      const id = await made({ can_join_group: MEMBERS, can_leave_group: NOBODY });
      const { userId } = moderator;
      expectRefusal(await change(guest, id, { add: [guest.userId] }), 'Insufficient permission');
      expectRefusal(await change(moderator, id, { add: [userId, admin.userId] }), 'Insufficient permission');
      expectSuccess(await change(moderator, id, { add: [userId] }));
      expectRefusal(await change(moderator, id, { delete: [userId] }), 'Insufficient permission');
      await member.patch(`/user_groups/${id}`, { can_leave_group: { new: EVERYONE } });
      expectSuccess(await change(moderator, id, { delete: [userId] }));
      await change(member, id, { add: [guest.userId] });
      expectSuccess(await change(guest, id, { delete: [guest.userId] }));
    });
  });

  describe('that are groups', () => {
    it('come and go, and bring their own', async () => {
      const [low, middle, high] = [await made({ members: [admin.userId] }), await made(), await made()];
      expectSuccess(await nest(member, middle, { add: [low] }));
      expectSuccess(await nest(member, high, { add: [middle] }));
      expect(await subgroupsOf(high)).to.deep.equal([low, middle]);
      expect(await subgroupsOf(high, { direct_subgroup_only: true })).to.deep.equal([middle]);
      expect(await membersOf(high)).to.deep.equal([admin.userId]);
      expectSuccess(await nest(member, middle, { delete: [low] }));
      expect(await membersOf(high)).to.deep.equal([]);
    });

    it('never make a circle, and are not there twice', async () => {
      const [low, high] = [await made(), await made()];
      await nest(member, high, { add: [low] });
      const circle = (id: number) => `User group ${id} is already a subgroup of one of the passed subgroups.`;
      expectRefusal(await nest(member, low, { add: [high] }), circle(low));
      expectRefusal(await nest(member, low, { add: [low] }), circle(low));
      expectRefusal(
        await nest(member, high, { add: [low] }),
        `User group ${low} is already a subgroup of this group.`,
      );
      expectRefusal(
        await nest(member, high, { delete: [MEMBERS] }),
        `User group ${MEMBERS} is not a subgroup of this group.`,
      );
      expectRefusal(await nest(member, high, { add: [9999] }), 'Invalid user group ID: 9999');
      expectRefusal(await nest(moderator, high, { add: [MEMBERS] }), 'Insufficient permission');
    });

    it('give what the outer group is given', async () => {
      const inner = await made({ members: [guest.userId, moderator.userId] });
      const outer = await made({ subgroups: [inner] });
      const id = await made({ can_manage_group: outer });
      expectSuccess(await change(moderator, id, { add: [owner.userId] }));
      expectRefusal(await change(guest, id, { add: [admin.userId] }), 'Insufficient permission');
    });
  });
});
