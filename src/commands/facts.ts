/**
 * Facts about messages for the decisions of one lane: loaded from the `messageFacts` view, brought level with the
 * acknowledged tail that the view may not have reached yet, and kept level while they are in the cache.
 */
import type { AnyEvent } from '../events/catalog.ts';
import type { Excerpt, ExcerptQuestion } from '../organization/excerpts.ts';
import { type FactChange, factChanges, type FactKinds } from '../organization/messageFacts.ts';
import {
  applied,
  BatchFacts,
  type ByFact,
  byFact,
  type ChangingEvent,
  everyFact,
  FACT_KINDS,
  type Fact,
  type FactId,
  type FactKind,
} from './batchFacts.ts';
import type { FactsNeeded } from './define.ts';

/** The view's side: documents by kind and ID, complete up to some revision of the organization's stream. */
export interface FactsSource {
  /** The facts in the order of the IDs. Fails with NotReady while the view is quarantined or being built. */
  load<Kind extends keyof FactKinds>(
    kind: Kind,
    ids: readonly (number | string)[],
  ): Promise<readonly (FactKinds[Kind] | undefined)[]>;
  /** Whether the view contains everything up to the revision. */
  hasPassed(revision: number): boolean;
  /** Resolves when it does; fails with NotReady when that takes too long. */
  waitUntilPassed(revision: number): Promise<void>;
  /** An excerpt of the messages as they are at the revision; fails with NotReady where that cannot be told now. */
  excerpt(question: ExcerptQuestion, revision: number): Promise<Excerpt | undefined>;
  /** The acknowledged event of a revision, from the log itself. */
  event(revision: number): Promise<AnyEvent>;
}

/** Facts of each kind kept in memory per organization. */
const CACHE_LIMIT = 5_000;
/** How many changes wait for the view before it must catch up. */
const TAIL_LIMIT = 50_000;
const PRUNE_EVERY = 1_000;

/** The cache and tail of one organization. */
export class FactsMemory {
  readonly #source: FactsSource;
  readonly #cache: ByFact<Fact | undefined> = byFact();
  readonly #tail: ByFact<FactChange[]> = byFact();
  #order: { readonly revision: number; readonly kind: FactKind; readonly id: FactId }[] = [];
  #pruneAt = PRUNE_EVERY;
  /** The view must have passed this revision before what it says can be brought level by the tail. */
  #tailStartsAfter: number;
  /** Of the last acknowledged event. */
  #revision: number;

  constructor(source: FactsSource, revision: number) {
    this.#source = source;
    this.#tailStartsAfter = revision;
    this.#revision = revision;
  }

  /** Loads what is needed for one batch of decisions. */
  async load(needed: readonly FactsNeeded[]): Promise<BatchFacts> {
    const batch = new BatchFacts();
    const missing = new Map<FactKind, Set<FactId>>();
    const recall = (kind: FactKind, id: FactId): true => {
      const cache = this.#cache[kind];
      if (cache.has(id)) batch.learn(kind, id, cache.get(id));
      else missing.set(kind, (missing.get(kind) ?? new Set()).add(id));
      return true;
    };
    for (const each of needed) everyFact(each, recall);
    if (missing.size > 0) {
      if (!this.#source.hasPassed(this.#tailStartsAfter))
        await this.#source.waitUntilPassed(this.#tailStartsAfter);
      await Promise.all([...missing].map(([kind, ids]) => this.#loadKind(batch, kind, [...ids])));
    }
    for (const { excerpts } of needed)
      for (const question of excerpts ?? []) await this.#loadExcerpt(batch, question);
    for (const { events } of needed)
      for (const revision of events ?? []) batch.learnEvent(await this.#source.event(revision));
    return batch;
  }

  /** Takes over an event that the log has; in order. */
  follow(event: AnyEvent): void {
    this.#take({ revision: event.revision, changes: factChanges(event) });
  }

  /** Takes over what a batch has loaded and changed, once the log has its events. */
  keep({ known, drafted }: BatchFacts): void {
    // What it knows is level with its events already.
    for (const kind of FACT_KINDS) for (const id of known[kind].keys()) this.#cache[kind].delete(id);
    for (const event of drafted) this.#take(event);
    for (const kind of FACT_KINDS) for (const [id, fact] of known[kind]) this.#remember(kind, id, fact);
  }

  #take({ revision, changes }: ChangingEvent): void {
    this.#revision = revision;
    for (const change of changes) {
      const { kind, id } = change;
      const cache = this.#cache[kind];
      if (cache.has(id)) this.#remember(kind, id, applied(change, cache.get(id)));
      const waiting = this.#tail[kind].get(id);
      if (waiting) waiting.push(change);
      else this.#tail[kind].set(id, [change]);
      this.#order.push({ revision, kind, id });
    }
    if (this.#order.length >= this.#pruneAt) this.#prune();
  }

  async #loadKind(batch: BatchFacts, kind: FactKind, ids: readonly FactId[]): Promise<void> {
    const facts = await this.#source.load(kind, ids);
    ids.forEach((id, index) => {
      const changes = this.#tail[kind].get(id) ?? [];
      const level = changes.reduce<Fact | undefined>((fact, change) => applied(change, fact), facts[index]);
      batch.learn(kind, id, level);
    });
  }

  /** Where it cannot be told, only the commands that ask for it fail. */
  async #loadExcerpt(batch: BatchFacts, question: ExcerptQuestion): Promise<void> {
    try {
      batch.learnExcerpt(question, await this.#source.excerpt(question, this.#revision));
    } catch (error) {
      batch.learnExcerpt(question, error as Error);
    }
  }

  #remember(kind: FactKind, id: FactId, fact: Fact | undefined): void {
    const cache = this.#cache[kind];
    cache.delete(id);
    cache.set(id, fact);
    if (cache.size <= CACHE_LIMIT) return;
    const oldest = cache.keys().next();
    if (!oldest.done) cache.delete(oldest.value);
  }

  /** Forgets tail changes that the view contains; beyond the limit the view must catch up first. */
  #prune(): void {
    const half = this.#order[this.#order.length >> 1];
    const passed = half !== undefined && this.#source.hasPassed(half.revision);
    const count = passed ? this.#order.length >> 1 : Math.max(0, this.#order.length - TAIL_LIMIT);
    const forgotten = this.#order.slice(0, count);
    const last = forgotten.at(-1);
    for (const { kind, id } of forgotten) this.#forgetFirst(kind, id);
    this.#order = this.#order.slice(count);
    this.#pruneAt = this.#order.length + PRUNE_EVERY;
    if (last === undefined) return;
    this.#tailStartsAfter = Math.max(this.#tailStartsAfter, last.revision);
  }

  #forgetFirst(kind: FactKind, id: FactId): void {
    const changes = this.#tail[kind].get(id);
    changes?.shift();
    if (changes?.length === 0) this.#tail[kind].delete(id);
  }
}
