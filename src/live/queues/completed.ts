/** Client events with what only views and the vault know. */
import type { ChannelId, MessageId, UserId } from '../../ids.ts';
import type { AddressedPayload } from '../define.ts';
import type { Payload } from '../shapes.ts';
import { FALLBACK_COLOR } from '../subscriptions.ts';
import type { Reader } from './completions.ts';
import type { Receiver } from './receiver.ts';
import type { Entry } from './entry.ts';

/** A payload that is not whole without what its translation left for delivery. */
export async function completed(
  payload: Payload,
  { completedBy }: AddressedPayload,
  { revision }: Entry,
  { queue, completions }: Receiver,
): Promise<Payload> {
  const { organizationId, userId } = queue;
  const reader: Reader = { organizationId, userId, revision };
  if (payload.type === 'update_message' && completedBy === 'personal flags')
    return { ...payload, flags: [...(await completions.flagsOf(reader, payload.message_id as MessageId))] };
  if (payload.type === 'subscription' && payload.op === 'add') {
    const ids = payload.subscriptions.map(({ stream_id: channelId }) => channelId as ChannelId);
    const colors = await completions.colorsOf(reader, ids);
    const subscriptions = payload.subscriptions.map((subscription) => ({
      ...subscription,
      color: subscription.color ?? colors.get(subscription.stream_id as ChannelId) ?? FALLBACK_COLOR,
    }));
    return { ...payload, subscriptions };
  }
  if (payload.type === 'muted_topics')
    return { ...payload, muted_topics: await completions.mutedTopics(reader) } as Payload;
  if (payload.type === 'realm_bot' && payload.op !== 'delete' && payload.bot.services !== undefined) {
    const token = (await completions.botToken(reader, payload.bot.user_id as UserId)) ?? '';
    const services = payload.bot.services.map((service) => ({ ...service, token }));
    return { ...payload, bot: { ...payload.bot, services } } as Payload;
  }
  return payload;
}
