/** Who is told that people have come into groups or left them, whatever it was that made them (spec/events.md 4). */
import { directMembersOf } from '../organization/userGroups.ts';
import { everybody } from './audiences.ts';
import { type Moment, tell, type Told } from './define.ts';

/** Direct members count while they are active: roles, waiting periods and deactivation move people too. */
export function membershipChanges({ before, after }: Moment): readonly Told[] {
  const to = everybody(after);
  return [...after.userGroups.byId.keys()].flatMap((groupId) => {
    const [had, have] = [directMembersOf(before, groupId), directMembersOf(after, groupId)];
    const [left, come] = [had.difference(have), have.difference(had)];
    const group = { type: 'user_group' as const, group_id: groupId };
    return [
      ...(left.size > 0 ? tell(to, { ...group, op: 'remove_members', user_ids: [...left] }) : []),
      ...(come.size > 0 ? tell(to, { ...group, op: 'add_members', user_ids: [...come] }) : []),
    ];
  });
}
