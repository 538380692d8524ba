/** What decisions ask about messages, on disk: `organization/messageFacts.ts` says how events change it. */
import type { AnyEvent } from '../events/catalog.ts';
import { factChanges } from '../organization/messageFacts.ts';
import { defineProjection, type ViewWriter } from './define.ts';
import type { Document } from './store/readModels.ts';

type Change = (document: Document | undefined) => Document | undefined;

const changeFacts = (event: AnyEvent, views: ViewWriter): void => {
  for (const { kind, id, change } of factChanges(event)) views.upsert(kind, id, change as Change);
};

/** A new message and its key are facts that were not there: putting them spares the store a look-up each. */
function recordMessage(event: AnyEvent, views: ViewWriter): void {
  for (const { kind, id, change } of factChanges(event)) {
    if (kind === 'conversationFacts') views.upsert(kind, id, change as Change);
    else views.put(kind, id, (change as Change)(undefined) ?? {});
  }
}

/** The facts of `FactKinds`, one collection each. */
export const messageFacts = defineProjection({
  name: 'messageFacts',
  version: 2,
  collections: {
    messageFacts: { id: 'number' },
    conversationFacts: { id: 'text' },
    sendKeys: { id: 'text' },
    flagFacts: { id: 'text' },
  },
  on: {
    MessageSent: recordMessage,
    ReactionAdded: changeFacts,
    ReactionRemoved: changeFacts,
    SubmessageAdded: changeFacts,
    MessageEdited: changeFacts,
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
