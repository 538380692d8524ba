/**
 * Facts about messages on disk; `organization/messageFacts.ts` defines how events change them. Conversations,
 * keys and flags are stored here; a message's fact comes from the `messages` view, so that it is stored once.
 */
import type { MessageId } from '../../base/ids.ts';
import type { AnyEvent } from '../../events/catalog.ts';
import { type Conversation, conversationKey, conversationOf } from '../../events/messages.ts';
import type { FlagsFact } from '../../organization/slices/flags.ts';
import {
  type ConversationFact,
  factChanges,
  type FactKinds,
  type MessageFact,
  type ScheduleKeyFact,
  type SendKeyFact,
} from '../../organization/slices/messageFacts.ts';
import { mentionFieldsOf } from '../../organization/slices/notifications.ts';
import { arrivalOf } from '../../organization/slices/subscriptions.ts';
import type { OrganizationState } from '../../organization/state.ts';
import { collection, type Collection, defineProjection, type ViewWriter } from '../running/define.ts';
import { type Documents, documentsOf, type Views } from '../running/views.ts';
import { type MessageDocument, messageDocuments, type Submessage } from './document.ts';

/** The facts of `FactKinds` stored here. */
const FACTS = {
  conversationFacts: collection<ConversationFact, string>('conversationFacts', { id: 'text' }),
  sendKeys: collection<SendKeyFact, string>('sendKeys', { id: 'text' }),
  scheduleKeys: collection<ScheduleKeyFact, string>('scheduleKeys', { id: 'text' }),
  flagFacts: collection<FlagsFact, string>('flagFacts', { id: 'text' }),
} as const;
export const { conversationFacts, flagFacts } = FACTS;

type FactUpdate = (document: object | undefined) => object | undefined;

function changeFacts(event: AnyEvent, views: ViewWriter): void {
  for (const { kind, id, change } of factChanges(event)) {
    if (kind === 'messageFacts') continue;
    // A new key has no document: writing it blindly saves the store a look-up.
    const facts: Collection = FACTS[kind];
    if (kind === 'sendKeys') views.put(facts, id, (change as FactUpdate)(undefined) ?? {});
    else views.upsert(facts, id, change as FactUpdate);
  }
}

/** The facts of `FactKinds`, one collection each, except those of messages. */
export const messageFacts = defineProjection({
  name: 'messageFacts',
  version: 11,
  collections: Object.values(FACTS),
  on: {
    MessageSent: changeFacts,
    MessageScheduled: changeFacts,
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

/** The projections that contain facts. */
export const FACT_PROJECTIONS: readonly string[] = ['messages', messageFacts.name];

/** Facts of one kind in the order of the IDs; undefined for missing ones. */
export async function findFacts<Kind extends keyof FactKinds>(
  documents: Documents,
  kind: Kind,
  ids: readonly (number | string)[],
): Promise<readonly (FactKinds[Kind] | undefined)[]> {
  const kept: Partial<Record<keyof FactKinds, Collection>> = FACTS;
  const facts = kept[kind];
  if (facts) return documents.load(facts as Collection<FactKinds[Kind]>, ids);
  const stored = await documents.load(messageDocuments, ids as readonly MessageId[]);
  return stored.map((message) => message && messageFactOf(message)) as (FactKinds[Kind] | undefined)[];
}

/** A topic or direct conversation as it exists; undefined without messages. */
export async function findConversation(
  views: Views,
  organization: OrganizationState,
  conversation: Conversation,
): Promise<ConversationFact | undefined> {
  const keys = [conversationKey(conversation)];
  return (await findFacts(documentsOf(views, organization), 'conversationFacts', keys))[0];
}

const attachedTo = (submessages: readonly Submessage[]) => ({
  count: submessages.length,
  characters: submessages.reduce((sum, { content }) => sum + content.length, 0),
  lastId: submessages.at(-1)?.submessageId ?? 0,
});

/** A stored message as decisions see it. */
const messageFactOf = (message: MessageDocument): MessageFact => ({
  senderId: message.senderId,
  conversation: conversationOf(message),
  reactions: message.reactions ?? [],
  ...(message.readBySender && { readBySender: true as const }),
  ...(message.isImported && { isImported: true as const }),
  ...(message.isReadByAll && { isReadByAll: true as const }),
  ...(message.submessages && { isWidget: true as const, attached: attachedTo(message.submessages) }),
  ...arrivalOf(message),
  ...mentionFieldsOf(message),
  ...(message.editRevision !== undefined && { editRevision: message.editRevision }),
});
