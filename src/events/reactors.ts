import { z } from 'zod';
import { MessageId, UserId } from '../base/ids.ts';
import { defineEvents, eventType } from './define.ts';

/** Events of a reactor's progress in one organization, in the stream `reactor-{name}-{id}`. */
export const reactorEvents = defineEvents('reactor', 'counted', 'shared', {
  /** Everything up to this revision of the organization's stream has been handled; -1 is before the first. */
  ReactorCheckpointed: eventType(1, {
    revision: z.number().int().min(-1),
    /** Revision of this stream from which unfinished effects are recorded; absent if there are none. */
    pendingSinceRevision: z.number().int().min(0).optional(),
  }),
  /** An effect was refused, or failed too often: it is not tried again. */
  EffectAbandoned: eventType(1, { effectId: z.string(), reason: z.string() }),
});
export const { ReactorCheckpointed, EffectAbandoned } = reactorEvents.make;

/** Events of push notifications on devices, in the stream `reactor-pushed-{id}`. */
export const pushEvents = defineEvents('reactor', 'counted', 'shared', {
  /** The bouncer has accepted a message's notification for all active devices of these people. */
  MessagePushed: eventType(1, { messageId: MessageId, userIds: z.array(UserId).readonly() }),
  /** Notifications were withdrawn at the bouncer. */
  PushesWithdrawn: eventType(1, { userId: UserId, messageIds: z.array(MessageId).readonly() }),
});
export const { MessagePushed, PushesWithdrawn } = pushEvents.make;
