/** The reactor that marks what people left unread in a channel as read, once they have left it. */
import { nextTurn } from '../base/concurrency.ts';
import type { ChannelId, MessageId, UserId } from '../base/ids.ts';
import { BY_SERVER } from '../commands/define.ts';
import type { Lanes } from '../commands/lane/lanes.ts';
import { markLeftRead } from '../commands/messages/flags.ts';
import { receivedBy } from '../organization/access/messageAccess.ts';
import { flagsKey, UserMarks } from '../organization/slices/flags.ts';
import { isInitiallyRead } from '../organization/slices/mutedUsers.ts';
import { subscriptionIntervals } from '../organization/slices/subscriptions.ts';
import type { OrganizationState } from '../organization/state.ts';
import { messageDocuments, type StoredMessage } from '../projections/messages/document.ts';
import { findFacts, messageFacts } from '../projections/messages/facts.ts';
import { messages } from '../projections/messages/projection.ts';
import { documentsOf, type LevelViews, type Views } from '../projections/running/views.ts';
import { defineReactor, type Reactor } from './running/define.ts';

/** A departure: people, their channel, and its last message at that time. */
interface ChannelDeparture {
  readonly channelId: ChannelId;
  readonly userIds: readonly UserId[];
  readonly lastId: number;
}

/** Marks what the leavers received in the channel as read; again, it changes nothing. */
type MarkDepartureRead = (
  organization: OrganizationState,
  leaving: ChannelDeparture,
  cause: string,
) => Promise<void>;

export const leftChannels = (markLeft: MarkDepartureRead): Reactor =>
  defineReactor({
    name: 'leftChannels',
    on: {
      UsersUnsubscribed: ({ id, revision, data: { channelIds, userIds } }, organization) =>
        channelIds.map((channelId) => ({
          id: `left:${id}:${channelId}`,
          run: () => markLeft(organization, { channelId, userIds, lastId: revision + 1 }, `left:${id}`),
        })),
    },
  });

// Finds what people who left a channel have not read there, page by page, and marks it.

/** Dependencies of marking. */
interface MarkingDependencies {
  readonly lanes: Lanes;
  readonly views: LevelViews;
}

/** Messages read at once, and marked by one command. */
const PAGE = 500;
/** Messages of a channel that are looked through, the newest first: clients count unread ones no further. */
const MAX_MESSAGES_SCANNED = 50_000;

export const createDepartureMarker =
  ({ lanes, views }: MarkingDependencies): MarkDepartureRead =>
  async (organization, leaving, cause) => {
    const { organizationId, revision } = organization;
    const level = await views.level([messages, messageFacts], organizationId, revision);
    const lane = await lanes.organization(organizationId);
    const isReceivedBy = new Map(
      leaving.userIds.map((userId) => [userId, receivedFormerly(organization, userId)]),
    );
    for await (const page of pagesOf(level, organization, leaving))
      for (const [userId, isReceived] of isReceivedBy) {
        const unread = await unreadOf(level, organization, userId, page.filter(isReceived));
        if (unread.length === 0) continue;
        const submission = { ...BY_SERVER, correlationId: cause };
        await lane.submit(markLeftRead, { userId, messageIds: unread }, submission);
      }
  };

/** Whether somebody received a message, even if they may not read it any more. */
const receivedFormerly = (organization: OrganizationState, userId: UserId) =>
  receivedBy({
    viewerId: userId,
    receivedIntervals: (channelId) => subscriptionIntervals(organization, userId, channelId),
    readableIntervals: () => 'all',
    mayReadMessage: () => true,
  });

/** The messages that were in the channel, the newest first, each page ascending. */
async function* pagesOf(
  views: Views,
  organization: OrganizationState,
  { channelId, lastId }: ChannelDeparture,
): AsyncGenerator<readonly StoredMessage[]> {
  const documents = documentsOf(views, organization);
  const order = { field: 'id', direction: 'descending' } as const;
  for (let [atMost, left] = [lastId, MAX_MESSAGES_SCANNED]; left > 0; left -= PAGE) {
    const range = { field: 'id', atMost };
    const found = await documents.find(messageDocuments, { where: { channelId }, range, order, limit: PAGE });
    if (found.length === 0) return;
    yield found.map(({ id, document }) => ({ ...document, messageId: id })).reverse();
    atMost = (found.at(-1)?.id ?? 0) - 1;
    await nextTurn();
  }
}

/** Those of the received messages that somebody has not read. */
async function unreadOf(
  views: Views,
  organization: OrganizationState,
  userId: UserId,
  received: readonly StoredMessage[],
): Promise<readonly MessageId[]> {
  const keys = [...new Set(received.map(({ messageId }) => flagsKey(userId, messageId)))];
  const facts = await findFacts(documentsOf(views, organization), 'flagFacts', keys);
  const known = new Map(keys.map((key, index) => [key, facts[index]]));
  const marks = new UserMarks(userId, (key) => known.get(key));
  return received
    .filter((message) => !marks.isRead(message.messageId, isInitiallyRead(organization, userId, message)))
    .map(({ messageId }) => messageId);
}
