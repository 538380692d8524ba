/**
 * Permission rules: statements about an actor and what they act on, as values. A call of a rule returns whether it
 * holds for one actor, `holders` lists everybody for whom it holds, and `explain` gives the reasons. Rules are
 * combined instead of repeated; a combined rule derives all three answers from its parts.
 */
import type { UserId } from '../../base/ids.ts';
import { ORGANIZATION_PERMISSIONS, type OrganizationPermission } from '../../events/organizations.ts';
import { type GroupSettingValue, isForGuests, type SystemGroupName } from '../../events/userGroups.ts';
import { Bitset, NOBODY } from '../containers/bitset.ts';
import { permissionOf } from '../slices/organizations.ts';
import { holdersOf, isInSystemGroup, membersOf, satisfies, systemGroupId } from '../slices/userGroups.ts';
import type { OrganizationState } from '../state.ts';
import {
  type Actor,
  describeGroupSetting,
  describeUnlessInactive,
  displayName,
  explainAll,
  explainAny,
  type Explanation,
  reasonsIn,
  sentenceParts,
  type SentenceParts,
} from './explanation.ts';

export type { Actor } from './explanation.ts';

/** A statement about an actor and, usually, about what they act on. */
export interface Rule<On extends readonly unknown[] = []> {
  /** Whether it holds for an actor. */
  (organization: OrganizationState, actor: Actor, ...on: On): boolean;
  /** All active people and bots for whom it holds: by set operations, unless each must be checked. */
  readonly holders: (organization: OrganizationState, ...on: On) => Bitset<UserId>;
  /** Whether it holds for an actor, and why. */
  readonly explain: (organization: OrganizationState, actor: Actor, ...on: On) => Explanation;
}

type Predicate<On> = (organization: OrganizationState, actor: Actor, on: On) => boolean;
type Holders<On> = (organization: OrganizationState, on: On) => Bitset<UserId>;
type Explain<On> = (organization: OrganizationState, actor: Actor, on: On) => Explanation;
type Describe<On> = (parts: SentenceParts, on: On) => string;

/**
 * A rule while it is combined: with one fixed parameter, because a rest list would be allocated for every
 * question.
 */
type UnaryRule<On> = Predicate<On> & { readonly holders: Holders<On>; readonly explain: Explain<On> };

const partsOf = <On extends readonly unknown[]>(rule: Rule<On>): UnaryRule<On[0]> =>
  rule as unknown as UnaryRule<On[0]>;
const ruleOf = <On extends readonly unknown[]>(
  question: Predicate<On[0]>,
  rest: { readonly holders: Holders<On[0]>; readonly explain: Explain<On[0]> },
): Rule<On> => Object.assign(question, rest) as unknown as Rule<On>;

const allActive = (organization: OrganizationState): Bitset<UserId> =>
  membersOf(organization, systemGroupId('role:everyone'));

/** A basic fact. Without `holders` it is checked for everybody one by one. */
export const condition = <On extends readonly unknown[] = []>(
  describe: Describe<On[0]>,
  question: Predicate<On[0]>,
  holders?: Holders<On[0]>,
): Rule<On> =>
  ruleOf((organization, actor, on) => question(organization, actor, on), {
    holders(organization, on) {
      const active = allActive(organization);
      if (holders) return holders(organization, on).intersection(active);
      return Bitset.of([...active].filter((userId) => question(organization, userId, on)));
    },
    explain(organization, actor, on) {
      const hasPermission = question(organization, actor, on);
      return {
        holds: hasPermission,
        sentence: describe(sentenceParts(organization, actor, hasPermission), on),
        because: [],
      };
    },
  });

/** A fact that does not depend on the actor: true for everybody or for nobody. */
export const actorIndependent = <On extends readonly unknown[] = []>(
  describe: Describe<On[0]>,
  question: (organization: OrganizationState, on: On[0]) => boolean,
): Rule<On> =>
  condition(
    describe,
    (organization, _actor, on) => question(organization, on),
    (organization, on) => (question(organization, on) ? allActive(organization) : NOBODY),
  );

/** The same rule with a name: its explanation begins with "Hamlet may (not) …". */
export function permission<On extends readonly unknown[] = []>(
  act: (on: On[0], organization: OrganizationState) => string,
  rule: Rule<On>,
): Rule<On> {
  const unary = partsOf(rule);
  return ruleOf((organization, actor, on) => unary(organization, actor, on), {
    holders: unary.holders,
    explain(organization, actor, on) {
      const reason = unary.explain(organization, actor, on);
      const { who, not } = sentenceParts(organization, actor, reason.holds);
      return {
        holds: reason.holds,
        sentence: `${who} may${not} ${act(on, organization)}`,
        because: reasonsIn(reason),
      };
    },
  });
}

/** At least one of the rules holds. */
export function anyOf<On extends readonly unknown[] = []>(...rules: readonly Rule<On>[]): Rule<On> {
  const unary = rules.map(partsOf);
  return ruleOf(
    (organization, actor, on) => {
      for (const rule of unary) if (rule(organization, actor, on)) return true;
      return false;
    },
    {
      holders: (organization, on) =>
        unary.reduce((all, rule) => all.union(rule.holders(organization, on)), NOBODY),
      explain(organization, actor, on) {
        const facts = unary.map((rule) => rule.explain(organization, actor, on));
        const met = facts.filter(({ holds: hasPermission }) => hasPermission);
        return met.length > 0 ? explainAny(met) : explainAll(false, facts);
      },
    },
  );
}

/** All of the rules hold. */
export function allOf<On extends readonly unknown[] = []>(...rules: readonly Rule<On>[]): Rule<On> {
  const unary = rules.map(partsOf);
  return ruleOf(
    (organization, actor, on) => {
      for (const rule of unary) if (!rule(organization, actor, on)) return false;
      return true;
    },
    {
      holders: (organization, on) =>
        unary.reduce(
          (left, rule) => (left.size === 0 ? left : left.intersection(rule.holders(organization, on))),
          allActive(organization),
        ),
      explain(organization, actor, on) {
        const facts = unary.map((rule) => rule.explain(organization, actor, on));
        const unmet = facts.filter(({ holds: hasPermission }) => !hasPermission);
        return unmet.length > 0 ? explainAll(false, unmet) : explainAll(true, facts);
      },
    },
  );
}

/** The rule does not hold; its reasons are the same facts. */
export function not<On extends readonly unknown[] = []>(rule: Rule<On>): Rule<On> {
  const unary = partsOf(rule);
  return ruleOf((organization, actor, on) => !unary(organization, actor, on), {
    holders: (organization, on) => allActive(organization).difference(unary.holders(organization, on)),
    explain(organization, actor, on) {
      const { holds: hasPermission, ...reasons } = unary.explain(organization, actor, on);
      return { holds: !hasPermission, ...reasons };
    },
  });
}

/** The rule applied to something that belongs to the subject; false if there is none. */
export const mapSubject = <On extends readonly unknown[], Part>(
  part: (organization: OrganizationState, on: On[0]) => Part | undefined,
  rule: Rule<[Part]>,
  absence: string,
): Rule<On> =>
  ruleOf(
    (organization, actor, on) => {
      const present = part(organization, on);
      return present !== undefined && rule(organization, actor, present);
    },
    {
      holders(organization, on) {
        const present = part(organization, on);
        return present === undefined ? NOBODY : rule.holders(organization, present);
      },
      explain(organization, actor, on) {
        const present = part(organization, on);
        if (present !== undefined) return rule.explain(organization, actor, present);
        return { holds: false, sentence: absence, because: [] };
      },
    },
  );

/** A rule that depends on the subject. */
export const chooseRule = <On extends readonly unknown[]>(rule: (on: On[0]) => Rule<On> | Rule): Rule<On> => {
  const chosen = rule as (on: On[0]) => UnaryRule<On[0]>;
  return ruleOf((organization, actor, on) => chosen(on)(organization, actor, on), {
    holders: (organization, on) => chosen(on).holders(organization, on),
    explain: (organization, actor, on) => chosen(on).explain(organization, actor, on),
  });
};

/** A bot may also do what its owner may. */
export function orBotOwner<On extends readonly unknown[] = []>(rule: Rule<On>): Rule<On> {
  const unary = partsOf(rule);
  const ownerOf = ({ users }: OrganizationState, actor: Actor): UserId | undefined =>
    (actor === null ? undefined : users.byId.get(actor)?.bot?.ownerId) ?? undefined;
  return ruleOf(
    (organization, actor, on) => {
      if (unary(organization, actor, on)) return true;
      const ownerId = ownerOf(organization, actor);
      return ownerId !== undefined && unary(organization, ownerId, on);
    },
    {
      holders(organization, on) {
        const own = unary.holders(organization, on);
        const bots = [...organization.userGroups.bots.entries()].filter(
          ([, { ownerId }]) => ownerId !== null && unary(organization, ownerId, on),
        );
        return own.union(Bitset.of(bots.map(([botId]) => botId)).intersection(allActive(organization)));
      },
      explain(organization, actor, on) {
        const own = unary.explain(organization, actor, on);
        const ownerId = ownerOf(organization, actor);
        if (own.holds || actor === null || ownerId === undefined) return own;
        const owners = unary.explain(organization, ownerId, on);
        const sentence = `${displayName(organization, actor)} is a bot of ${displayName(organization, ownerId)}`;
        if (!owners.holds) return explainAll(false, [own, owners]);
        return explainAll(true, [{ holds: true, sentence, because: [] }, owners]);
      },
    },
  );
}

const inGroup = (name: SystemGroupName, describe: Describe<undefined>): Rule =>
  condition(
    describeUnlessInactive(describe),
    (organization, actor) => actor !== null && isInSystemGroup(organization, actor, name),
    (organization) => membersOf(organization, systemGroupId(name)),
  );

/** The actor is named by a group setting's value; `act` describes what that permits. */
export const isInGroupSetting = <On extends readonly unknown[] = []>(
  value: (organization: OrganizationState, on: On[0]) => GroupSettingValue,
  act: (on: On[0]) => string,
): Rule<On> =>
  condition(
    describeUnlessInactive((parts, on: On[0]) =>
      describeGroupSetting(parts, value(parts.organization, on), act(on)),
    ),
    (organization, actor, on) => actor !== null && satisfies(organization, actor, value(organization, on)),
    (organization, on) => holdersOf(organization, value(organization, on)),
  );

/** The actor has an organization-level permission; guests only if everyone may have it. */
export const hasPermission = (name: OrganizationPermission, act: string): Rule => {
  const isNamed = isInGroupSetting(
    (organization) => permissionOf(organization, name),
    () => act,
  );
  return isForGuests(ORGANIZATION_PERMISSIONS[name]) ? isNamed : allOf(isNamed, isMember);
};

/** Active people of the organization. */
export const isActive = inGroup('role:everyone', ({ who, not }) => `${who} is${not} active`);
/** Everybody except guests. */
export const isMember = inGroup('role:members', ({ who, holds: hasPermission, actor }) =>
  hasPermission || actor === null
    ? `${who} is${hasPermission ? '' : ' not'} a member of the organization`
    : `${who} is a guest`,
);
/** Moderators, administrators and owners. */
export const isModerator = inGroup('role:moderators', ({ who, not }) => `${who} is${not} a moderator`);
/** Administrators and owners. */
export const isAdministrator = inGroup(
  'role:administrators',
  ({ who, not }) => `${who} is${not} an administrator`,
);
/** Owners. */
export const isOwner = inGroup('role:owners', ({ who, not }) => `${who} is${not} an owner`);
/** People who see only their subscribed and web-public channels. */
export const isGuest = condition(
  describeUnlessInactive(({ who, not }) => `${who} is${not} a guest`),
  (organization, actor) => isActive(organization, actor) && !isMember(organization, actor),
  (organization) => isActive.holders(organization).difference(isMember.holders(organization)),
);
