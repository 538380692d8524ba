import { expect } from 'chai';
import type { DomainEvent } from '../../src/events/define.ts';
import { example } from '../support/examples.ts';
import { clientEvents, PEOPLE, theOne, town, toWhom } from './fixture.ts';

const { owner, member, outsider, guest, stranger } = PEOPLE;
const all = `${owner} ${member} ${outsider} ${guest} ${stranger}`;
const [GROUP, FULL_MEMBERS] = [9, 4];
const created = example.userGroupCreated({ groupId: GROUP });
const payloadOf = (event: DomainEvent, ...before: readonly DomainEvent[]) => {
  const { to, payload, instead } = theOne(town(created, ...before), event, 'user_group');
  expect([...to].join(' ')).to.equal(all);
  return { payload, instead };
};
const update = (data: object) => ({ type: 'user_group', op: 'update', group_id: GROUP, data });

describe('a user group', () => {
  it('is told to everybody, and so are its name, its description and who may', () => {
    expect(toWhom(town(), created)).to.deep.equal([`user_group/add → ${all}`]);
    const renamed = example.userGroupRenamed({ groupId: GROUP, newName: 'Crew' });
    expect(payloadOf(renamed).payload).to.deep.equal(update({ name: 'Crew' }));
    const described = example.userGroupDescribed({ groupId: GROUP });
    expect(payloadOf(described).payload).to.deep.equal(update({ description: 'What they do' }));
    const permitted = example.userGroupPermissionChanged({ groupId: GROUP });
    expect(payloadOf(permitted).payload).to.deep.equal(update({ can_join_group: 3 }));
  });

  it('is gone, and back, for clients that know nothing of deactivated groups', () => {
    const deactivated = example.userGroupDeactivated({ groupId: GROUP });
    const gone = payloadOf(deactivated);
    expect(gone.payload).to.deep.equal(update({ deactivated: true }));
    expect(gone.instead).to.deep.equal({
      without: 'include_deactivated_groups',
      payloads: [{ type: 'user_group', op: 'remove', group_id: GROUP }],
    });
    const back = payloadOf(example.userGroupReactivated({ groupId: GROUP }), deactivated);
    expect(back.payload).to.deep.equal(update({ deactivated: false }));
    expect(back.instead?.payloads).to.have.nested.property('[0].op', 'add');
    expect(back.instead?.payloads).to.have.nested.property('[0].group.id', GROUP);
  });

  it('of those who are not new any more has them among its members, until they are new again', () => {
    const full = example.usersBecameFullMembers({ userIds: [member] });
    const fresh = example.usersBecameNewMembers({ userIds: [member] });
    const changed = (event: DomainEvent, ...before: readonly DomainEvent[]) =>
      clientEvents(town(...before), event).flatMap((one) => ('payload' in one ? [one.payload] : []));
    const members = { type: 'user_group', group_id: FULL_MEMBERS, user_ids: [member] };
    expect(changed(fresh)).to.deep.include({ ...members, op: 'remove_members' });
    expect(changed(full, fresh)).to.deep.include({ ...members, op: 'add_members' });
  });
});
