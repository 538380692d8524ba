/** The queries behind GET /messages and GET /messages/{id}. */
import type { MessageId } from '../../ids.ts';
import type { Access } from '../../organization/access.ts';
import type { OrganizationState } from '../../organization/state.ts';
import type { Views } from '../views.ts';
import { type Anchor, resolveAnchor } from './anchoring.ts';
import type { StoredMessage } from './document.ts';
import { type AskedTerm, checkNarrow, type NarrowTerm } from './narrow.ts';
import { readMessages, storedMessage } from './reading.ts';
import { readableAmong, searchFor } from './search.ts';
import { type ShownMessage, shownPage, shownTo } from './shown.ts';
import { BEYOND_NEWEST } from './stretches.ts';
import { type Viewer, viewerOf } from './viewer.ts';
import { withConversation } from './with.ts';

export interface PageRequest {
  readonly anchor: Anchor;
  /** Numbers of messages with lower and higher IDs than the anchor. */
  readonly before: number;
  readonly after: number;
  /** Whether to include the message with the anchor's ID. */
  readonly includeAnchor: boolean;
  readonly narrow: readonly AskedTerm[];
}

/** The position of a page in its narrow. */
interface Found {
  /** The resolved anchor; BEYOND_NEWEST for the newest end, or without unread messages. */
  readonly anchor: number;
  readonly foundAnchor: boolean;
  /** Whether there are no older, or newer, messages in the narrow. */
  readonly foundOldest: boolean;
  readonly foundNewest: boolean;
}

/** A page of messages, ascending. */
export interface MessagePage extends Found {
  readonly messages: readonly ShownMessage[];
}

/** The viewer's messages around an anchor. Refused with BAD_NARROW if no message can match. */
export async function messagesAround(
  views: Views,
  access: Access,
  organization: OrganizationState,
  request: PageRequest,
): Promise<MessagePage> {
  const viewer = viewerOf(views, access, organization);
  const { messages, anchor, ...found } = await pageOf(viewer, request);
  const older = messages.filter(({ messageId }) => messageId < anchor).reverse();
  const newer = messages.slice(older.length);
  const shown = await shownPage(viewer, alternately(newer, older));
  // If not all fit, the page ends early.
  const ids = new Set(shown.map(({ messageId }) => messageId));
  const isShown = ({ messageId }: StoredMessage): boolean => ids.has(messageId);
  return {
    messages: shown.sort(byId),
    anchor,
    foundAnchor: found.foundAnchor,
    foundOldest: found.foundOldest && older.every(isShown),
    foundNewest: found.foundNewest && newer.every(isShown),
  };
}

const byId = (one: ShownMessage, other: ShownMessage): number => one.messageId - other.messageId;

/** Alternates between two lists, so that the items nearest to the anchor come first. */
const alternately = <Item>(some: readonly Item[], others: readonly Item[]): readonly Item[] =>
  Array.from({ length: Math.max(some.length, others.length) }, (_, at) => [some[at], others[at]])
    .flat()
    .filter((item): item is Item => item !== undefined);

/**
 * Of the named messages those that the viewer may read and that match the narrow, ascending, as many as fit
 * into one answer.
 */
export async function messagesNamed(
  views: Views,
  access: Access,
  organization: OrganizationState,
  messageIds: readonly MessageId[],
  narrow: readonly AskedTerm[],
): Promise<readonly ShownMessage[]> {
  const viewer = viewerOf(views, access, organization);
  return shownPage(viewer, await readableAmong(viewer, await understood(viewer, narrow), messageIds));
}

async function understood(viewer: Viewer, asked: readonly AskedTerm[]): Promise<readonly NarrowTerm[]> {
  const narrow = await withConversation(viewer, asked);
  checkNarrow(narrow);
  return narrow;
}

/** The same for IDs only. */
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
  const { before, after } = request;
  const narrow = await understood(viewer, request.narrow);
  const anchor = await resolveAnchor(viewer, request.anchor, narrow);
  const search = await searchFor(viewer, narrow);
  const older = await search.read('descending', anchor - 1, before);
  const at = request.includeAnchor ? await search.at(anchor) : [];
  const newer = await search.read('ascending', anchor + 1, after);
  return {
    messages: [...older.reverse(), ...at, ...newer],
    anchor,
    foundAnchor: at.length > 0,
    foundOldest: search.isHopeless || anchor === 0 || (older.length < before && !search.isCutShort),
    foundNewest:
      search.isHopeless || anchor === BEYOND_NEWEST || (newer.length < after && !search.isCutShort),
  };
}

/** One message with all its data, or undefined if the viewer may not read it. */
export async function messageFor(
  views: Views,
  access: Access,
  organization: OrganizationState,
  messageId: MessageId,
): Promise<ShownMessage | undefined> {
  const message = await messageAsShown(views, access, organization, messageId);
  return message && access.mayReadMessage(message) ? message : undefined;
}

/** One message with all its data, for a viewer who receives it from somebody who may read it. */
export async function messageAsShown(
  views: Views,
  access: Access,
  organization: OrganizationState,
  messageId: MessageId,
): Promise<ShownMessage | undefined> {
  const viewer = viewerOf(views, access, organization);
  const message = await storedMessage(viewer.documents, messageId);
  const [shown] = message ? await shownTo(viewer, [message]) : [];
  return shown;
}

/** The number of readable messages of a conversation sent at a time or later, in UNIX milliseconds. */
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

/** The newest message that the viewer received; undefined if there is none. */
export async function newestReceived(
  views: Views,
  access: Access,
  organization: OrganizationState,
): Promise<MessageId | undefined> {
  const search = await searchFor(viewerOf(views, access, organization), []);
  const [newest] = await search.read('descending', BEYOND_NEWEST, 1);
  return newest?.messageId;
}
