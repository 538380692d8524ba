/** Completes client events with data from views and the vault. */
import type { ChannelId, MessageId, UserId } from '../../ids.ts';
import type { AddressedPayload } from '../define.ts';
import type { Payload } from '../shapes.ts';
import { wireSettings } from '../../wire/subscriptions.ts';
import { FALLBACK_COLOR } from '../subscriptions.ts';
import type { QueueOwner } from './completions.ts';
import type { DeliveryTarget } from './receiver.ts';
import type { BufferedEvent } from './entry.ts';

/** A payload completed with what its translation left to delivery. */
export async function fillDeferredField(
  payload: Payload,
  { deferred }: AddressedPayload,
  { revision }: BufferedEvent,
  { queue, completions }: DeliveryTarget,
): Promise<Payload> {
  const { organizationId, userId } = queue;
  const reader: QueueOwner = { organizationId, userId, revision };
  if (payload.type === 'update_message' && deferred === 'personal flags')
    return { ...payload, flags: [...(await completions.flagsOf(reader, payload.message_id as MessageId))] };
  if (payload.type === 'subscription' && payload.op === 'add') {
    const settings = await completions.settingsOf(reader);
    const subscriptions = payload.subscriptions.map((subscription) => {
      const own = settings.get(subscription.stream_id as ChannelId);
      const color = subscription.color ?? own?.color ?? FALLBACK_COLOR;
      return { ...subscription, ...(own && wireSettings(own)), color };
    });
    return { ...payload, subscriptions };
  }
  if (payload.type === 'muted_topics') {
    const topics = await completions.mutedTopics(reader, queue.capabilities.has('archived_channels'));
    return { ...payload, muted_topics: topics } as Payload;
  }
  if (payload.type === 'realm_bot' && payload.op !== 'delete' && payload.bot.services !== undefined) {
    const token = (await completions.botToken(reader, payload.bot.user_id as UserId)) ?? '';
    const services = payload.bot.services.map((service) => ({ ...service, token }));
    return { ...payload, bot: { ...payload.bot, services } } as Payload;
  }
  return payload;
}
