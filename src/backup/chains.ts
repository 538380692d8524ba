/** What is known of a log that is copied: the end of each stream, checked event by event. */
import type { Tail } from '../events/anchor.ts';
import { chainStart, hashOf, requireNext } from '../events/chain.ts';
import type { StoredEvent } from '../events/log/eventLog.ts';

/** The hash chains of all streams, as far as they have been copied. */
export class Chains {
  readonly tails: Map<string, Tail>;

  constructor(tails: Readonly<Record<string, Tail>> = {}) {
    this.tails = new Map(Object.entries(tails));
  }

  /** The end of a stream; before its first event, the revision is -1. */
  tailOf(stream: string): Tail {
    return this.tails.get(stream) ?? { revision: -1, hash: chainStart(stream) };
  }

  /** Adds the next event of its stream; fails with BrokenChain if it is another one. */
  add(event: StoredEvent): void {
    requireNext(this.tailOf(event.stream), event);
    this.tails.set(event.stream, { revision: event.revision, hash: hashOf(event) });
  }
}
