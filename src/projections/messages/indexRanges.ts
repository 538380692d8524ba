/**
 * The index ranges of a narrow: ranges of the message indexes that together contain all of its messages, and
 * perhaps others. Each message is still checked; ranges only keep reads small.
 */
import type { ChannelId, MessageId } from '../../base/ids.ts';
import { conversationKey } from '../../events/messages.ts';
import type { TopicPolicy } from '../../events/subscriptions.ts';
import type { ChannelActivity } from '../../organization/slices/channelActivity.ts';
import type { Mark } from '../../organization/slices/flags.ts';
import { groupsEverOf } from '../../organization/slices/memberships.ts';
import type { MessageInterval } from '../../organization/slices/subscriptions.ts';
import { isChannelMuted, topicsWithPolicy } from '../../organization/slices/topics.ts';
import { activityDocuments, messageDocuments, traitKey } from './document.ts';
import { directKey, firstPositiveTerm, type NarrowTerm, requestedChannels } from './narrow.ts';
import type { Viewer, ViewerFlags } from './viewerFlags.ts';

// The values in message indexes under which a channel's matching messages are found.

/** A message's values in the fields of an index. */
type IndexValues = Readonly<Record<string, number | string>>;

/** Index values for a channel, which together match its messages; no message matches two of them. */
type IndexValuesIn = (channelId: ChannelId) => readonly IndexValues[];

/** Prepares the index values of a narrow for any channel. */
function indexValuesFor(viewer: Viewer, narrow: readonly NarrowTerm[]): IndexValuesIn {
  const topic = firstPositiveTerm(narrow, 'topic')?.topic;
  const trait =
    firstPositiveTerm(narrow, 'trait')?.trait ?? (firstPositiveTerm(narrow, 'alerted') && 'alerted');
  const senderId = firstPositiveTerm(narrow, 'sender')?.senderId;
  const conversations = conversationsOf(viewer, narrow);
  return (channelId) => {
    const traits = trait && { traits: traitKey(trait, channelId) };
    if (topic !== undefined)
      return [{ ...traits, conversation: conversationKey({ kind: 'channel', channelId, topic }) }];
    const chosen = conversations(channelId);
    if (chosen !== 'all') return chosen.map((conversation) => ({ ...traits, conversation }));
    if (traits) return [traits];
    return [senderId === undefined ? { channelId } : { senderId }];
  };
}

type Conversations = (channelId: ChannelId) => 'all' | readonly string[];

/** The topics of a channel that the viewer follows, has muted, or has not muted, as the narrow requires. */
function conversationsOf(viewer: Viewer, narrow: readonly NarrowTerm[]): Conversations {
  const { organization, viewerId } = viewer;
  const held = (...policies: readonly TopicPolicy[]) => topicsWithPolicy(organization, viewerId, policies);
  const isMuted = (channelId: ChannelId) => isChannelMuted(organization, viewerId, channelId);
  if (firstPositiveTerm(narrow, 'followed')) {
    const followed = held('followed');
    return (channelId) => followed.get(channelId) ?? [];
  }
  if (firstPositiveTerm(narrow, 'muted')) {
    const muted = held('muted');
    return (channelId) => (isMuted(channelId) ? 'all' : (muted.get(channelId) ?? []));
  }
  if (firstPositiveTerm(narrow, 'home')) {
    const kept = held('unmuted', 'followed');
    return (channelId) => (isMuted(channelId) ? (kept.get(channelId) ?? []) : 'all');
  }
  return () => 'all';
}

/**
 * The messages under one value of an index, with IDs from `from` to `to`, both included. If `only` lists IDs,
 * ascending, they are read by ID.
 */
export interface IndexRange {
  readonly where: IndexValues;
  readonly from: number;
  readonly to: number;
  readonly only?: readonly MessageId[];
  /** Words of the messages' index, of each list at least one; `where` is empty then. */
  readonly words?: readonly (readonly string[])[];
}

/** Above every message ID: the newest end. */
export const NEWEST_END = 10_000_000_000_000_000;

const throughout = (where: IndexValues): IndexRange => ({ where, from: 1, to: NEWEST_END });

/** The history that is searched: what the viewer received, or all readable messages of one channel. */
export type HistoryScope = 'personal' | 'shared';

/** Ranges that contain every message of the narrow. */
export async function indexRangesFor(
  viewer: Viewer,
  personal: ViewerFlags,
  narrow: readonly NarrowTerm[],
  history: HistoryScope,
): Promise<readonly IndexRange[]> {
  const message = firstPositiveTerm(narrow, 'id');
  if (message) return [{ where: {}, from: message.messageId, to: message.messageId }];
  if (firstPositiveTerm(narrow, 'starred')) return [await ofMarked(personal, 'starred')];
  if (firstPositiveTerm(narrow, 'mentioned')) return ofMentions(viewer);
  return ofLocations(viewer, personal, narrow, history);
}

/** The messages that the viewer has marked, received or not. */
const ofMarked = async (personal: ViewerFlags, mark: Mark): Promise<IndexRange> => {
  const marks = await personal.learnAll();
  return { ...throughout({}), only: [...marks.all(mark, personal.newestId)] };
};

/** Messages that mention the viewer or a group they were in then, or have a wildcard. */
const ofMentions = ({ organization, viewerId }: Viewer): readonly IndexRange[] => [
  throughout({ mentionedUserIds: viewerId }),
  ...(['channel', 'topic'] as const).map((wildcards) => throughout({ wildcards })),
  ...groupsEverOf(organization, viewerId).map((mentionedGroupIds) => throughout({ mentionedGroupIds })),
];

async function ofLocations(
  viewer: Viewer,
  personal: ViewerFlags,
  narrow: readonly NarrowTerm[],
  history: HistoryScope,
): Promise<readonly IndexRange[]> {
  const { viewerId } = viewer;
  const direct = firstPositiveTerm(narrow, 'directWith');
  if (direct) return [throughout({ conversation: directKey(direct.userIds, viewerId) })];
  if (asksForDirect(narrow)) return [throughout({ participantIds: viewerId })];
  const channel = firstPositiveTerm(narrow, 'channel');
  const mentions = firstPositiveTerm(narrow, 'mentions');
  if (mentions)
    return [throughout({ mentionedUserIds: mentions.userId, ...(channel && within(channel.channelId)) })];
  if (channel && history === 'shared' && viewer.access.readableIntervals(channel.channelId) === 'all')
    return indexValuesFor(viewer, narrow)(channel.channelId).map(throughout);
  const channels = requestedChannels(narrow);
  if (channels && history === 'shared') return ofChannels(viewer, narrow, [...channels]);
  const sender = firstPositiveTerm(narrow, 'sender');
  if (sender && !channel) return [throughout({ senderId: sender.senderId })];
  // Held messages first: none of them may be newer than the end of what is read.
  const held = await ofMarked(personal, 'historical');
  const received = channel ? ofChannel(viewer, narrow, channel.channelId) : ofEverything(viewer, narrow);
  return [held, ...(await received)];
}

const within = (channelId: ChannelId): IndexValues => ({ channelId });

const asksForDirect = (narrow: readonly NarrowTerm[]): boolean =>
  (['direct', 'directAmong', 'groupDirectWith'] as const).some((kind) => firstPositiveTerm(narrow, kind));

/** Terms that no direct message matches. */
const NEVER_DIRECT: ReadonlySet<NarrowTerm['kind']> = new Set(['topic', 'channels', 'followed', 'muted']);

const leavesOutDirect = (narrow: readonly NarrowTerm[]): boolean =>
  firstPositiveTerm(narrow, 'trait')?.trait === 'resolved' ||
  narrow.some(({ kind, negated }) => (negated ? kind === 'direct' : NEVER_DIRECT.has(kind)));

/** All that the viewer received in one channel; with protected history that is all they may read. */
async function ofChannel(
  viewer: Viewer,
  narrow: readonly NarrowTerm[],
  channelId: ChannelId,
): Promise<readonly IndexRange[]> {
  const indexValues = indexValuesFor(viewer, narrow)(channelId);
  const received = viewer.access.receivedIntervals(channelId);
  return [
    throughout({ mentionedUserIds: viewer.viewerId }),
    ...indexValues.flatMap((where) => received.map((interval) => ({ where, ...interval }))),
    ...(await movedInRanges(viewer, channelId)),
  ];
}

/** The messages that the viewer received in other channels, before they were moved to this one. */
export async function movedInRanges(viewer: Viewer, channelId: ChannelId): Promise<readonly IndexRange[]> {
  const { access } = viewer;
  const others = access.receivedChannels().filter((other) => other !== channelId);
  const active = await activeAmong(viewer, others);
  return active.flatMap(({ channelId: sentTo, hasMovedAway }) =>
    hasMovedAway
      ? access
          .receivedIntervals(sentTo)
          .map((times) => ({ where: { channelId, sentToChannelIds: sentTo }, ...times }))
      : [],
  );
}

/**
 * All that the viewer received. Messages sent while the ranges are being determined stay out of all of
 * them, so that no later message is shown without an earlier one.
 */
async function ofEverything(viewer: Viewer, narrow: readonly NarrowTerm[]): Promise<readonly IndexRange[]> {
  const { documents, viewerId } = viewer;
  const newestFirst = { field: 'id', direction: 'descending' } as const;
  const [newest] = await documents.find(messageDocuments, { order: newestFirst, limit: 1 });
  const to = newest?.id ?? 0;
  const named: IndexValues[] = [{ mentionedUserIds: viewerId }];
  if (!leavesOutDirect(narrow)) named.push({ participantIds: viewerId });
  return [...named.map((where) => ({ where, from: 1, to })), ...(await ofReceivedChannels(viewer, narrow))];
}

/** A range per index value and subscription, limited by the channel's first and last message. */
async function ofReceivedChannels(
  viewer: Viewer,
  narrow: readonly NarrowTerm[],
): Promise<readonly IndexRange[]> {
  const { access } = viewer;
  const leftOut = new Set(narrow.map((term) => (term.kind === 'channel' ? term.channelId : undefined)));
  const requested = requestedChannels(narrow);
  const valuesIn = indexValuesFor(viewer, narrow);
  const active = await activeAmong(viewer, access.receivedChannels());
  return active.flatMap(({ channelId, hasMovedAway, ...ends }) => {
    const received = access.receivedIntervals(channelId);
    const moved = hasMovedAway
      ? received.map((times) => ({ where: { sentToChannelIds: channelId }, ...times }))
      : [];
    const isRequested = (requested === undefined || requested.has(channelId)) && !leftOut.has(channelId);
    const indexValues = isRequested && access.readsContent(channelId) ? valuesIn(channelId) : [];
    return [
      ...indexValues.flatMap((where) => received.flatMap((times) => shortened(where, times, ends))),
      ...moved,
    ];
  });
}

/** All readable messages of channels with open history. */
async function ofChannels(
  viewer: Viewer,
  narrow: readonly NarrowTerm[],
  channelIds: readonly ChannelId[],
): Promise<readonly IndexRange[]> {
  const valuesIn = indexValuesFor(viewer, narrow);
  const readable = channelIds.filter((channelId) => viewer.access.readsContent(channelId));
  const active = await activeAmong(viewer, readable);
  return active.flatMap(({ channelId, ...ends }) =>
    valuesIn(channelId).flatMap((where) => shortened(where, { from: 1, to: NEWEST_END }, ends)),
  );
}

/** The channels in which anything was ever sent. */
async function activeAmong({ documents }: Viewer, channelIds: readonly ChannelId[]) {
  const activities = await documents.load(activityDocuments, channelIds);
  return channelIds.flatMap((channelId, index) => {
    const activity = activities[index];
    return activity ? [{ channelId, ...activity }] : [];
  });
}

/** The part of an interval between the first and the last message of a channel; none if all are gone. */
function shortened(
  where: IndexValues,
  { from, to }: MessageInterval,
  { firstMessageId, lastMessageId }: Pick<ChannelActivity, 'firstMessageId' | 'lastMessageId'>,
): readonly IndexRange[] {
  if (firstMessageId === null) return [];
  const range = { where, from: Math.max(from, firstMessageId), to: Math.min(to, lastMessageId) };
  return range.from <= range.to ? [range] : [];
}
