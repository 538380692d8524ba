/** Who knows whom, sees whose address, and changes which names (spec/endpoint-details.md 7; beyond.md 6.1, 6.2). */
import type { PersonalSettings } from '../../events/users.ts';
import type { UserId } from '../../ids.ts';
import { haveTalked } from '../directMessages.ts';
import { settingsOf } from '../organizations.ts';
import { channelsOf, subscribersOf } from '../subscriptions.ts';
import {
  anyOf,
  holds,
  isActive,
  isAdministrator,
  isGuest,
  isMember,
  isModerator,
  type Rule,
} from './rules.ts';

/** Bots, of whatever kind. */
export const isBot: Rule = (organization, actor) =>
  actor !== null && (organization.users.byId.get(actor)?.bot ?? null) !== null;

type PersonRule = Rule<[userId: UserId]>;

const isOneself: PersonRule = (_organization, actor, userId) => userId === actor;
const isSomeBot: PersonRule = (organization, _actor, userId) => isBot(organization, userId);
const sharesChannel: PersonRule = (organization, actor, userId) =>
  actor !== null &&
  [...channelsOf(organization, actor)].some((channelId) =>
    subscribersOf(organization, channelId).has(userId),
  );
const hasTalkedTo: PersonRule = (organization, actor, userId) =>
  actor !== null && haveTalked(organization, actor, userId);
const isNoGuest: Rule = (organization, actor) => !isGuest(organization, actor);

/**
 * Knowing who somebody is (7): everybody may, but for guests of an organization that keeps its people from them.
 * They know bots, whom they follow a channel with and whom they have talked to; the others are "Unknown user".
 */
export const seesUser = anyOf<[userId: UserId]>(
  isNoGuest,
  holds('can_access_all_users_group'),
  ...[isOneself, isSomeBot, sharesChannel, hasTalkedTo],
);

/** Is the person whose bot it is. */
export const ownsBot: PersonRule = (organization, actor, userId) =>
  actor !== null &&
  isActive(organization, actor) &&
  organization.users.byId.get(userId)?.bot?.ownerId === actor;

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
