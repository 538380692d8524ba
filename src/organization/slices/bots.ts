/** Bot settings beyond the account: defaults of requests, and services of outgoing webhooks. */
import type { MessageId, UserId } from '../../base/ids.ts';
import type { BotDefaults, BotService } from '../../events/bots.ts';
import type { AnyEvent } from '../../events/catalog.ts';
import { readErasable } from '../../events/define.ts';
import type { DeliveryId, WebhookTrigger } from '../../events/reactors.ts';
import { Bitset, idSet } from '../containers/bitset.ts';
import { cell, map } from '../containers/containers.ts';
import { slice } from '../containers/define.ts';

/** A bot's settings; `service` is null except for outgoing webhooks. */
interface BotSettings {
  readonly defaults: BotDefaults;
  readonly service: BotService | null;
  /** The receiver has stopped deliveries. */
  readonly isDisabled: boolean;
}

/** Bots without settings: the organization's own. */
const UNSET: BotSettings = {
  defaults: { sendingChannelId: null, eventsChannelId: null, allPublicChannels: false },
  service: null,
  isDisabled: false,
};

export const botsSlice = slice({
  version: 4,
  state: () => ({
    byId: map<UserId, BotSettings>(),
    /** Outgoing webhooks with an active receiver; checked for every message. */
    outgoing: cell(Bitset.of<UserId>(), idSet()),
    /** Time of the last report to a bot's owner that nobody receives its messages, in UNIX milliseconds. */
    lastReportAt: map<UserId, number>(),
  }),
  evolve: {
    BotSetUp(bots, { botId, defaults, service }) {
      bots.byId.set(botId, { defaults, service, isDisabled: false });
      if (service) bots.outgoing.set(bots.outgoing.get().with(botId));
    },
    BotDefaultChanged: (bots, { botId, property, newValue }) =>
      bots.byId.update(botId, (bot) => ({ ...bot, defaults: { ...bot.defaults, [property]: newValue } })),
    BotServiceUrlChanged: (bots, { botId, newBaseUrl }) =>
      bots.byId.update(botId, (bot) => ({
        ...bot,
        service: bot.service && { ...bot.service, baseUrl: newBaseUrl },
      })),
    BotMessageUndelivered: ({ lastReportAt }, { botId }, { metadata: { time } }) =>
      lastReportAt.set(botId, time),
    BotServiceDisabled(bots, { botId }) {
      bots.byId.update(botId, { isDisabled: true });
      bots.outgoing.set(bots.outgoing.get().without(botId));
    },
    BotServiceEnabled(bots, { botId }) {
      bots.byId.update(botId, { isDisabled: false });
      bots.outgoing.set(bots.outgoing.get().with(botId));
    },
  },
});

/** State with bots. */
interface WithBots {
  readonly bots: ReturnType<typeof botsSlice.state>;
}

/** A bot's settings. */
export const botSettings = ({ bots }: WithBots, botId: UserId): BotSettings => bots.byId.get(botId) ?? UNSET;

// The storage of bots: keys and the sizes of the values, not the values.

/** Key → characters of its value. */
type StoredSizes = ReadonlyMap<string, number>;

export const botStorageSlice = slice({
  version: 1,
  state: () => ({
    /** Pairs of keys and characters, by bot. */
    sizesOf: map<UserId, readonly (readonly [string, number])[]>(),
  }),
  evolve: {
    BotStorageWritten({ sizesOf }, { botId, entries }) {
      const sizes = new Map(sizesOf.get(botId));
      for (const [key, value] of readErasable(entries, [])) sizes.set(key, value.length);
      sizesOf.set(botId, [...sizes]);
    },
    BotStorageCleared({ sizesOf }, { botId, keys }) {
      const gone = new Set<string>(readErasable(keys, []));
      const left = (sizesOf.get(botId) ?? []).filter(([key]) => !gone.has(key));
      if (left.length > 0) sizesOf.set(botId, left);
      else sizesOf.delete(botId);
    },
  },
});

/** State with what bots have stored. */
interface WithBotStorage {
  readonly botStorage: ReturnType<typeof botStorageSlice.state>;
}

export const storedSizes = ({ botStorage }: WithBotStorage, botId: UserId): StoredSizes =>
  new Map(botStorage.sizesOf.get(botId));

// Deliveries of outgoing webhooks, folded from a stream `reactor-webhooks-{id}`.

/** One message for one receiver. */
export interface Delivery {
  readonly deliveryId: DeliveryId;
  readonly botId: UserId;
  readonly messageId: MessageId;
  readonly trigger: WebhookTrigger;
  /** Attempts since it was triggered or replayed. */
  readonly attempts: number;
}

/** A delivery and its attempts so far. */
export type AttemptCount = Pick<Delivery, 'deliveryId' | 'attempts'>;

/** A message and the receivers to notify. */
export interface Triggered {
  readonly messageId: MessageId;
  readonly trigger: WebhookTrigger;
  readonly deliveries: readonly { readonly deliveryId: DeliveryId; readonly botId: UserId }[];
}

/** A delivery to attempt. Times are UNIX milliseconds. */
export interface PendingDelivery extends Delivery {
  readonly status: 'pending';
  readonly triggeredAt: number;
  readonly nextAttemptAt: number;
  /** Why the last attempt failed; undefined before the first. */
  readonly failure: string | undefined;
  readonly isReported: boolean;
  /** Revision in the reactor's stream from which it is completely recorded. */
  readonly since: number;
}

/** A delivery after its last event. */
export type DeliveryState =
  | PendingDelivery
  | (Delivery & {
      readonly status: 'delivered';
      readonly endedAt: number;
      /** The receiver's status, and what was wrong with its answer. */
      readonly answer: number;
      readonly complaint: string | null;
    })
  | (Delivery & { readonly status: 'parked'; readonly endedAt: number; readonly reason: string });

/** A change of one delivery; deliveries that began before the events read are unknown. */
interface DeliveryChange {
  readonly deliveryId: DeliveryId;
  readonly change: (known: DeliveryState | undefined) => DeliveryState | undefined;
}

type DeliveryHandlers = {
  readonly [Type in AnyEvent['type']]?: (
    event: Extract<AnyEvent, { type: Type }>,
  ) => readonly DeliveryChange[];
};

const HANDLERS: DeliveryHandlers = {
  WebhooksTriggered: ({ data: { messageId, trigger, deliveries }, revision, metadata }) =>
    deliveries.map(({ deliveryId, botId }) => ({
      deliveryId,
      change: () => begun({ deliveryId, botId, messageId, trigger }, metadata.time, revision),
    })),
  WebhookDeliveryReplayed: ({ data, revision, metadata }) => [
    { deliveryId: data.deliveryId, change: () => begun(data, metadata.time, revision) },
  ],
  WebhookDeliveryFailed: ({ data }) => [
    {
      deliveryId: data.deliveryId,
      change: (known) =>
        known?.status !== 'pending'
          ? known
          : {
              ...known,
              attempts: data.attempts,
              nextAttemptAt: data.nextAttemptAt,
              failure: data.reason,
              isReported: data.isReported,
            },
    },
  ],
  WebhookDelivered: ({ data: { deliveryId, attempts, status, complaint }, metadata }) => [
    {
      deliveryId,
      change: (known) =>
        known && {
          ...identity(known),
          attempts,
          complaint,
          status: 'delivered',
          endedAt: metadata.time,
          answer: status,
        },
    },
  ],
  WebhookDeliveryParked: ({ data: { deliveryId, attempts, reason }, metadata }) => [
    {
      deliveryId,
      change: (known) =>
        known && {
          ...identity(known),
          attempts,
          reason,
          status: 'parked',
          endedAt: metadata.time,
        },
    },
  ],
};

const identity = ({ deliveryId, botId, messageId, trigger }: Delivery) => ({
  deliveryId,
  botId,
  messageId,
  trigger,
});

const begun = (
  delivery: Omit<Delivery, 'attempts'>,
  triggeredAt: number,
  since: number,
): PendingDelivery => ({
  ...delivery,
  status: 'pending',
  attempts: 0,
  triggeredAt,
  nextAttemptAt: triggeredAt,
  failure: undefined,
  isReported: false,
  since,
});

/** The changes of deliveries by an event. */
export function deliveryChanges(event: AnyEvent): readonly DeliveryChange[] {
  const handle = HANDLERS[event.type] as ((event: AnyEvent) => readonly DeliveryChange[]) | undefined;
  return handle?.(event) ?? [];
}
