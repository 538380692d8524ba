/** Explanations of permission rules: facts in plain English, as a tree of reasons. */
import type { UserId } from '../../base/ids.ts';
import type { GroupSettingValue, UserGroupId } from '../../events/userGroups.ts';
import { isInGroup, systemGroupId } from '../slices/userGroups.ts';
import type { OrganizationState } from '../state.ts';

/** The acting person; null is somebody who is not logged in. Deactivated people may do no more than that. */
export type Actor = UserId | null;

/** A verdict and its reasons. Every sentence states a fact, so it is true whether or not the rule holds. */
export interface Explanation {
  readonly holds: boolean;
  /** Without a full stop: "Hamlet is a member of group design-leads, which may administer #brand". */
  readonly sentence: string;
  /**
   * The deciding facts: alternatives that hold, or all if none does; unmet conditions, or all if none is
   * unmet.
   */
  readonly because: readonly Explanation[];
  /** Present if the sentence only joins those of `because`. */
  readonly isJoined?: true;
}

/** The parts of a sentence: the actor's name, and "not" if the fact does not hold. */
export interface SentenceParts {
  readonly organization: OrganizationState;
  readonly actor: Actor;
  readonly who: string;
  readonly holds: boolean;
  /** '' or ' not', after a verb: `${who} is${not} subscribed`. */
  readonly not: '' | ' not';
}

export const sentenceParts = (
  organization: OrganizationState,
  actor: Actor,
  holds: boolean,
): SentenceParts => ({
  organization,
  actor,
  who: actorName(organization, actor),
  holds,
  not: holds ? '' : ' not',
});

/** A person's or bot's name; their ID if the name has been erased. */
export const displayName = ({ users }: OrganizationState, userId: UserId): string =>
  users.byId.get(userId)?.fullName || `user ${userId}`;

const actorName = (organization: OrganizationState, actor: Actor): string =>
  actor === null ? 'A visitor who is not logged in' : displayName(organization, actor);

/** Several facts with their joint verdict; a single one stays as it is. */
export function explainAll(holds: boolean, facts: readonly Explanation[]): Explanation {
  const bySentence = new Map(facts.flatMap(reasonsIn).map((reason) => [reason.sentence, reason]));
  return joined(holds, [...bySentence.values()]);
}

/** Alternatives, each of them sufficient; facts that only hold together stay together. */
export const explainAny = (alternatives: readonly Explanation[]): Explanation => joined(true, alternatives);

/** The reasons of a verdict, without sentences that only join others. */
export const reasonsIn = (reason: Explanation): readonly Explanation[] =>
  reason.isJoined === true ? reason.because : [reason];

function joined(holds: boolean, facts: readonly Explanation[]): Explanation {
  const [first] = facts;
  if (facts.length === 1 && first) return first;
  const sentence = facts.map((fact) => fact.sentence).join('; ');
  return { holds, sentence, because: facts, isJoined: true };
}

/** Describes inactive people only as inactive. */
export const describeUnlessInactive =
  <On>(describe: (parts: SentenceParts, on: On) => string) =>
  (parts: SentenceParts, on: On): string => {
    const { organization, actor, who, holds } = parts;
    const isInactive = actor !== null && organization.userGroups.inactiveUsers.get().has(actor);
    return !holds && isInactive ? `${who} is not active` : describe(parts, on);
  };

/** Describes the part of a group setting's value that gives the actor the permission, or that none does. */
export function describeGroupSetting(
  { organization, actor, who, holds }: SentenceParts,
  value: GroupSettingValue,
  act: string,
) {
  const named = typeof value === 'number' ? [value] : value.directSubgroups;
  const isOneGroup = named.length === 1 && (typeof value === 'number' || value.directMembers.length === 0);
  const their = named.find((groupId) => actor !== null && isInGroup(organization, actor, groupId));
  if (value === systemGroupId('role:nobody')) return `nobody is permitted to ${act}`;
  if (holds && their !== undefined)
    return `${who} is a member of ${groupName(organization, their)}, which may ${act}`;
  if (!holds && isOneGroup)
    return `${who} is not a member of ${groupName(organization, named[0]!)}, which may ${act}`;
  return `${who} is${holds ? '' : ' not'} among those who may ${act}`;
}

const groupName = ({ userGroups }: OrganizationState, groupId: UserGroupId): string =>
  `group ${userGroups.byId.get(groupId)?.name ?? groupId}`;
