/** How long the bouncer is retried: push notifications are useless after an hour. */
import type { Clock } from '../../clock.ts';
import { NotReady } from '../../errors.ts';
import { BouncerFailure } from './bouncer.ts';

/** Milliseconds. */
const OF_USE_FOR = 60 * 60 * 1000;
/** A bouncer that answers with errors may fail because of the request. */
const MOST_FAULTS = 8;

/** Whether a notification of something at that time is still useful. */
export const isOfUse = (clock: Clock, happenedAt: number): boolean => clock.now() - happenedAt <= OF_USE_FOR;

/** Calls the bouncer repeatedly; one object per request. */
export class Patience {
  readonly #clock: Clock;
  readonly #happenedAt: number;
  #faults = 0;

  constructor(clock: Clock, happenedAt: number) {
    this.#clock = clock;
    this.#happenedAt = happenedAt;
  }

  /** Fails with `NotReady` if it should be called again, otherwise with `BouncerFailure`. */
  async ask(bouncer: () => Promise<void>): Promise<void> {
    try {
      await bouncer();
    } catch (error) {
      if (error instanceof BouncerFailure && this.#bears(error)) throw new NotReady(error.message);
      throw error;
    }
  }

  #bears({ code, isPassing }: BouncerFailure): boolean {
    if (code === 'INTERNAL_SERVER_ERROR_ON_BOUNCER') this.#faults += 1;
    return isPassing && this.#faults < MOST_FAULTS && isOfUse(this.#clock, this.#happenedAt);
  }
}
