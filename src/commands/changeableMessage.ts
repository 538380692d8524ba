/** The message that a command changes something of, for anybody who may read it. */
import { Refused } from '../errors.ts';
import type { MessageId, UserId } from '../ids.ts';
import { accessOf } from '../organization/access.ts';
import type { MessageFact } from '../organization/messageFacts.ts';
import type { OrganizationState } from '../organization/state.ts';
import { arrivalOf } from '../organization/subscriptions.ts';
import type { DecisionContext } from './define.ts';

/** Absent, hidden and archived messages are refused alike. The command declares that it needs the fact. */
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

/** Where a message was said, as fields of an event. */
export const placeOf = ({ conversation }: MessageFact) =>
  conversation.kind === 'channel'
    ? { channelId: conversation.channelId, topic: conversation.topic }
    : { participantIds: conversation.participantIds };

/** Who has received it otherwise than as a follower of its channel, as fields of an event. */
export const otherReceivers = (message: MessageFact) => ({
  ...(message.mentionedUserIds && { mentionedUserIds: message.mentionedUserIds }),
  ...arrivalOf(message),
});
