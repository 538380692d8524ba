import { expect } from 'chai';
import { deactivateUserGroup } from '../../../src/commands/groups/userGroups.ts';
import { Refused } from '../../../src/base/errors.ts';
import type { DomainEvent } from '../../../src/events/define.ts';
import type { UserGroupId } from '../../../src/events/userGroups.ts';
import { example, examplePermissions } from '../../support/examples.ts';
import { outcome, town, type Who } from '../channelFixture.ts';

const [GROUP, OUTER] = [20, 21];
const deactivate = (actor: Who, ...before: readonly DomainEvent[]) =>
  outcome(
    town(example.userGroupCreated({ groupId: GROUP }), ...before),
    deactivateUserGroup,
    { groupId: GROUP as UserGroupId },
    actor,
  );
/** What a refusal says of the uses of the group. */
const objections = (...before: readonly DomainEvent[]) => {
  const made = deactivate('owner', ...before);
  if (!(made instanceof Refused)) return [];
  expect(made.code).to.equal('CANNOT_DEACTIVATE_GROUP_IN_USE');
  return made.extra?.objections;
};

describe('the deactivation of a user group', () => {
  it('is for those who manage it, once', () => {
    const done = example.userGroupDeactivated({ groupId: GROUP });
    expect(deactivate('owner')).to.deep.include({ events: [done] });
    expect(deactivate('member')).to.have.property('message', 'Insufficient permission');
    expect(deactivate('owner', done)).to.have.property('message', 'User group is deactivated.');
  });

  it('is refused while other groups contain the group or name it in a permission', () => {
    const outer = example.userGroupCreated({ groupId: OUTER, directSubgroups: [GROUP] });
    expect(objections(outer)).to.deep.equal([{ type: 'subgroup', supergroup_ids: [OUTER] }]);
    expect(objections(outer, example.userGroupDeactivated({ groupId: OUTER }))).to.deep.equal([]);
    const named = [
      example.userGroupCreated({ groupId: OUTER }),
      example.userGroupPermissionChanged({ groupId: OUTER, newValue: GROUP }),
    ];
    expect(objections(...named)).to.deep.equal([
      { type: 'user_group', group_id: OUTER, settings: ['can_join_group'] },
    ]);
  });

  it('is refused while open channels name it', () => {
    const permissions = { ...examplePermissions, canSendMessage: GROUP };
    const channel = example.channelCreated({ channelId: 9, permissions });
    expect(objections(channel)).to.deep.equal([
      { type: 'channel', channel_id: 9, settings: ['can_send_message_group'] },
    ]);
    expect(objections(channel, example.channelArchived({ channelId: 9 }))).to.deep.equal([]);
  });
});
