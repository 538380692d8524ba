import type { LogSubscription, Position, StoredEvent, SubscribeOptions } from '../eventLog.ts';
import type { Bell } from './bell.ts';
import type { SqliteReader } from './reader.ts';

/** Lets everything else that waits have its turn. */
export const yieldTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/**
 * A subscription pulls: it reads on from the last position, sleeps at the head and is woken by the bell. So
 * there is no seam between catching up and live, and a slow handler holds nothing but its own page in memory.
 */
export class Delivery implements LogSubscription {
  readonly #reader: SqliteReader;
  readonly #bell: Bell;
  readonly #options: SubscribeOptions;
  readonly #running: Promise<void>;
  #position: Position;
  #stopped = false;
  #wake: () => void = () => {};

  constructor(reader: SqliteReader, bell: Bell, options: SubscribeOptions) {
    this.#reader = reader;
    this.#bell = bell;
    this.#options = options;
    this.#position = options.after ?? 0;
    this.#running = this.#run();
  }

  stop(): Promise<void> {
    this.#stopped = true;
    this.#wake();
    return this.#running;
  }

  async #run(): Promise<void> {
    let rung = false;
    const silence = this.#bell.onRing(() => {
      rung = true;
      this.#wake();
    });
    try {
      await yieldTurn(); // the subscriber holds its subscription before the first batch
      let live = false;
      while (!this.#stopped) {
        rung = false;
        const more = await this.#deliverPage();
        if (this.#stopped) break;
        if (more) await yieldTurn();
        else {
          if (!live) this.#options.onCaughtUp?.();
          live = true;
          if (!rung) await this.#ring();
        }
      }
    } catch (error) {
      if (!this.#stopped) this.#options.onFailed?.(error instanceof Error ? error : new Error(String(error)));
    } finally {
      silence();
    }
  }

  /** Delivers the next page; answers whether there is more to read at once. */
  async #deliverPage(): Promise<boolean> {
    const head = this.#reader.head() ?? 0;
    if (this.#position >= head) return false;
    const { events, scanned } = this.#reader.page({
      after: this.#position,
      upTo: head,
      filter: this.#options.filter,
    });
    if (events.length > 0) await this.#options.onEvents(events);
    this.#position = scanned;
    if (scanned > lastPosition(events)) this.#options.onCheckpoint?.(scanned);
    return scanned < head;
  }

  #ring(): Promise<void> {
    return new Promise((resolve) => {
      this.#wake = resolve;
      if (this.#stopped) resolve();
    });
  }
}

const lastPosition = (events: readonly StoredEvent[]): Position => events.at(-1)?.position ?? -Infinity;
