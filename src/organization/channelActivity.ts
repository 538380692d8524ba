/**
 * When messages were sent to a channel, and how many: apart from what describes it, for it changes with every message.
 * A view keeps the same by the same functions.
 */
import type { ChannelBeginning } from '../events/messages.ts';
import type { ChannelId, MessageId } from '../ids.ts';
import { map } from './containers.ts';
import { slice } from './define.ts';

/** When a channel was active. */
export interface ChannelActivity {
  /** Null where all messages have gone. */
  readonly firstMessageId: MessageId | null;
  /** No message of the channel has a higher ID; this one may have gone. */
  readonly lastMessageId: MessageId;
  /** Messages that were sent here are in other channels now. */
  readonly hasMovedAway?: true;
  /** UNIX milliseconds. */
  readonly lastMessageAt: number;
  /** It is on record that the channel is not recently active any more. */
  readonly isQuiet?: true;
  /** Messages per day, ascending, of no more than the last 28 days up to the last message. */
  readonly days: readonly DayCount[];
}

/** `day` counts days of UTC since 1970. */
interface DayCount {
  readonly day: number;
  readonly messages: number;
}

const DAY = 86_400_000;
/** Days over which weekly traffic is averaged. */
const TRAFFIC_DAYS = 28;
/** A channel is recently active for so many days after a message. */
const RECENT_DAYS = 180;
/** Younger channels have no weekly traffic yet. */
const YOUNG_DAYS = 7;
const dayOf = (time: number): number => Math.floor(time / DAY);

/** The same after one more message. */
export const withMessage = (
  known: ChannelActivity | undefined,
  messageId: MessageId,
  sentAt: number,
): ChannelActivity => {
  const activity = {
    firstMessageId: known?.firstMessageId ?? messageId,
    lastMessageId: messageId,
    lastMessageAt: sentAt,
    days: counted(known?.days ?? [], dayOf(sentAt)),
  };
  return known?.hasMovedAway ? { ...activity, hasMovedAway: true } : activity;
};

/** The same of a channel that messages have left for another one. */
export const withMovedAway = (known: ChannelActivity | undefined): ChannelActivity | undefined =>
  known && { ...known, hasMovedAway: true };

/** The same of a channel that messages have come to; what they count as traffic they counted where they were sent. */
export const withMovedIn = (
  known: ChannelActivity | undefined,
  messageIds: readonly MessageId[],
  movedAt: number,
): ChannelActivity => ({
  firstMessageId: null,
  lastMessageAt: movedAt,
  days: [],
  ...(known?.firstMessageId === null ? awake(known) : known),
  lastMessageId: Math.max(known?.lastMessageId ?? 0, ...messageIds) as MessageId,
});

const awake = ({ isQuiet: _, ...activity }: ChannelActivity): ChannelActivity => activity;

/** The same of a channel whose oldest message is another one now. */
export const withBeginning = (
  known: ChannelActivity | undefined,
  { newMessageId }: ChannelBeginning,
): ChannelActivity | undefined => known && { ...known, firstMessageId: newMessageId };

function counted(days: readonly DayCount[], day: number): readonly DayCount[] {
  const last = days.at(-1);
  if (last?.day === day) return days.with(-1, { day, messages: last.messages + 1 });
  return [...days.filter((other) => other.day > day - TRAFFIC_DAYS), { day, messages: 1 }];
}

type State = ReturnType<typeof channelActivitySlice.state>;

export const channelActivitySlice = slice({
  version: 2,
  state: () => ({ byChannel: map<ChannelId, ChannelActivity>() }),
  evolve: {
    MessageSent({ byChannel }, { channelId }, { revision, metadata }) {
      if (channelId === undefined) return;
      const messageId = (revision + 1) as MessageId;
      byChannel.set(channelId, withMessage(byChannel.get(channelId), messageId, metadata.time));
    },
    MessagesMoved(state, { messageIds, oldChannelId, newChannelId, channelBeginnings }, { metadata }) {
      if (oldChannelId !== newChannelId) {
        change(state, oldChannelId, withMovedAway);
        change(state, newChannelId, (known) => withMovedIn(known, messageIds, metadata.time));
      }
      begin(state, channelBeginnings);
    },
    MessagesDeleted: (state, { channelBeginnings }) => begin(state, channelBeginnings),
    ChannelsWentQuiet(state, { channelIds }) {
      for (const channelId of channelIds)
        change(state, channelId, (known) => known && { ...known, isQuiet: true });
    },
  },
});

function change(
  { byChannel }: State,
  channelId: ChannelId,
  to: (known: ChannelActivity | undefined) => ChannelActivity | undefined,
): void {
  const activity = to(byChannel.get(channelId));
  if (activity) byChannel.set(channelId, activity);
}

function begin(state: State, beginnings: readonly ChannelBeginning[] = []): void {
  for (const beginning of beginnings)
    change(state, beginning.channelId, (known) => withBeginning(known, beginning));
}

/** Whether there was a message within 180 days, and any is left. */
export const isRecentlyActive = (activity: ChannelActivity | undefined, now: number): boolean =>
  activity !== undefined &&
  activity.firstMessageId !== null &&
  activity.lastMessageAt > now - RECENT_DAYS * DAY;

/** Channels that are not recently active any more, which is not on record yet. */
export const channelsGoneQuiet = ({ byChannel }: State, now: number): readonly ChannelId[] =>
  [...byChannel.entries()]
    .filter(([, activity]) => activity.isQuiet !== true && !isRecentlyActive(activity, now))
    .map(([channelId]) => channelId);

/**
 * Messages per week: the count of 28 days divided by 4 to two significant digits, at least 1 if there was any;
 * null for a channel younger than 7 days.
 */
export function weeklyTraffic(
  activity: ChannelActivity | undefined,
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
  activity: ChannelActivity | undefined,
  createdAt: number,
  now: number,
): number {
  const nextDay = (dayOf(now) + 1) * DAY;
  const quietAt = (activity?.lastMessageAt ?? -Infinity) + RECENT_DAYS * DAY;
  return Math.min(...[nextDay, createdAt + YOUNG_DAYS * DAY, quietAt].filter((moment) => moment > now));
}
