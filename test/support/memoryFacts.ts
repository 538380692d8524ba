/** A `messageFacts` view in memory that is always level: what decisions are tested against. */
import { readRecordedEvent } from '../../src/events/catalog.ts';
import type { FactsSource } from '../../src/commands/lane/factsCache.ts';
import type { AnyEvent } from '../../src/events/catalog.ts';
import { decode } from '../../src/events/catalog.ts';
import type { EventLog } from '../../src/events/log/eventLog.ts';
import { ROOT_ORGANIZATION } from '../../src/base/ids.ts';
import type { Excerpt, ExcerptQuery } from '../../src/organization/slices/excerpts.ts';
import { factChanges } from '../../src/organization/slices/messageFacts.ts';
import { documentsOf } from '../../src/projections/running/views.ts';
import { findExcerpt } from '../../src/projections/messages/excerpt.ts';
import { messageFacts } from '../../src/projections/messages/facts.ts';
import { messages } from '../../src/projections/messages/projection.ts';
import { MemoryViews } from './memoryViews.ts';

/** Folds one stream of a log whenever it is asked. */
export class MemoryFacts implements FactsSource {
  readonly #facts = new Map<string, unknown>();
  readonly #views = new MemoryViews([messages, messageFacts]);
  readonly #log: EventLog;
  readonly #stream: string;
  #revision = -1;
  /** How often the view was asked; a cache in front of it keeps this low. */
  loads = 0;
  /** The view stands still at this revision, as a slow projection does. */
  standsAt = Infinity;

  constructor(log: EventLog, stream: string) {
    this.#log = log;
    this.#stream = stream;
  }

  async load(kind: string, ids: readonly (number | string)[]): Promise<never> {
    this.loads += 1;
    await this.#catchUp();
    return ids.map((id) => this.#facts.get(`${kind}/${id}`)) as never;
  }

  hasPassed(revision: number): boolean {
    return revision <= this.#revision;
  }

  async waitUntilPassed(): Promise<void> {
    await this.#catchUp();
  }

  async excerpt(question: ExcerptQuery): Promise<Excerpt | undefined> {
    await this.#catchUp();
    return findExcerpt(documentsOf(this.#views, { organizationId: ROOT_ORGANIZATION }), question);
  }

  event(revision: number): Promise<AnyEvent> {
    return readRecordedEvent(this.#log, ROOT_ORGANIZATION, revision);
  }

  async #catchUp(): Promise<void> {
    for await (const page of this.#log.readStream(this.#stream, { from: this.#revision + 1 })) {
      for (const event of page) if (event.revision <= this.standsAt) await this.#apply(decode(event));
    }
  }

  async #apply(event: AnyEvent): Promise<void> {
    for (const { kind, id, change } of factChanges(event)) {
      const key = `${kind}/${id}`;
      this.#facts.set(key, (change as (fact: unknown) => unknown)(this.#facts.get(key)));
    }
    await this.#views.take([event]);
    this.#revision = event.revision;
  }
}
