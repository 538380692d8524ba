/** How bots come to be somebody else's: anybody who had one before knows its secrets, so that it gets others. */
import { requireThat } from '../errors.ts';
import { BotOwnerChanged, BotSigningSecretIssued } from '../events/bots.ts';
import { ApiKeyRegenerated } from '../events/credentials.ts';
import type { CredentialId, UserId } from '../ids.ts';
import { botSettings } from '../organization/bots.ts';
import type { OrganizationState } from '../organization/state.ts';
import { botsOwnedBy, type User } from '../organization/users.ts';
import type { DecidedEvent } from './define.ts';

/** The vault's names of what a bot has from the change of its owner on. */
export interface BotSecrets {
  readonly apiKeyCredentialId: CredentialId;
  /** For outgoing webhooks. */
  readonly signingCredentialId: CredentialId;
}

/** The events that make a bot somebody else's; the former secrets mean nobody before it is. */
export function handingOver(
  organization: OrganizationState,
  { userId: botId, bot }: User,
  newOwnerId: UserId,
  secrets: BotSecrets | undefined,
): DecidedEvent[] {
  if (secrets === undefined) throw new Error('A bot that changes hands needs other secrets.');
  const { apiKeyCredentialId, signingCredentialId } = secrets;
  const isSigned = botSettings(organization, botId).service !== null;
  return [
    ApiKeyRegenerated({ userId: botId, credentialId: apiKeyCredentialId }),
    ...(isSigned ? [BotSigningSecretIssued({ botId, credentialId: signingCredentialId })] : []),
    BotOwnerChanged({ botId, oldOwnerId: bot?.ownerId ?? null, newOwnerId }),
  ];
}

/** Active bots of one owner, who is shown all of them with their keys in one answer. */
const MOST_BOTS = 200;

/** Refuses one more bot, made or brought back, for an owner who has as many as one may have. */
export function requireRoomForBot(organization: OrganizationState, ownerId: UserId | null): void {
  const own = ownerId === null ? [] : botsOwnedBy(organization, ownerId).filter(({ active }) => active);
  requireThat(own.length < MOST_BOTS, `Too many bots (maximum ${MOST_BOTS}).`);
}
