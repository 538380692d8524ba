/**
 * What decisions ask about messages, on disk: `organization/messageFacts.ts` says how events change it. Conversations,
 * keys and flags are kept here; a message itself is what the `messages` view has of it, so that it is stored once.
 */
import type { AnyEvent } from '../events/catalog.ts';
import { conversationOf } from '../events/messages.ts';
import { callingOf } from '../organization/calls.ts';
import { factChanges, type FactKinds, type MessageFact } from '../organization/messageFacts.ts';
import { arrivalOf } from '../organization/subscriptions.ts';
import { defineProjection, type ViewWriter } from './define.ts';
import type { Documents } from './documents.ts';
import type { MessageDocument, Submessage } from './messages/document.ts';
import type { Document } from './store/readModels.ts';

type Change = (document: Document | undefined) => Document | undefined;

function changeFacts(event: AnyEvent, views: ViewWriter): void {
  for (const { kind, id, change } of factChanges(event)) {
    if (kind === 'messageFacts') continue;
    // A key that is used for the first time is not there: putting it spares the store a look-up.
    if (kind === 'sendKeys') views.put(kind, id, (change as Change)(undefined) ?? {});
    else views.upsert(kind, id, change as Change);
  }
}

/** The facts of `FactKinds`, one collection each, but for those of messages. */
export const messageFacts = defineProjection({
  name: 'messageFacts',
  version: 8,
  collections: {
    conversationFacts: { id: 'text' },
    sendKeys: { id: 'text' },
    flagFacts: { id: 'text' },
  },
  on: {
    MessageSent: changeFacts,
    ReactionAdded: changeFacts,
    MessagesMoved: changeFacts,
    MessagesDeleted: changeFacts,
    MessagesMarkedRead: changeFacts,
    MessagesMarkedUnread: changeFacts,
    MessagesStarred: changeFacts,
    MessagesUnstarred: changeFacts,
    MessagesCollapsed: changeFacts,
    MessagesUncollapsed: changeFacts,
  },
});

/** The projections that facts are read from. */
export const FACT_PROJECTIONS: readonly string[] = ['messages', messageFacts.name];

/** Facts of one kind in the order of the IDs; undefined where there is none. */
export async function factsOf<Kind extends keyof FactKinds>(
  documents: Documents,
  kind: Kind,
  ids: readonly (number | string)[],
): Promise<readonly (FactKinds[Kind] | undefined)[]> {
  if (kind !== 'messageFacts') return documents.load(kind, ids);
  const stored = await documents.load<MessageDocument>('messages', ids);
  return stored.map((message) => message && messageFactOf(message)) as (FactKinds[Kind] | undefined)[];
}

const attachedTo = (submessages: readonly Submessage[]) => ({
  count: submessages.length,
  characters: submessages.reduce((sum, { content }) => sum + content.length, 0),
  lastId: submessages.at(-1)?.submessageId ?? 0,
});

/** What a stored message is to decisions. */
const messageFactOf = (message: MessageDocument): MessageFact => ({
  senderId: message.senderId,
  conversation: conversationOf(message),
  reactions: message.reactions ?? [],
  ...(message.readBySender && { readBySender: true as const }),
  ...(message.submessages && { isWidget: true as const, attached: attachedTo(message.submessages) }),
  ...arrivalOf(message),
  ...callingOf(message),
  ...(message.editRevision !== undefined && { editRevision: message.editRevision }),
});
