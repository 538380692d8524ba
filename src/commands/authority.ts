/** Refusals for callers with too low a role. The operator may do what owners may. */
import { requireThat } from '../errors.ts';
import { isAdministrator, isOwner } from '../organization/access/rules.ts';
import type { OrganizationState } from '../organization/state.ts';
import type { DecisionContext } from './define.ts';

export function requireAdministrator(
  organization: OrganizationState,
  { actor }: Pick<DecisionContext, 'actor'>,
): void {
  const may = actor === null || isAdministrator(organization, actor);
  requireThat(may, 'Must be an organization administrator', 'UNAUTHORIZED_PRINCIPAL');
}

export function requireOwner(organization: OrganizationState, { actor }: DecisionContext): void {
  const may = actor === null || isOwner(organization, actor);
  requireThat(may, 'Must be an organization owner', 'UNAUTHORIZED_PRINCIPAL');
}
