/** How long the bouncer is retried: push notifications are useless after an hour. */
import type { Clock } from '../../clock.ts';
import { NotReady } from '../../errors.ts';
import { BouncerFailure } from './bouncer.ts';

/** Milliseconds. */
const USEFUL_MS = 60 * 60 * 1000;
/** A bouncer that answers with errors may fail because of the request. */
const MAX_FAULTS = 8;

/** Whether a notification of something at that time is still useful. */
export const isStillUseful = (clock: Clock, happenedAt: number): boolean =>
  clock.now() - happenedAt <= USEFUL_MS;

/** Calls the bouncer repeatedly; one object per request. */
export class BouncerRetries {
  readonly #clock: Clock;
  readonly #happenedAt: number;
  #faults = 0;

  constructor(clock: Clock, happenedAt: number) {
    this.#clock = clock;
    this.#happenedAt = happenedAt;
  }

  /** Fails with `NotReady` if it should be called again, otherwise with `BouncerFailure`. */
  async call(bouncer: () => Promise<void>): Promise<void> {
    try {
      await bouncer();
    } catch (error) {
      if (error instanceof BouncerFailure && this.#bears(error)) throw new NotReady(error.message);
      throw error;
    }
  }

  #bears({ code, isTransient }: BouncerFailure): boolean {
    if (code === 'INTERNAL_SERVER_ERROR_ON_BOUNCER') this.#faults += 1;
    return isTransient && this.#faults < MAX_FAULTS && isStillUseful(this.#clock, this.#happenedAt);
  }
}
