/** Decisions about bots: creating, changing and deactivating them, and their keys. */
import { Refused, requireThat } from '../../base/errors.ts';
import type { ChannelId, CredentialId, UserId } from '../../base/ids.ts';
import type { BotDefaults, BotService } from '../../events/bots.ts';
import { newEvent } from '../../events/catalog.ts';
import { BOT_TYPES, BotType, type Role, ROLES } from '../../events/users.ts';
import { canAdministerBot, canCreateBot } from '../../organization/access/people.ts';
import { botSettings } from '../../organization/slices/bots.ts';
import { credentialsOf } from '../../organization/slices/credentials.ts';
import { type User, userByEmail } from '../../organization/slices/users.ts';
import type { OrganizationState } from '../../organization/state.ts';
import { readableChannel } from '../channels/topics.ts';
import {
  done,
  command,
  type DecidedEvent,
  type DecisionContext,
  nothingToDo,
  requireAdministrator,
} from '../define.ts';
import { checkedFullName, checkedNewBotName, isEmail } from './accounts.ts';
import { avatarChange, type StoredAvatar } from './profiles.ts';
import { botOwnerChange, type BotSecrets, fullNameChange, refuseTooManyBots, roleChange } from './users.ts';

/** Requested defaults: channels by name, '' for none; undefined means no change. */
interface RequestedDefaults {
  readonly sendingChannel?: string | undefined;
  readonly eventsChannel?: string | undefined;
  readonly allPublicChannels?: boolean | undefined;
}

export interface CreateBotInput {
  readonly fullName: string;
  /** The local part of its address starts with this. */
  readonly shortName: string;
  readonly domain: string;
  /** One of `BotType`, or refused. */
  readonly type: number;
  readonly defaults: RequestedDefaults;
  /** Outgoing webhooks only. */
  readonly service: BotService | null;
  /** The signing secret of an outgoing webhook. */
  readonly signingCredentialId?: CredentialId | undefined;
  readonly apiKeyCredentialId: CredentialId;
  readonly avatar?: StoredAvatar | undefined;
}

/** Creates a bot of the caller's, with the role of a member. */
export const createBot = command<CreateBotInput, { botId: UserId }>({
  name: 'CreateBot',
  decide(organization, { type: requestedType, defaults, service, apiKeyCredentialId, ...input }, context) {
    const { signingCredentialId: credentialId } = input;
    const { actor } = context;
    const type = offeredType(requestedType);
    requireThat(canCreateBot(organization, actor, type), 'Insufficient permission');
    refuseTooManyBots(organization, actor);
    const botId = organization.users.nextUserId.get();
    const fullName = checkedFullName(input.fullName);
    const email = newBotEmail(organization, input);
    checkedNewBotName(organization, botId, fullName);
    const bot = { type, ownerId: actor, isSystem: false };
    const settled = settledDefaults(
      organization,
      context,
      defaults,
      botSettings(organization, botId).defaults,
    );
    return {
      events: [
        newEvent('UserCreated', {
          userId: botId,
          email,
          fullName,
          role: ROLES.member,
          apiKeyCredentialId,
          bot,
        }),
        newEvent('BotSetUp', { botId, defaults: settled, service }),
        ...(credentialId ? [newEvent('BotSigningSecretIssued', { botId, credentialId })] : []),
        ...(input.avatar ? [avatarChange(organization, botId, input.avatar)] : []),
      ],
      result: { botId },
    };
  },
});

export interface UpdateBotInput {
  readonly botId: UserId;
  readonly fullName?: string | undefined;
  readonly role?: Role | undefined;
  readonly ownerId?: UserId | undefined;
  /** Required if the owner changes. */
  readonly secrets?: BotSecrets | undefined;
  readonly serviceUrl?: string | undefined;
  readonly defaults: RequestedDefaults;
  readonly avatar?: StoredAvatar | undefined;
}

/**
 * Changes a bot for its owner or an administrator, and its owner for an administrator; unchanged values cause
 * no event.
 */
export const updateBot = command<UpdateBotInput, void>({
  name: 'UpdateBot',
  decide(organization, { botId, ...changes }, context) {
    const bot = administeredBot(organization, context, botId);
    const events = [
      ...fullNameChange(organization, bot, changes.fullName),
      ...changeOfRole(organization, context, bot, changes.role),
      ...changeOfOwner(organization, context, bot, changes),
      ...changesOfDefaults(organization, context, botId, changes.defaults),
      ...changeOfService(organization, botId, changes.serviceUrl),
      ...(changes.avatar ? [avatarChange(organization, botId, changes.avatar)] : []),
    ];
    return done(...events);
  },
});

/** Deactivates a bot, for its owner or an administrator. */
export const deactivateBot = command<{ botId: UserId }, void>({
  name: 'DeactivateBot',
  decide(organization, { botId }, context) {
    const bot = administeredBot(organization, context, botId);
    if (!bot.active) return nothingToDo(undefined);
    return done(newEvent('UserDeactivated', { userId: botId }));
  },
});

interface RegenerateBotKeyInput {
  readonly botId: UserId;
  readonly credentialId: CredentialId;
}

/** Replaces the API key of a bot; the former one is revoked. */
export const regenerateBotKey = command<RegenerateBotKeyInput, void>({
  name: 'RegenerateBotKey',
  decide(organization, { botId, credentialId }, context) {
    administeredBot(organization, context, botId);
    return done(newEvent('ApiKeyRegenerated', { userId: botId, credentialId }));
  },
});

/** Treats people, and the organization's own bots, as absent. */
function administeredBot(organization: OrganizationState, { actor }: DecisionContext, botId: UserId): User {
  const user = organization.users.byId.get(botId);
  if (user === undefined || user.bot === null || user.bot.isSystem) throw new Refused('No such bot');
  requireThat(canAdministerBot(organization, actor, user), 'Insufficient permission');
  return user;
}

function offeredType(typeNumber: number): BotType {
  const type = BotType.safeParse(typeNumber).data;
  if (type === undefined) throw new Refused('Invalid bot type');
  requireThat(type !== BOT_TYPES.embedded, 'Embedded bots are not enabled.');
  return type;
}

/** Bots receive no mail, so any domain is allowed, disposable ones too. */
function newBotEmail(
  organization: OrganizationState,
  { shortName, domain }: Pick<CreateBotInput, 'shortName' | 'domain'>,
): string {
  const name = shortName.trim();
  const email = `${name}-bot@${domain}`;
  requireThat(name !== '' && isEmail(email), 'Bad name or username');
  requireThat(userByEmail(organization, email) === undefined, 'Username already in use');
  return email;
}

function changeOfRole(
  organization: OrganizationState,
  context: DecisionContext,
  bot: User,
  newRole: Role | undefined,
): DecidedEvent[] {
  if (newRole === undefined || newRole === bot.role) return [];
  requireAdministrator(organization, context);
  return roleChange(organization, context, bot, newRole);
}

/** Administrators only: a bot may speak where its owner may, so nobody else should give it to another owner. */
function changeOfOwner(
  organization: OrganizationState,
  context: DecisionContext,
  bot: User,
  { ownerId: newOwnerId, secrets }: Pick<UpdateBotInput, 'ownerId' | 'secrets'>,
): DecidedEvent[] {
  if (newOwnerId === undefined || newOwnerId === bot.bot?.ownerId) return [];
  const owner = organization.users.byId.get(newOwnerId);
  const failed = 'Failed to change owner,';
  requireThat(owner !== undefined, `${failed} no such user`);
  requireThat(owner.active, `${failed} user is deactivated`);
  requireThat(owner.bot === null, `${failed} bots can't own other bots`);
  requireAdministrator(organization, context);
  if (bot.active) refuseTooManyBots(organization, newOwnerId);
  return botOwnerChange(organization, bot, newOwnerId, secrets);
}

const DEFAULTS: readonly (keyof BotDefaults)[] = ['sendingChannelId', 'eventsChannelId', 'allPublicChannels'];

function changesOfDefaults(
  organization: OrganizationState,
  context: DecisionContext,
  botId: UserId,
  requested: RequestedDefaults,
): DecidedEvent[] {
  const present = botSettings(organization, botId).defaults;
  const settled = settledDefaults(organization, context, requested, present);
  return DEFAULTS.filter((property) => settled[property] !== present[property]).map((property) =>
    newEvent('BotDefaultChanged', {
      botId,
      property,
      oldValue: present[property],
      newValue: settled[property],
    }),
  );
}

/** The requested values, completed by the current ones. */
function settledDefaults(
  organization: OrganizationState,
  context: DecisionContext,
  { sendingChannel, eventsChannel, allPublicChannels }: RequestedDefaults,
  present: BotDefaults,
): BotDefaults {
  const channelOr = (name: string | undefined, otherwise: ChannelId | null): ChannelId | null => {
    if (name === undefined) return otherwise;
    return name === '' ? null : readableChannel(organization, context, { name }).channelId;
  };
  return {
    sendingChannelId: channelOr(sendingChannel, present.sendingChannelId),
    eventsChannelId: channelOr(eventsChannel, present.eventsChannelId),
    allPublicChannels: allPublicChannels ?? present.allPublicChannels,
  };
}

/** Setting the URL of a service also enables the service again if it was disabled. */
function changeOfService(
  organization: OrganizationState,
  botId: UserId,
  newBaseUrl: string | undefined,
): DecidedEvent[] {
  if (newBaseUrl === undefined) return [];
  const { service, isDisabled } = botSettings(organization, botId);
  if (service === null) throw new Refused('This bot has no outgoing webhook.');
  const { baseUrl: oldBaseUrl, ...same } = service;
  const isMoved = newBaseUrl !== oldBaseUrl;
  return [
    ...(isMoved ? [newEvent('BotServiceUrlChanged', { botId, ...same, oldBaseUrl, newBaseUrl })] : []),
    ...(isDisabled ? [newEvent('BotServiceEnabled', { botId })] : []),
  ];
}

// The server's own decisions about outgoing webhooks.

/** Gives a webhook from before signatures were introduced a signing secret. */
export const issueSigningSecret = command<{ botId: UserId; credentialId: CredentialId }, void>({
  name: 'IssueSigningSecret',
  decide(organization, { botId, credentialId }) {
    const { service } = botSettings(organization, botId);
    if (service === null || credentialsOf(organization, botId).signingSecret) return nothingToDo(undefined);
    return done(newEvent('BotSigningSecretIssued', { botId, credentialId }));
  },
});

/** Stops calling a receiver that has answered 410 Gone, unless its URL was changed since. */
export const disableBotService = command<{ botId: UserId; baseUrl: string }, void>({
  name: 'DisableBotService',
  decide(organization, { botId, baseUrl }) {
    const { service, isDisabled } = botSettings(organization, botId);
    if (service?.baseUrl !== baseUrl || isDisabled) return nothingToDo(undefined);
    return done(newEvent('BotServiceDisabled', { botId }));
  },
});
