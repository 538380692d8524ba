/** Changing a bot's owner. Former owners know the bot's secrets, so it gets new ones. */
import { requireThat } from '../errors.ts';
import { BotOwnerChanged, BotSigningSecretIssued } from '../events/bots.ts';
import { ApiKeyRegenerated } from '../events/credentials.ts';
import type { CredentialId, UserId } from '../ids.ts';
import { botSettings } from '../organization/bots.ts';
import type { OrganizationState } from '../organization/state.ts';
import { botsOwnedBy, type User } from '../organization/users.ts';
import type { DecidedEvent } from './define.ts';

/** Credential IDs of the bot's secrets under its new owner. */
export interface BotSecrets {
  readonly apiKeyCredentialId: CredentialId;
  /** Outgoing webhooks only. */
  readonly signingCredentialId: CredentialId;
}

/** The events that give a bot another owner; its former secrets are revoked first. */
export function botOwnerChange(
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

/** Active bots of one owner, who receives all of them with their keys in one answer. */
const MAX_BOTS_PER_OWNER = 200;

/** Refuses to create or reactivate a bot for an owner who has reached the limit. */
export function refuseTooManyBots(organization: OrganizationState, ownerId: UserId | null): void {
  const own = ownerId === null ? [] : botsOwnedBy(organization, ownerId).filter(({ active }) => active);
  requireThat(own.length < MAX_BOTS_PER_OWNER, `Too many bots (maximum ${MAX_BOTS_PER_OWNER}).`);
}
