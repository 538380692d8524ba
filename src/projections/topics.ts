/** The topics of a channel, as far as a viewer has messages in them (spec/beyond.md 5.1). */
import { conversationKey } from '../events/messages.ts';
import type { ChannelId, MessageId } from '../ids.ts';
import type { Access } from '../organization/access.ts';
import type { ConversationFact } from '../organization/messageFacts.ts';
import type { OrganizationState } from '../organization/state.ts';
import type { MessageInterval } from '../organization/subscriptions.ts';
import { type Documents, documentsOf } from './documents.ts';
import type { Views } from './views.ts';

interface ShownTopic {
  /** As it was first spelled; '' is the empty topic. */
  readonly name: string;
  /** The newest message that the viewer may read. */
  readonly lastMessageId: MessageId;
}

/** The topics of a channel in which the viewer may read anything, the one with the newest message first. */
export async function topicsOf(
  views: Views,
  access: Access,
  organization: OrganizationState,
  channelId: ChannelId,
): Promise<readonly ShownTopic[]> {
  const readable = access.readableIntervals(channelId);
  if (readable === 'none') return [];
  const documents = documentsOf(views, organization);
  const facts = await topicsWithMessages(documents, channelId);
  const shown = await Promise.all(
    facts.map(async (fact) => {
      const newest =
        readable === 'all' ? fact.lastMessageId : await newestIn(documents, channelId, fact, readable);
      return newest === undefined ? [] : [{ name: fact.topic, lastMessageId: newest }];
    }),
  );
  return shown.flat().sort((one, other) => other.lastMessageId - one.lastMessageId);
}

/** The keys of a channel's topics begin alike, so they lie side by side. */
async function topicsWithMessages(
  documents: Documents,
  channelId: ChannelId,
): Promise<readonly ConversationFact[]> {
  const first = conversationKey({ kind: 'channel', channelId, topic: '' });
  const range = { field: 'id', atLeast: first, below: after(first) };
  const found = await documents.find<ConversationFact>('conversationFacts', { range });
  return found.map(({ document }) => document);
}

/** The first text behind all that begin with this one. */
const after = (start: string): string =>
  start.slice(0, -1) + String.fromCodePoint((start.codePointAt(start.length - 1) ?? 0) + 1);

/** The newest message of a topic that was sent in one of the intervals, which are ascending. */
async function newestIn(
  documents: Documents,
  channelId: ChannelId,
  { topic, firstMessageId, lastMessageId }: ConversationFact,
  intervals: readonly MessageInterval[],
): Promise<MessageId | undefined> {
  const conversation = conversationKey({ kind: 'channel', channelId, topic });
  for (const { from, to } of [...intervals].reverse()) {
    if (from <= lastMessageId && lastMessageId <= to) return lastMessageId;
    if (lastMessageId < from || to < firstMessageId) continue;
    const range = { field: 'id', atLeast: from, atMost: to };
    const order = { field: 'id', direction: 'descending' } as const;
    const [found] = await documents.find('messages', { where: { conversation }, range, order, limit: 1 });
    if (found) return found.id as MessageId;
  }
  return undefined;
}
