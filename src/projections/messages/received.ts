/** Which messages are a viewer's own: said while he was subscribed, to him directly, or with his name in them. */
import type { ChannelId } from '../../ids.ts';
import type { Access } from '../../organization/access.ts';
import type { StoredMessage } from './narrow.ts';
import type { Viewer } from './viewer.ts';

type Intervals = ReturnType<Access['receivedIntervals']>;

/** Tells of each message whether the viewer received it; asks for a channel's intervals once. */
export function receivedBy({ access, viewerId }: Viewer): (message: StoredMessage) => boolean {
  const known = new Map<ChannelId, Intervals>();
  const intervalsOf = (channelId: ChannelId): Intervals => {
    const intervals = known.get(channelId) ?? access.receivedIntervals(channelId);
    known.set(channelId, intervals);
    return intervals;
  };
  return (message) => {
    const { channelId, messageId, mentionedUserIds } = message;
    if (channelId === undefined) return access.mayReadMessage(message);
    if (intervalsOf(channelId).some(({ from, to }) => from <= messageId && messageId <= to)) return true;
    return (mentionedUserIds?.includes(viewerId) ?? false) && access.mayReadMessage(message);
  };
}
