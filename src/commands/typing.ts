/** Typing notifications: checked like a message, and recorded beside presence. */
import { requireThat } from '../errors.ts';
import type { EphemeralEvents } from '../events/catalog.ts';
import type { DomainEventOf } from '../events/define.ts';
import { EditTypingNotified, TypingNotified } from '../events/typing.ts';
import type { ChannelId, UserId } from '../ids.ts';
import type { OrganizationState } from '../organization/state.ts';
import type { PresenceState } from '../organization/presence.ts';
import type { Command } from './define.ts';
import { requireExistingChannel, participantsOf, requireRecipients } from './messages/addressee.ts';
import { requireMaySendTo } from './messages/reach.ts';

type TypingCommand<Input> = Command<Input, void, PresenceState, DomainEventOf<EphemeralEvents>>;

type Typing = EphemeralEvents['TypingNotified'];
type EditTyping = EphemeralEvents['EditTypingNotified'];

export const notifyTyping: TypingCommand<Typing> = {
  name: 'NotifyTyping',
  decide: (_presence, typing) => ({ events: [TypingNotified(typing)], result: undefined }),
};

export const notifyEditTyping: TypingCommand<EditTyping> = {
  name: 'NotifyEditTyping',
  decide: (_presence, typing) => ({ events: [EditTypingNotified(typing)], result: undefined }),
};

/** Where somebody is typing. */
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
