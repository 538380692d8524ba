/** Reports to bot owners, with a pause, that their bot's messages reach nobody. */
import { BotSentInVain } from '../../events/bots.ts';
import type { Conversation } from '../../events/messages.ts';
import type { ChannelId, UserId } from '../../ids.ts';
import { isActive } from '../../organization/access/rules.ts';
import type { OrganizationState } from '../../organization/state.ts';
import { subscribersOf } from '../../organization/subscriptions.ts';
import { command, type DecidedEvent, type DecisionContext } from '../define.ts';

/** Milliseconds before the owner is notified again. */
const REPORT_INTERVAL_MS = 5 * 60 * 1000;
/** Characters of a channel's name in the report. */
const MAX_REPORTED_NAME_LENGTH = 60;

/** A bot has named a channel that does not exist: the send was refused, and the owner is notified. */
export const reportMissingChannel = command<{ readonly named: string }, void>({
  name: 'ReportMissingChannel',
  decide(organization, { named }, context) {
    const characters = Array.from(named);
    const shown = characters.slice(0, MAX_REPORTED_NAME_LENGTH).join('');
    const missing = characters.length > MAX_REPORTED_NAME_LENGTH ? `${shown}…` : shown;
    return { events: ownerTold(organization, context, { missing }), result: undefined };
  },
});

/** The events of a bot's message in a channel without subscribers. */
export function reportUndelivered(
  organization: OrganizationState,
  context: DecisionContext,
  conversation: Conversation,
): readonly DecidedEvent[] {
  if (conversation.kind === 'direct' || ownerOf(organization, context.actor) === undefined) return [];
  const { channelId } = conversation;
  const inactive = organization.userGroups.inactiveUsers.get();
  const isHeard = subscribersOf(organization, channelId).difference(inactive).size > 0;
  return isHeard ? [] : ownerTold(organization, context, { channelId });
}

function ownerTold(
  organization: OrganizationState,
  { actor: botId, now }: DecisionContext,
  where: { readonly channelId: ChannelId } | { readonly missing: string },
): readonly DecidedEvent[] {
  const ownerId = ownerOf(organization, botId);
  if (botId === null || ownerId === undefined) return [];
  const toldAt = organization.bots.ownerToldAt.get(botId);
  const isTold = toldAt !== undefined && now - toldAt < REPORT_INTERVAL_MS;
  return isTold ? [] : [BotSentInVain({ botId, ownerId, ...where })];
}

/** The owner to notify; people and the organization's own bots have none. */
function ownerOf(organization: OrganizationState, botId: UserId | null): UserId | undefined {
  const ownerId = botId === null ? null : (organization.users.byId.get(botId)?.bot?.ownerId ?? null);
  return ownerId !== null && isActive(organization, ownerId) ? ownerId : undefined;
}
