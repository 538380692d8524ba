/** The questions asked of messages: GET /messages (spec/beyond.md 3.1) and GET /messages/{id}. */
import type { MessageId } from '../../ids.ts';
import type { Access } from '../../organization/access.ts';
import { isTopicMuted } from '../../organization/access/muting.ts';
import type { OrganizationState } from '../../organization/state.ts';
import type { Documents } from '../documents.ts';
import type { Views } from '../views.ts';
import {
  checkNarrow,
  isHopeless,
  looksThroughSharedHistory,
  type NarrowTerm,
  passes,
  positive,
} from './narrow.ts';
import { Personal } from './personal.ts';
import type { MessageDocument, StoredMessage } from './document.ts';
import { type Direction, readMessages } from './reading.ts';
import { type ShownMessage, shownTo } from './shown.ts';
import { BEYOND_NEWEST, stretchesOf } from './stretches.ts';
import { type Viewer, viewerOf } from './viewer.ts';

/** Where a page is taken: an ID that need not exist, an end, or the first message that the viewer has not read. */
export type Anchor = number | 'newest' | 'oldest' | 'firstUnread';

export interface PageRequest {
  readonly anchor: Anchor;
  /** Messages with lower and with higher IDs than the anchor. */
  readonly before: number;
  readonly after: number;
  /** Whether the message with the anchor's ID is asked for too. */
  readonly includeAnchor: boolean;
  readonly narrow: readonly NarrowTerm[];
}

/** Where a page lies in its narrow. */
interface Found {
  /** The resolved anchor; BEYOND_NEWEST for the newest end, or where nothing is unread. */
  readonly anchor: number;
  readonly foundAnchor: boolean;
  /** Whether nothing older, or newer, is left in the narrow. */
  readonly foundOldest: boolean;
  readonly foundNewest: boolean;
}

/** A page of messages, ascending. */
export interface MessagePage extends Found {
  readonly messages: readonly ShownMessage[];
}

/** The viewer's messages around an anchor. Refused with BAD_NARROW where no message can be what is asked for. */
export async function messagesAround(
  views: Views,
  access: Access,
  organization: OrganizationState,
  request: PageRequest,
): Promise<MessagePage> {
  const viewer = viewerOf(views, access, organization);
  const { messages, ...found } = await pageOf(viewer, request);
  return { messages: await shownTo(viewer, messages), ...found };
}

/** The same where only the IDs are asked for. */
export async function messageIdsAround(
  views: Views,
  access: Access,
  organization: OrganizationState,
  request: PageRequest,
): Promise<Found & { readonly messageIds: readonly MessageId[] }> {
  const { messages, ...found } = await pageOf(viewerOf(views, access, organization), request);
  return { messageIds: messages.map(({ messageId }) => messageId), ...found };
}

async function pageOf(
  viewer: Viewer,
  request: PageRequest,
): Promise<Found & { readonly messages: readonly StoredMessage[] }> {
  const { narrow, before, after } = request;
  checkNarrow(narrow);
  const anchor = await resolveAnchor(viewer, request);
  const search = await searchFor(viewer, narrow);
  const older = await search.read('descending', anchor - 1, before);
  const at = request.includeAnchor ? await search.at(anchor) : [];
  const newer = await search.read('ascending', anchor + 1, after);
  return {
    messages: [...older.reverse(), ...at, ...newer],
    anchor,
    foundAnchor: at.length > 0,
    foundOldest: search.isHopeless || anchor === 0 || older.length < before,
    foundNewest: search.isHopeless || anchor === BEYOND_NEWEST || newer.length < after,
  };
}

/** One message with all that is shown of it, or undefined where the viewer may not read it. */
export async function messageFor(
  views: Views,
  access: Access,
  organization: OrganizationState,
  messageId: MessageId,
): Promise<ShownMessage | undefined> {
  const viewer = viewerOf(views, access, organization);
  const message = await storedMessage(viewer.documents, messageId);
  if (message === undefined || !access.mayReadMessage(message)) return undefined;
  const [shown] = await shownTo(viewer, [message]);
  return shown;
}

/**
 * How much of a conversation, as far as the viewer may read it, was sent at a time or after it
 * (spec/beyond.md 0.5, MOVE_MESSAGES_TIME_LIMIT_EXCEEDED). The time is in UNIX milliseconds.
 */
export async function sentSince(
  views: Views,
  access: Access,
  organization: OrganizationState,
  conversation: string,
  since: number,
) {
  const { documents } = viewerOf(views, access, organization);
  const messages = await readMessages(documents, {
    stretches: [{ where: { conversation }, from: 1, to: BEYOND_NEWEST }],
    direction: 'ascending',
    start: 1,
    wanted: Infinity,
    shows: (message) => access.mayReadMessage(message),
  });
  const recent = messages.filter(({ sentAt }) => sentAt >= since);
  return { total: messages.length, recent: recent.length, firstRecentId: recent[0]?.messageId };
}

/** The newest message that the viewer received, or undefined where there is none. */
export async function newestReceived(
  views: Views,
  access: Access,
  organization: OrganizationState,
): Promise<MessageId | undefined> {
  const search = await searchFor(viewerOf(views, access, organization), []);
  const [newest] = await search.read('descending', BEYOND_NEWEST, 1);
  return newest?.messageId;
}

/** A narrow that is ready to be read. */
interface Search {
  readonly isHopeless: boolean;
  read(direction: Direction, start: number, wanted: number): Promise<StoredMessage[]>;
  /** The message with this ID, if it is among those searched. */
  at(messageId: number): Promise<StoredMessage[]>;
}

type Test = (message: StoredMessage) => boolean;

/** Prepares a narrow; `alsoAsked` is a further condition. */
async function searchFor(viewer: Viewer, narrow: readonly NarrowTerm[], alsoAsked?: Test): Promise<Search> {
  const { documents, access } = viewer;
  const hopeless = isHopeless(narrow, viewer);
  const shared = looksThroughSharedHistory(narrow, access);
  const personal = new Personal(viewer);
  const history = shared ? 'shared' : 'personal';
  const stretches = hopeless ? [] : await stretchesOf(viewer, personal, narrow, history);
  const reaches: Test = shared
    ? (message) => access.mayReadMessage(message)
    : (message) => personal.hasReceived(message) || personal.hasMarked(message);
  const meets = passes(narrow, personal);
  const shows: Test = (message) => reaches(message) && meets(message) && (alsoAsked?.(message) ?? true);
  const learn = (messages: readonly StoredMessage[]) => personal.learn(messages);
  const marks = positive(narrow, 'unread') && (await personal.learnAll());
  return {
    isHopeless: hopeless,
    read(direction, start, wanted) {
      const leap = marks && ((id: number, end: number) => marks.nextWithout('read', id, direction, end));
      const reading = { stretches, direction, start, wanted, shows, learn, ...(leap && { leap }) };
      return readMessages(documents, reading);
    },
    async at(messageId) {
      const message = hopeless ? undefined : await storedMessage(documents, messageId);
      if (message) await learn([message]);
      return message && shows(message) ? [message] : [];
    },
  };
}

async function resolveAnchor(viewer: Viewer, { anchor, narrow }: PageRequest): Promise<number> {
  if (anchor === 'oldest') return 0;
  if (anchor === 'newest') return BEYOND_NEWEST;
  if (typeof anchor === 'number') return Math.min(Math.max(anchor, 0), BEYOND_NEWEST);
  const counts: Test = namesConversation(narrow) ? () => true : (message) => !isMuted(viewer, message);
  const unread = await searchFor(viewer, [...narrow, { kind: 'unread' }], counts);
  const [first] = await unread.read('ascending', 1, 1);
  return first?.messageId ?? BEYOND_NEWEST;
}

/** Whoever asks for one conversation wants its first unread message, muted or not (spec/beyond.md 3.1). */
const namesConversation = (narrow: readonly NarrowTerm[]): boolean =>
  (positive(narrow, 'channel') && positive(narrow, 'topic')) !== undefined ||
  positive(narrow, 'directWith') !== undefined;

const isMuted = ({ organization, viewerId }: Viewer, { channelId, topic = '' }: StoredMessage): boolean =>
  channelId !== undefined && isTopicMuted(organization, viewerId, channelId, topic);

export async function storedMessage(
  documents: Documents,
  messageId: number,
): Promise<StoredMessage | undefined> {
  if (messageId < 1 || messageId > Number.MAX_SAFE_INTEGER) return undefined;
  const message = await documents.get<MessageDocument>('messages', messageId);
  return message && { ...message, messageId: messageId as MessageId };
}
