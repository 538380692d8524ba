/** Rules about people: who may see them and their e-mail addresses, and change their names. */
import type { UserId } from '../../base/ids.ts';
import { BOT_TYPES, type BotType, type PersonalSettings, ROLES } from '../../events/users.ts';
import { Bitset } from '../containers/bitset.ts';
import { haveTalked, partnersOf } from '../slices/directMessages.ts';
import { settingsOf } from '../slices/organizations.ts';
import type { ProfileField } from '../slices/profileFields.ts';
import { channelsOf, subscribersOf } from '../slices/subscriptions.ts';
import type { EmailOwner, User } from '../slices/users.ts';
import type { OrganizationState } from '../state.ts';
import { describeUnlessInactive, displayName } from './explanation.ts';
import {
  type Actor,
  actorIndependent,
  allOf,
  anyOf,
  chooseRule,
  condition,
  hasPermission,
  isActive,
  isAdministrator,
  isGuest,
  isMember,
  isModerator,
  isOwner,
  mapSubject,
  not,
  permission,
  type Rule,
} from './rules.ts';

/** Bots of any type. */
export const isBot = condition(
  ({ who, not }) => `${who} is${not} a bot`,
  (organization, actor) => actor !== null && (organization.users.byId.get(actor)?.bot ?? null) !== null,
);

/** The organization's own bots: they report in any conversation and belong to no group. */
export const isSystemBot = condition(
  ({ who, not }) => `${who} is${not} one of the organization's own bots`,
  (organization, actor) => actor !== null && organization.users.byId.get(actor)?.bot?.isSystem === true,
  () => Bitset.of<UserId>(),
);

/** An account that others can find; the organization's own bots cannot be added anywhere. */
export const isFindable = (organization: OrganizationState, userId: UserId): boolean =>
  organization.users.byId.has(userId) && !isSystemBot(organization, userId);

type PersonRule = Rule<[userId: UserId]>;

const isOneself = condition<[UserId]>(
  ({ organization, who, not }, userId) => `${who} is${not} ${displayName(organization, userId)}`,
  (_organization, actor, userId) => userId === actor,
  (_organization, userId) => Bitset.of([userId]),
);
const isSomeBot = actorIndependent<[UserId]>(
  ({ organization, not }, userId) => `${displayName(organization, userId)} is${not} a bot`,
  (organization, userId) => isBot(organization, userId),
);
const sharesChannel = condition<[UserId]>(
  ({ organization, who, holds }, userId) =>
    `${who} and ${displayName(organization, userId)} are ${holds ? 'subscribed to the same channel' : 'in no channel together'}`,
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
const hasTalkedTo = condition<[UserId]>(
  ({ organization, who, not }, userId) =>
    `${who} and ${displayName(organization, userId)} have${not} been in a direct conversation`,
  (organization, actor, userId) => actor !== null && haveTalked(organization, actor, userId),
  (organization, userId) => partnersOf(organization, userId),
);

/** Knowing everybody: all except guests of an organization that hides its people from them. */
export const seesEverybody = permission(
  () => 'see everybody in the organization',
  anyOf(not(isGuest), hasPermission('can_access_all_users_group', 'see everybody in the organization')),
);

/** Sharing a channel or a direct conversation, which is mutual. */
const knowsUser = anyOf<[userId: UserId]>(isOneself, sharesChannel, hasTalkedTo);

/** Active people whom a limited guest knows, including themselves. */
export const visiblePeopleOf = (organization: OrganizationState, userId: UserId): Bitset<UserId> =>
  knowsUser.holders(organization, userId);

/**
 * Knowing who somebody is. Limited guests know bots, and people with whom they share a channel or a direct
 * conversation; others are "Unknown user".
 */
export const seesUser: PersonRule = permission(
  (userId, organization) => `see who ${displayName(organization, userId)} is`,
  anyOf<[userId: UserId]>(seesEverybody, isSomeBot, knowsUser),
);

/** Owns the bot. */
export const ownsBot: PersonRule = condition(
  describeUnlessInactive(
    ({ organization, who, not }, userId: UserId) =>
      `${who} is${not} the owner of ${displayName(organization, userId)}`,
  ),
  (organization, actor, userId) =>
    actor !== null &&
    isActive(organization, actor) &&
    organization.users.byId.get(userId)?.bot?.ownerId === actor,
);

/** Seeing a bot's settings and its deactivation. */
export const managesBot: PersonRule = permission(
  (userId, organization) => `know how the bot ${displayName(organization, userId)} is set up`,
  anyOf<[UserId]>(isAdministrator, ownsBot),
);

type FixedByAdministrators = 'nameChangesDisabled' | 'emailChangesDisabled' | 'avatarChangesDisabled';

/** Changing something of one's own, if the organization lets people choose; `all` is the plural. */
const ownChange = (what: string, all: string, setting: FixedByAdministrators) =>
  permission(
    () => `change their own ${what}`,
    anyOf(
      actorIndependent(
        ({ holds }) =>
          `the organization ${holds ? 'allows' : 'does not allow'} people to change their ${all}`,
        (organization) => !settingsOf(organization)[setting],
      ),
      isAdministrator,
    ),
  );

export const canChangeOwnName = ownChange('name', 'names', 'nameChangesDisabled');
export const canChangeOwnEmail = ownChange('e-mail address', 'e-mail addresses', 'emailChangesDisabled');
export const canChangeOwnAvatar = ownChange('avatar', 'avatars', 'avatarChangesDisabled');

/** The people who may see an e-mail address, by the setting of its owner. */
const SEES_EMAIL: Readonly<Record<PersonalSettings['emailAddressVisibility'], Rule>> = {
  1: actorIndependent(
    () => 'the address is for everybody',
    () => true,
  ),
  2: isMember,
  3: isAdministrator,
  4: actorIndependent(
    () => 'the address is for nobody',
    () => false,
  ),
  5: isModerator,
};
const isOwnAddress = condition<[EmailOwner]>(
  ({ who, not }) => `${who} is${not} the person whose address it is`,
  (_organization, actor, { userId }) => userId === actor,
  (_organization, { userId }) => Bitset.of([userId]),
);

/** Seeing an e-mail address: always one's own; those of people one knows, by their settings. */
export const seesEmailOf: Rule<[holder: EmailOwner]> = permission(
  ({ userId }, organization) => `see the e-mail address of ${displayName(organization, userId)}`,
  anyOf<[EmailOwner]>(
    isOwnAddress,
    allOf<[EmailOwner]>(
      mapSubject<[EmailOwner], UserId>(
        (_organization, { userId }) => userId,
        seesUser,
        'there is no such person',
      ),
      chooseRule(({ settings }) => SEES_EMAIL[settings.emailAddressVisibility]),
    ),
  ),
);

const VISIBILITIES = [1, 2, 3, 4, 5] as const satisfies readonly PersonalSettings['emailAddressVisibility'][];

/** The visibility settings with which a viewer sees an address. */
export const visibilitiesSeenBy = (
  organization: OrganizationState,
  actor: Actor,
): readonly PersonalSettings['emailAddressVisibility'][] =>
  VISIBILITIES.filter((visibility) => SEES_EMAIL[visibility](organization, actor));

// Who may create and change bots.

const isWriteOnly = actorIndependent<[type: BotType]>(
  ({ not }) => `the bot is${not} an incoming webhook`,
  (_organization, type) => type === BOT_TYPES.incomingWebhook,
);

/** Bots that can only send need a weaker permission. */
export const canCreateBot: Rule<[type: BotType]> = permission(
  () => 'create such bots',
  anyOf<[type: BotType]>(
    hasPermission('can_create_bots_group', 'create bots'),
    allOf<[BotType]>(
      isWriteOnly,
      hasPermission('can_create_write_only_bots_group', 'create incoming webhooks'),
    ),
  ),
);

const isItsOwner = mapSubject<[bot: User], UserId>(
  (_organization, { userId }) => userId,
  ownsBot,
  'there is no such bot',
);
const isNoOwnersBot = actorIndependent<[bot: User]>(
  ({ holds }, { fullName }) => `${fullName} ${holds ? 'does not have' : 'has'} the role of an owner`,
  (_organization, { role }) => role !== ROLES.owner,
);

/** A bot's key gives the bot's role, so administrators may not take over a bot with the role of an owner. */
export const canAdministerBot: Rule<[bot: User]> = permission(
  ({ fullName }) => `administer the bot ${fullName}`,
  anyOf<[bot: User]>(isItsOwner, isOwner, allOf<[User]>(isAdministrator, isNoOwnersBot)),
);

// Who may change values of custom profile fields. The fields themselves are for administrators.

/** Changing one's own value of a field. */
export const canEditOwnValue: Rule<[field: ProfileField]> = permission(
  ({ name }) => `edit their own ${name}`,
  anyOf<[field: ProfileField]>(
    isAdministrator,
    actorIndependent(
      ({ holds }, { name }) => `${name} is ${holds ? 'editable by everybody' : 'for administrators to edit'}`,
      (_organization, { editableByUser }) => editableByUser,
    ),
  ),
);
