/** Read receipts, computed on demand for a message's recipients. */
import { nextTurn } from '../../base/concurrency.ts';
import type { ChannelId, MessageId, UserId } from '../../base/ids.ts';
import { type Access, accessOf } from '../../organization/access/access.ts';
import type { Actor } from '../../organization/access/explanation.ts';
import { isUserMuted } from '../../organization/slices/mutedUsers.ts';
import { leaversOf, subscribersOf } from '../../organization/slices/subscriptions.ts';
import type { OrganizationState } from '../../organization/state.ts';
import type { Views } from '../running/views.ts';
import type { StoredMessage } from './document.ts';
import { loadMessage } from './reading.ts';
import { createViewer, ViewerFlags } from './viewerFlags.ts';

/** People examined between two turns of the event loop. */
const PEOPLE_PER_TURN = 200;

/**
 * Recipients who have read the message, subscribed today or not, ascending: without the sender, deactivated
 * people, people who hide receipts, who have muted the viewer or whom the viewer has muted, and those who may no longer
 * read it. Undefined if the viewer may not read the message.
 */
export async function findReaders(
  views: Views,
  access: Access,
  organization: OrganizationState,
  messageId: MessageId,
): Promise<readonly UserId[] | undefined> {
  const { documents } = createViewer(views, access, organization);
  const message = await loadMessage(documents, messageId);
  if (message === undefined || !access.mayReadMessage(message)) return undefined;
  const recipientIds = recipientsOf(organization, message).filter(
    (userId) => !isMutedBetween(organization, access.viewerId, userId),
  );
  const read = await readByThem(views, organization, message, recipientIds);
  return recipientIds.filter((_, index) => read[index]);
}

/** Those among the people who may read a message and have not read it; nobody once it has been deleted. */
export async function filterUnread(
  views: Views,
  organization: OrganizationState,
  messageId: MessageId,
  userIds: readonly UserId[],
): Promise<readonly UserId[]> {
  const { documents } = createViewer(views, accessOf(organization, null), organization);
  const message = await loadMessage(documents, messageId);
  if (message === undefined) return [];
  const read = await readByThem(views, organization, message, userIds);
  return userIds.filter(
    (userId, index) => !read[index] && accessOf(organization, userId).mayReadMessage(message),
  );
}

/** For each of the people whether they have read a message. */
async function readByThem(
  views: Views,
  organization: OrganizationState,
  message: StoredMessage,
  userIds: readonly UserId[],
): Promise<readonly boolean[]> {
  const read: boolean[] = [];
  for (let at = 0; at < userIds.length; at += PEOPLE_PER_TURN) {
    const batch = userIds.slice(at, at + PEOPLE_PER_TURN);
    read.push(...(await Promise.all(batch.map((userId) => hasRead(views, organization, userId, message)))));
    await nextTurn();
  }
  return read;
}

const isMutedBetween = (organization: OrganizationState, viewerId: Actor, userId: UserId): boolean =>
  viewerId !== null &&
  (isUserMuted(organization, viewerId, userId) || isUserMuted(organization, userId, viewerId));

/** Everybody who may have received a message where it was sent, and may be shown. */
function recipientsOf(organization: OrganizationState, message: StoredMessage): readonly UserId[] {
  const { channelId, sentToChannelIds, participantIds = [], mentionedUserIds = [], senderId } = message;
  const channelIds: readonly ChannelId[] = sentToChannelIds ?? (channelId === undefined ? [] : [channelId]);
  const followers = channelIds.flatMap((id) => [
    ...subscribersOf(organization, id),
    ...leaversOf(organization, id),
  ]);
  const all = new Set([...participantIds, ...mentionedUserIds, ...followers]);
  return [...all]
    .filter((userId) => {
      const user = organization.users.byId.get(userId);
      return userId !== senderId && user?.active === true && user.settings.sendReadReceipts;
    })
    .sort((one, other) => one - other);
}

/**
 * Whether somebody received a message and has read it. People who may no longer read it do not count as
 * recipients, as in their own flags and narrows: readers of its present conversation do not learn who received it
 * in another one.
 */
async function hasRead(
  views: Views,
  organization: OrganizationState,
  userId: UserId,
  message: StoredMessage,
): Promise<boolean> {
  const personal = new ViewerFlags(createViewer(views, accessOf(organization, userId), organization));
  if (!personal.hasReceived(message)) return false;
  await personal.learn([message]);
  return personal.isRead(message);
}
