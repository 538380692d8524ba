/** Who knows whom, sees whose address, and changes which names. */
import type { PersonalSettings } from '../../events/users.ts';
import type { UserId } from '../../ids.ts';
import { Bitset } from '../bitset.ts';
import { haveTalked, partnersOf } from '../directMessages.ts';
import { settingsOf } from '../organizations.ts';
import type { OrganizationState } from '../state.ts';
import { channelsOf, subscribersOf } from '../subscriptions.ts';
import {
  type Actor,
  anyOf,
  everybodyWho,
  holds,
  isActive,
  isAdministrator,
  isGuest,
  isMember,
  isModerator,
  regardless,
  type Rule,
  withHolders,
} from './rules.ts';

/** Bots, of whatever kind. */
export const isBot: Rule = (organization, actor) =>
  actor !== null && (organization.users.byId.get(actor)?.bot ?? null) !== null;

/** The organization's own bots: they say what is to be said wherever that is, and are in no group. */
export const isSystemBot: Rule = (organization, actor) =>
  actor !== null && organization.users.byId.get(actor)?.bot?.isSystem === true;

/** Has an account that others can find: the organization's own bots are nobody to be put anywhere. */
export const isFindable = (organization: OrganizationState, userId: UserId): boolean =>
  organization.users.byId.has(userId) && !isSystemBot(organization, userId);

type PersonRule = Rule<[userId: UserId]>;

const isOneself: PersonRule = withHolders<[UserId]>(
  (_organization, actor, userId) => userId === actor,
  (_organization, userId) => Bitset.of([userId]),
);
const isSomeBot: PersonRule = regardless((organization, userId) => isBot(organization, userId));
const sharesChannel: PersonRule = withHolders<[UserId]>(
  (organization, actor, userId) =>
    actor !== null &&
    [...channelsOf(organization, actor)].some((channelId) =>
      subscribersOf(organization, channelId).has(userId),
    ),
  (organization, userId) =>
    [...channelsOf(organization, userId)].reduce(
      (all, channelId) => all.union(subscribersOf(organization, channelId)),
      Bitset.of<UserId>(),
    ),
);
const hasTalkedTo: PersonRule = withHolders<[UserId]>(
  (organization, actor, userId) => actor !== null && haveTalked(organization, actor, userId),
  (organization, userId) => partnersOf(organization, userId),
);
const isNoGuest = withHolders<[]>(
  (organization, actor) => !isGuest(organization, actor),
  (organization) => everybodyWho(organization, isMember),
);

/** Knowing who everybody is (7): all but guests of an organization that keeps its people from them. */
export const seesEverybody = anyOf(isNoGuest, holds('can_access_all_users_group'));

/** Following a channel together, or having talked to each other: it goes both ways. */
const isAcquainted = anyOf<[userId: UserId]>(isOneself, sharesChannel, hasTalkedTo);

/** Active people whom somebody knows also where people are kept from each other; himself among them. */
export const acquaintancesOf = (organization: OrganizationState, userId: UserId): Bitset<UserId> =>
  everybodyWho(organization, isAcquainted, userId);

/**
 * Knowing who somebody is (7). Guests who may not know everybody know bots, whom they follow a channel with and
 * whom they have talked to; the others are "Unknown user".
 */
export const seesUser = anyOf<[userId: UserId]>(seesEverybody, isSomeBot, isAcquainted);

/** Is the person whose bot it is. */
export const ownsBot: PersonRule = (organization, actor, userId) =>
  actor !== null &&
  isActive(organization, actor) &&
  organization.users.byId.get(userId)?.bot?.ownerId === actor;

/** Being told how a bot is set up, and that it is there no more. */
export const managesBot: PersonRule = anyOf<[UserId]>(isAdministrator, ownsBot);

/** Calling oneself otherwise, where the organization leaves names to its people. */
export const canChangeOwnName = anyOf(
  (organization) => !settingsOf(organization).nameChangesDisabled,
  isAdministrator,
);
/** Whose e-mail address who may see (7). One's own always; a person's setting decides for the others. */
export const SEES_EMAIL: Readonly<Record<PersonalSettings['emailAddressVisibility'], Rule>> = {
  1: () => true,
  2: isMember,
  3: isAdministrator,
  4: () => false,
  5: isModerator,
};

const VISIBILITIES = [1, 2, 3, 4, 5] as const satisfies readonly PersonalSettings['emailAddressVisibility'][];

/** What others may have set about their addresses so that somebody is told them. */
export const visibilitiesSeenBy = (
  organization: OrganizationState,
  actor: Actor,
): readonly PersonalSettings['emailAddressVisibility'][] =>
  VISIBILITIES.filter((visibility) => SEES_EMAIL[visibility](organization, actor));
