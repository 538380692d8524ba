/** The people a call is about, if not the caller. */
import { Refused, requireThat } from '../errors.ts';
import type { UserId } from '../ids.ts';
import { isFindable, seesUser } from '../organization/access/people.ts';
import type { OrganizationState } from '../organization/state.ts';
import type { DecisionContext } from './define.ts';

/** The caller, or people by IDs or addresses (addresses always count as other people). */
export type Principals =
  { readonly kind: 'self' } | { readonly kind: 'ids' | 'addresses'; readonly userIds: readonly UserId[] };

/** The people named by principals, each once. */
export interface NamedPeople {
  readonly userIds: readonly UserId[];
  readonly areOthers: boolean;
}

/** Refuses unknown or deactivated principals; none at all means the caller. */
export function resolvePrincipals(
  organization: OrganizationState,
  principals: Principals,
  { actor }: DecisionContext,
): NamedPeople {
  if (actor === null) throw new Error('A subscription needs a caller.');
  if (principals.kind === 'self') return { userIds: [actor], areOthers: false };
  const known = principals.userIds.map((userId) => {
    const user = organization.users.byId.get(userId);
    if (user === undefined || !isFindable(organization, userId) || !seesUser(organization, actor, userId))
      throw new Refused('No such user');
    requireThat(user.active, 'User is deactivated');
    return user.userId;
  });
  const distinctIds = [...new Set(known)];
  if (distinctIds.length === 0) return { userIds: [actor], areOthers: false };
  const isSelf = principals.kind === 'ids' && distinctIds.every((userId) => userId === actor);
  return { userIds: distinctIds, areOthers: !isSelf };
}
