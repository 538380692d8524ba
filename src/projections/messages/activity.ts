/** When messages were sent to a channel: one small document per channel, apart from what describes it. */
import type { ChannelBeginning } from '../../events/messages.ts';
import type { MessageId } from '../../ids.ts';
import type { Document } from '../store/readModels.ts';

/** A document of the collection `channelActivity`; its ID is the channel's. */
export interface ChannelActivityDocument {
  /** Null where all messages have gone. */
  readonly firstMessageId: MessageId | null;
  /** No message of the channel has a higher ID; this one may have gone. */
  readonly lastMessageId: MessageId;
  /** Messages that were sent here are in other channels now. */
  readonly hasMovedAway?: true;
  /** UNIX milliseconds. */
  readonly lastMessageAt: number;
  /** Messages per day, ascending, of no more than the last 28 days up to the last message. */
  readonly days: readonly DayCount[];
}

/** `day` counts days of UTC since 1970. */
interface DayCount {
  readonly day: number;
  readonly messages: number;
}

const DAY = 86_400_000;
/** Days over which weekly traffic is averaged (spec/endpoint-details.md 14). */
const TRAFFIC_DAYS = 28;
/** A channel is recently active for so many days after a message. */
const RECENT_DAYS = 180;
/** Younger channels have no weekly traffic yet. */
const YOUNG_DAYS = 7;
const dayOf = (time: number): number => Math.floor(time / DAY);

/** The document after one more message. */
export function withMessage(document: Document | undefined, messageId: MessageId, sentAt: number): Document {
  const known = document as ChannelActivityDocument | undefined;
  const activity: ChannelActivityDocument = {
    firstMessageId: known?.firstMessageId ?? messageId,
    lastMessageId: messageId,
    ...(known?.hasMovedAway && { hasMovedAway: true }),
    lastMessageAt: sentAt,
    days: counted(known?.days ?? [], dayOf(sentAt)),
  };
  return activity as unknown as Document;
}

/** The document of a channel that messages have left for another one. */
export const withMovedAway = (document: Document | undefined): Document | undefined =>
  document && { ...document, hasMovedAway: true };

/** The document of a channel that messages have come to; what they count as traffic they counted where they were sent. */
export function withMovedIn(
  document: Document | undefined,
  messageIds: readonly MessageId[],
  movedAt: number,
): Document {
  const known = document as ChannelActivityDocument | undefined;
  const lastMessageId = Math.max(known?.lastMessageId ?? 0, ...messageIds);
  return { firstMessageId: null, lastMessageAt: movedAt, days: [], ...document, lastMessageId };
}

/** The document of a channel whose oldest message is another one now. */
export const withBeginning = (
  document: Document | undefined,
  { newMessageId }: ChannelBeginning,
): Document | undefined => document && { ...document, firstMessageId: newMessageId };

function counted(days: readonly DayCount[], day: number): readonly DayCount[] {
  const last = days.at(-1);
  if (last?.day === day) return days.with(-1, { day, messages: last.messages + 1 });
  return [...days.filter((other) => other.day > day - TRAFFIC_DAYS), { day, messages: 1 }];
}

/** Whether there was a message within 180 days (spec/endpoint-details.md 14). */
export const isRecentlyActive = (activity: ChannelActivityDocument | undefined, now: number): boolean =>
  activity !== undefined && activity.lastMessageAt > now - RECENT_DAYS * DAY;

/**
 * Messages per week: the count of 28 days divided by 4 to two significant digits, at least 1 if there was any;
 * null for a channel younger than 7 days (spec/endpoint-details.md 14).
 */
export function weeklyTraffic(
  activity: ChannelActivityDocument | undefined,
  createdAt: number,
  now: number,
): number | null {
  if (now - createdAt < YOUNG_DAYS * DAY) return null;
  const since = dayOf(now) - TRAFFIC_DAYS;
  const recent = activity?.days.filter(({ day }) => day > since) ?? [];
  const count = recent.reduce((sum, { messages }) => sum + messages, 0);
  return count === 0 ? 0 : Math.max(1, Math.round(Number((count / 4).toPrecision(2))));
}

/** UNIX milliseconds until which the answers of the two stay what they are, as long as nobody writes. */
export function activityStaysUntil(
  activity: ChannelActivityDocument | undefined,
  createdAt: number,
  now: number,
): number {
  const nextDay = (dayOf(now) + 1) * DAY;
  const quietAt = (activity?.lastMessageAt ?? -Infinity) + RECENT_DAYS * DAY;
  return Math.min(...[nextDay, createdAt + YOUNG_DAYS * DAY, quietAt].filter((moment) => moment > now));
}
