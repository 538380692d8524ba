/**
 * Where the messages of a narrow are found: stretches of the message indexes that together hold all of them, and
 * perhaps others. What is shown is decided message by message; stretches only keep reads small.
 */
import { conversationKey } from '../../events/messages.ts';
import type { ChannelId, MessageId } from '../../ids.ts';
import type { Mark } from '../../organization/flags.ts';
import type { ChannelActivityDocument } from './activity.ts';
import { directKey, type NarrowTerm, positive } from './narrow.ts';
import type { Personal } from './personal.ts';
import type { Viewer } from './viewer.ts';

/**
 * The messages under one value of one index, with IDs between `from` and `to`, both included. Where `only` names
 * them, ascending, they are found by their IDs.
 */
export interface Stretch {
  readonly where: Readonly<Record<string, number | string>>;
  readonly from: number;
  readonly to: number;
  readonly only?: readonly MessageId[];
}

/** Above every message ID: stands for the newest end (spec/beyond.md 3.1). */
export const BEYOND_NEWEST = 10_000_000_000_000_000;

const throughout = (where: Stretch['where']): Stretch => ({ where, from: 1, to: BEYOND_NEWEST });

/** Whose history is looked through: what the viewer received, or all that may be read of one channel. */
type History = 'personal' | 'shared';

/** The stretches that hold every message of the narrow. */
export async function stretchesOf(
  viewer: Viewer,
  personal: Personal,
  narrow: readonly NarrowTerm[],
  history: History,
): Promise<readonly Stretch[]> {
  const message = positive(narrow, 'id');
  if (message) return [{ where: {}, from: message.messageId, to: message.messageId }];
  if (positive(narrow, 'starred')) return [await ofMarked(personal, 'starred')];
  if (positive(narrow, 'mentioned')) return ofMentions(viewer);
  const stretches = await ofPlaces(viewer, narrow, history);
  return positive(narrow, 'unread') ? [...stretches, await ofMarked(personal, 'unread')] : stretches;
}

/** The messages that the viewer has marked, received or not. */
const ofMarked = async (personal: Personal, mark: Mark): Promise<Stretch> => {
  const marks = await personal.learnAll();
  return { ...throughout({}), only: [...marks.all(mark, personal.newestId)] };
};

/** The messages that name the viewer or a group he is in, or have a wildcard. */
function ofMentions({ organization, viewerId }: Viewer): readonly Stretch[] {
  const groups = [...organization.userGroups.closedMembers.keys()].filter((groupId) =>
    organization.userGroups.closedMembers.get(groupId)?.has(viewerId),
  );
  return [
    throughout({ mentionedUserIds: viewerId }),
    ...(['channel', 'topic'] as const).map((wildcards) => throughout({ wildcards })),
    ...groups.map((mentionedGroupIds) => throughout({ mentionedGroupIds })),
  ];
}

async function ofPlaces(
  viewer: Viewer,
  narrow: readonly NarrowTerm[],
  history: History,
): Promise<readonly Stretch[]> {
  const { viewerId } = viewer;
  const direct = positive(narrow, 'directWith');
  if (direct) return [throughout({ conversation: directKey(direct.userIds, viewerId) })];
  const channel = positive(narrow, 'channel');
  if (channel) return ofChannel(viewer, narrow, channel.channelId, history);
  const sender = positive(narrow, 'sender');
  if (sender) return [throughout({ senderId: sender.senderId })];
  if (positive(narrow, 'direct')) return [throughout({ participantIds: viewerId })];
  return ofEverything(viewer, narrow);
}

/** What the narrow's channel messages are indexed by, within one channel. */
function within(narrow: readonly NarrowTerm[], channelId: ChannelId): Stretch['where'] {
  const topic = positive(narrow, 'topic')?.topic;
  if (topic !== undefined) return { conversation: conversationKey({ kind: 'channel', channelId, topic }) };
  const sender = positive(narrow, 'sender');
  return sender ? { senderId: sender.senderId } : { channelId };
}

function ofChannel(
  { access, viewerId }: Viewer,
  narrow: readonly NarrowTerm[],
  channelId: ChannelId,
  history: History,
): readonly Stretch[] {
  const where = within(narrow, channelId);
  if (history === 'shared') return [throughout(where)];
  const received = access.receivedIntervals(channelId).map((interval) => ({ where, ...interval }));
  return [throughout({ mentionedUserIds: viewerId }), ...received];
}

/**
 * All that the viewer received. What is sent while the stretches are being read stays out of all of them, so that
 * no later message is shown without an earlier one.
 */
async function ofEverything(viewer: Viewer, narrow: readonly NarrowTerm[]): Promise<readonly Stretch[]> {
  const { documents, viewerId } = viewer;
  const newestFirst = { field: 'id', direction: 'descending' } as const;
  const [newest] = await documents.find('messages', { order: newestFirst, limit: 1 });
  const to = newest === undefined ? 0 : Number(newest.id);
  const named: Stretch['where'][] = [{ mentionedUserIds: viewerId }];
  const withoutDirect = narrow.some(({ kind, negated }) => (kind === 'topic' ? !negated : kind === 'direct'));
  if (!withoutDirect) named.push({ participantIds: viewerId });
  return [...named.map((where) => ({ where, from: 1, to })), ...(await ofReceivedChannels(viewer, narrow))];
}

/** One stretch per channel and time of subscription, as short as the channel's first and last message make it. */
async function ofReceivedChannels(
  { documents, access }: Viewer,
  narrow: readonly NarrowTerm[],
): Promise<readonly Stretch[]> {
  const left = new Set(narrow.map((term) => (term.kind === 'channel' ? term.channelId : undefined)));
  const channelIds = access.receivedChannels().filter((channelId) => !left.has(channelId));
  const activities = await documents.load<ChannelActivityDocument>('channelActivity', channelIds);
  return channelIds.flatMap((channelId, index) => {
    const active = activities[index];
    if (active === undefined) return [];
    const { firstMessageId, lastMessageId, hasMovedAway } = active;
    const received = access.receivedIntervals(channelId);
    const here = within(narrow, channelId);
    const there = hasMovedAway
      ? received.map((times) => ({ where: { sentToChannelIds: channelId }, ...times }))
      : [];
    if (firstMessageId === null) return there;
    const stayed = received
      .map(({ from, to }) => ({
        where: here,
        from: Math.max(from, firstMessageId),
        to: Math.min(to, lastMessageId),
      }))
      .filter(({ from, to }) => from <= to);
    return [...stayed, ...there];
  });
}
