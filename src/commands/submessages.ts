/** Decisions about submessages: votes, options, tasks (spec/beyond.md 3.6). */
import { requireThat } from '../errors.ts';
import { SubmessageAdded } from '../events/submessages.ts';
import type { MessageId } from '../ids.ts';
import { command } from './define.ts';
import { otherReceivers, placeOf, changeableMessage } from './changeableMessage.ts';
import { policiesAfterParticipation } from './topics.ts';

export interface SubmessageInput {
  readonly messageId: MessageId;
  /** JSON text. */
  readonly content: string;
}

/** Adds a submessage to a message that the caller may read; the first one is for who wrote the message. */
export const addSubmessage = command<SubmessageInput, void>({
  name: 'AddSubmessage',
  needs: (_, { messageId }) => ({ messages: [messageId] }),
  decide(organization, { messageId, content }, context) {
    const { message, userId } = changeableMessage(organization, messageId, context);
    requireThat(
      message.isWidget === true || message.senderId === userId,
      'BAD_REQUEST',
      'You cannot attach a submessage to this message.',
    );
    requireThat(isJson(content), 'BAD_REQUEST', 'Invalid json for submessage');
    const said = { messageId, senderId: userId, messageType: 'widget', content } as const;
    const added = SubmessageAdded({ ...said, ...placeOf(message), ...otherReceivers(message) });
    const policies = policiesAfterParticipation(organization, userId, message.conversation);
    return { events: [added, ...policies], result: undefined };
  },
});

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
