/**
 * What every permission rule is made of: a statement about whoever asks, and about what he acts on. Rules are
 * combined, never repeated.
 */
import { ORGANIZATION_PERMISSIONS, type OrganizationPermission } from '../../events/organizations.ts';
import { type GroupSettingValue, isForGuests, type SystemGroupName } from '../../events/userGroups.ts';
import type { UserId } from '../../ids.ts';
import { Bitset } from '../bitset.ts';
import { permissionOf } from '../organizations.ts';
import type { OrganizationState } from '../state.ts';
import { holdersOf, isInSystemGroup, membersOf, satisfies, systemGroupId } from '../userGroups.ts';

/** Whoever asks; null is somebody who is not logged in. Deactivated people may nothing more than he. */
export type Actor = UserId | null;

/** A statement about an actor, and about what he acts on. */
export type Rule<On extends readonly unknown[] = []> = (
  organization: OrganizationState,
  actor: Actor,
  ...on: On
) => boolean;

/** Everybody for whom a rule holds; whoever is not active among them does not count. */
type Holders<On extends readonly unknown[]> = (organization: OrganizationState, ...on: On) => Bitset<UserId>;

const nobody = Bitset.of<UserId>();
const allActive = (organization: OrganizationState): Bitset<UserId> =>
  membersOf(organization, systemGroupId('role:everyone'));

const holdersByRule = new WeakMap<object, unknown>();

/**
 * The same rule, which now knows everybody for whom it holds without asking one by one. Rules that are made of such
 * rules know it too, so that a rule and its set are one and the same statement.
 */
export function withHolders<On extends readonly unknown[]>(rule: Rule<On>, holders: Holders<On>): Rule<On> {
  holdersByRule.set(rule, holders);
  return rule;
}

/** All active people and bots for whom a rule holds: some operations on sets, unless the rule must be asked of each. */
export function everybodyWho<On extends readonly unknown[]>(
  organization: OrganizationState,
  rule: Rule<On>,
  ...on: On
): Bitset<UserId> {
  const active = allActive(organization);
  const holders = holdersByRule.get(rule) as Holders<On> | undefined;
  if (holders) return holders(organization, ...on).intersection(active);
  return Bitset.of([...active].filter((userId) => rule(organization, userId, ...on)));
}

/** A statement about what is acted on alone: true of everybody or of nobody. */
export const regardless = <On extends readonly unknown[]>(
  holds: (organization: OrganizationState, ...on: On) => boolean,
): Rule<On> =>
  withHolders<On>(
    (organization, _actor, ...on) => holds(organization, ...on),
    (organization, ...on) => (holds(organization, ...on) ? allActive(organization) : nobody),
  );

/** One of the rules holds. */
export const anyOf = <On extends readonly unknown[] = []>(...rules: readonly Rule<On>[]): Rule<On> =>
  withHolders<On>(
    (organization, actor, ...on) => rules.some((rule) => rule(organization, actor, ...on)),
    (organization, ...on) =>
      rules.reduce((all, rule) => all.union(everybodyWho(organization, rule, ...on)), nobody),
  );

/** All of the rules hold. */
export const allOf = <On extends readonly unknown[] = []>(...rules: readonly Rule<On>[]): Rule<On> =>
  withHolders<On>(
    (organization, actor, ...on) => rules.every((rule) => rule(organization, actor, ...on)),
    (organization, ...on) =>
      rules.reduce(
        (left, rule) => (left.size === 0 ? left : left.intersection(everybodyWho(organization, rule, ...on))),
        allActive(organization),
      ),
  );

/** A bot may also what its owner may. */
export const orItsOwner =
  <On extends readonly unknown[] = []>(rule: Rule<On>): Rule<On> =>
  (organization, actor, ...on) => {
    if (rule(organization, actor, ...on)) return true;
    const ownerId = actor === null ? undefined : organization.users.byId.get(actor)?.bot?.ownerId;
    return typeof ownerId === 'number' && rule(organization, ownerId, ...on);
  };

const inGroup = (name: SystemGroupName): Rule =>
  withHolders<[]>(
    (organization, actor) => actor !== null && isInSystemGroup(organization, actor, name),
    (organization) => membersOf(organization, systemGroupId(name)),
  );

/** Is among those whom the value of a group setting names. */
export const isAmong = <On extends readonly unknown[]>(
  value: (organization: OrganizationState, ...on: On) => GroupSettingValue,
): Rule<On> =>
  withHolders<On>(
    (organization, actor, ...on) =>
      actor !== null && satisfies(organization, actor, value(organization, ...on)),
    (organization, ...on) => holdersOf(organization, value(organization, ...on)),
  );

/** Is in the group that an organization-level permission is given to; guests only where everyone may be. */
export const holds = (permission: OrganizationPermission): Rule => {
  const isNamed = isAmong((organization) => permissionOf(organization, permission));
  return isForGuests(ORGANIZATION_PERMISSIONS[permission]) ? isNamed : allOf(isNamed, isMember);
};

/** People of the organization who are not deactivated. */
export const isActive = inGroup('role:everyone');
/** Everybody but guests. */
export const isMember = inGroup('role:members');
/** Moderators, administrators and owners. */
export const isModerator = inGroup('role:moderators');
/** Administrators and owners. */
export const isAdministrator = inGroup('role:administrators');
/** Owners. */
export const isOwner = inGroup('role:owners');
/** People who see only what they are subscribed to, and web-public channels. */
export const isGuest = withHolders<[]>(
  (organization, actor) => isActive(organization, actor) && !isMember(organization, actor),
  (organization) => allActive(organization).difference(everybodyWho(organization, isMember)),
);
