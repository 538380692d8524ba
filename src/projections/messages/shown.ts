/** A message as one viewer sees it: the document, what is personal about it, and its recipients' number. */
import type { Documents } from '../documents.ts';
import { changesOf, type MessageChangeDocument, type ShownChanges } from './changes.ts';
import { type MessageFlags, Personal } from './personal.ts';
import { directDocuments, type StoredMessage } from './document.ts';
import { nextTurn } from '../../turns.ts';
import type { Viewer } from './viewer.ts';

/** Names of people and channels are not in it: the organization's state has them. */
export interface ShownMessage extends StoredMessage {
  /** The same for all messages of a channel, or of a direct conversation; never the same for two of them. */
  readonly recipientId: number;
  readonly flags: MessageFlags;
  /** What was edited and moved, oldest first; the organization's policy says what of it may be shown. */
  readonly history: readonly MessageChangeDocument[];
  /** The change before it, where it does not begin with the first one. */
  readonly before?: Pick<MessageChangeDocument, 'editorId' | 'at'>;
}

/** Adds to messages what one viewer sees of them, with a few questions whatever their number. */
export async function shownTo(viewer: Viewer, messages: readonly StoredMessage[]): Promise<ShownMessage[]> {
  const { documents } = viewer;
  const personal = new Personal(viewer);
  await personal.learn(messages);
  const recipientId = await recipientIds(documents, messages);
  const historyOf = await changesOf(documents, messages);
  return messages.map((message) => ({
    recipientId: recipientId(message),
    ...readableHistory(viewer, message, historyOf(message)),
    flags: personal.flagsOf(message),
    ...message,
  }));
}

/** Messages that are made ready at once, and those of them that have a history. */
const AT_ONCE = 500;
const HISTORIES_AT_ONCE = 20;

/** Characters of what a page holds, its last message apart. */
const PAGE_CHARACTERS = 4_000_000;

/** The first of the messages, as many as fit into one answer: at least one. Others have their turn in between. */
export async function shownPage(viewer: Viewer, messages: readonly StoredMessage[]): Promise<ShownMessage[]> {
  const page: ShownMessage[] = [];
  let left = PAGE_CHARACTERS;
  while (page.length < messages.length) {
    for (const message of await shownTo(viewer, nextOf(messages, page.length))) {
      if (left <= 0) return page;
      page.push(message);
      left -= charactersOf(message);
    }
    await nextTurn();
  }
  return page;
}

function nextOf(messages: readonly StoredMessage[], start: number): readonly StoredMessage[] {
  let [end, histories] = [start, 0];
  while (end < messages.length && end - start < AT_ONCE && histories < HISTORIES_AT_ONCE)
    if (messages[end++]?.changes) histories += 1;
  return messages.slice(start, end);
}

/** About so many characters of JSON text, but for escapes. */
export function charactersOf({
  content,
  html = content,
  submessages = [],
  reactions = [],
  history,
}: ShownMessage): number {
  const attached = submessages.reduce((sum, submessage) => sum + submessage.content.length + 100, 0);
  const changed = history.reduce(
    (sum, { oldContent = '', oldHtml = '' }) => sum + 2 * oldContent.length + oldHtml.length,
    0,
  );
  return 600 + html.length + attached + changed + 130 * reactions.length;
}

/**
 * The changes that a viewer may know of: what was said where they could not read begins for them with the move away from
 * there. The sender knows it all.
 */
function readableHistory(
  { access, viewerId }: Viewer,
  { senderId }: StoredMessage,
  changes: ShownChanges,
): ShownChanges {
  const { history } = changes;
  const left = history.findLastIndex(
    ({ oldChannelId }) => oldChannelId !== undefined && !access.readsContent(oldChannelId),
  );
  const move = history[left];
  if (move === undefined || senderId === viewerId) return changes;
  const { oldContent: _1, oldHtml: _2, oldRendererVersion: _3, oldTopic: _4, newTopic: _5, ...shown } = move;
  return { history: [shown, ...history.slice(left + 1)] };
}

/** Channels have even numbers; direct conversations odd ones, by the ID of their first message. */
async function recipientIds(
  documents: Documents,
  messages: readonly StoredMessage[],
): Promise<(message: StoredMessage) => number> {
  const direct = messages.filter(({ channelId }) => channelId === undefined);
  const keys = [...new Set(direct.map(({ conversation }) => conversation))];
  const known = await documents.load(directDocuments, keys);
  const byKey = new Map(keys.map((key, index) => [key, known[index]?.firstMessageId]));
  return ({ channelId, conversation, messageId }) =>
    channelId === undefined ? 2 * (byKey.get(conversation) ?? messageId) + 1 : 2 * channelId;
}
