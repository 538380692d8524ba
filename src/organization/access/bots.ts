/** Who may create and change bots. */
import { BOT_TYPES, type BotType, ROLES } from '../../events/users.ts';
import type { UserId } from '../../ids.ts';
import type { User } from '../users.ts';
import { ownsBot } from './people.ts';
import {
  mapSubject,
  allOf,
  anyOf,
  hasPermission,
  isAdministrator,
  isOwner,
  permission,
  actorIndependent,
  type Rule,
} from './rules.ts';

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
