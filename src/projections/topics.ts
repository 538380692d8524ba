/** The topics of a channel, as far as a viewer has messages in them (spec/beyond.md 5.1). */
import { conversationKey } from '../events/messages.ts';
import type { ChannelId, MessageId } from '../ids.ts';
import type { Access } from '../organization/access.ts';
import type { ConversationFact } from '../organization/messageFacts.ts';
import type { OrganizationState } from '../organization/state.ts';
import type { MessageInterval } from '../organization/subscriptions.ts';
import type { Documents } from './documents.ts';
import type { StoredMessage } from './messages/document.ts';
import { readMessages } from './messages/reading.ts';
import { BEYOND_NEWEST, broughtTo } from './messages/stretches.ts';
import { type Viewer, viewerOf } from './messages/viewer.ts';
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
  const viewer = viewerOf(views, access, organization);
  const newestIn = readable === 'all' ? newestOfAll : await newestReached(viewer, channelId, readable);
  const facts = await topicsWithMessages(viewer.documents, channelId);
  const shown = await Promise.all(
    facts.map(async (fact) => {
      const newest = await newestIn(fact);
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

/** The newest message of a topic, as far as it is shown. */
type NewestIn = (topic: ConversationFact) => Promise<MessageId | undefined>;

const newestOfAll: NewestIn = async ({ lastMessageId }) => lastMessageId;

/** In a protected history: what came here while the viewer was here, and what was moved here and he has received. */
async function newestReached(
  viewer: Viewer,
  channelId: ChannelId,
  intervals: readonly MessageInterval[],
): Promise<NewestIn> {
  const newest = { direction: 'descending', start: BEYOND_NEWEST } as const;
  const shows = (message: StoredMessage): boolean => viewer.access.mayReadMessage(message);
  const all = { stretches: await broughtTo(viewer, channelId), wanted: Infinity };
  const brought = await readMessages(viewer.documents, { ...newest, ...all, shows });
  const newestBrought = new Map(
    brought.reverse().map(({ conversation, messageId }) => [conversation, messageId] as const),
  );
  return async ({ topic, firstMessageId, lastMessageId }) => {
    const conversation = conversationKey({ kind: 'channel', channelId, topic });
    const stretches = intervals
      .filter(({ from, to }) => from <= lastMessageId && firstMessageId <= to)
      .map((interval) => ({ where: { conversation }, ...interval }));
    const [came] = await readMessages(viewer.documents, { ...newest, stretches, wanted: 1, shows });
    const ids = [came?.messageId, newestBrought.get(conversation)].filter((id) => id !== undefined);
    return ids.length === 0 ? undefined : (Math.max(...ids) as MessageId);
  };
}
