/**
 * Facts about messages for the decisions of one lane: loaded from the `messageFacts` view, updated with
 * acknowledged events that the view may not have reached, and kept up to date in a cache.
 */
import { RecentMap } from '../../base/collections.ts';
import type { AnyEvent } from '../../events/catalog.ts';
import type { Excerpt, ExcerptQuery } from '../../organization/slices/excerpts.ts';
import { factChanges, type FactKinds } from '../../organization/slices/messageFacts.ts';
import type { FactsNeeded } from '../define.ts';
import type { PendingCommand } from './batch.ts';
import {
  applyFactChange,
  BatchFacts,
  byFact,
  type ChangingEvent,
  everyFact,
  type Fact,
  FACT_KINDS,
  type FactId,
  type FactKind,
} from './batchFacts.ts';

/** The view's side: documents by kind and ID, complete up to some revision of the organization's stream. */
export interface FactsSource {
  /** The facts in the order of the IDs. Fails with NotReady while the view is quarantined or being built. */
  load<Kind extends keyof FactKinds>(
    kind: Kind,
    ids: readonly (number | string)[],
  ): Promise<readonly (FactKinds[Kind] | undefined)[]>;
  /** Whether the view contains everything up to the revision. */
  hasPassed(revision: number): boolean;
  /** Resolves when it has; fails with NotReady if that takes too long. */
  waitUntilPassed(revision: number): Promise<void>;
  /** An excerpt of the messages as they are at the revision; fails with NotReady if they are not available. */
  excerpt(question: ExcerptQuery, revision: number): Promise<Excerpt | undefined>;
  /** The acknowledged event of a revision, from the log itself. */
  event(revision: number): Promise<AnyEvent>;
}

/** Facts of each kind kept in memory per organization. */
const CACHE_LIMIT = 5_000;
/** Changes kept for the view before it must catch up. */
const TAIL_LIMIT = 50_000;
const PRUNE_EVERY = 1_000;

/** The cache and tail of one organization. */
export class FactsCache {
  readonly #source: FactsSource;
  readonly #cache = byFact(() => new RecentMap<FactId, Fact | undefined>(CACHE_LIMIT));
  /** Changes by recent events that the view may not have reached, in order. */
  #tail: ChangingEvent[] = [];
  /** Number of these changes. */
  #waiting = 0;
  #pruneAt = PRUNE_EVERY;
  /** The view must have passed this revision before the tail can complete its answers. */
  #tailStartsAfter: number;
  /** Of the last acknowledged event. */
  #revision: number;

  constructor(source: FactsSource, revision: number) {
    this.#source = source;
    this.#tailStartsAfter = revision;
    this.#revision = revision;
  }

  /** Loads the facts of one batch of decisions. */
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

  /** Applies an event that the log has; in order. */
  follow(event: AnyEvent): void {
    this.#take({ revision: event.revision, changes: factChanges(event) });
  }

  /** Takes over the facts that a batch loaded and changed, once the log has its events. */
  keep({ known, decided }: BatchFacts): void {
    for (const event of decided) this.#take(event, known);
    for (const kind of FACT_KINDS) for (const [id, fact] of known[kind]) this.#cache[kind].set(id, fact);
  }

  /** Facts of `level` already contain the event and are not changed again. */
  #take(event: ChangingEvent, level?: BatchFacts['known']): void {
    this.#revision = event.revision;
    for (const change of event.changes)
      if (!level?.[change.kind].has(change.id)) applyFactChange(this.#cache[change.kind], change);
    if (event.changes.length === 0) return;
    this.#tail.push(event);
    this.#waiting += event.changes.length;
    if (this.#waiting >= this.#pruneAt) this.#prune();
  }

  async #loadKind(batch: BatchFacts, kind: FactKind, ids: readonly FactId[]): Promise<void> {
    const loaded = await this.#source.load(kind, ids);
    const facts = new Map<FactId, Fact | undefined>(ids.map((id, index) => [id, loaded[index]]));
    for (const { changes } of this.#tail)
      for (const change of changes) if (change.kind === kind) applyFactChange(facts, change);
    for (const [id, fact] of facts) batch.learn(kind, id, fact);
  }

  /** If it cannot be loaded, only the commands that need it fail. */
  async #loadExcerpt(batch: BatchFacts, question: ExcerptQuery): Promise<void> {
    try {
      batch.learnExcerpt(question, await this.#source.excerpt(question, this.#revision));
    } catch (error) {
      batch.learnExcerpt(question, error as Error);
    }
  }

  /** Drops changes that the view contains; beyond the limit the view must catch up first. */
  #prune(): void {
    const half = this.#tail[this.#tail.length >> 1]?.revision ?? -1;
    const passed = this.#source.hasPassed(half) ? half : -1;
    let forgotten = 0;
    for (const { revision, changes } of this.#tail) {
      if (revision > passed && this.#waiting <= TAIL_LIMIT) break;
      this.#waiting -= changes.length;
      this.#tailStartsAfter = Math.max(this.#tailStartsAfter, revision);
      forgotten += 1;
    }
    this.#tail = this.#tail.slice(forgotten);
    this.#pruneAt = this.#waiting + PRUNE_EVERY;
  }
}

// Facts for commands that are decided together.

interface Gathered<State> {
  readonly facts: BatchFacts;
  /** The commands that can be decided with them. */
  readonly able: readonly PendingCommand<State>[];
  /** Commands whose facts are not available now, with the reason. */
  readonly unable: readonly PendingCommand<State>[];
  readonly error?: unknown;
}

/**
 * If the view cannot provide facts, only the commands that need some fail. `memory` is absent if no command
 * does.
 */
export async function loadFacts<State>(
  memory: FactsCache | undefined,
  state: State,
  commands: readonly PendingCommand<State>[],
): Promise<Gathered<State>> {
  if (memory === undefined) return { facts: new BatchFacts(), able: commands, unable: [] };
  const needed = commands.map((waiting) => needsOf(state, waiting));
  try {
    const facts = await memory.load(needed.filter((needs) => needs !== undefined));
    return { facts, able: commands, unable: [] };
  } catch (error) {
    const able = commands.filter((_, index) => needed[index] === undefined);
    const unable = commands.filter((_, index) => needed[index] !== undefined);
    return { facts: new BatchFacts(), able, unable, error };
  }
}

function needsOf<State>(
  state: State,
  { definition, input, submission }: PendingCommand<State>,
): FactsNeeded | undefined {
  try {
    return definition.needs?.(state, input, submission.actor);
  } catch {
    return undefined; // The decision refuses for the same reason.
  }
}
