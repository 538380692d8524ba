import { expect } from 'chai';
import type { Answer, Hansard, Person } from '../support/hansard.ts';
import { things } from '../support/makers.ts';
import { startCast } from './cast.ts';
import { expectRefusal, expectSuccess, listIn } from './expected.ts';

const [MEMBERS, MODERATORS, NOBODY] = [3, 5, 8];

describe('changing user groups', () => {
  let hansard: Hansard;
  let owner: Person;
  let admin: Person;
  let moderator: Person;
  let member: Person;
  let other: Person;
  let guest: Person;
  let count = 0;

  before(async () => {
    ({ hansard, owner, admin, moderator, member, guest } = await startCast());
    other = await hansard.person('Olga Other');
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
  const shown = async (id: number) =>
    listIn(await owner.get('/user_groups', { include_deactivated_groups: true }), 'user_groups').find(
      (group) => group.id === id,
    );
  const change = (who: Person, id: number, fields: Record<string, unknown>): Promise<Answer> =>
    who.patch(`/user_groups/${id}`, fields);

  it('gives a group another name and description', async () => {
    const id = await made({ name: 'before' });
    expectSuccess(await change(member, id, { name: ' After ', description: 'new' }));
    expect(await shown(id)).to.include({ name: 'After', description: 'new' });
    expectSuccess(await change(member, id, { name: 'AFTER' }));
    await made({ name: 'before' });
    expectRefusal(await change(member, id, { name: 'Before' }), "User group 'Before' already exists.");
    expectRefusal(await change(member, id, { name: '@x' }), "User group name cannot start with '@'.");
  });

  it('gives a group other settings, where the old value is the expected one', async () => {
    const id = await made();
    const mine = { direct_members: [member.userId], direct_subgroups: [] };
    expectSuccess(
      await change(member, id, {
        can_join_group: { new: MEMBERS, old: NOBODY },
        can_remove_members_group: { new: { direct_members: [], direct_subgroups: [MODERATORS] } },
      }),
    );
    expect(await shown(id)).to.include({ can_join_group: MEMBERS, can_remove_members_group: MODERATORS });
    const stale = { can_join_group: { new: MODERATORS, old: NOBODY }, name: 'not this' };
    expectRefusal(await change(member, id, stale), "'old' value does not match the expected value.", {
      code: 'EXPECTATION_MISMATCH',
      field_name: 'old',
    });
    expect(await shown(id)).to.include({ can_join_group: MEMBERS });
    const managersChange = { can_manage_group: { new: MODERATORS, old: mine } };
    expectSuccess(await change(member, id, managersChange));
    expectRefusal(await change(member, id, { name: 'too late' }), 'Insufficient permission');
  });

  it('records nothing where nothing changes', async () => {
    const id = await made({ name: 'same', description: 'same' });
    const before = hansard.app.lanes.bySubdomain('')!.state.revision;
    const same = { name: 'same', description: 'same', can_join_group: { new: NOBODY, old: NOBODY } };
    expectSuccess(await change(member, id, { ...same, deactivated: false }));
    expect(hansard.app.lanes.bySubdomain('')!.state.revision).to.equal(before);
  });

  it('refuses a request without news, and what does not fit', async () => {
    const id = await made();
    expectRefusal(await change(member, id, {}), 'No new data supplied');
    expectRefusal(await change(member, 9999, { name: 'x' }), 'Invalid user group');
    expectRefusal(await change(member, id, { deactivated: true }), 'Invalid deactivated');
    expectRefusal(
      await change(member, id, { can_join_group: { old: NOBODY } }),
      'can_join_group["new"] field is missing',
    );
    expectRefusal(
      await change(member, id, { can_manage_group: { new: 2 } }),
      "'can_manage_group' setting cannot be set to 'role:everyone' group.",
    );
  });

  it('is for those who manage the group, or all groups; nobody changes a system group', async () => {
    const id = await made();
    for (const who of [guest, other, moderator, admin])
      expectRefusal(await change(who, id, { description: 'x' }), 'Insufficient permission');
    expectSuccess(await change(owner, id, { description: 'x' }));
    expectRefusal(await change(owner, MEMBERS, { description: 'x' }), 'Insufficient permission');
    expectRefusal(await owner.post(`/user_groups/${MEMBERS}/deactivate`), 'Insufficient permission');
    const members = await owner.post(`/user_groups/${MEMBERS}/members`, { add: [guest.userId] });
    expectRefusal(members, 'Insufficient permission');
  });

  it('never lets a guest manage a group, even where he is listed', async () => {
    const people = { direct_members: [guest.userId], direct_subgroups: [] };
    const id = await made({ can_manage_group: people });
    expectRefusal(await change(guest, id, { description: 'x' }), 'Insufficient permission');
  });

  describe('POST /user_groups/{id}/deactivate', () => {
    const deactivate = (who: Person, id: number): Promise<Answer> =>
      who.post(`/user_groups/${id}/deactivate`);

    it('deactivates a group until it is reactivated', async () => {
      const id = await made({ name: 'tired', members: [other.userId] });
      expectRefusal(await deactivate(other, id), 'Insufficient permission');
      expectSuccess(await deactivate(member, id));
      expect(await shown(id)).to.include({ deactivated: true });
      expectRefusal(await deactivate(member, id), 'User group is deactivated.');
      const namesake = { name: 'TIRED', description: '', members: [] };
      expectRefusal(await member.post('/user_groups/create', namesake), "User group 'TIRED' already exists.");
      const setting = await change(member, await made(), { can_join_group: { new: id } });
      expectRefusal(setting, 'User group is deactivated.');
      const subgroup = await member.post(`/user_groups/${await made()}/subgroups`, { add: [id] });
      expectRefusal(subgroup, 'User group is deactivated.');
      expectSuccess(await member.post(`/user_groups/${id}/members`, { add: [moderator.userId] }));
      expectSuccess(await change(member, id, { deactivated: false }));
      expect(await shown(id)).to.deep.include({
        deactivated: false,
        members: [moderator.userId, other.userId],
      });
    });

    it('stays so while it names a group that was deactivated meanwhile', async () => {
      const below = await made();
      const id = await made({ can_join_group: below });
      const itself = { direct_members: [], direct_subgroups: [id] };
      expectSuccess(await change(member, id, { can_mention_group: { new: itself } }));
      for (const each of [id, below]) expectSuccess(await deactivate(member, each));
      expectRefusal(await change(member, id, { deactivated: false }), 'User group is deactivated.');
      expectSuccess(await change(member, id, { can_join_group: { new: below, old: below } }));
      expectSuccess(await change(member, id, { deactivated: false, can_join_group: { new: NOBODY } }));
    });

    it('does not name channels that the caller does not see', async () => {
      const id = await made();
      const secret = { subscriptions: [{ name: 'not for Olga' }], invite_only: true };
      await owner.post('/users/me/subscriptions', { ...secret, can_send_message_group: id });
      const inUse = 'Cannot deactivate user group in use.';
      const code = 'CANNOT_DEACTIVATE_GROUP_IN_USE';
      const objection = { type: 'channel', settings: ['can_send_message_group'] };
      expectRefusal(await deactivate(member, id), inUse, { code, objections: [objection] });
    });

    it('tells what still rests on the group', async () => {
      const id = await made();
      const above = await made({ subgroups: [id] });
      const ruled = await made({
        can_join_group: id,
        can_leave_group: { direct_members: [member.userId], direct_subgroups: [id] },
      });
      await member.post('/users/me/subscriptions', {
        subscriptions: [{ name: 'resting' }],
        can_add_subscribers_group: id,
      });
      const { body } = await member.get('/streams');
      const channels = body.streams as readonly { name: string; stream_id: number }[];
      const resting = channels.find(({ name }) => name === 'resting')!.stream_id;
      await owner.patch('/realm', { can_create_bots_group: { new: id } });
      expectRefusal(await deactivate(member, id), 'Cannot deactivate user group in use.', {
        code: 'CANNOT_DEACTIVATE_GROUP_IN_USE',
        objections: [
          { type: 'subgroup', supergroup_ids: [above] },
          { type: 'channel', channel_id: resting, settings: ['can_add_subscribers_group'] },
          { type: 'user_group', group_id: ruled, settings: ['can_join_group', 'can_leave_group'] },
          { type: 'realm', settings: ['can_create_bots_group'] },
        ],
      });
      await owner.patch('/realm', { can_create_bots_group: { new: MEMBERS } });
    });

    it('does not count groups that are deactivated, nor the group itself', async () => {
      const id = await made();
      const above = await made({ subgroups: [id], can_join_group: id });
      await change(member, id, { can_join_group: { new: id } });
      expectSuccess(await deactivate(member, above));
      expectSuccess(await deactivate(member, id));
    });
  });
});
