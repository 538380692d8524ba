/**
 * Checks every event of the log: that the hash chain is intact, that its stream has all revisions (an
 * ephemeral one may begin anywhere), and that it decodes and fits its schema; finally that the engine finds
 * its own file sound. Holds one hash per stream.
 */
import { ZodError } from 'zod';
import { messageOf } from '../base/errors.ts';
import { isOwnStream, organizationOfEphemeralStream } from '../base/ids.ts';
import { decode, UnknownEvent, validate } from '../events/catalog.ts';
import {
  type Anchor,
  chainStart,
  digestOf,
  followsInChain,
  hashOf,
  type StreamEnd,
} from '../events/chain.ts';
import type { EventLog, ForeignEvents, Position, StoredEvent } from '../events/log/eventLog.ts';

/** What is wrong, and where. Without a position no single event is to blame. */
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
  /** Digest of everything recorded up to there. */
  readonly digest: string;
  /** The first ones, in log order. */
  readonly breaks: readonly Break[];
  readonly breakCount: number;
}

const MAX_BREAKS = 20;

/** Reads the whole log, past the anchor's position; `onPage` receives the position reached; `foreign` counts what is not ours. */
export async function inspectLog(
  log: EventLog,
  onPage: (position: Position) => void,
  anchor?: Anchor,
  foreign?: ForeignEvents,
): Promise<Inspection> {
  const walk = new LogWalk(anchor);
  try {
    for await (const page of log.readAll({ ...(foreign && { foreign }) })) {
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

class LogWalk {
  readonly #ends = new Map<string, StreamEnd>();
  readonly #breaks: Break[] = [];
  #breakCount = 0;
  #events = 0;
  #head: Position | null = null;
  /** Until its position has been passed. */
  #anchor: Anchor | undefined;

  constructor(anchor: Anchor | undefined) {
    this.#anchor = anchor;
  }

  get outcome(): Inspection {
    return {
      events: this.#events,
      streams: this.#ends.size,
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
    // The next event is checked against the hash that this one claims, so one changed event is reported once.
    this.#ends.set(event.stream, { revision: event.revision, hash: claimedHash(event) });
  }

  /** Called at the end of the log. */
  arrive(): void {
    const [end, anchor] = [this.#head ?? 0, this.#anchor];
    if (anchor && end < anchor.position)
      this.blame(
        'anchor',
        `Events are missing: the anchor was taken at position ${anchor.position}, the log ends at ${end}.`,
      );
    else if (anchor) this.#pass(anchor);
  }

  /** Called if the engine cannot read any further. */
  fail(error: unknown): void {
    const reason = messageOf(error);
    const where = this.#head === null ? 'at all' : `beyond position ${this.#head}`;
    this.blame('unreadable', `The log cannot be read ${where}: ${reason}.`);
  }

  /** Records a fault that no single event is to blame for. */
  blame(kind: Break['kind'], sentence: string): void {
    this.#breakCount += 1;
    this.#breaks.push({ kind, position: null, stream: null, revision: null, sentence });
  }

  /** Ephemeral streams are left out: they may end, and begin again. */
  get #digest(): string {
    return digestOf([...this.#ends].filter(([stream]) => !isEphemeral(stream)));
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
    if (!isOwnStream(event.stream)) return ['stream', 'is in a stream that this release does not know'];
    const end = this.#ends.get(event.stream) ?? { revision: -1, hash: chainStart(event.stream) };
    // Earlier revisions may have been removed.
    if (isEphemeral(event.stream) && event.revision > end.revision + 1) return contentFault(event);
    if (event.revision !== end.revision + 1) return ['revision', `does not follow revision ${end.revision}`];
    if (!follows(end.hash, event)) return ['chain', 'is not the one that was recorded'];
    return contentFault(event);
  }

  #note({ position, stream, revision }: StoredEvent, kind: Break['kind'], fault: string): void {
    this.#breakCount += 1;
    if (this.#breaks.length === MAX_BREAKS) return;
    const sentence = `The event at position ${position} (revision ${revision} of ${stream}) ${fault}.`;
    this.#breaks.push({ kind, position, stream, revision, sentence });
  }
}

const isEphemeral = (stream: string): boolean => organizationOfEphemeralStream(stream) !== undefined;

/** Damaged storage may return something other than strings. */
function follows(previousHash: string, event: StoredEvent): boolean {
  return typeof event.metadata === 'string' && followsInChain(previousHash, event);
}

const claimedHash = (event: StoredEvent): string => (typeof event.metadata === 'string' ? hashOf(event) : '');

/** The chain is intact, so this is what was written; checks that this release understands it. */
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
