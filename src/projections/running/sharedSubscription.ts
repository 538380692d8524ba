/**
 * The subscription shared by all projections: one follower of the log. It delivers without waiting for slow
 * projections: one that falls too far behind reads the log itself until it has caught up.
 */
import { logRetries } from '../../base/clock.ts';
import type { LogFilter, Position } from '../../events/log/eventLog.ts';
import type { Follower } from '../../events/log/follower.ts';
import type { Tail } from '../../events/log/tail.ts';
import { LoggedEvent } from './batch.ts';
import type { ProjectionLogger } from './logLines.ts';

/** The streams that projections read. */
export const PROJECTED_STREAMS: LogFilter = { streamPrefixes: ['organization-', 'server'] };

/** A receiver of events. `offer` never waits; `hasRoom` resolves when it can take more. */
export interface Listener {
  offer(events: readonly LoggedEvent[]): void;
  hasRoom(): Promise<void>;
}

interface SubscriptionDependencies {
  readonly tail: Tail;
  readonly logger: ProjectionLogger;
}

export class SharedSubscription {
  readonly #listeners = new Set<Listener>();
  #position: Position | null = null;
  #follower: Follower | undefined;

  /** Everything up to here has been offered to the listeners. */
  get position(): Position | null {
    return this.#position;
  }

  /** Whether delivery has reached the head of the log. */
  get level(): boolean {
    return this.#follower?.caughtUp ?? false;
  }

  /** Delivery begins after the position; listeners that are further ignore earlier events. */
  start({ tail, logger }: SubscriptionDependencies, after: Position | null): void {
    this.#position = after;
    this.#follower = tail.follow({
      after,
      filter: PROJECTED_STREAMS,
      onEvents: (events) => this.#deliver(LoggedEvent.all(events)),
      onHandlerError: (err) =>
        logger.error(
          { event: 'projections.stopped', err },
          'The views no longer follow the event log: restart the server.',
        ),
      onRetry: logRetries(logger, 'The views'),
    });
  }

  join(listener: Listener): void {
    this.#listeners.add(listener);
  }

  leave(listener: Listener): void {
    this.#listeners.delete(listener);
  }

  async stop(): Promise<void> {
    await this.#follower?.stop();
  }

  /** The fastest listener sets the pace: slow or stuck ones delay nobody. */
  async #deliver(events: readonly LoggedEvent[]): Promise<void> {
    this.#position = events.at(-1)?.stored.position ?? this.#position;
    for (const listener of this.#listeners) listener.offer(events);
    if (this.#listeners.size > 0)
      await Promise.race([...this.#listeners].map((listener) => listener.hasRoom()));
  }
}
