/** The fixture of a check of the `EventLog` contract, and a follower that records what it receives. */
import { randomUUID } from 'node:crypto';
import { systemClock } from '../../../src/base/clock.ts';
import type { EventLog, LogFilter, Position, StoredEvent } from '../../../src/events/log/eventLog.ts';
import type { FollowOptions } from '../../../src/events/log/follower.ts';
import type { RefusedRights } from '../../../src/events/log/eventLog.ts';
import { openTail, type TailOptions } from '../../../src/events/log/tail.ts';

/** Controls of a server that other programs share with the log. */
export interface SharedServer {
  /** Has another program append one event of every kind that there is; returns how many. */
  leaveForeignEvents(): number;
  /** Has the server refuse a right (`append STREAM`, `read $all`) until the returned function is called. */
  deny(right: string): () => void;
  /** Rights that the log has reported as refused. */
  readonly rights: RefusedRights;
}

/** One log of an engine, opened for one check. */
export interface OpenedLog {
  readonly log: EventLog;
  /** A second handle to the same log; closed by `close`. */
  openAnother(): Promise<EventLog>;
  /** Closes every handle and opens the log again, like a restart. */
  reopen(): Promise<EventLog>;
  /** Closes every handle and removes what the check left. */
  close(): Promise<void>;
  /** Only of engines whose server others use, too. */
  readonly sharedServer?: SharedServer;
}

/** An engine that the contract is checked against. The log may hold other streams already. */
export interface EngineUnderTest {
  /** True if its server is shared with other programs: the checks of that are skipped otherwise. */
  readonly hasSharedServer?: boolean;
  open(): Promise<OpenedLog>;
}

/** The fixture of one check: its streams carry a prefix of their own, so that a shared server does no harm. */
export interface Fixture extends OpenedLog {
  readonly prefix: string;
  /** Limit of each wait for something that must come, in ms. */
  readonly timeoutMs: number;
  stream(name: string): string;
  /** Filter that matches this fixture's streams only. */
  readonly own: LogFilter;
  follow(options?: Partial<Pick<FollowOptions, 'after' | 'filter' | 'onEvents'>>, log?: EventLog): Recorder;
}

/** A promise of every engine, by name. */
export interface Check {
  readonly title: string;
  check(fixture: Fixture): Promise<void>;
}

export const createFixture = (opened: OpenedLog, timeoutMs: number): Fixture => {
  const prefix = `check${randomUUID().slice(0, 8)}-`;
  const own = { streamPrefixes: [prefix] };
  return {
    ...opened,
    prefix,
    timeoutMs,
    own,
    stream: (name) => prefix + name,
    follow: (options = {}, log = opened.log) =>
      new Recorder(log, timeoutMs, { after: null, filter: own, ...options }),
  };
};

/** Follows the log by a tail of its own and records everything it receives; waits are woken by each call, never by polling. */
export class Recorder {
  readonly batches: (readonly StoredEvent[])[] = [];
  readonly checkpoints: Position[] = [];
  caughtUp = 0;
  failure: Error | undefined;
  readonly #following;
  readonly #timeoutMs: number;
  readonly #waiting = new Set<() => void>();

  constructor(
    log: EventLog,
    timeoutMs: number,
    options: Omit<FollowOptions, 'onEvents' | 'onHandlerError'> & Partial<FollowOptions>,
    tailOptions: Partial<TailOptions> = {},
  ) {
    this.#timeoutMs = timeoutMs;
    this.#following = this.#follow({ log, clock: systemClock, ...tailOptions }, options);
    this.#following.catch((error: Error) => this.#record(() => (this.failure = error)));
  }

  async #follow(tailOptions: TailOptions, options: Partial<FollowOptions>) {
    const tail = await openTail(tailOptions);
    const follower = tail.follow({
      after: null,
      ...options,
      onEvents: async (events) => {
        this.#record(() => this.batches.push(events));
        await options.onEvents?.(events);
      },
      onCheckpoint: (position) => this.#record(() => this.checkpoints.push(position)),
      onCaughtUp: () => this.#record(() => (this.caughtUp += 1)),
      onHandlerError: (error) => this.#record(() => (this.failure = error)),
    });
    return { tail, follower };
  }

  get events(): StoredEvent[] {
    return this.batches.flat();
  }

  get ids(): string[] {
    return this.events.map(({ id }) => id);
  }

  /** Resolves once the statement holds of this recorder. */
  until(what: string, holds: (recorder: this) => boolean): Promise<void> {
    return new Promise((resolve, reject) => {
      const settle = (done: () => void) => {
        clearTimeout(timer);
        this.#waiting.delete(look);
        done();
      };
      const look = () => {
        if (holds(this)) settle(resolve);
      };
      const tooLong = () =>
        settle(() =>
          reject(
            new Error(
              `waited in vain: ${what} (${this.events.length} events so far; ${this.failure?.message ?? 'no failure'})`,
            ),
          ),
        );
      const timer = setTimeout(tooLong, this.#timeoutMs);
      this.#waiting.add(look);
      look();
    });
  }

  untilId(id: string): Promise<void> {
    return this.until(`event ${id}`, ({ batches }) =>
      batches.some((batch) => batch.some((event) => event.id === id)),
    );
  }

  untilCaughtUp(): Promise<void> {
    return this.until('catching up', ({ caughtUp }) => caughtUp > 0);
  }

  async stop(): Promise<void> {
    const { tail, follower } = await this.#following;
    await follower.stop();
    await tail.stop();
  }

  #record(note: () => void): void {
    note();
    for (const look of [...this.#waiting]) look();
  }
}
