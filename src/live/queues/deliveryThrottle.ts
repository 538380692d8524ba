/**
 * Schedules deliveries: in order of arrival, for a share of every few turns of the event loop. On an idle
 * server a turn ends at once; on a busy one it takes milliseconds, so senders keep their pace however many
 * clients listen, and these receive more events at once, slightly later.
 */
import type { Clock } from '../../base/clock.ts';

/** Milliseconds per turn for deliveries: the delivery that exceeds them is the turn's last. */
const SHARE_MS = 1;
/** Deliveries per turn. */
const MAX_DELIVERIES_PER_TURN = 64;
/** Turns between the starts of two rounds. */
const TURNS_APART = 8;

type DeliveryTask = () => void;

/** The deliveries of a process. A round consists of all that are waiting at its start. */
export class DeliveryThrottle {
  readonly #clock: Clock;
  #waiting: DeliveryTask[] = [];
  #round: DeliveryTask[] = [];
  #done = 0;
  #isRunning = false;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Deliveries still waiting for their turn. */
  get waiting(): number {
    return this.#waiting.length + this.#round.length - this.#done;
  }

  /** Resolves when it is this delivery's turn. */
  enter(): Promise<void> {
    return new Promise((resolve) => this.add(resolve));
  }

  /** Resolves when a delivery that has yielded may continue: after the others of its round. */
  again(): Promise<void> {
    if (this.#round.length === 0) return this.enter();
    return new Promise((resolve) => this.#round.push(resolve));
  }

  /** Calls `deliver` once, in its turn; the time until its first await counts. */
  add(deliver: DeliveryTask): void {
    this.#waiting.push(deliver);
    if (this.#isRunning) return;
    this.#isRunning = true;
    this.#scheduleTurn(0);
  }

  /** One immediate callback per delivery, so that each does all it can before the next one is called. */
  #scheduleTurn(turn: number): void {
    if (turn === 0) [this.#round, this.#waiting] = [this.#waiting, []];
    const end = Math.min(this.#round.length, this.#done + MAX_DELIVERIES_PER_TURN);
    let beganAt: number | undefined;
    for (let index = this.#done; index < end; index += 1)
      setImmediate(() => {
        beganAt ??= this.#clock.monotonic();
        if (index > this.#done || this.#clock.monotonic() - beganAt > SHARE_MS) return;
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
