/** How a permission rule says why it holds or does not: facts in plain English, as a tree of reasons. */
import type { GroupSettingValue, UserGroupId } from '../../events/userGroups.ts';
import type { UserId } from '../../ids.ts';
import type { OrganizationState } from '../state.ts';
import { isInGroup, systemGroupId } from '../userGroups.ts';

/** Anybody who asks; null is somebody who is not logged in. Deactivated people may do nothing more than they may. */
export type Actor = UserId | null;

/** A verdict and what it rests on. Every sentence states a fact, so it is true whether the rule holds or not. */
export interface Explanation {
  readonly holds: boolean;
  /** Without a full stop: "Hamlet is a member of group design-leads, which may administer #brand". */
  readonly sentence: string;
  /** The facts that decided: the alternatives that hold, or all if none does; the unmet conditions, or all if none is. */
  readonly because: readonly Explanation[];
  /** Present where the sentence is made of those of `because` and says nothing else. */
  readonly isJoined?: true;
}

/** What a sentence is made of: the actor's name, and "not" where the fact does not hold of them. */
export interface SentenceParts {
  readonly organization: OrganizationState;
  readonly actor: Actor;
  readonly who: string;
  readonly holds: boolean;
  /** '' or ' not', to stand after a verb: `${who} is${not} subscribed`. */
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

/** A person's or bot's name; their ID where the name has been erased. */
export const nameOf = ({ users }: OrganizationState, userId: UserId): string =>
  users.byId.get(userId)?.fullName || `user ${userId}`;

const actorName = (organization: OrganizationState, actor: Actor): string =>
  actor === null ? 'A visitor who is not logged in' : nameOf(organization, actor);

/** Several facts as one, which has the verdict that they led to; a single one stands for itself. */
export function together(holds: boolean, facts: readonly Explanation[]): Explanation {
  const bySentence = new Map(facts.flatMap(factsIn).map((reason) => [reason.sentence, reason]));
  return joined(holds, [...bySentence.values()]);
}

/** Alternatives of which each is enough: facts of one that only hold together stay together. */
export const eachEnough = (alternatives: readonly Explanation[]): Explanation => joined(true, alternatives);

/** What a verdict rests on, without a sentence that only joins those of its facts. */
export const factsIn = (reason: Explanation): readonly Explanation[] =>
  reason.isJoined === true ? reason.because : [reason];

function joined(holds: boolean, facts: readonly Explanation[]): Explanation {
  const [first] = facts;
  if (facts.length === 1 && first) return first;
  const sentence = facts.map((fact) => fact.sentence).join('; ');
  return { holds, sentence, because: facts, isJoined: true };
}

/** Says of those who are not active only that: what they would need besides does not matter. */
export const unlessInactive =
  <On>(says: (parts: SentenceParts, on: On) => string) =>
  (parts: SentenceParts, on: On): string => {
    const { organization, actor, who, holds } = parts;
    const isInactive = actor !== null && organization.userGroups.inactiveUsers.get().has(actor);
    return !holds && isInactive ? `${who} is not active` : says(parts, on);
  };

/** Through which part of a group setting's value the actor may do something, or that they may not. */
export function sayGroup(
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
