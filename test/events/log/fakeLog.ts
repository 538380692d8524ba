import type {
  AppendWatcher,
  LogFilter,
  Position,
  ReadAllOptions,
  StoredEvent,
} from '../../../src/events/log/eventLog.ts';
import { matching } from '../../../src/events/log/eventLog.ts';
import type { TailOptions } from '../../../src/events/log/tail.ts';
import { sampleEvent } from '../../support/eventLogs.ts';

/** A log in memory that notifies only when the test wants it to, and counts the calls. */
export class FakeLog {
  readonly events: StoredEvent[] = [];
  unreachable = false;
  /** Pages that were requested, and events that were returned. */
  pages = 0;
  given = 0;
  /** Positions from which readers of their own began. */
  readonly readFrom: (Position | null)[] = [];
  isArmed = false;
  armings = 0;
  #ring: () => void = () => {};

  readonly port: TailOptions['log'] = {
    head: async () => this.#reached(this.events.at(-1)?.position ?? null),
    readAll: (options) => this.#readAll(options),
    nextPage: async (after) => {
      this.pages += 1;
      const events = this.#reached(this.#between(after ?? -1, Infinity).slice(0, 10));
      this.given += events.length;
      const scanned = events.at(-1)?.position ?? after;
      return { events, scanned, atEnd: scanned === (this.events.at(-1)?.position ?? after) };
    },
    watchAppends: (ring): AppendWatcher => {
      this.#ring = ring;
      const disarm = (): void => void (this.isArmed = false);
      const arm = (): void => {
        if (!this.isArmed) this.armings += 1;
        this.isArmed = true;
      };
      const isArmed = (): boolean => this.isArmed;
      return {
        arm,
        disarm,
        stop: disarm,
        get isArmed() {
          return isArmed();
        },
      };
    },
  };

  /** Appends an event at a position without a ring. */
  add(position: Position, stream = 'organization-1', data = '{}'): StoredEvent {
    const event = { ...sampleEvent({ data }), stream, revision: this.events.length, position };
    this.events.push(event);
    return event;
  }

  ring(): void {
    this.#ring();
  }

  #between(after: Position, upTo: Position, filter: LogFilter = {}): StoredEvent[] {
    const matches = matching(filter);
    return this.events.filter((event) => event.position > after && event.position <= upTo && matches(event));
  }

  #reached<Answer>(answer: Answer): Answer {
    if (this.unreachable) throw new Error('out of reach');
    return answer;
  }

  async *#readAll({ after = null, upTo = Infinity, filter }: ReadAllOptions = {}) {
    this.readFrom.push(after);
    const found = this.#reached(this.#between(after ?? -1, upTo, filter));
    if (found.length > 0) yield found;
  }
}
