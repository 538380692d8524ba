/** The queries behind GET /messages and GET /messages/{id}. */
import type { MessageId } from '../../base/ids.ts';
import type { Access } from '../../organization/access/access.ts';
import type { OrganizationState } from '../../organization/state.ts';
import { documentsOf, type Views } from '../running/views.ts';
import { type MessageAnchor, resolveAnchor } from './anchoring.ts';
import { loadSome } from './cursors.ts';
import type { StoredMessage } from './document.ts';
import { NEWEST_END } from './indexRanges.ts';
import { badNarrow, checkNarrow, type NarrowTerm, type RequestedTerm } from './narrow.ts';
import { loadMessage, readMessages } from './reading.ts';
import { filterReadable, prepareSearch } from './search.ts';
import { showMessages, type ShownMessage, showPage } from './showMessages.ts';
import { createViewer, type Viewer } from './viewerFlags.ts';

// Narrows with a `with` term: the current conversation of the named message.

/** Terms that name a conversation or kind of conversation. */
const CONVERSATION_TERMS = new Set<RequestedTerm['kind']>([
  'channel',
  'topic',
  'direct',
  'directWith',
  'nowhere',
]);

/**
 * The narrow in which the conversation of its `with` message replaces the terms that name one, whether or not
 * such a conversation exists. If the viewer may not read that message, the other terms count.
 */
async function withConversation(
  viewer: Viewer,
  requested: readonly RequestedTerm[],
): Promise<readonly NarrowTerm[]> {
  const others = requested.filter((term) => term.kind !== 'with');
  if (others.length === requested.length) return others.map(requireConversation);
  const message = await readableMessage(viewer, withMessageId(requested));
  if (message)
    return [
      ...others.filter(({ kind }) => !CONVERSATION_TERMS.has(kind)).map(requireConversation),
      ...conversationTerms(message),
    ];
  if (others.length === 0) throw badNarrow("Invalid 'with' operator");
  return others.map(requireConversation);
}

function requireConversation(term: Exclude<RequestedTerm, { kind: 'with' }>): NarrowTerm {
  if (term.kind === 'nowhere') throw badNarrow(term.desc);
  return term;
}

function withMessageId(requested: readonly RequestedTerm[]): MessageId {
  const [named, second] = requested.filter((term) => term.kind === 'with');
  if (second !== undefined) throw badNarrow("Duplicate 'with' operators.");
  if (named === undefined || named.negated) throw badNarrow("Invalid 'with' operator");
  return named.messageId;
}

async function readableMessage(
  { documents, access }: Viewer,
  messageId: MessageId,
): Promise<StoredMessage | undefined> {
  const message = await loadMessage(documents, messageId);
  return message && access.mayReadMessage(message) ? message : undefined;
}

const conversationTerms = ({
  channelId,
  topic = '',
  participantIds = [],
}: StoredMessage): readonly NarrowTerm[] =>
  channelId === undefined
    ? [{ kind: 'directWith', userIds: participantIds }]
    : [
        { kind: 'channel', channelId },
        { kind: 'topic', topic },
      ];

export interface PageRequest {
  readonly anchor: MessageAnchor;
  /** Numbers of messages with lower and higher IDs than the anchor. */
  readonly before: number;
  readonly after: number;
  /** Whether to include the message with the anchor's ID. */
  readonly includeAnchor: boolean;
  readonly narrow: readonly RequestedTerm[];
  readonly reader?: PageReader;
}

/** Who reads a page, and how. */
export interface PageReader {
  /** Ends what takes long. */
  readonly gone?: AbortSignal;
  /** Characters that are sent beside each message. */
  readonly attachedTo?: (message: ShownMessage) => number;
}

/** The position of a page in its narrow. */
interface PagePosition {
  /** The resolved anchor; BEYOND_NEWEST for the newest end, or without unread messages. */
  readonly anchor: number;
  readonly foundAnchor: boolean;
  /** Whether there are no older, or newer, messages in the narrow. */
  readonly foundOldest: boolean;
  readonly foundNewest: boolean;
  /** Where reading ended early because few messages matched: the last IDs that were examined, anchors to go on from. */
  readonly oldestExamined?: number;
  readonly newestExamined?: number;
}

/** A page of messages, ascending. */
export interface MessagePage extends PagePosition {
  readonly messages: readonly ShownMessage[];
}

/** The viewer's messages around an anchor. Refused with BAD_NARROW if no message can match. */
export async function findMessagesAround(
  views: Views,
  access: Access,
  organization: OrganizationState,
  request: PageRequest,
): Promise<MessagePage> {
  const { gone, attachedTo } = request.reader ?? {};
  const viewer = createViewer(views, access, organization, gone);
  const { messages, anchor, ...found } = await pageOf(viewer, request);
  const older = messages.filter(({ messageId }) => messageId < anchor).reverse();
  const newer = messages.slice(older.length);
  const shown = await showPage(viewer, alternately(newer, older), attachedTo);
  // If not all fit, the page ends early.
  const ids = new Set(shown.map(({ messageId }) => messageId));
  const isShown = ({ messageId }: StoredMessage): boolean => ids.has(messageId);
  return {
    ...found,
    messages: shown.sort(byId),
    anchor,
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
export async function findMessagesById(
  views: Views,
  access: Access,
  organization: OrganizationState,
  messageIds: readonly MessageId[],
  narrow: readonly RequestedTerm[],
  { gone, attachedTo }: PageReader = {},
): Promise<readonly ShownMessage[]> {
  const viewer = createViewer(views, access, organization, gone);
  const readable = await filterReadable(viewer, await resolveNarrow(viewer, narrow), messageIds);
  return showPage(viewer, readable, attachedTo);
}

async function resolveNarrow(
  viewer: Viewer,
  requested: readonly RequestedTerm[],
): Promise<readonly NarrowTerm[]> {
  const narrow = await withConversation(viewer, requested);
  checkNarrow(narrow);
  return narrow;
}

/** The same for IDs only. */
export async function findMessageIdsAround(
  views: Views,
  access: Access,
  organization: OrganizationState,
  request: PageRequest,
): Promise<PagePosition & { readonly messageIds: readonly MessageId[] }> {
  const viewer = createViewer(views, access, organization, request.reader?.gone);
  const { messages, ...found } = await pageOf(viewer, request);
  return { messageIds: messages.map(({ messageId }) => messageId), ...found };
}

async function pageOf(
  viewer: Viewer,
  request: PageRequest,
): Promise<PagePosition & { readonly messages: readonly StoredMessage[] }> {
  const { before, after } = request;
  const narrow = await resolveNarrow(viewer, request.narrow);
  const anchor = await resolveAnchor(viewer, request.anchor, narrow);
  const search = await prepareSearch(viewer, narrow);
  const older = await search.read('descending', anchor - 1, before);
  const olderStop = search.stoppedAt;
  const at = request.includeAnchor ? await search.at(anchor) : [];
  const newer = await search.read('ascending', anchor + 1, after);
  const newerStop = search.stoppedAt;
  return {
    messages: [...older.reverse(), ...at, ...newer],
    anchor,
    foundAnchor: at.length > 0,
    foundOldest: search.isHopeless || anchor === 0 || (older.length < before && olderStop === undefined),
    foundNewest:
      search.isHopeless || anchor === NEWEST_END || (newer.length < after && newerStop === undefined),
    ...(olderStop !== undefined && { oldestExamined: olderStop + 1 }),
    ...(newerStop !== undefined && { newestExamined: newerStop - 1 }),
  };
}

/** One message with all its data, or undefined if the viewer may not read it. */
export async function findMessage(
  views: Views,
  access: Access,
  organization: OrganizationState,
  messageId: MessageId,
): Promise<ShownMessage | undefined> {
  const message = await findMessageForRecipient(views, access, organization, messageId);
  return message && access.mayReadMessage(message) ? message : undefined;
}

/** One message with all its data, for a viewer who receives it from somebody who may read it. */
export async function findMessageForRecipient(
  views: Views,
  access: Access,
  organization: OrganizationState,
  messageId: MessageId,
): Promise<ShownMessage | undefined> {
  const viewer = createViewer(views, access, organization);
  const message = await loadMessage(viewer.documents, messageId);
  const [shown] = message ? await showMessages(viewer, [message]) : [];
  return shown;
}

/** The texts of those messages that exist; null where the viewer may not read one. */
export async function findContents(
  views: Views,
  access: Access,
  organization: OrganizationState,
  messageIds: readonly MessageId[],
): Promise<ReadonlyMap<number, string | null>> {
  const { messages } = await loadSome(documentsOf(views, organization), messageIds);
  return new Map(
    messages.map((message) => [message.messageId, access.mayReadMessage(message) ? message.content : null]),
  );
}

/** The number of readable messages of a conversation sent at a time or later, in UNIX milliseconds. */
export async function countSentSince(
  views: Views,
  access: Access,
  organization: OrganizationState,
  conversation: string,
  since: number,
) {
  const { documents, work } = createViewer(views, access, organization);
  const messages = await readMessages(documents, {
    ranges: [{ where: { conversation }, from: 1, to: NEWEST_END }],
    direction: 'ascending',
    start: 1,
    limit: Infinity,
    shows: (message) => access.mayReadMessage(message),
    work,
  });
  const recent = messages.filter(({ sentAt }) => sentAt >= since);
  return { total: messages.length, recent: recent.length, firstRecentId: recent[0]?.messageId };
}

/** The newest message that the viewer received; undefined if there is none. */
export async function findNewestReceived(
  views: Views,
  access: Access,
  organization: OrganizationState,
): Promise<MessageId | undefined> {
  const search = await prepareSearch(createViewer(views, access, organization), []);
  const [newest] = await search.read('descending', NEWEST_END, 1);
  return newest?.messageId;
}
