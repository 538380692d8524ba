/**
 * Times and number of the messages sent to a channel; separate from its settings because it changes with
 * every message. A view keeps the same with the same functions.
 */
import { DAY_MS } from '../../base/clock.ts';
import type { ChannelId, MessageId } from '../../base/ids.ts';
import { type ChannelBeginning, sentAtOf } from '../../events/messages.ts';
import { map } from '../containers/containers.ts';
import { slice } from '../containers/define.ts';

/** The activity of a channel. */
export interface ChannelActivity {
  /** Null if it has no messages left. */
  readonly firstMessageId: MessageId | null;
  /** The highest message ID in the channel, which may be gone. */
  readonly lastMessageId: MessageId;
  /** Messages that were sent here have been moved to other channels. */
  readonly hasMovedAway?: true;
  /** UNIX milliseconds. */
  readonly lastMessageAt: number;
  /** It has been recorded that the channel is no longer recently active. */
  readonly isQuiet?: true;
  /** Messages per day, ascending, for the last 28 days up to the last message. */
  readonly days: readonly DayCount[];
}

/** `day` counts UTC days since 1970. */
interface DayCount {
  readonly day: number;
  readonly messages: number;
}

/** Days over which weekly traffic is averaged. */
const TRAFFIC_DAYS = 28;
/** Days after a message during which a channel is recently active. */
const RECENT_DAYS = 180;
/** Younger channels have no weekly traffic yet. */
const YOUNG_DAYS = 7;
const dayOf = (time: number): number => Math.floor(time / DAY_MS);

/** The activity after one more message; an imported one may be older than those that are there. */
export const withMessage = (
  known: ChannelActivity | undefined,
  messageId: MessageId,
  sentAt: number,
): ChannelActivity => {
  const activity = {
    firstMessageId: known?.firstMessageId ?? messageId,
    lastMessageId: messageId,
    lastMessageAt: Math.max(sentAt, known?.lastMessageAt ?? sentAt),
    days: counted(known?.days ?? [], dayOf(sentAt)),
  };
  return known?.hasMovedAway ? { ...activity, hasMovedAway: true } : activity;
};

/** The activity of a channel after messages were moved away. */
export const withMovedAway = (known: ChannelActivity | undefined): ChannelActivity | undefined =>
  known && { ...known, hasMovedAway: true };

/** The activity of a channel after messages were moved in; they count as traffic where they were sent. */
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

/** The activity with another first message. */
export const withBeginning = (
  known: ChannelActivity | undefined,
  { newMessageId }: ChannelBeginning,
): ChannelActivity | undefined => known && { ...known, firstMessageId: newMessageId };

function counted(days: readonly DayCount[], day: number): readonly DayCount[] {
  const last = days.at(-1);
  if (last && last.day > day) return days;
  if (last?.day === day) return days.with(-1, { day, messages: last.messages + 1 });
  return [...days.filter((other) => other.day > day - TRAFFIC_DAYS), { day, messages: 1 }];
}

type State = ReturnType<typeof channelActivitySlice.state>;

export const channelActivitySlice = slice({
  version: 2,
  state: () => ({ byChannel: map<ChannelId, ChannelActivity>() }),
  evolve: {
    MessageSent({ byChannel }, { channelId, imported }, { revision, metadata }) {
      if (channelId === undefined) return;
      const messageId = (revision + 1) as MessageId;
      byChannel.set(
        channelId,
        withMessage(byChannel.get(channelId), messageId, sentAtOf(imported, metadata)),
      );
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

/** True if there was a message within 180 days, and one is left. */
export const isRecentlyActive = (activity: ChannelActivity | undefined, now: number): boolean =>
  activity !== undefined &&
  activity.firstMessageId !== null &&
  activity.lastMessageAt > now - RECENT_DAYS * DAY_MS;

/** Channels that are no longer recently active, if that is not recorded yet. */
export const quietChannels = ({ byChannel }: State, now: number): readonly ChannelId[] =>
  [...byChannel.entries()]
    .filter(([, activity]) => activity.isQuiet !== true && !isRecentlyActive(activity, now))
    .map(([channelId]) => channelId);

/**
 * Messages per week: the count of 28 days divided by 4 to two significant digits, at least 1 if there was
 * any; null for a channel younger than 7 days.
 */
export function weeklyTraffic(
  activity: ChannelActivity | undefined,
  createdAt: number,
  now: number,
): number | null {
  if (now - createdAt < YOUNG_DAYS * DAY_MS) return null;
  const since = dayOf(now) - TRAFFIC_DAYS;
  const recent = activity?.days.filter(({ day }) => day > since) ?? [];
  const count = recent.reduce((sum, { messages }) => sum + messages, 0);
  return count === 0 ? 0 : Math.max(1, Math.round(Number((count / 4).toPrecision(2))));
}

/** UNIX milliseconds until which both answers stay the same without new messages. */
export function activityValidUntil(
  activity: ChannelActivity | undefined,
  createdAt: number,
  now: number,
): number {
  const nextDay = (dayOf(now) + 1) * DAY_MS;
  const quietAt = (activity?.lastMessageAt ?? -Infinity) + RECENT_DAYS * DAY_MS;
  return Math.min(...[nextDay, createdAt + YOUNG_DAYS * DAY_MS, quietAt].filter((moment) => moment > now));
}
