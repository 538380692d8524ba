/** What somebody has not read of a channel that they have left, or that is read since for everybody. */
import { nextTurn } from '../../base/concurrency.ts';
import type { ChannelId, MessageId, UserId } from '../../base/ids.ts';
import { receivedBy } from '../../organization/access/messageAccess.ts';
import { isReadByArchivingBefore } from '../../organization/slices/channels.ts';
import { flagsKey, UserMarks } from '../../organization/slices/flags.ts';
import { isInitiallyRead } from '../../organization/slices/mutedUsers.ts';
import { arrivalOf, subscriptionIntervals } from '../../organization/slices/subscriptions.ts';
import type { OrganizationState } from '../../organization/state.ts';
import { documentsOf, type Views } from '../running/views.ts';
import { messageDocuments, type StoredMessage } from './document.ts';
import { findFacts } from './facts.ts';

/** A channel, and its last message at some time. */
interface ChannelPosition {
  readonly channelId: ChannelId;
  readonly lastId: number;
}

/** Messages read at once. */
const PAGE = 500;
/** Messages of a channel that are looked through, the newest first: clients count unread ones no further. */
const MAX_MESSAGES_SCANNED = 50_000;

/** What decides whether somebody has received and read a message. */
type ListedMessage = Pick<StoredMessage, 'messageId' | 'senderId'> &
  Partial<
    Pick<
      StoredMessage,
      | ('readBySender' | 'isImported' | 'isReadByAll' | 'channelId')
      | ('arrivalRevision' | 'sentToChannelIds' | 'mentionedUserIds')
    >
  >;

/** The messages of a channel up to one of them, the newest page first, for any number of readers. */
export async function listMessages(
  views: Views,
  organization: OrganizationState,
  position: ChannelPosition,
): Promise<readonly (readonly ListedMessage[])[]> {
  const pages: ListedMessage[][] = [];
  for await (const page of messagePages(views, organization, position)) pages.push(page.map(withoutTexts));
  return pages;
}

const withoutTexts = (message: StoredMessage): ListedMessage => ({
  messageId: message.messageId,
  senderId: message.senderId,
  ...(message.readBySender && { readBySender: message.readBySender }),
  ...(message.isImported && { isImported: message.isImported }),
  ...(message.isReadByAll && { isReadByAll: message.isReadByAll }),
  ...(message.channelId !== undefined && { channelId: message.channelId }),
  ...arrivalOf(message),
  ...(message.mentionedUserIds && { mentionedUserIds: message.mentionedUserIds }),
});

/**
 * Which of the messages somebody received and had not read when the event at a revision archived their channel, ascending; of a
 * channel that is back since, with what they had not read before it was archived for the first time.
 */
export async function findUnreadIn(
  views: Views,
  organization: OrganizationState,
  { userId, revision }: { readonly userId: UserId; readonly revision: number },
  pages: readonly (readonly ListedMessage[])[],
): Promise<readonly MessageId[]> {
  const isReceived = receivedFormerly(organization, userId);
  const wasRead = (message: ListedMessage): boolean =>
    isReadByArchivingBefore(organization, message, revision);
  const unread: MessageId[] = [];
  for (const page of pages) {
    unread.push(...(await findUnreadAmong(views, organization, userId, page.filter(isReceived), wasRead)));
    await nextTurn();
  }
  return unread.sort((one, other) => one - other);
}

/** Whether somebody received a message, even if they may not read it any more. */
export const receivedFormerly = (organization: OrganizationState, userId: UserId) =>
  receivedBy({
    viewerId: userId,
    receivedIntervals: (channelId) => subscriptionIntervals(organization, userId, channelId),
    readableIntervals: () => 'all',
    mayReadMessage: () => true,
  });

/** The messages that were in the channel, the newest first, each page ascending. */
export async function* messagePages(
  views: Views,
  organization: OrganizationState,
  { channelId, lastId }: ChannelPosition,
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
export async function findUnreadAmong(
  views: Views,
  organization: OrganizationState,
  userId: UserId,
  received: readonly ListedMessage[],
  wasRead: (message: ListedMessage) => boolean = () => false,
): Promise<readonly MessageId[]> {
  const keys = [...new Set(received.map(({ messageId }) => flagsKey(userId, messageId)))];
  const facts = await findFacts(documentsOf(views, organization), 'flagFacts', keys);
  const known = new Map(keys.map((key, index) => [key, facts[index]]));
  const marks = new UserMarks(userId, (key) => known.get(key));
  return received
    .filter(
      (message) =>
        !marks.isRead(message.messageId, wasRead(message) || isInitiallyRead(organization, userId, message)),
    )
    .map(({ messageId }) => messageId);
}
