/** Decisions about users' message flags. */
import { requireThat } from '../../base/errors.ts';
import type { ChannelId, MessageId, UserId } from '../../base/ids.ts';
import { newEvent } from '../../events/catalog.ts';
import { type Conversation, conversationKey, type UnreadConversation } from '../../events/messages.ts';
import { type Access, accessOf } from '../../organization/access/access.ts';
import { isTopicMuted, readableBy, receivedBy } from '../../organization/access/messageAccess.ts';
import { isReadByArchiving, isReadOnly } from '../../organization/slices/channels.ts';
import { type EditableFlag, flagsKey, rangesOf, UserMarks } from '../../organization/slices/flags.ts';
import type { MessageFact } from '../../organization/slices/messageFacts.ts';
import { isInitiallyRead } from '../../organization/slices/mutedUsers.ts';
import { isMentioned, type MentionFields, mentionFlagsFor } from '../../organization/slices/notifications.ts';
import { isSubscribed } from '../../organization/slices/subscriptions.ts';
import type { OrganizationState } from '../../organization/state.ts';
import { done, command, type DecidedEvent, type Facts, nothingToDo } from '../define.ts';

/** Messages whose flag is added or removed. */
export interface FlagChange {
  readonly messageIds: readonly MessageId[];
  readonly op: 'add' | 'remove';
  readonly flag: EditableFlag;
  /** Skips messages that are absent or unreadable instead of refusing. */
  readonly ifReadable?: boolean;
}

interface ChangedFlags {
  /** Messages whose flag has changed, ascending. */
  readonly changed: readonly MessageId[];
  /** Channels whose messages cannot become unread, because the caller is not subscribed; ascending. */
  readonly ignoredChannelIds: readonly ChannelId[];
}

/** A message as it is marked unread. */
export interface UnreadMessage extends MentionFields {
  readonly messageId: MessageId;
  readonly conversation: Conversation;
  readonly channelId: ChannelId | undefined;
  readonly participantIds: readonly UserId[] | undefined;
  readonly isReceived: boolean;
}

/** A requested message. */
type Flagged = MessageFact & UnreadMessage;

const factsNeeded = (messageIds: readonly MessageId[], actor: UserId | null) => ({
  messages: messageIds,
  flags: [...new Set(messageIds.map((messageId) => flagsKey(actor ?? NOBODY, messageId)))],
});
/** No user has this ID. */
const NOBODY = 0 as UserId;

/** Adds or removes one of the caller's flags on messages that the caller may read. */
export const changeFlags = command<FlagChange, ChangedFlags>({
  name: 'ChangeMessageFlags',
  needs: (_, { messageIds }, actor) => factsNeeded(messageIds, actor),
  decide(organization, { messageIds, op, flag, ifReadable = false }, { actor, facts }) {
    const access = accessOf(organization, actor);
    const messages = readableMessages(access, facts, messageIds, ifReadable);
    const userId = actor ?? NOBODY;
    const ignored = flag === 'read' && op === 'remove' ? channelsLeft(organization, userId, messages) : NONE;
    const marks = marksOf(organization, facts, userId);
    const changed = messages.filter(
      (message) =>
        marks.has(flag, message) !== (op === 'add') &&
        (message.channelId === undefined || !ignored.has(message.channelId)),
    );
    const result = {
      changed: changed.map(({ messageId }) => messageId),
      ignoredChannelIds: [...ignored].sort((one, other) => one - other),
    };
    if (changed.length === 0) return nothingToDo(result);
    return { events: [FLAG_EVENTS[flag][op](organization, userId, changed)], result };
  },
});

/**
 * Refuses what `changeFlags` would refuse and changes nothing: for checking before messages are processed in
 * parts.
 */
export const checkFlagChange = command<Pick<FlagChange, 'messageIds'>, void>({
  name: 'CheckFlagChange',
  needs: (_, { messageIds }, actor) => factsNeeded(messageIds, actor),
  decide(organization, { messageIds }, { actor, facts }) {
    readableMessages(accessOf(organization, actor), facts, messageIds);
    return nothingToDo(undefined);
  },
});

/** Marks all current messages as read. */
export const markAllRead = command<void, void>({
  name: 'MarkAllMessagesRead',
  decide(_, __, { actor, nextRevision }) {
    const everything = [1 as MessageId, nextRevision as MessageId] as const;
    return done(
      newEvent('MessagesMarkedRead', { userId: actor ?? NOBODY, messages: [everything], all: true }),
    );
  },
});

/** Marks what somebody left unread in a channel as read, whether or not they may still read it. */
export const markLeftRead = command<
  { readonly userId: UserId; readonly messageIds: readonly MessageId[] },
  void
>({
  name: 'MarkLeftMessagesRead',
  needs: (_, { userId, messageIds }) => factsNeeded(messageIds, userId),
  decide(_, { userId, messageIds }, { facts }) {
    const marks = new UserMarks(userId, (key) => facts.flags(key));
    const unread = messageIds.filter((id) => facts.message(id) !== undefined && !marks.has('read', id));
    if (unread.length === 0) return nothingToDo(undefined);
    return done(newEvent('MessagesMarkedRead', { userId, messages: rangesOf(unread) }));
  },
});

const NONE: ReadonlySet<ChannelId> = new Set();

/** The messages, each once and ascending; absent and unreadable ones are refused or skipped. */
function readableMessages(
  access: Access,
  facts: Facts,
  messageIds: readonly MessageId[],
  ifReadable = false,
): Flagged[] {
  const readable = readableBy(access);
  const received = receivedBy(access);
  const ascending = [...new Set(messageIds)].sort((one, other) => one - other);
  return ascending.flatMap((messageId) => {
    const fact = facts.message(messageId);
    const message = fact && { ...fact, messageId, ...channelOrParticipants(fact.conversation) };
    if (message && readable(message)) return [{ ...message, isReceived: received(message) }];
    requireThat(ifReadable, 'Invalid message(s)');
    return [];
  });
}

/** The conversation's channel or participants. */
export const channelOrParticipants = (conversation: Conversation) =>
  conversation.kind === 'channel'
    ? { channelId: conversation.channelId, participantIds: undefined }
    : { channelId: undefined, participantIds: conversation.participantIds };

/** Channels of the messages to which the user is not subscribed, or which are archived. */
const channelsLeft = (
  organization: OrganizationState,
  userId: UserId,
  messages: readonly Flagged[],
): ReadonlySet<ChannelId> =>
  new Set(
    messages.flatMap(({ channelId }) =>
      channelId === undefined ||
      (isSubscribed(organization, userId, channelId) && !isReadOnly(organization, channelId))
        ? []
        : [channelId],
    ),
  );

/** The messages' flags. Messages never received are read. */
function marksOf(organization: OrganizationState, facts: Facts, userId: UserId) {
  const marks = new UserMarks(userId, (key) => facts.flags(key));
  return {
    has: (flag: EditableFlag, message: Flagged): boolean =>
      flag === 'read'
        ? marks.isRead(
            message.messageId,
            isReadByArchiving(organization, message) ||
              isInitiallyRead(organization, userId, message) ||
              !message.isReceived,
          ) || isReadOnly(organization, message.channelId)
        : marks.has(flag, message.messageId),
  };
}

type FlagEvent = (
  organization: OrganizationState,
  userId: UserId,
  changed: readonly Flagged[],
) => DecidedEvent;

/** Events with nothing but the person and the messages. */
type PlainFlagEvent = `Messages${'MarkedRead' | 'Starred' | 'Unstarred' | 'Collapsed' | 'Uncollapsed'}`;

const simply =
  (type: PlainFlagEvent): FlagEvent =>
  (_, userId, changed) =>
    newEvent(type, { userId, messages: idRanges(changed) });

/** The name of the event that adds or removes a flag. */
const FLAG_EVENTS: Readonly<Record<EditableFlag, Readonly<Record<FlagChange['op'], FlagEvent>>>> = {
  read: { add: simply('MessagesMarkedRead'), remove: markedUnread },
  starred: { add: simply('MessagesStarred'), remove: simply('MessagesUnstarred') },
  collapsed: { add: simply('MessagesCollapsed'), remove: simply('MessagesUncollapsed') },
};

/** Clients learn the conversation of each message that is unread again, so the event contains it. */
export function markedUnread(
  organization: OrganizationState,
  userId: UserId,
  changed: readonly UnreadMessage[],
) {
  const conversations = new Map<string, UnreadMessage[]>();
  for (const message of changed) {
    const key = conversationKey(message.conversation);
    const others = conversations.get(key);
    if (others) others.push(message);
    else conversations.set(key, [message]);
  }
  const groups = [...conversations.values()];
  return newEvent('MessagesMarkedUnread', {
    userId,
    conversations: groups.map((messages) => unreadConversation(organization, userId, messages)),
    topics: groups.map(([message]) => topicOf(message)),
  });
}

function unreadConversation(
  organization: OrganizationState,
  userId: UserId,
  messages: readonly UnreadMessage[],
): UnreadConversation {
  const [first] = messages;
  const mentioning = messages.filter(
    (message) => message.isReceived && isMentioned(mentionFlagsFor(organization, userId, message)),
  );
  const { channelId, participantIds } = first ?? {};
  const isUnmuted = channelId !== undefined && !isTopicMuted(organization, userId, channelId, topicOf(first));
  return {
    ...(channelId === undefined ? { participantIds } : { channelId }),
    messages: idRanges(messages),
    ...(mentioning.length > 0 && { mentioning: idRanges(mentioning) }),
    unreceived: idRanges(messages.filter(({ isReceived }) => !isReceived)),
    ...(isUnmuted && { isUnmuted }),
  };
}

const idRanges = (messages: readonly UnreadMessage[]) => rangesOf(messages.map(({ messageId }) => messageId));

const topicOf = (message: UnreadMessage | undefined): string =>
  message?.conversation.kind === 'channel' ? message.conversation.topic : '';
