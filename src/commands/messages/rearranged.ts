/** What events that move or delete many messages say about the conversations concerned. */
import { type ArrivalGroup, type ChannelBeginning, MessagesDeleted } from '../../events/messages.ts';
import type { ChannelId, MessageId, UserId } from '../../ids.ts';
import type { Excerpt } from '../../organization/excerpts.ts';
import { arrivalOf, type Arrived } from '../../organization/subscriptions.ts';
import { conversationFields } from './reach.ts';

/** Deletes the messages of an excerpt. */
export const deletionEvent = (excerpt: Excerpt, deleterId: UserId) =>
  MessagesDeleted({
    messageIds: excerpt.messages.map(({ messageId }) => messageId),
    deleterId,
    ...conversationFields(excerpt.conversation),
    ...departureFields(excerpt, []),
  });

/** What remains at the source of an excerpt; `others` are the destination channels. */
export function departureFields(excerpt: Excerpt, others: readonly (ChannelBeginning | undefined)[]) {
  const { conversation, messages, remaining, channelBeginning } = excerpt;
  const mentioned = [...new Set(messages.flatMap(({ mentionedUserIds = [] }) => mentionedUserIds))];
  const left =
    conversation.kind === 'channel'
      ? firstMessageChange(conversation.channelId, channelBeginning.now, channelBeginning.without)
      : undefined;
  const beginnings = [left, ...others].filter((changed) => changed !== undefined);
  return {
    ...(mentioned.length > 0 && { mentionedUserIds: mentioned }),
    ...arrivalFields(messages),
    ...(remaining && { remaining }),
    ...(beginnings.length > 0 && { channelBeginnings: beginnings }),
  };
}

/** For messages originally sent to another channel, how they got here; most were sent here. */
export function arrivalFields(messages: readonly Arrived[]): { readonly arrivals?: readonly ArrivalGroup[] } {
  const groups = new Map<string, ArrivalGroup & { readonly messageIds: MessageId[] }>();
  for (const message of messages) {
    if (message.sentToChannelIds === undefined) continue;
    const arrival = arrivalOf(message);
    const group = groups.get(JSON.stringify(arrival)) ?? { messageIds: [], ...arrival };
    group.messageIds.push(message.messageId);
    groups.set(JSON.stringify(arrival), group);
  }
  return groups.size === 0 ? {} : { arrivals: [...groups.values()] };
}

/** The change of a channel's first message, if it changes. */
export const firstMessageChange = (
  channelId: ChannelId,
  oldMessageId: MessageId | null,
  newMessageId: MessageId | null,
): ChannelBeginning | undefined =>
  oldMessageId === newMessageId ? undefined : { channelId, oldMessageId, newMessageId };
