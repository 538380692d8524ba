import type {
  LogFilter,
  Position,
  ReadAllOptions,
  StoredEvent,
  SubscribeOptions,
} from '../../../src/events/log/eventLog.ts';
import type { RunSubscriptionOptions } from '../../../src/events/log/subscription.ts';
import { sampleEvent } from '../../support/eventLogs.ts';

const matches = (event: StoredEvent, filter: LogFilter = {}): boolean =>
  (filter.streamPrefixes?.some((prefix) => event.stream.startsWith(prefix)) ?? true) &&
  (filter.types?.includes(event.type) ?? true);

/** A log in memory whose subscriptions do only what the test tells them to. */
export class FakeLog {
  readonly events: StoredEvent[] = [];
  /** What was asked of each subscription, oldest first. */
  readonly asked: SubscribeOptions[] = [];
  /** Numbers of the subscriptions that were stopped. */
  readonly stopped: number[] = [];
  unreachable = false;

  readonly port: RunSubscriptionOptions['log'] = {
    head: async () => {
      if (this.unreachable) throw new Error('out of reach');
      return this.events.at(-1)?.position ?? null;
    },
    readAll: (options) => this.#readAll(options),
    subscribeToAll: (options) => {
      if (this.unreachable) throw new Error('out of reach');
      const number = this.asked.push(options) - 1;
      return { stop: async () => void this.stopped.push(number) };
    },
  };

  get latest(): SubscribeOptions {
    const latest = this.asked.at(-1);
    if (!latest) throw new Error('nobody has subscribed');
    return latest;
  }

  /** Appends an event at a position, without telling any subscriber. */
  add(position: Position, stream = 'organization-1'): StoredEvent {
    const event = { ...sampleEvent(), stream, revision: this.events.length, position };
    this.events.push(event);
    return event;
  }

  async *#readAll({ after, upTo = Infinity, filter, limit = Infinity }: ReadAllOptions = {}) {
    const found = this.events.filter(
      (event) => event.position > (after ?? -Infinity) && event.position <= upTo && matches(event, filter),
    );
    if (found.length > 0) yield found.slice(0, limit);
  }
}
