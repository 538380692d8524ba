/** Recording of push notifications. */
import type { ReactorEvents } from '../events/catalog.ts';
import type { DomainEventOf } from '../events/define.ts';
import { MessagePushed, PushesTakenBack } from '../events/pushes.ts';
import type { MessageId, UserId } from '../ids.ts';
import type { PushedState } from '../organization/pushes.ts';
import { type Command, nothingToDo } from './define.ts';

type PushCommand<Input> = Command<Input, void, PushedState, DomainEventOf<ReactorEvents>>;

/** A message was pushed to people; those recorded earlier are ignored. */
export const recordPushed: PushCommand<{
  readonly messageId: MessageId;
  readonly userIds: readonly UserId[];
}> = {
  name: 'RecordPushed',
  decide(pushed, { messageId, userIds }) {
    const others = userIds.filter((userId) => !pushed.shownTo(userId).includes(messageId));
    if (others.length === 0) return nothingToDo(undefined);
    return { events: [MessagePushed({ messageId, userIds: others })], result: undefined };
  },
};

/** Notifications were withdrawn from somebody's devices. */
export const recordWithdrawn: PushCommand<{
  readonly userId: UserId;
  readonly messageIds: readonly MessageId[];
}> = {
  name: 'RecordTakenBack',
  decide(pushed, { userId, messageIds }) {
    const shown = pushed.shownTo(userId).filter((messageId) => messageIds.includes(messageId));
    if (shown.length === 0) return nothingToDo(undefined);
    return { events: [PushesTakenBack({ userId, messageIds: shown })], result: undefined };
  },
};
