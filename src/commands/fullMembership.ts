/** Time-driven decisions: who becomes a full member. */
import { UsersBecameFullMembers, UsersBecameNewMembers } from '../events/userGroups.ts';
import { dueFullMembers, returningNewMembers } from '../organization/fullMembership.ts';
import type { OrganizationState } from '../organization/state.ts';
import { command, type DecidedEvent } from './define.ts';

/** Submitted periodically by the clock: people whose waiting period is over become full members. */
export const admitFullMembers = command<void, void>({
  name: 'AdmitFullMembers',
  decide(organization, _input, { now }) {
    const userIds = [...dueFullMembers(organization, now)];
    return { events: userIds.length > 0 ? [UsersBecameFullMembers({ userIds })] : [], result: undefined };
  },
});

/** The immediate effect of another waiting period, in days. */
export function membershipAfter(
  organization: OrganizationState,
  days: number,
  now: number,
): readonly DecidedEvent[] {
  const full = [...dueFullMembers(organization, now, days)];
  const fresh = [...returningNewMembers(organization, now, days)];
  return [
    ...(full.length > 0 ? [UsersBecameFullMembers({ userIds: full })] : []),
    ...(fresh.length > 0 ? [UsersBecameNewMembers({ userIds: fresh })] : []),
  ];
}
