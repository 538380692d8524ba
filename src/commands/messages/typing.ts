/**
 * Typing notifications, recorded beside presence. They ask for the right of what they announce: to send a message, or to
 * edit one.
 */
import { requireThat } from '../../base/errors.ts';
import type { MessageId, UserId } from '../../base/ids.ts';
import { type EphemeralEvents, newEvent } from '../../events/catalog.ts';
import type { DomainEventOf } from '../../events/define.ts';
import { type Conversation, conversationOf } from '../../events/messages.ts';
import type { ReportType } from '../../events/reactions.ts';
import { accessOf, type MessageLocation } from '../../organization/access/access.ts';
import { canCreateTopic } from '../../organization/access/channels.ts';
import { canInitiateDirect } from '../../organization/access/messages.ts';
import type { PresenceState } from '../../organization/presence.ts';
import type { ExcerptMessage } from '../../organization/slices/excerpts.ts';
import type { ConversationFact } from '../../organization/slices/messageFacts.ts';
import { settingsOf } from '../../organization/slices/organizations.ts';
import type { OrganizationState } from '../../organization/state.ts';
import { done, command, type Command, requireCaller } from '../define.ts';
import { refuseTooManyReports } from '../structureLimits.ts';
import { requireText } from '../text.ts';
import { requireEditor, requireNoWidget } from './edit.ts';
import { requireMaySendTo, requireMayUseTopic } from './postPermissions.ts';
import { requireExistingChannel, requireMaySendDirect, requireRecipients } from './posts.ts';

type TypingCommand<Input> = Command<Input, void, PresenceState, DomainEventOf<EphemeralEvents>>;

type Typing = EphemeralEvents['TypingNotified'];
type EditTyping = EphemeralEvents['EditTypingNotified'];

export const notifyTyping: TypingCommand<Typing> = {
  name: 'NotifyTyping',
  decide: (_presence, typing) => done(newEvent('TypingNotified', typing)),
};

export const notifyEditTyping: TypingCommand<EditTyping> = {
  name: 'NotifyEditTyping',
  decide: (_presence, typing) => done(newEvent('EditTypingNotified', typing)),
};

/** The conversation in which somebody is typing. */
type TypingConversation = Pick<Typing, 'participantIds' | 'channelId' | 'topic'>;

/**
 * A conversation in which a message is written; refused if it could not be sent, or if the person hides typing. `known` is
 * the conversation as it exists, and not needed for a sender who may begin it (`mayBegin`).
 */
export function typingIn(
  organization: OrganizationState,
  senderId: UserId,
  conversation: Conversation,
  known: ConversationFact | undefined,
): TypingConversation {
  if (conversation.kind === 'direct') {
    const { participantIds } = conversation;
    requireRecipients(organization, senderId, participantIds);
    requireMaySendDirect(organization, senderId, participantIds, known);
  } else {
    const channel = requireExistingChannel(organization, { id: conversation.channelId });
    requireMaySendTo(organization, senderId, channel);
    requireMayUseTopic(organization, senderId, channel, conversation.topic, known);
  }
  return shownTyping(organization, senderId, conversation);
}

/** Whether the sender may write the first message of a conversation, if they may write there at all. */
export function mayBegin(
  organization: OrganizationState,
  senderId: UserId,
  conversation: Conversation,
): boolean {
  if (conversation.kind === 'direct')
    return canInitiateDirect(organization, senderId, conversation.participantIds);
  const channel = organization.channels.byId.get(conversation.channelId);
  return channel !== undefined && canCreateTopic(organization, senderId, channel);
}

/** A message as far as editing it is concerned. */
type EditedMessage = Parameters<typeof conversationOf>[0] &
  MessageLocation &
  Pick<ExcerptMessage, 'senderId' | 'sentAt' | 'changes' | 'submessages'>;

/** The conversation of a message that is edited; refused if the edit would be. Times in UNIX milliseconds. */
export function typingEdit(
  organization: OrganizationState,
  { editorId, now }: { readonly editorId: UserId; readonly now: number },
  message: EditedMessage,
): TypingConversation {
  const isOpen = accessOf(organization, editorId).mayChangeMessage(message);
  requireThat(isOpen, 'Invalid message(s)');
  requireNoWidget(message);
  requireEditor({ organization, actor: editorId, now }, message);
  return shownTyping(organization, editorId, conversationOf(message));
}

/** Refuses people who hide that they type. */
function shownTyping(
  { users }: OrganizationState,
  senderId: UserId,
  conversation: Conversation,
): TypingConversation {
  const settings = users.byId.get(senderId)?.settings;
  if (conversation.kind === 'direct') {
    const isHidden = settings?.sendPrivateTypingNotifications === false;
    requireThat(!isHidden, 'User has disabled typing notifications for direct messages');
    return { participantIds: conversation.participantIds };
  }
  const isHidden = settings?.sendStreamTypingNotifications === false;
  requireThat(!isHidden, 'User has disabled typing notifications for stream messages');
  return { channelId: conversation.channelId, topic: conversation.topic };
}

// Decisions about reporting messages.

const MAX_DESCRIPTION_LENGTH = 1_000;

interface ReportInput {
  readonly messageId: MessageId;
  readonly senderId: UserId;
  /** The message as the caller reads it. */
  readonly content: string;
  readonly reportType: ReportType;
  readonly description: string;
}

/** Reports a message that the caller may read to the moderators. */
export const reportMessage = command<ReportInput, void>({
  name: 'ReportMessage',
  decide(organization, { description: given, ...report }, context) {
    const reporterId = requireCaller(context);
    const channelId = settingsOf(organization).moderationRequestChannelId;
    const off = 'Moderation request channel must be specified to enable message reporting.';
    requireThat(channelId !== null, off);
    const description = given.trim();
    requireText(description, MAX_DESCRIPTION_LENGTH, 'description');
    const isExplained = report.reportType !== 'other' || description !== '';
    requireThat(isExplained, 'An explanation is required.');
    refuseTooManyReports(organization, reporterId, context.now);
    return done(newEvent('MessageReported', { ...report, reporterId, channelId, description }));
  },
});
