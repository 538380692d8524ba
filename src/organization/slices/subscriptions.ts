/**
 * Subscribers by channel, and since when they are subscribed: typed arrays per channel and a bitset per person,
 * because half a million subscriptions must fit where a hundred thousand objects would not.
 */
import { partitionPoint } from '../../base/collections.ts';
import type { ChannelId, MessageId, UserId } from '../../base/ids.ts';
import { Bitset, idSet, integersFromText, integersToText } from '../containers/bitset.ts';
import { type Codec, map } from '../containers/containers.ts';
import { slice } from '../containers/define.ts';

/** The current subscribers of a channel; immutable. */
interface Subscribers {
  readonly members: Bitset<UserId>;
  /** The same people, ascending. */
  readonly userIds: Uint32Array;
  /** For each of them the revision of the UsersSubscribed event. */
  readonly since: Uint32Array;
}

/** A subscription that has ended, with the revisions of both events. */
interface PastSubscription {
  readonly channelId: ChannelId;
  readonly since: number;
  readonly until: number;
}

/** A range of message IDs, both ends included. */
export interface MessageInterval {
  readonly from: number;
  readonly to: number;
}

/** The end of the interval of a current subscription. */
export const NO_END = Number.MAX_SAFE_INTEGER;

const subscribersCodec: Codec<Subscribers> = {
  save: ({ userIds, since }) => ({ userIds: integersToText(userIds), since: integersToText(since) }),
  load(saved) {
    const { userIds, since } = saved as { userIds: string; since: string };
    return subscribers(integersFromText(userIds), integersFromText(since));
  },
};

export const subscriptionsSlice = slice({
  version: 2,
  state: () => ({
    byChannel: map<ChannelId, Subscribers>(subscribersCodec),
    channelsOf: map<UserId, Bitset<ChannelId>>(idSet()),
    pastOf: map<UserId, readonly PastSubscription[]>(),
    /** Everybody who has ever unsubscribed from a channel, even if subscribed again. */
    leaversOf: map<ChannelId, Bitset<UserId>>(idSet()),
  }),
  evolve: {
    UsersSubscribed(state, { channelIds, userIds }, { revision }) {
      const newcomers = Uint32Array.from(userIds).sort();
      for (const channelId of channelIds) {
        const present = state.byChannel.get(channelId) ?? none;
        state.byChannel.set(channelId, withSubscribers(present, newcomers, revision));
      }
      for (const userId of userIds) {
        state.channelsOf.set(userId, (state.channelsOf.get(userId) ?? noChannels).with(channelIds));
      }
    },
    UsersUnsubscribed(state, { channelIds, userIds }, { revision }) {
      const leavers = Bitset.of(userIds);
      for (const channelId of channelIds) {
        const present = state.byChannel.get(channelId) ?? none;
        for (const userId of userIds)
          remember(state.pastOf, userId, pastOf(present, channelId, userId, revision));
        state.byChannel.set(channelId, withoutSubscribers(present, leavers));
        state.leaversOf.set(channelId, leaversOf({ subscriptions: state }, channelId).union(leavers));
      }
      for (const userId of userIds) {
        state.channelsOf.set(userId, (state.channelsOf.get(userId) ?? noChannels).without(channelIds));
      }
    },
  },
});
type Subscriptions = ReturnType<typeof subscriptionsSlice.state>;

/** State that knows subscriptions. */
interface WithSubscriptions {
  readonly subscriptions: Subscriptions;
}

export const isSubscribed = (
  organization: WithSubscriptions,
  userId: UserId,
  channelId: ChannelId,
): boolean => organization.subscriptions.channelsOf.get(userId)?.has(channelId) ?? false;

/** The current subscribers of a channel, inactive people included. */
export const subscribersOf = (organization: WithSubscriptions, channelId: ChannelId): Bitset<UserId> =>
  organization.subscriptions.byChannel.get(channelId)?.members ?? none.members;

/** Everybody who has ever unsubscribed from a channel, even if subscribed again. */
export const leaversOf = (organization: WithSubscriptions, channelId: ChannelId): Bitset<UserId> =>
  organization.subscriptions.leaversOf.get(channelId) ?? none.members;

/** The current subscribers of a channel who subscribed before a message. */
export function subscribersSince(
  { subscriptions }: WithSubscriptions,
  channelId: ChannelId,
  messageId: MessageId,
): Bitset<UserId> {
  const { userIds, since } = subscriptions.byChannel.get(channelId) ?? none;
  return Bitset.of(
    [...userIds].filter((_, index) => intervalBetween(since[index]!, 0).from <= messageId) as UserId[],
  );
}

/** A person's channels, archived ones included. */
export const channelsOf = (organization: WithSubscriptions, userId: UserId): Bitset<ChannelId> =>
  organization.subscriptions.channelsOf.get(userId) ?? noChannels;

/** The channels to which a person is or was subscribed. */
export const channelsEverOf = (organization: WithSubscriptions, userId: UserId): Bitset<ChannelId> =>
  channelsOf(organization, userId).with(
    (organization.subscriptions.pastOf.get(userId) ?? []).map(({ channelId }) => channelId),
  );

/**
 * The messages of a channel that were sent while a person was subscribed, ascending; [] if they never were.
 */
export function subscriptionIntervals(
  { subscriptions }: WithSubscriptions,
  userId: UserId,
  channelId: ChannelId,
): readonly MessageInterval[] {
  const past = (subscriptions.pastOf.get(userId) ?? [])
    .filter((subscription) => subscription.channelId === channelId)
    .map(({ since, until }) => intervalBetween(since, until))
    .filter(({ from, to }) => from <= to);
  const since = sinceOf(subscriptions.byChannel.get(channelId) ?? none, userId);
  return since === undefined ? past : [...past, { from: intervalBetween(since, 0).from, to: NO_END }];
}

/** The origin of a message that was moved to its channel; empty if it was sent there. */
export interface Arrival {
  /** The one channel it was sent to. */
  readonly sentToChannelIds?: readonly ChannelId[] | undefined;
  /** Revision of the event that moved it to its channel. */
  readonly arrivalRevision?: number | undefined;
}

/** A message, and how it came to its channel if it was moved. */
export interface Arrived extends Arrival {
  readonly messageId: MessageId;
}

/** Only how a message came to its channel; absent fields take no space. */
export const arrivalOf = ({ sentToChannelIds, arrivalRevision }: Arrival) => ({
  ...(sentToChannelIds && { sentToChannelIds }),
  ...(arrivalRevision !== undefined && { arrivalRevision }),
});

/** The origin of a message that the event at a revision moves to another channel: it keeps its first channel. */
export const arrivalFrom = (channelId: ChannelId, { sentToChannelIds }: Arrival, revision: number) => ({
  sentToChannelIds: sentToChannelIds ?? [channelId],
  arrivalRevision: revision,
});

/** Whether a message with this ID was sent in one of the intervals. */
export const isWithin = (messageId: number, intervals: readonly MessageInterval[]): boolean =>
  intervals.some(({ from, to }) => from <= messageId && messageId <= to);

/**
 * Whether a message was sent, and moved to its channel if it was, during one of a person's intervals in that
 * channel.
 */
export const cameWithin = (
  { messageId, arrivalRevision }: Pick<Arrived, 'messageId' | 'arrivalRevision'>,
  here: readonly MessageInterval[],
): boolean =>
  isWithin(messageId, here) && (arrivalRevision === undefined || isWithin(arrivalRevision + 1, here));

/** Whether a message was first sent to another channel during one of a person's intervals there. */
export const wasSentWithin = (
  { messageId, sentToChannelIds }: Arrived,
  intervalsIn: (channelId: ChannelId) => readonly MessageInterval[],
): boolean =>
  sentToChannelIds !== undefined &&
  sentToChannelIds.some((channelId) => isWithin(messageId, intervalsIn(channelId)));

/**
 * Whether a person received a message of a protected history: it arrived while they were subscribed, here or
 * elsewhere.
 */
export const wasReceived = (
  message: Arrived,
  here: readonly MessageInterval[],
  intervalsIn: (channelId: ChannelId) => readonly MessageInterval[],
): boolean => cameWithin(message, here) || wasSentWithin(message, intervalsIn);

/** Messages after the event at `since` and before that at `until`: a message's ID is its revision + 1. */
const intervalBetween = (since: number, until: number): MessageInterval => ({ from: since + 2, to: until });

const noChannels = Bitset.of<ChannelId>();

const subscribers = (userIds: Uint32Array, since: Uint32Array): Subscribers => ({
  members: Bitset.of([...userIds] as UserId[]),
  userIds,
  since,
});
const none = subscribers(new Uint32Array(0), new Uint32Array(0));

/** Merges ascending newcomers into a channel's subscribers; existing ones keep their revision. */
function withSubscribers(present: Subscribers, newcomers: Uint32Array, revision: number): Subscribers {
  const added = newcomers.filter((userId) => !present.members.has(userId));
  const userIds = new Uint32Array(present.userIds.length + added.length);
  const since = new Uint32Array(userIds.length).fill(revision);
  for (let at = 0, old = 0, fresh = 0; at < userIds.length; at += 1) {
    const isOld = fresh >= added.length || (present.userIds[old] ?? Infinity) < added[fresh]!;
    if (isOld) since[at] = present.since[old]!;
    userIds[at] = isOld ? present.userIds[old++]! : added[fresh++]!;
  }
  return { members: present.members.with(Array.from(added) as UserId[]), userIds, since };
}

function withoutSubscribers(present: Subscribers, leavers: Bitset<UserId>): Subscribers {
  const stays = (_: number, index: number): boolean => !leavers.has(present.userIds[index]!);
  return {
    members: present.members.difference(leavers),
    userIds: present.userIds.filter(stays),
    since: present.since.filter(stays),
  };
}

/** The revision since which a person has been subscribed. */
function sinceOf({ members, userIds, since }: Subscribers, userId: UserId): number | undefined {
  if (!members.has(userId)) return undefined;
  return since[partitionPoint(0, userIds.length, (index) => userIds[index]! < userId)];
}

function pastOf(
  present: Subscribers,
  channelId: ChannelId,
  userId: UserId,
  until: number,
): PastSubscription | undefined {
  const since = sinceOf(present, userId);
  return since === undefined ? undefined : { channelId, since, until };
}

function remember(
  past: Subscriptions['pastOf'],
  userId: UserId,
  subscription: PastSubscription | undefined,
): void {
  if (subscription) past.set(userId, [...(past.get(userId) ?? []), subscription]);
}
