/** What events about many messages say of the places that these leave or come to. */
import { type ChannelBeginning, MessagesDeleted } from '../../events/messages.ts';
import type { ChannelId, MessageId, UserId } from '../../ids.ts';
import type { Excerpt } from '../../organization/excerpts.ts';
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
      ? beginning(conversation.channelId, channelBeginning.now, channelBeginning.without)
      : undefined;
  const beginnings = [left, ...others].filter((changed) => changed !== undefined);
  return {
    ...(mentioned.length > 0 && { mentionedUserIds: mentioned }),
    ...(remaining && { remaining }),
    ...(beginnings.length > 0 && { channelBeginnings: beginnings }),
  };
}

/** The change of a channel's oldest message, if it changes. */
export const beginning = (
  channelId: ChannelId,
  oldMessageId: MessageId | null,
  newMessageId: MessageId | null,
): ChannelBeginning | undefined =>
  oldMessageId === newMessageId ? undefined : { channelId, oldMessageId, newMessageId };
