/** Recording of reactors' progress, each in a stream of its own. */
import type { MessageId, UserId } from '../base/ids.ts';
import { newEvent, type ReactorEvents } from '../events/catalog.ts';
import type { DomainEventOf } from '../events/define.ts';
import { pendingSince, type ReactorState } from '../organization/reactors.ts';
import type { AttemptCount, Delivery, Triggered } from '../organization/slices/bots.ts';
import { done, type Command, nothingToDo } from './define.ts';

/** A command on a reactor's recorded state. */
export type ReactorCommand<Input, Result = void> = Command<
  Input,
  Result,
  ReactorState,
  DomainEventOf<ReactorEvents>
>;

/** Everything up to a revision of the organization's stream has been handled; never goes back. */
export const checkpointReactor: ReactorCommand<{ readonly revision: number }> = {
  name: 'CheckpointReactor',
  decide(state, { revision }) {
    if (state.checkpoint !== undefined && state.checkpoint >= revision) return nothingToDo(undefined);
    const since = pendingSince(state);
    const open = since !== undefined && { pendingSinceRevision: since };
    return done(newEvent('ReactorCheckpointed', { revision, ...open }));
  },
};

/** An effect is given up. */
export const abandonEffect: ReactorCommand<{ readonly effectId: string; readonly reason: string }> = {
  name: 'AbandonEffect',
  decide({ abandoned }, { effectId, reason }) {
    if (abandoned.has(effectId)) return nothingToDo(undefined);
    return done(newEvent('EffectAbandoned', { effectId, reason }));
  },
};

// Recording deliveries of outgoing webhooks, in the stream `reactor-webhooks-{id}`.

/** Pending deliveries per bot; more are parked, because their receiver has been down for long. */
export const MAX_PENDING_PER_BOT = 10_000;

/** A message triggers webhooks once. Returns whether this call was the first, since two nodes may try. */
export const triggerWebhooks: ReactorCommand<Triggered, { readonly isFirst: boolean }> = {
  name: 'TriggerWebhooks',
  decide(state, input) {
    const { messageId, trigger, deliveries } = input;
    const known = Math.max(state.triggeredUpTo, (state.checkpoint ?? -1) + 1);
    if (messageId <= known) return nothingToDo({ isFirst: false });
    const parked = deliveries.filter(({ botId }) => isCrowded(state, botId));
    const reason = 'too many deliveries are waiting for its receiver';
    return {
      events: [
        newEvent('WebhooksTriggered', { messageId, trigger, deliveries }),
        ...parked.map((delivery) =>
          newEvent('WebhookDeliveryParked', { ...delivery, messageId, attempts: 0, reason }),
        ),
      ],
      result: { isFirst: true },
    };
  },
};

function isCrowded({ pending }: ReactorState, botId: UserId): boolean {
  if (pending.size < MAX_PENDING_PER_BOT) return false;
  let count = 0;
  for (const delivery of pending.values()) if (delivery.botId === botId) count += 1;
  return count >= MAX_PENDING_PER_BOT;
}

/** A receiver has accepted a delivery. */
export const recordDelivered: DeliveryCommand<{
  readonly status: number;
  readonly replyId: MessageId | null;
  readonly complaint: string | null;
}> = {
  name: 'RecordDelivered',
  decide: (state, { status, replyId, complaint, ...delivery }) =>
    ofPending(state, delivery, (made) =>
      newEvent('WebhookDelivered', { ...made, status, replyId, complaint }),
    ),
};

/** An attempt has failed, and another one is due. */
export const recordFailed: DeliveryCommand<{
  readonly reason: string;
  readonly nextAttemptAt: number;
  readonly isReported: boolean;
}> = {
  name: 'RecordFailed',
  decide(state, { reason, nextAttemptAt, isReported, ...delivery }) {
    const isKnown = state.pending.get(delivery.deliveryId)?.attempts === delivery.attempts;
    if (isKnown) return nothingToDo(undefined);
    return ofPending(state, delivery, (made) =>
      newEvent('WebhookDeliveryFailed', { ...made, reason, nextAttemptAt, isReported }),
    );
  },
};

/** A delivery is given up for now. */
export const parkDelivery: DeliveryCommand<{ readonly reason: string }> = {
  name: 'ParkDelivery',
  decide: (state, { reason, ...delivery }) =>
    ofPending(state, delivery, (made) => newEvent('WebhookDeliveryParked', { ...made, reason })),
};

/** Retries a parked or delivered delivery; one that is pending just continues. */
export const replayDelivery: ReactorCommand<Omit<Delivery, 'attempts'>> = {
  name: 'ReplayDelivery',
  decide(state, { deliveryId, botId, messageId, trigger }) {
    if (state.pending.has(deliveryId)) return nothingToDo(undefined);
    const events = [newEvent('WebhookDeliveryReplayed', { deliveryId, botId, messageId, trigger })];
    return done(...events);
  },
};

type DeliveryCommand<More> = ReactorCommand<AttemptCount & More>;

/** A delivery that has ended meanwhile, or was attempted elsewhere, stays as it is. */
function ofPending<Event>(
  { pending }: ReactorState,
  { deliveryId, attempts }: AttemptCount,
  event: (made: Omit<Delivery, 'trigger'>) => Event,
) {
  const known = pending.get(deliveryId);
  if (known === undefined || known.attempts > attempts) return nothingToDo(undefined);
  const { botId, messageId } = known;
  return done(event({ deliveryId, botId, messageId, attempts }));
}
