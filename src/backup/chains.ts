/** What is known of a log that is copied: the end of each stream, checked event by event. */
import type { StreamEnd } from '../events/anchor.ts';
import { chainStart, hashOf, requireNext } from '../events/chain.ts';
import type { StoredEvent } from '../events/log/eventLog.ts';

/** The hash chains of all streams, as far as they have been copied. */
export class Chains {
  readonly ends: Map<string, StreamEnd>;

  constructor(ends: Readonly<Record<string, StreamEnd>> = {}) {
    this.ends = new Map(Object.entries(ends));
  }

  /** The end of a stream; before its first event, the revision is -1. */
  endOf(stream: string): StreamEnd {
    return this.ends.get(stream) ?? { revision: -1, hash: chainStart(stream) };
  }

  /** Adds the next event of its stream; fails with BrokenChain if it is another one. */
  add(event: StoredEvent): void {
    requireNext(this.endOf(event.stream), event);
    this.ends.set(event.stream, { revision: event.revision, hash: hashOf(event) });
  }
}
