/**
 * What all projections are fed by: one follower of the log. It delivers to each follower without waiting for the slow ones: a
 * follower that falls too far behind reads the log on its own until it has caught up.
 */
import { inSeconds } from '../../clock.ts';
import type { LogFilter, Position } from '../../events/log/eventLog.ts';
import type { Follower } from '../../events/log/follower.ts';
import type { Tail } from '../../events/log/tail.ts';
import { LoggedEvent } from './batch.ts';
import type { ProjectionLogger } from './logLines.ts';

/** The streams that projections learn from. */
export const PROJECTED_STREAMS: LogFilter = { streamPrefixes: ['organization-', 'server'] };

/** Who is fed. `offer` never waits; `hasRoom` resolves when more would be welcome. */
export interface Listener {
  offer(events: readonly LoggedEvent[]): void;
  hasRoom(): Promise<void>;
}

interface SubscriptionParts {
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

  /** Whether delivery has reached the head of the log and follows it. */
  get level(): boolean {
    return this.#follower?.caughtUp ?? false;
  }

  /** Delivery begins after the position; listeners that are further ignore what they have seen. */
  start({ tail, logger }: SubscriptionParts, after: Position | null): void {
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
      onRetry: (err, delay) =>
        logger.warn(
          { event: 'log.read_failed', err, delay },
          `The views cannot read the event log; next attempt in ${inSeconds(delay)}.`,
        ),
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

  /** The fastest listener sets the pace: one that is slow or stuck holds nobody up. */
  async #deliver(events: readonly LoggedEvent[]): Promise<void> {
    this.#position = events.at(-1)?.stored.position ?? this.#position;
    for (const listener of this.#listeners) listener.offer(events);
    if (this.#listeners.size > 0)
      await Promise.race([...this.#listeners].map((listener) => listener.hasRoom()));
  }
}
