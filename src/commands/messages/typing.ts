/** Typing notifications: checked like a message, and recorded beside presence. */
import { requireThat } from '../../base/errors.ts';
import type { ChannelId, MessageId, UserId } from '../../base/ids.ts';
import { type EphemeralEvents, newEvent } from '../../events/catalog.ts';
import type { DomainEventOf } from '../../events/define.ts';
import type { ReportType } from '../../events/reactions.ts';
import type { PresenceState } from '../../organization/presence.ts';
import { settingsOf } from '../../organization/slices/organizations.ts';
import type { OrganizationState } from '../../organization/state.ts';
import { done, command, type Command, requireCaller } from '../define.ts';
import { requireText } from '../text.ts';
import { requireMaySendTo } from './postPermissions.ts';
import { participantsOf, requireExistingChannel, requireRecipients } from './posts.ts';

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

/** A direct conversation; refused if a message could not be sent, or if the person hides typing. */
export function directTyping(
  organization: OrganizationState,
  senderId: UserId,
  recipientIds: readonly UserId[],
): TypingConversation {
  requireThat(recipientIds.length > 0, "Empty 'to' list");
  requireRecipients(organization, senderId, recipientIds);
  requireThat(
    settingOf(organization, senderId, 'sendPrivateTypingNotifications'),
    'User has disabled typing notifications for direct messages',
  );
  return { participantIds: participantsOf(senderId, recipientIds) };
}

/** A topic of a channel; refused likewise. */
export function channelTyping(
  organization: OrganizationState,
  senderId: UserId,
  channelId: ChannelId,
  topic: string,
): TypingConversation {
  requireMaySendTo(organization, senderId, requireExistingChannel(organization, { id: channelId }));
  requireThat(
    settingOf(organization, senderId, 'sendStreamTypingNotifications'),
    'User has disabled typing notifications for stream messages',
  );
  return { channelId, topic };
}

const settingOf = (
  { users }: OrganizationState,
  userId: UserId,
  name: 'sendPrivateTypingNotifications' | 'sendStreamTypingNotifications',
): boolean => users.byId.get(userId)?.settings[name] !== false;

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
    return done(newEvent('MessageReported', { ...report, reporterId, channelId, description }));
  },
});
