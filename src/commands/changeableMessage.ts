/** Finds the message that a command changes, if the caller may read it. */
import { Refused } from '../errors.ts';
import type { MessageId, UserId } from '../ids.ts';
import { accessOf } from '../organization/access.ts';
import type { MessageFact } from '../organization/messageFacts.ts';
import type { OrganizationState } from '../organization/state.ts';
import { arrivalOf } from '../organization/subscriptions.ts';
import type { DecisionContext } from './define.ts';

/**
 * Absent, hidden and archived messages are refused alike. The command must declare that it needs the fact.
 */
export function changeableMessage(
  organization: OrganizationState,
  messageId: MessageId,
  { actor, facts }: DecisionContext,
): { message: MessageFact; userId: UserId } {
  const message = facts.message(messageId);
  const access = accessOf(organization, actor);
  const isOpen = message && access.mayChangeMessage({ ...message, ...placeOf(message), messageId });
  if (!isOpen || actor === null) throw new Refused('Invalid message(s)');
  return { message, userId: actor };
}

/** The message's conversation as fields of an event. */
export const placeOf = ({ conversation }: MessageFact) =>
  conversation.kind === 'channel'
    ? { channelId: conversation.channelId, topic: conversation.topic }
    : { participantIds: conversation.participantIds };

/** Recipients other than the channel's subscribers, as fields of an event. */
export const otherRecipientFields = (message: MessageFact) => ({
  ...(message.mentionedUserIds && { mentionedUserIds: message.mentionedUserIds }),
  ...arrivalOf(message),
});
