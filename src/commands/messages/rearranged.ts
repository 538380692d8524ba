/** What events about many messages say of the places that these leave or come to. */
import { type Arrivals, type ChannelBeginning, MessagesDeleted } from '../../events/messages.ts';
import type { ChannelId, MessageId, UserId } from '../../ids.ts';
import type { Excerpt } from '../../organization/excerpts.ts';
import { arrivalOf, type Arrived } from '../../organization/subscriptions.ts';
import { whereOf } from './reach.ts';

/** The messages of an excerpt are gone. */
export const deletion = (excerpt: Excerpt, deleterId: UserId) =>
  MessagesDeleted({
    messageIds: excerpt.messages.map(({ messageId }) => messageId),
    deleterId,
    ...whereOf(excerpt.conversation),
    ...departure(excerpt, []),
  });

/** What is left where the messages of an excerpt were; `others` are channels that they have come to. */
export function departure(excerpt: Excerpt, others: readonly (ChannelBeginning | undefined)[]) {
  const { conversation, messages, remaining, channelBeginning } = excerpt;
  const mentioned = [...new Set(messages.flatMap(({ mentionedUserIds = [] }) => mentionedUserIds))];
  const left =
    conversation.kind === 'channel'
      ? firstMessageChange(conversation.channelId, channelBeginning.now, channelBeginning.without)
      : undefined;
  const beginnings = [left, ...others].filter((changed) => changed !== undefined);
  return {
    ...(mentioned.length > 0 && { mentionedUserIds: mentioned }),
    ...arrivalsOf(messages),
    ...(remaining && { remaining }),
    ...(beginnings.length > 0 && { channelBeginnings: beginnings }),
  };
}

/** How messages that were sent to another channel came to this one, as a field; most were sent here. */
export function arrivalsOf(messages: readonly Arrived[]): { readonly arrivals?: readonly Arrivals[] } {
  const groups = new Map<string, Arrivals & { readonly messageIds: MessageId[] }>();
  for (const message of messages) {
    if (message.sentToChannelIds === undefined) continue;
    const arrival = arrivalOf(message);
    const group = groups.get(JSON.stringify(arrival)) ?? { messageIds: [], ...arrival };
    group.messageIds.push(message.messageId);
    groups.set(JSON.stringify(arrival), group);
  }
  return groups.size === 0 ? {} : { arrivals: [...groups.values()] };
}

/** The change of a channel's oldest message, if it changes. */
export const firstMessageChange = (
  channelId: ChannelId,
  oldMessageId: MessageId | null,
  newMessageId: MessageId | null,
): ChannelBeginning | undefined =>
  oldMessageId === newMessageId ? undefined : { channelId, oldMessageId, newMessageId };
