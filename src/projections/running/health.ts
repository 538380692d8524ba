/**
 * The health of projections. The lag is a number of events, which are counted: positions have gaps on
 * every engine.
 */
import { type Clock, pause } from '../../base/clock.ts';
import type { EventLog, Position } from '../../events/log/eventLog.ts';
import type { Tail } from '../../events/log/tail.ts';
import type { ProjectionSupervisor } from './projectionSupervisor.ts';
import type { Quarantine } from './quarantine.ts';
import { PROJECTED_STREAMS, type SharedSubscription } from './sharedSubscription.ts';

/**
 * The health of one projection. Its lag: events that it has still to take, up to MOST_COUNTED; milliseconds
 * since it was last level with the subscription.
 */
export interface ProjectionHealth {
  readonly projection: string;
  readonly version: number;
  readonly generation?: number;
  readonly state: 'building' | 'live' | 'behind' | 'unavailable';
  readonly rebuilding: boolean;
  readonly position: Position | null;
  readonly lag: { readonly events: number; readonly milliseconds: number };
  readonly quarantined: readonly Quarantine[];
  readonly failure?: string;
}

/** The greatest lag reported, in events: a projection that is further behind reports this number. */
export const MOST_COUNTED = 20_000;

/** Milliseconds for which a count from the log stays valid, and for which callers wait for one. */
const VALID_MS = 10_000;
const COUNT_TIMEOUT_MS = 500;

/** Events after a position that projections read, up to another position and to MOST_COUNTED. */
export async function eventsAfter(
  log: Pick<EventLog, 'readAll'>,
  after: Position | null,
  upTo: Position,
): Promise<number> {
  let events = 0;
  const span = { after, upTo, filter: PROJECTED_STREAMS, limit: MOST_COUNTED };
  for await (const page of log.readAll(span)) events += page.length;
  return events;
}

interface Counted {
  readonly after: Position | null;
  readonly events: number;
  readonly at: number;
}

interface LagParts {
  readonly tail: Pick<Tail, 'head' | 'keptPage'>;
  readonly log: Pick<EventLog, 'readAll'>;
  readonly clock: Clock;
}

/** Counts for the projections of a running server: from the tail's memory, and rarely from the log. */
export class LagCounter {
  readonly #with: LagParts;
  readonly #counted = new Map<string, Counted>();
  readonly #counting = new Map<string, Promise<void>>();

  constructor(parts: LagParts) {
    this.#with = parts;
  }

  /** The events that a projection at a position has still to take; MOST_COUNTED while that is not known. */
  async of(projection: string, after: Position | null): Promise<number> {
    const upTo = this.#with.tail.head;
    if ((after ?? -1) >= upTo) return 0;
    const kept = this.#keptEvents(after, upTo);
    if (kept !== undefined) return kept;
    if (!this.#stands(projection, after)) await this.#count(projection, after, upTo);
    return this.#counted.get(projection)?.events ?? MOST_COUNTED;
  }

  #keptEvents(after: Position | null, upTo: Position): number | undefined {
    let events = 0;
    for (let from = after ?? -1; from < upTo && events < MOST_COUNTED;) {
      const page = this.#with.tail.keptPage({ after: from, upTo, filter: PROJECTED_STREAMS });
      if (page === undefined) return undefined;
      events += page.events.length;
      from = page.scanned;
    }
    return events;
  }

  /** New events only add to a count. */
  #stands(projection: string, after: Position | null): boolean {
    const known = this.#counted.get(projection);
    if (known === undefined) return false;
    const isFull = known.after === after && known.events >= MOST_COUNTED;
    return isFull || this.#with.clock.monotonic() - known.at < VALID_MS;
  }

  /** The caller does not wait for a log that does not answer. */
  async #count(projection: string, after: Position | null, upTo: Position): Promise<void> {
    const { log, clock } = this.#with;
    const counting =
      this.#counting.get(projection) ??
      eventsAfter(log, after, upTo)
        .then((events) => void this.#counted.set(projection, { after, events, at: clock.monotonic() }))
        .catch(() => {}) // reading the views reports the cause
        .finally(() => this.#counting.delete(projection));
    this.#counting.set(projection, counting);
    await Promise.race([counting, pause(clock, COUNT_TIMEOUT_MS)]);
  }
}

interface HealthParts {
  readonly tail: Pick<Tail, 'head'>;
  readonly feed: SharedSubscription;
  readonly lag: LagCounter;
}

export async function healthOf(
  { projection, follower, rebuilding }: ProjectionSupervisor,
  { tail, feed, lag }: HealthParts,
): Promise<ProjectionHealth> {
  const { name, version } = projection;
  const position = follower?.writer.position ?? null;
  const common = { projection: name, version, rebuilding, position };
  if (!follower) {
    const events = await lag.of(name, position);
    return { ...common, state: 'building', lag: { events, milliseconds: 0 }, quarantined: [] };
  }
  // A generation just filled up to the head lacks nothing, even if the subscription is not there yet.
  const isLevel = (position ?? -1) >= tail.head || (feed.level && follower.isLevel);
  const milliseconds = follower.lagMilliseconds;
  return {
    ...common,
    generation: follower.writer.generation.name.generation,
    state: follower.failure ? 'unavailable' : isLevel ? 'live' : 'behind',
    lag: isLevel ? { events: 0, milliseconds: 0 } : { events: await lag.of(name, position), milliseconds },
    quarantined: [...follower.writer.quarantines.values()],
    ...(follower.failure ? { failure: follower.failure.message } : {}),
  };
}
