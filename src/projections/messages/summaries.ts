/** Message summaries for a starting client: unread and starred messages, and recent conversations. */
import type { ChannelId, MessageId, UserId } from '../../base/ids.ts';
import type { Access } from '../../organization/access/access.ts';
import type { OrganizationState } from '../../organization/state.ts';
import type { Views } from '../running/views.ts';
import type { StoredMessage } from './document.ts';
import { prepareSearch } from './search.ts';
import { createViewer } from './viewerFlags.ts';

/** Unread messages in a channel's topic, ascending. */
interface UnreadTopic {
  readonly channelId: ChannelId;
  /** As the oldest of them spells it. */
  readonly topic: string;
  readonly messageIds: readonly MessageId[];
}

interface UnreadDirect {
  /** The viewer included, ascending. */
  readonly participantIds: readonly UserId[];
  readonly messageIds: readonly MessageId[];
}

export interface UnreadMessages {
  /** Without messages muted by topic or channel. */
  readonly count: number;
  readonly topics: readonly UnreadTopic[];
  readonly direct: readonly UnreadDirect[];
  /** Messages that mention the viewer directly, or by a wildcard where not muted. */
  readonly mentioning: readonly MessageId[];
  /** Whether older ones were left out. */
  readonly lacksOlder: boolean;
}

/** A viewer, and the last message to consider. */
interface SummaryScope {
  readonly views: Views;
  readonly access: Access;
  readonly organization: OrganizationState;
  readonly last: number;
}

const MAX_UNREAD_MESSAGES = 50_000;
const MAX_COUNTED_UNREAD = 1_000;
const MAX_DIRECT_MESSAGES = 1_000;

/** The viewer's unread messages, among the last 50,000. */
export async function findUnread(scope: SummaryScope): Promise<UnreadMessages> {
  const search = await prepareSearch(viewer(scope), [{ kind: 'unread' }]);
  const found = await search.read('descending', scope.last, MAX_UNREAD_MESSAGES);
  const messages = found.reverse();
  const { personal } = search;
  const unmuted = messages.filter((message) => !personal.isMuted(message));
  const isUnmuted = new Set(unmuted.map(({ messageId }) => messageId));
  const calls = messages.filter((message) => {
    const { mentioned, channelWildcardMentioned, topicWildcardMentioned } = personal.flagsOf(message);
    return (
      mentioned || (isUnmuted.has(message.messageId) && (channelWildcardMentioned || topicWildcardMentioned))
    );
  });
  const conversations = byConversation(messages);
  return {
    count: unmuted.length,
    topics: conversations.flatMap(([{ channelId, topic = '' }, messageIds]) =>
      channelId === undefined ? [] : [{ channelId, topic, messageIds }],
    ),
    direct: conversations.flatMap(([{ participantIds }, messageIds]) =>
      participantIds === undefined ? [] : [{ participantIds, messageIds }],
    ),
    mentioning: calls.map(({ messageId }) => messageId),
    lacksOlder: search.stoppedAt !== undefined || messages.length >= MAX_UNREAD_MESSAGES,
  };
}

/** The number of the viewer's last 1,000 unread messages that are not muted. */
export async function countUnread(scope: SummaryScope): Promise<number> {
  const { read, personal } = await prepareSearch(viewer(scope), [{ kind: 'unread' }]);
  const found = await read('descending', scope.last, MAX_COUNTED_UNREAD);
  return found.filter((message) => !personal.isMuted(message)).length;
}

/** The first message of each conversation, and the IDs of all. */
function byConversation(messages: readonly StoredMessage[]) {
  const conversations = new Map<string, readonly [StoredMessage, MessageId[]]>();
  for (const message of messages) {
    const known = conversations.get(message.conversation);
    if (known) known[1].push(message.messageId);
    else conversations.set(message.conversation, [message, [message.messageId]]);
  }
  return [...conversations.values()];
}

/** The starred messages that the viewer may read, ascending. */
export async function findStarred(scope: SummaryScope): Promise<readonly MessageId[]> {
  const search = await prepareSearch(viewer(scope), [{ kind: 'starred' }]);
  const starred = await search.read('descending', scope.last, Infinity);
  return starred.map(({ messageId }) => messageId).reverse();
}

/**
 * The viewer's conversations among the last 1,000 direct messages, with the newest message of each, newest
 * first.
 */
export async function findRecentConversations(
  scope: SummaryScope,
): Promise<readonly { readonly participantIds: readonly UserId[]; readonly newestId: MessageId }[]> {
  const search = await prepareSearch(viewer(scope), [{ kind: 'direct' }]);
  const messages = await search.read('descending', scope.last, MAX_DIRECT_MESSAGES);
  return byConversation(messages).map(([{ participantIds = [], messageId }]) => ({
    participantIds,
    newestId: messageId,
  }));
}

/** The newest message that the viewer has received. */
export async function findNewestMessage(scope: SummaryScope): Promise<MessageId | undefined> {
  const search = await prepareSearch(viewer(scope), []);
  const [newest] = await search.read('descending', scope.last, 1);
  return newest?.messageId;
}

const viewer = ({ views, access, organization }: SummaryScope) => createViewer(views, access, organization);
