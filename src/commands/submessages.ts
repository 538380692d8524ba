/** Decisions about submessages: votes, options, tasks. */
import { Refused, requireThat } from '../errors.ts';
import { SubmessageAdded } from '../events/submessages.ts';
import type { MessageId } from '../ids.ts';
import { command } from './define.ts';
import { otherRecipientFields, placeOf, changeableMessage } from './changeableMessage.ts';
import { policiesAfterParticipation } from './topics.ts';

export interface SubmessageInput {
  readonly messageId: MessageId;
  /** JSON text. */
  readonly content: string;
}

/** Submessages of one message and their characters, which are all sent with it. */
export const MAX_SUBMESSAGES = { count: 2_000, characters: 100_000 } as const;

/** Adds a submessage to a message that the caller may read; the first one must come from the author. */
export const addSubmessage = command<SubmessageInput, void>({
  name: 'AddSubmessage',
  needs: (_, { messageId }) => ({ messages: [messageId] }),
  decide(organization, { messageId, content }, context) {
    const { message, userId } = changeableMessage(organization, messageId, context);
    requireThat(
      message.isWidget === true || message.senderId === userId,
      'You cannot attach a submessage to this message.',
    );
    const { count, characters } = message.attached ?? { count: 0, characters: 0 };
    const fits = count < MAX_SUBMESSAGES.count && characters + content.length <= MAX_SUBMESSAGES.characters;
    requireThat(fits, 'Too much is attached to this message already.');
    const change = parsed(content);
    requireThat(
      message.senderId === userId || !TITLES.has(typeOf(change)),
      "You can't edit a question unless you are the author.",
    );
    const said = { messageId, senderId: userId, messageType: 'widget', content } as const;
    const added = SubmessageAdded({ ...said, ...placeOf(message), ...otherRecipientFields(message) });
    const policies = policiesAfterParticipation(organization, userId, message.conversation);
    return { events: [added, ...policies], result: undefined };
  },
});

/** Submessages that change the title of a poll or list, which only the author may do. */
const TITLES: ReadonlySet<unknown> = new Set(['question', 'new_task_list_title']);

const typeOf = (change: unknown): unknown =>
  typeof change === 'object' && change !== null && 'type' in change ? change.type : undefined;

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Refused('Invalid json for submessage');
  }
}
