/** Resolves anchors: words and times become message IDs. */
import type { Documents } from '../running/views.ts';
import { messageDocuments, type StoredMessage } from './document.ts';
import { NEWEST_END } from './indexRanges.ts';
import { firstPositiveTerm, type NarrowTerm } from './narrow.ts';
import { prepareSearch } from './search.ts';
import { type Viewer, ViewerFlags } from './viewerFlags.ts';

/**
 * An ID that need not exist, an end, the viewer's first unread message, or the first one sent at or after a
 * time (UNIX milliseconds; the newest if there is none).
 */
export type MessageAnchor = number | 'newest' | 'oldest' | 'firstUnread' | { readonly since: number };

/** The ID of an anchor in a narrow; BEYOND_NEWEST for the newest end. */
export async function resolveAnchor(
  viewer: Viewer,
  anchor: MessageAnchor,
  narrow: readonly NarrowTerm[],
): Promise<number> {
  if (anchor === 'oldest') return 0;
  if (anchor === 'newest') return NEWEST_END;
  if (anchor === 'firstUnread') return firstUnread(viewer, narrow);
  if (typeof anchor === 'object') return firstSince(viewer, anchor.since, narrow);
  return Math.min(Math.max(anchor, 0), NEWEST_END);
}

async function firstUnread(viewer: Viewer, narrow: readonly NarrowTerm[]): Promise<number> {
  const personal = new ViewerFlags(viewer);
  const counts = namesConversation(narrow)
    ? () => true
    : (message: StoredMessage) => !personal.isMuted(message);
  const unread = await prepareSearch(viewer, [...narrow, { kind: 'unread' }], counts);
  const [first] = await unread.read('ascending', 1, 1);
  return first?.messageId ?? NEWEST_END;
}

/** In a narrow to one conversation, its first unread message counts, muted or not. */
const namesConversation = (narrow: readonly NarrowTerm[]): boolean =>
  (firstPositiveTerm(narrow, 'channel') && firstPositiveTerm(narrow, 'topic')) !== undefined ||
  firstPositiveTerm(narrow, 'directWith') !== undefined;

async function firstSince(viewer: Viewer, since: number, narrow: readonly NarrowTerm[]): Promise<number> {
  const search = await prepareSearch(viewer, narrow);
  const { documents, organization } = viewer;
  const start = await firstIdSince(documents, since, organization.revision + 1);
  const [first] = await search.read('ascending', start, 1);
  const [found] = first ? [first] : await search.read('descending', NEWEST_END, 1);
  return found?.messageId ?? NEWEST_END;
}

/**
 * The lowest ID with no earlier message before it, by a binary search: times never run backwards, except where history was
 * imported after people had begun to write. Then it is one of the IDs at which times pass `since`.
 */
async function firstIdSince(documents: Documents, since: number, newestId: number): Promise<number> {
  let [low, high] = [1, newestId + 1];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    const range = { field: 'id', atLeast: middle };
    const [next] = await documents.find(messageDocuments, { range, limit: 1 });
    if (next === undefined || next.document.sentAt >= since) high = middle;
    else low = Number(next.id) + 1;
  }
  return low;
}
