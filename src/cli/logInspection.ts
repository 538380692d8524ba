/**
 * Looks at every event of the log: whether it is what was written after its predecessor (hash chain), whether its
 * stream has all revisions (an ephemeral one may begin anywhere), whether it can be decoded and fits its schema. Holds
 * one hash per stream.
 */
import { ZodError } from 'zod';
import { decode, UnknownEvent, validate } from '../events/catalog.ts';
import { chainStart, followsInChain, hashOf } from '../events/chain.ts';
import type { EventLog, Position, StoredEvent } from '../events/log/eventLog.ts';
import { isReactorStream, organizationOfEphemeral, organizationOfStream, SERVER_STREAM } from '../ids.ts';

/** What is wrong with an event, and where. Absent places are unknown: the log could not be read there. */
interface Break {
  readonly kind: 'chain' | 'revision' | 'unknown' | 'schema' | 'stream' | 'unreadable';
  readonly position: Position | null;
  readonly stream: string | null;
  readonly revision: number | null;
  readonly sentence: string;
}

export interface Inspection {
  readonly events: number;
  readonly streams: number;
  /** Position of the last event. */
  readonly head: Position | null;
  /** The first ones, in log order. */
  readonly breaks: readonly Break[];
  readonly breakCount: number;
}

const MOST_BREAKS = 20;

/** Walks the whole log; `onPage` is told up to where it has come. */
export async function inspectLog(log: EventLog, onPage: (position: Position) => void): Promise<Inspection> {
  const walk = new Walk();
  try {
    for await (const page of log.readAll()) {
      for (const event of page) walk.take(event);
      onPage(page.at(-1)?.position ?? 0);
    }
  } catch (error) {
    walk.end(error);
  }
  return walk.outcome;
}

/** The last event of a stream. */
interface Tail {
  readonly revision: number;
  readonly hash: string;
}

class Walk {
  readonly #tails = new Map<string, Tail>();
  readonly #breaks: Break[] = [];
  #breakCount = 0;
  #events = 0;
  #head: Position | null = null;

  get outcome(): Inspection {
    return {
      events: this.#events,
      streams: this.#tails.size,
      head: this.#head,
      breaks: this.#breaks,
      breakCount: this.#breakCount,
    };
  }

  take(event: StoredEvent): void {
    this.#events += 1;
    this.#head = event.position;
    const found = this.#faultOf(event);
    if (found) this.#note(event, ...found);
    // What follows is chained to what this event says of itself: one changed event is one break.
    this.#tails.set(event.stream, { revision: event.revision, hash: claimedHash(event) });
  }

  /** The engine has nothing more to give. */
  end(error: unknown): void {
    const reason = error instanceof Error ? error.message : String(error);
    const place = this.#head === null ? 'at all' : `beyond position ${this.#head}`;
    this.#breakCount += 1;
    const sentence = `The log cannot be read ${place}: ${reason}.`;
    this.#breaks.push({ kind: 'unreadable', position: null, stream: null, revision: null, sentence });
  }

  #faultOf(event: StoredEvent): readonly [Break['kind'], string] | undefined {
    if (!isChained(event.stream)) return ['stream', 'is in a stream that this release does not know'];
    const tail = this.#tails.get(event.stream) ?? { revision: -1, hash: chainStart(event.stream) };
    // What comes before may have gone.
    if (isEphemeral(event.stream) && event.revision > tail.revision + 1) return contentFault(event);
    if (event.revision !== tail.revision + 1)
      return ['revision', `does not follow revision ${tail.revision}`];
    if (!follows(tail.hash, event)) return ['chain', 'is not the one that was recorded'];
    return contentFault(event);
  }

  #note({ position, stream, revision }: StoredEvent, kind: Break['kind'], fault: string): void {
    this.#breakCount += 1;
    if (this.#breaks.length === MOST_BREAKS) return;
    const sentence = `The event at position ${position} (revision ${revision} of ${stream}) ${fault}.`;
    this.#breaks.push({ kind, position, stream, revision, sentence });
  }
}

const isEphemeral = (stream: string): boolean => organizationOfEphemeral(stream) !== undefined;

const isChained = (stream: string): boolean =>
  stream === SERVER_STREAM ||
  organizationOfStream(stream) !== undefined ||
  isEphemeral(stream) ||
  isReactorStream(stream);

/** Damaged storage may give something else than texts. */
function follows(previousHash: string, event: StoredEvent): boolean {
  return typeof event.metadata === 'string' && followsInChain(previousHash, event);
}

const claimedHash = (event: StoredEvent): string => (typeof event.metadata === 'string' ? hashOf(event) : '');

/** The chain holds, so this is what a writer recorded: does this release understand it? */
function contentFault(event: StoredEvent): readonly [Break['kind'], string] | undefined {
  try {
    const { type, data } = decode(event);
    validate(type, data);
    return undefined;
  } catch (error) {
    if (error instanceof UnknownEvent) return ['unknown', `is a ${event.type} unknown to this release`];
    if (!(error instanceof ZodError)) return ['schema', `cannot be decoded`];
    const [issue] = error.issues;
    return ['schema', `does not fit its schema: ${issue?.path.join('.') ?? ''} ${issue?.message ?? ''}`];
  }
}
