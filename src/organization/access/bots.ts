/** Who may make bots, and change those that are there. */
import { BOT_TYPES, type BotType, ROLES } from '../../events/users.ts';
import type { User } from '../users.ts';
import { ownsBot } from './people.ts';
import { allOf, anyOf, holds, isAdministrator, isOwner, type Rule } from './rules.ts';

const isWriteOnly: Rule<[type: BotType]> = (_organization, _actor, type) =>
  type === BOT_TYPES.incomingWebhook;

/** Bots that only send ask for less than others. */
export const canCreateBot = anyOf<[type: BotType]>(
  holds('can_create_bots_group'),
  allOf<[BotType]>(isWriteOnly, holds('can_create_write_only_bots_group')),
);

type BotRule = Rule<[bot: User]>;

const isItsOwner: BotRule = (organization, actor, { userId }) => ownsBot(organization, actor, userId);
const isNoOwnersBot: BotRule = (_organization, _actor, { role }) => role !== ROLES.owner;

/** A bot's key gives its role: one that has the role of an owner is not for administrators to take over. */
export const canAdministerBot: BotRule = anyOf<[bot: User]>(
  isItsOwner,
  isOwner,
  allOf<[User]>(isAdministrator, isNoOwnersBot),
);
