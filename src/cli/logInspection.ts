/**
 * Looks at every event of the log: whether it is what was written after its predecessor (hash chain), whether its
 * stream has all revisions (an ephemeral one may begin anywhere), whether it can be decoded and fits its schema; then
 * whether the engine finds its own file sound. Holds one hash per stream.
 */
import { ZodError } from 'zod';
import { decode, UnknownEvent, validate } from '../events/catalog.ts';
import { chainStart, followsInChain, hashOf } from '../events/chain.ts';
import type { EventLog, Position, StoredEvent } from '../events/log/eventLog.ts';
import { isReactorStream, organizationOfEphemeral, organizationOfStream, SERVER_STREAM } from '../ids.ts';
import { type Anchor, digestOf, type Tail } from './logAnchor.ts';

/** What is wrong, and where. Absent places are unknown: it is nothing that one event could be blamed for. */
interface Break {
  readonly kind: 'chain' | 'revision' | 'unknown' | 'schema' | 'stream' | 'unreadable' | 'anchor' | 'file';
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
  /** Of all that is recorded, up to there. */
  readonly digest: string;
  /** The first ones, in log order. */
  readonly breaks: readonly Break[];
  readonly breakCount: number;
}

const MOST_BREAKS = 20;

/** Walks the whole log, past the place of the anchor; `onPage` is told up to where it has come. */
export async function inspectLog(
  log: EventLog,
  onPage: (position: Position) => void,
  anchor?: Anchor,
): Promise<Inspection> {
  const walk = new Walk(anchor);
  try {
    for await (const page of log.readAll()) {
      for (const event of page) walk.take(event);
      onPage(page.at(-1)?.position ?? 0);
    }
    walk.arrive();
  } catch (error) {
    walk.fail(error);
  }
  for (const damage of (await log.damages?.()) ?? [])
    walk.blame('file', `The log file is damaged: ${damage}.`);
  return walk.outcome;
}

class Walk {
  readonly #tails = new Map<string, Tail>();
  readonly #breaks: Break[] = [];
  #breakCount = 0;
  #events = 0;
  #head: Position | null = null;
  /** Until it has been passed. */
  #anchor: Anchor | undefined;

  constructor(anchor: Anchor | undefined) {
    this.#anchor = anchor;
  }

  get outcome(): Inspection {
    return {
      events: this.#events,
      streams: this.#tails.size,
      head: this.#head,
      digest: this.#digest,
      breaks: this.#breaks,
      breakCount: this.#breakCount,
    };
  }

  take(event: StoredEvent): void {
    if (this.#anchor && event.position > this.#anchor.position) this.#pass(this.#anchor);
    this.#events += 1;
    this.#head = event.position;
    const found = this.#faultOf(event);
    if (found) this.#note(event, ...found);
    // What follows is chained to what this event says of itself: one changed event is one break.
    this.#tails.set(event.stream, { revision: event.revision, hash: claimedHash(event) });
  }

  /** The log has been read to its end. */
  arrive(): void {
    const [end, anchor] = [this.#head ?? 0, this.#anchor];
    if (anchor && end < anchor.position)
      this.blame(
        'anchor',
        `Events are missing: the anchor was taken at position ${anchor.position}, the log ends at ${end}.`,
      );
    else if (anchor) this.#pass(anchor);
  }

  /** The engine has nothing more to give. */
  fail(error: unknown): void {
    const reason = error instanceof Error ? error.message : String(error);
    const place = this.#head === null ? 'at all' : `beyond position ${this.#head}`;
    this.blame('unreadable', `The log cannot be read ${place}: ${reason}.`);
  }

  /** Notes what no event is to blame for. */
  blame(kind: Break['kind'], sentence: string): void {
    this.#breakCount += 1;
    this.#breaks.push({ kind, position: null, stream: null, revision: null, sentence });
  }

  /** Streams of which the beginning may go are left out: they end, and begin again. */
  get #digest(): string {
    return digestOf([...this.#tails].filter(([stream]) => !isEphemeral(stream)));
  }

  #pass({ position, digest }: Anchor): void {
    this.#anchor = undefined;
    if (this.#digest === digest) return;
    this.blame(
      'anchor',
      `The log up to position ${position} differs from the one for which the anchor was taken.`,
    );
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
