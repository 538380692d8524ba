/**
 * The tail: the only reader of the log in a process. It reads page by page from the last position seen, woken
 * by appends of this process and of others and, as a fallback, by a slow timer; it keeps the newest events
 * decoded in memory. State, projections and reactors follow it, each at its own position (`follower.ts`), and
 * read older events themselves.
 */
import type { EventPages, LogFilter, LogPage, NewestEvents, Position, Span } from './eventLog.ts';
import { Follower, type FollowOptions } from './follower.ts';
import { pagesOf, ReadTail, type Tail, type TailOptions } from './readTail.ts';
import { RecentEvents, type RecentEventsLimit } from './recentEvents.ts';

export type { Tail, TailOptions } from './readTail.ts';

/** Memory for recent events of a log that is read over a network. */
const ROOM: RecentEventsLimit = { events: 20_000, characters: 16_000_000 };

/** Opens the tail of a log at its head. Fails with LogUnavailable. */
export async function openTail(options: TailOptions): Promise<Tail> {
  if (options.log.recent) return new CommittedTail(options, options.log.recent);
  const head = await options.log.head();
  return new ReadTail(options, new RecentEvents(head ?? -1, ROOM));
}

/** For an engine with its commits in memory: nothing needs to be read. */
class CommittedTail implements Tail {
  readonly #options: TailOptions;
  readonly #recent: NewestEvents;

  constructor(options: TailOptions, recent: NewestEvents) {
    this.#options = options;
    this.#recent = recent;
  }

  get head(): Position {
    return this.#recent.head;
  }

  get headSeenAt(): number {
    return this.#options.clock.monotonic();
  }

  get characters(): number {
    return this.#recent.characters;
  }

  follow(options: FollowOptions): Follower {
    return new Follower(this, this.#options.clock, options);
  }

  pages(after: Position, upTo: Position, filter?: LogFilter): EventPages {
    return pagesOf(this.#options, this.#recent, after, upTo, filter);
  }

  keptPage(span: Span): LogPage | undefined {
    return this.#recent.page(span);
  }

  onMore(listener: () => void): () => void {
    const watcher = this.#options.log.watchAppends(listener);
    return () => watcher.stop();
  }

  poll(): void {}

  async stop(): Promise<void> {}
}
