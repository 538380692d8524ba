/** A log in memory, of which only streams are read: for tests of lanes that write by several nodes at once. */
import {
  type Appended,
  type EventLog,
  type EventToAppend,
  type ExpectedRevision,
  LogUnavailable,
  OutcomeUnknown,
  type ReadStreamOptions,
  RevisionConflict,
  type StoredEvent,
} from '../../src/events/log/eventLog.ts';

/**
 * What may become of an append: its answer is lost, before or after it was stored; the log cannot be reached; or the node
 * dies, before or after it was stored.
 */
export type Fault = `${'lost' | 'dies'} ${'before' | 'after'}` | 'unreachable';

/** How a node reaches the log: by its next append it meets with a fault, and once it is cut off by nothing any more. */
export class Wire {
  next: Fault | undefined;
  readonly cutOff: Promise<void>;
  isCut = false;
  #noteCut = (): void => {};

  constructor() {
    this.cutOff = new Promise((resolve) => (this.#noteCut = resolve));
  }

  cut(): void {
    this.isCut = true;
    this.#noteCut();
  }

  /** Lets an append through, if it gets through. */
  pass<Answer>(append: () => Answer): Answer {
    const fault = this.next;
    this.next = undefined;
    if (fault === 'dies before') this.cut();
    if (this.isCut || fault === 'unreachable') throw new LogUnavailable('The log is out of reach.');
    if (fault === 'lost before') throw new OutcomeUnknown('No answer.');
    const answer = append();
    if (fault === 'dies after') this.cut();
    if (fault !== undefined) throw new OutcomeUnknown('No answer.');
    return answer;
  }
}

export class MemoryLog {
  readonly #streams = new Map<string, StoredEvent[]>();
  #position = 0;

  /** All events of a stream. */
  streamOf(stream: string): readonly StoredEvent[] {
    return this.#streams.get(stream) ?? [];
  }

  /** As a node sees it. */
  over(wire: Wire): EventLog {
    const unsupported = (): never => {
      throw new Error('Only streams are read here.');
    };
    return {
      append: async (stream, events, expected) => wire.pass(() => this.#append(stream, events, expected)),
      readStream: (stream, options) => this.#read(stream, options, wire),
      readAll: unsupported,
      nextPage: unsupported,
      watchAppends: unsupported,
      head: unsupported,
      truncate: unsupported,
      close: async () => {},
    };
  }

  #append(stream: string, events: readonly EventToAppend[], expected: ExpectedRevision): Appended {
    const known = this.#streams.get(stream) ?? [];
    const revision = known.length - 1;
    const expectedRevision = expected === 'no stream' ? -1 : expected;
    if (expectedRevision !== revision) throw new RevisionConflict(stream, expected, revision);
    for (const event of events)
      known.push({ ...event, stream, revision: known.length, position: (this.#position += 1) });
    this.#streams.set(stream, known);
    return { revision: known.length - 1, position: this.#position };
  }

  async *#read(
    stream: string,
    { from, direction = 'forwards', limit }: ReadStreamOptions = {},
    wire: Wire,
  ): AsyncIterable<readonly StoredEvent[]> {
    if (wire.isCut) throw new LogUnavailable('The log is out of reach.');
    const all = this.streamOf(stream);
    const events =
      direction === 'forwards'
        ? all.slice(from ?? 0)
        : all.slice(0, from === undefined ? undefined : from + 1).reverse();
    if (events.length > 0) yield events.slice(0, limit);
  }
}
