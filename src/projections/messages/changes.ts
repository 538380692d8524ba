/**
 * Edits and moves of shown messages. Former texts and conversations are separate documents, one per event, because a
 * message may have many, and a move concerns many messages.
 */
import type { MessageId } from '../../base/ids.ts';
import type { EventOf } from '../../events/catalog.ts';
import { ERASED, readErasable } from '../../events/define.ts';
import { conversationKey, conversationOf, type EarlierChange, isResolving } from '../../events/messages.ts';
import { arrivalFrom } from '../../organization/slices/subscriptions.ts';
import type { SlicedWork } from '../../base/timeSlices.ts';
import { collection } from '../running/define.ts';
import type { Documents } from '../running/views.ts';
import { type MessageDocument, withTraits } from './document.ts';

/** A document of `messageChanges`; its ID is the revision of its event. Erased texts are ''. */
export interface MessageChangeDocument extends Readonly<EarlierChange> {
  /** The request that caused it; absent for what was changed before the message was imported. */
  readonly requestId?: string;
}

/** The document of what was changed before the message was imported, oldest first; its ID is the revision of the import. */
interface EarlierChangesDocument {
  readonly earlier: readonly EarlierChange[];
}

type ChangeDocument = MessageChangeDocument | EarlierChangesDocument;

export const changeDocuments = collection<ChangeDocument, number>('messageChanges', { id: 'number' });

type Edited = EventOf<'MessageEdited'>;
type MessagesMovedEvent = EventOf<'MessagesMoved'>;
type MessageUpdate = (message: MessageDocument) => MessageDocument;

const withChange = ({ changes = [] }: MessageDocument, revision: number): readonly number[] =>
  changes.includes(revision) ? changes : [...changes, revision];

export const editDocument = ({ data, metadata }: Edited): MessageChangeDocument => ({
  editorId: data.editorId,
  at: metadata.time,
  requestId: metadata.$correlationId,
  oldContent: readErasable(data.oldContent, ''),
  ...shownHtml(data.oldContent === ERASED, data.oldHtml),
  oldRendererVersion: data.oldRendererVersion,
});

const shownHtml = (isErased: boolean, html: string | typeof ERASED | undefined): { oldHtml?: string } => {
  if (isErased) return { oldHtml: '' };
  return html === undefined ? {} : { oldHtml: readErasable(html, '') };
};

export const moveDocument = ({ data, metadata }: MessagesMovedEvent): MessageChangeDocument => {
  const [oldTopic, newTopic] = [readErasable(data.oldTopic, ''), readErasable(data.newTopic, '')];
  const { oldChannelId, newChannelId } = data;
  return {
    editorId: data.editorId,
    at: metadata.time,
    requestId: metadata.$correlationId,
    ...(oldTopic !== newTopic && { oldTopic, newTopic }),
    ...(oldChannelId !== newChannelId && { oldChannelId, newChannelId }),
  };
};

/** The message with its new text. */
export const applyEdit = ({ data, revision, metadata }: Edited): MessageUpdate =>
  withTraits((message) => {
    const { html: _1, rendererVersion: _2, ...kept } = withoutReferences(message);
    const links = readErasable(data.links ?? [], []);
    const html = data.newContent === ERASED ? '' : readErasable(data.newHtml, '');
    return {
      ...kept,
      content: readErasable(data.newContent, ''),
      ...(html !== undefined && { html }),
      ...(data.newRendererVersion > 0 && { rendererVersion: data.newRendererVersion }),
      ...(data.mentionedUserIds && { mentionedUserIds: data.mentionedUserIds }),
      ...(data.mentionedGroupIds && { mentionedGroupIds: data.mentionedGroupIds }),
      ...(data.wildcards && { wildcards: data.wildcards }),
      ...(data.topicParticipantIds && { topicParticipantIds: data.topicParticipantIds }),
      ...(data.alertedUserIds && { alertedUserIds: data.alertedUserIds }),
      ...(links.length > 0 && { links }),
      editRevision: revision,
      editedAt: metadata.time,
      changes: withChange(message, revision),
    };
  });

function withoutReferences(message: MessageDocument): MessageDocument {
  const { mentionedUserIds: _1, mentionedGroupIds: _2, wildcards: _3, ...others } = message;
  const { topicParticipantIds: _4, links: _5, alertedUserIds: _6, ...rest } = others;
  return rest;
}

/** The message in its new conversation. Resolving a topic does not count as a move. */
export const applyMove = (
  { data, revision, metadata }: MessagesMovedEvent,
  messageId: MessageId,
): MessageUpdate => {
  const [oldTopic, topic] = [readErasable(data.oldTopic, ''), readErasable(data.newTopic, '')];
  const { oldChannelId, newChannelId: channelId } = data;
  const conversation = conversationKey(conversationOf({ channelId, topic }));
  const isAway = oldChannelId !== channelId;
  const isMove = isAway || !isResolving(oldTopic, topic);
  return withTraits((message) => ({
    ...message,
    conversation,
    channelId,
    topic,
    ...(isAway && arrivalFrom(oldChannelId, message, revision)),
    ...(data.readByAll?.includes(messageId) && { isReadByAll: true as const }),
    ...(isMove && { movedAt: metadata.time }),
    changes: withChange(message, revision),
  }));
};

/** True if a message was moved before it was imported. Resolving a topic does not count as a move. */
export const isMove = ({ oldTopic, newTopic, newChannelId }: EarlierChange): boolean =>
  newChannelId !== undefined || (newTopic !== undefined && !isResolving(oldTopic ?? '', newTopic));

/** Limits of a message's history: the number of newest changes, and characters of former texts. */
const CHANGES_SHOWN = 100;
const CHARACTERS_SHOWN = 200_000;

const charactersOf = ({ oldContent = '', oldHtml = '' }: MessageChangeDocument): number =>
  oldContent.length + oldHtml.length;

/** The shown part of a history, oldest first, and the change before it if older ones are left out. */
export interface ShownChanges {
  readonly history: readonly MessageChangeDocument[];
  readonly before?: MessageChangeDocument;
}

/** The newest changes that fit, at least one. `isCut`: the first entry is only the one before. */
function newest(changes: readonly MessageChangeDocument[], isCut: boolean): ShownChanges {
  let left = CHARACTERS_SHOWN;
  const first = changes.findLastIndex((change) => (left -= charactersOf(change)) < 0);
  const start = Math.min(Math.max(first + 1, isCut ? 1 : 0), changes.length - 1);
  const before = changes[start - 1];
  return { history: changes.slice(start), ...(before && { before }) };
}

/** Characters of changes that are read at once. */
const CHARACTERS_AT_ONCE = 100_000;

/** The newest changes of each message, in few queries; others get a turn while long histories are read. */
export async function findMessageChanges<Message extends Pick<MessageDocument, 'changes'>>(
  documents: Documents,
  messages: readonly Message[],
  work: SlicedWork,
): Promise<(message: Message) => ShownChanges> {
  const newestChangeIds = ({ changes = [] }: Message): readonly number[] => changes.slice(-1 - CHANGES_SHOWN);
  const byId = await loadChanges(documents, messages.map(newestChangeIds), work);
  return (message) => {
    const changes = together(newestChangeIds(message), byId);
    const isCut = Math.max(changes.length, message.changes?.length ?? 0) > CHANGES_SHOWN;
    return newest(changes.slice(-1 - CHANGES_SHOWN), isCut);
  };
}

/** Of each history the newest changes, up to those that are not shown any more. */
async function loadChanges(
  documents: Documents,
  histories: readonly (readonly number[])[],
  work: SlicedWork,
): Promise<ReadonlyMap<number, ChangeDocument | undefined>> {
  const byId = new Map<number, ChangeDocument | undefined>();
  const charactersLeft = histories.map(() => CHARACTERS_SHOWN);
  let pending = histories.flatMap((ids, history) => ids.toReversed().map((id) => ({ id, history })));
  while (pending.length > 0) {
    const ids = pending.map(({ id }) => id);
    const found = await documents.load(changeDocuments, ids, CHARACTERS_AT_ONCE);
    found.forEach((change, index) => {
      const { id, history } = pending[index]!;
      byId.set(id, change);
      if (change && !('earlier' in change)) charactersLeft[history]! -= charactersOf(change);
    });
    pending = pending
      .slice(found.length)
      .filter(({ id, history }) => charactersLeft[history]! >= 0 && !byId.has(id));
    if (work.isOver) await work.next();
  }
  return byId;
}

/** An edit and a move by the same request are one change. */
function together(
  ids: readonly number[],
  byId: ReadonlyMap<number, ChangeDocument | undefined>,
): readonly MessageChangeDocument[] {
  const changes: MessageChangeDocument[] = [];
  let lastId = NaN;
  for (const id of ids) {
    const change = byId.get(id);
    const before = changes.at(-1);
    if (change === undefined) continue;
    if ('earlier' in change) changes.push(...change.earlier);
    else if (before && lastId === id - 1 && isOne(before, change))
      changes.splice(-1, 1, { ...before, ...change });
    else changes.push(change);
    lastId = id;
  }
  return changes;
}

const isOne = (before: MessageChangeDocument, { oldContent, requestId }: MessageChangeDocument): boolean =>
  before.oldContent !== undefined && oldContent === undefined && before.requestId === requestId;
