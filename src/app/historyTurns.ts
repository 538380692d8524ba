/**
 * Readings of older events take turns in their thread, as renderings of texts do (decision 44): organizations by slices of
 * some milliseconds, their people by whole readings. So a short reading waits for one slice of each other organization,
 * and for one reading of each other person of its own.
 */
import { FairQueue, nextTurn, type Requester } from '../base/concurrency.ts';

/** A reading that does its work in slices. */
export interface SlicedReading {
  readonly number: number;
  readonly organizationId: number;
  /** Works for some milliseconds; true if that was all. */
  work(): Promise<boolean>;
  /** Ends it before its time. */
  cancel(): Promise<void>;
}

/** Readings under way: each has the state of an organization in memory. */
const MAX_UNDER_WAY = 4;

interface Request {
  readonly reading: SlicedReading;
  readonly asker: Requester;
}

/** The readings of one organization: one under way, and those that wait. */
interface Lane {
  current: SlicedReading | undefined;
  readonly waiting: FairQueue<Request>;
}

export class HistoryTurns {
  readonly #readings = new Map<number, SlicedReading>();
  /** In the order of their turns. */
  readonly #lanes = new Map<number, Lane>();
  #underWay = 0;
  #isRunning = false;

  /** Adds a reading for a person; one that is there already has its turn with those of any person who asks for it. */
  add(reading: SlicedReading, ownerId: number): void {
    const { number, organizationId } = reading;
    this.#readings.set(number, reading);
    this.#laneOf(organizationId).waiting.add({ reading, asker: { organizationId, ownerId } });
    if (!this.#isRunning) void this.#run();
  }

  find(number: number): SlicedReading | undefined {
    return this.#readings.get(number);
  }

  /** Ends a reading that nobody waits for; harmless for one that has ended. */
  async cancel(number: number): Promise<void> {
    const reading = this.#readings.get(number);
    if (reading === undefined) return;
    this.#end(reading);
    await reading.cancel();
  }

  async #run(): Promise<void> {
    this.#isRunning = true;
    await nextTurn();
    while (this.#lanes.size > 0)
      for (const [organizationId, lane] of [...this.#lanes]) {
        await this.#turn(organizationId, lane);
        // Takes in what is requested and cancelled meanwhile.
        await nextTurn();
      }
    this.#isRunning = false;
  }

  async #turn(organizationId: number, lane: Lane): Promise<void> {
    const reading = (lane.current ??= this.#next(lane));
    if (reading !== undefined && (await reading.work())) this.#end(reading);
    if (lane.current === undefined && lane.waiting.size === 0) this.#lanes.delete(organizationId);
  }

  /** The next reading of a lane, if there is room for one. */
  #next({ waiting }: Lane): SlicedReading | undefined {
    while (this.#underWay < MAX_UNDER_WAY) {
      const [next] = waiting.take(1);
      if (next === undefined) return undefined;
      if (!this.#readings.has(next.reading.number)) continue;
      this.#underWay += 1;
      return next.reading;
    }
    return undefined;
  }

  /** A lane that has had its reading is behind those that wait for room. */
  #end(reading: SlicedReading): void {
    this.#readings.delete(reading.number);
    const lane = this.#lanes.get(reading.organizationId);
    if (lane?.current !== reading) return;
    lane.current = undefined;
    this.#underWay -= 1;
    this.#lanes.delete(reading.organizationId);
    this.#lanes.set(reading.organizationId, lane);
  }

  #laneOf(organizationId: number): Lane {
    const known = this.#lanes.get(organizationId);
    if (known) return known;
    const waiting = new FairQueue<Request>({ queueLimit: Infinity, ownerLimit: Infinity });
    const lane = { current: undefined, waiting };
    this.#lanes.set(organizationId, lane);
    return lane;
  }
}
