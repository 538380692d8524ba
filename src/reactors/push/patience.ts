/** How long the bouncer is asked again for one thing: what is pushed is past its use after an hour. */
import type { Clock } from '../../clock.ts';
import { NotReady } from '../../errors.ts';
import { BouncerFailure } from './bouncer.ts';

/** Milliseconds. */
const OF_USE_FOR = 60 * 60 * 1000;
/** A bouncer that answers and fails may fail because of what it is asked for. */
const MOST_FAULTS = 8;

/** Whether something that happened then is still worth being told. */
export const isOfUse = (clock: Clock, happenedAt: number): boolean => clock.now() - happenedAt <= OF_USE_FOR;

/** Asks the bouncer, and again with every call; one per thing that is asked for. */
export class Patience {
  readonly #clock: Clock;
  readonly #happenedAt: number;
  #faults = 0;

  constructor(clock: Clock, happenedAt: number) {
    this.#clock = clock;
    this.#happenedAt = happenedAt;
  }

  /** Fails with `NotReady` where it should be called again, and with `BouncerFailure` where not. */
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
