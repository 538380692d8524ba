/**
 * Which messages are somebody's own: said where they were subscribed at that time, to them directly, or
 * with their name in them. They stay so when they are moved, as long as they may read them where they are;
 * others are never received by being moved to where they are. Nothing is written down per recipient.
 */
import type { ChannelId, UserId } from '../../ids.ts';
import type { Access } from '../access.ts';
import { type Arrived, isReached, isWithin } from '../subscriptions.ts';

/** What of a message tells who received it. */
interface Receivable extends Arrived {
  readonly channelId?: ChannelId | undefined;
  readonly participantIds?: readonly UserId[] | undefined;
  readonly mentionedUserIds?: readonly UserId[] | undefined;
}

/** Tells of each message whether the viewer received it; asks for a channel's rules and intervals once. */
export function receivedBy(access: Access): (message: Receivable) => boolean {
  const readable = readableBy(access);
  const intervalsOf = remembered((channelId: ChannelId) => access.receivedIntervals(channelId));
  return (message) => {
    const { channelId, messageId, mentionedUserIds, sentToChannelIds } = message;
    if (channelId === undefined) return readable(message);
    const cameBy = (of: ChannelId): boolean => isWithin(messageId, intervalsOf(of));
    const isNamed = access.viewerId !== null && mentionedUserIds?.includes(access.viewerId) === true;
    return (isNamed || (sentToChannelIds?.some(cameBy) ?? cameBy(channelId))) && readable(message);
  };
}

/** Tells of many messages, at one moment, whether the viewer may read them; asks for a channel's rules once. */
export function readableBy(access: Access): (message: Receivable) => boolean {
  const readableIn = remembered((channelId: ChannelId) => access.readableIntervals(channelId));
  const intervalsOf = remembered((channelId: ChannelId) => access.receivedIntervals(channelId));
  return (message) => {
    const { channelId } = message;
    if (channelId === undefined) return access.mayReadMessage(message);
    const readable = readableIn(channelId);
    if (typeof readable === 'string') return readable === 'all';
    return isReached(message, readable, intervalsOf);
  };
}

function remembered<Key, Value>(ask: (key: Key) => Value): (key: Key) => Value {
  const answers = new Map<Key, Value>();
  return (key) => {
    const known = answers.get(key) ?? ask(key);
    answers.set(key, known);
    return known;
  };
}
