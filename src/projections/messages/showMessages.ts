/** A message as one viewer sees it: the document, personal data, and the ID of its conversation. */
import type { Documents } from '../running/views.ts';
import { findMessageChanges, type MessageChangeDocument, type ShownChanges } from './changes.ts';
import { directDocuments, type StoredMessage } from './document.ts';
import { type MessageFlags, type Viewer, ViewerFlags } from './viewerFlags.ts';

/** Without names of people and channels, which the organization's state has. */
export interface ShownMessage extends StoredMessage {
  /** The same for all messages of a channel or direct conversation, and unique to it. */
  readonly recipientId: number;
  readonly flags: MessageFlags;
  /** Edits and moves, oldest first; the organization's policy decides what is shown of them. */
  readonly history: readonly MessageChangeDocument[];
  /** The previous change, if the history does not start with the first one. */
  readonly before?: Pick<MessageChangeDocument, 'editorId' | 'at'>;
}

/** Adds what one viewer sees of messages, in a few queries for any number; others get a turn while long histories are read. */
export async function showMessages(
  viewer: Viewer,
  messages: readonly StoredMessage[],
): Promise<ShownMessage[]> {
  const { documents, work } = viewer;
  const personal = new ViewerFlags(viewer);
  await personal.learn(messages);
  const recipientId = await recipientIds(documents, messages);
  const historyOf = await findMessageChanges(documents, messages, work);
  return messages.map((message) => ({
    recipientId: recipientId(message),
    ...readableHistory(viewer, message, historyOf(message)),
    flags: personal.flagsOf(message),
    ...message,
  }));
}

/** Messages prepared at once. */
const MESSAGES_PER_QUERY = 100;

/** Characters of a page, not counting its last message. */
const PAGE_CHARACTERS = 4_000_000;

/**
 * The first of the messages, as many as fit into one answer with what is attached to each: at least one. Others get a turn in
 * between.
 */
export async function showPage(
  viewer: Viewer,
  messages: readonly StoredMessage[],
  attachedTo: (message: ShownMessage) => number = () => 0,
): Promise<ShownMessage[]> {
  const { work } = viewer;
  const page: ShownMessage[] = [];
  let left = PAGE_CHARACTERS;
  while (page.length < messages.length) {
    const some = messages.slice(page.length, page.length + MESSAGES_PER_QUERY);
    for (const message of await showMessages(viewer, some)) {
      if (left <= 0) return page;
      page.push(message);
      left -= charactersOf(message) + attachedTo(message);
      if (work.isOver) await work.next();
    }
  }
  return page;
}

/** Approximate characters of JSON text, without escapes. */
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
 * The changes that a viewer may know: for people who could not read the former conversation, history begins with the
 * move away from it. The sender knows all.
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
