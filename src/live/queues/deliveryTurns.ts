/**
 * When deliveries happen: in order of arrival, for a share of each turn of the event loop, and some turns apart. A turn is
 * over at once where nothing else is to be done and takes milliseconds where many send: they keep their pace however many
 * clients follow, and those are told of more events at once, a little later.
 */
import type { Clock } from '../../clock.ts';

/** Milliseconds of one turn of the event loop for deliveries: the one that exceeds them is the last of the turn. */
const SHARE = 1;
/** Deliveries of one turn. */
const MOST_PER_TURN = 64;
/** Turns of the event loop from the beginning of one round to that of the next. */
const TURNS_APART = 8;

type Delivery = () => void;

/** Deliveries of one process. A round is all that wait when it begins. */
export class DeliveryTurns {
  readonly #clock: Clock;
  #waiting: Delivery[] = [];
  #round: Delivery[] = [];
  #done = 0;
  #isRunning = false;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Deliveries that have not had their turn. */
  get waiting(): number {
    return this.#waiting.length + this.#round.length - this.#done;
  }

  /** Resolves when the turn of this delivery has come. */
  enter(): Promise<void> {
    return new Promise((resolve) => this.add(resolve));
  }

  /** Resolves when a delivery that has let others go on may continue: after the others of its round. */
  again(): Promise<void> {
    if (this.#round.length === 0) return this.enter();
    return new Promise((resolve) => this.#round.push(resolve));
  }

  /** Calls `deliver` once, when its turn has come; what it does before it waits for anything counts as its time. */
  add(deliver: Delivery): void {
    this.#waiting.push(deliver);
    if (this.#isRunning) return;
    this.#isRunning = true;
    this.#scheduleTurn(0);
  }

  /** One immediate callback for each: all that a delivery can do at once is done before the next one is called. */
  #scheduleTurn(turn: number): void {
    if (turn === 0) [this.#round, this.#waiting] = [this.#waiting, []];
    const end = Math.min(this.#round.length, this.#done + MOST_PER_TURN);
    let beganAt: number | undefined;
    for (let index = this.#done; index < end; index += 1)
      setImmediate(() => {
        beganAt ??= this.#clock.monotonic();
        if (index > this.#done || this.#clock.monotonic() - beganAt > SHARE) return;
        this.#done += 1;
        this.#round[index]?.();
      });
    setImmediate(() => this.#endTurn(turn));
  }

  #endTurn(turn: number): void {
    const isOver = this.#done === this.#round.length;
    if (isOver) [this.#round, this.#done] = [[], 0];
    if (!isOver || turn < TURNS_APART) this.#scheduleTurn(turn + 1);
    else if (this.#waiting.length > 0) this.#scheduleTurn(0);
    else this.#isRunning = false;
  }
}
