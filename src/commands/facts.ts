/**
 * Facts about messages for the decisions of one lane: loaded from the `messageFacts` view, brought level with the
 * acknowledged tail that the view may not have reached yet, and kept level while they are in the cache.
 */
import type { AnyEvent } from '../events/catalog.ts';
import type { MessageId } from '../ids.ts';
import { type Excerpt, excerptKey, type ExcerptQuestion } from '../organization/excerpts.ts';
import { type FactChange, factChanges, type FactKinds } from '../organization/messageFacts.ts';
import type { Facts, FactsNeeded } from './define.ts';

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

type Fact = FactKinds[keyof FactKinds];
type FactKey = string;

const keyOf = (kind: keyof FactKinds, id: number | string): FactKey => `${kind}/${id}`;

/** Facts kept in memory per organization, and how many tail changes wait for the view before it must catch up. */
const CACHE_LIMIT = 10_000;
const TAIL_LIMIT = 50_000;
const PRUNE_EVERY = 1_000;

/** The cache and tail of one organization. */
export class FactsMemory {
  readonly #source: FactsSource;
  readonly #cache = new Map<FactKey, Fact | undefined>();
  readonly #tail = new Map<FactKey, FactChange[]>();
  #order: { readonly revision: number; readonly key: FactKey }[] = [];
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
    const missing = new Map<keyof FactKinds, Set<number | string>>();
    for (const [kind, id] of needed.flatMap(idsNeeded)) {
      const key = keyOf(kind, id);
      if (this.#cache.has(key)) batch.learn(key, this.#cache.get(key));
      else missing.set(kind, (missing.get(kind) ?? new Set()).add(id));
    }
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

  /** Takes over events that the log has acknowledged, in order. */
  follow(event: AnyEvent): void {
    this.#revision = event.revision;
    for (const change of factChanges(event)) {
      const key = keyOf(change.kind, change.id);
      if (this.#cache.has(key)) this.#remember(key, apply(change, this.#cache.get(key)));
      const waiting = this.#tail.get(key);
      if (waiting) waiting.push(change);
      else this.#tail.set(key, [change]);
      this.#order.push({ revision: event.revision, key });
    }
    if (this.#order.length >= this.#pruneAt) this.#prune();
  }

  /** Keeps what a batch has loaded, level with its merged events. */
  keep(batch: BatchFacts): void {
    for (const [key, fact] of batch.known) this.#remember(key, fact);
  }

  async #loadKind(
    batch: BatchFacts,
    kind: keyof FactKinds,
    ids: readonly (number | string)[],
  ): Promise<void> {
    const facts = await this.#source.load(kind, ids);
    ids.forEach((id, index) => {
      const key = keyOf(kind, id);
      const level = (this.#tail.get(key) ?? []).reduce<Fact | undefined>(
        (fact, change) => apply(change, fact),
        facts[index],
      );
      batch.learn(key, level);
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

  #remember(key: FactKey, fact: Fact | undefined): void {
    this.#cache.delete(key);
    this.#cache.set(key, fact);
    if (this.#cache.size <= CACHE_LIMIT) return;
    const oldest = this.#cache.keys().next();
    if (!oldest.done) this.#cache.delete(oldest.value);
  }

  /** Forgets tail changes that the view contains; beyond the limit the view must catch up first. */
  #prune(): void {
    const half = this.#order[this.#order.length >> 1];
    const passed = half !== undefined && this.#source.hasPassed(half.revision);
    const count = passed ? this.#order.length >> 1 : Math.max(0, this.#order.length - TAIL_LIMIT);
    const forgotten = this.#order.slice(0, count);
    const last = forgotten.at(-1);
    for (const { key } of forgotten) this.#forgetFirst(key);
    this.#order = this.#order.slice(count);
    this.#pruneAt = this.#order.length + PRUNE_EVERY;
    if (last === undefined) return;
    this.#tailStartsAfter = Math.max(this.#tailStartsAfter, last.revision);
  }

  #forgetFirst(key: FactKey): void {
    const changes = this.#tail.get(key);
    changes?.shift();
    if (changes?.length === 0) this.#tail.delete(key);
  }
}

/** The facts of one batch of decisions; evolves with the events that the batch drafts. */
export class BatchFacts implements Facts {
  readonly known = new Map<FactKey, Fact | undefined>();
  readonly #excerpts = new Map<string, Excerpt | Error | undefined>();
  readonly #events = new Map<number, AnyEvent>();

  learn(key: FactKey, fact: Fact | undefined): void {
    this.known.set(key, fact);
  }

  learnExcerpt(question: ExcerptQuestion, excerpt: Excerpt | Error | undefined): void {
    this.#excerpts.set(excerptKey(question), excerpt);
  }

  learnEvent(event: AnyEvent): void {
    this.#events.set(event.revision, event);
  }

  /** Whether everything that a command needs has been loaded. */
  has(needed: FactsNeeded): boolean {
    const { excerpts = [], events = [] } = needed;
    return (
      idsNeeded(needed).every(([kind, id]) => this.known.has(keyOf(kind, id))) &&
      excerpts.every((question) => this.#excerpts.has(excerptKey(question))) &&
      events.every((revision) => this.#events.has(revision))
    );
  }

  /** Excerpts are of what is acknowledged: whoever needs one after this event belongs to the next batch. */
  evolve(event: AnyEvent): void {
    if (this.#excerpts.size > 0) this.#excerpts.clear();
    for (const change of factChanges(event)) {
      const key = keyOf(change.kind, change.id);
      if (this.known.has(key)) this.known.set(key, apply(change, this.known.get(key)));
    }
  }

  message(messageId: MessageId) {
    return this.#get('messageFacts', messageId);
  }

  conversation(key: string) {
    return this.#get('conversationFacts', key);
  }

  sentUnder(keyHash: string) {
    return this.#get('sendKeys', keyHash);
  }

  flags(key: string) {
    return this.#get('flagFacts', key);
  }

  excerpt(question: ExcerptQuestion): Excerpt | undefined {
    const key = excerptKey(question);
    if (!this.#excerpts.has(key)) throw new Error(`A decision asked for ${key} without declaring it.`);
    const excerpt = this.#excerpts.get(key);
    if (excerpt instanceof Error) throw excerpt;
    return excerpt;
  }

  event(revision: number): AnyEvent {
    const event = this.#events.get(revision);
    if (event === undefined) throw new Error(`A decision asked for event ${revision} without declaring it.`);
    return event;
  }

  #get<Kind extends keyof FactKinds>(kind: Kind, id: number | string): FactKinds[Kind] | undefined {
    const key = keyOf(kind, id);
    if (!this.known.has(key)) throw new Error(`A decision asked for the fact ${key} without declaring it.`);
    return this.known.get(key) as FactKinds[Kind] | undefined;
  }
}

const idsNeeded = (needed: FactsNeeded): readonly (readonly [keyof FactKinds, number | string])[] => [
  ...(needed.messages ?? []).map((id) => ['messageFacts', id] as const),
  ...(needed.conversations ?? []).map((id) => ['conversationFacts', id] as const),
  ...(needed.sendKeys ?? []).map((id) => ['sendKeys', id] as const),
  ...(needed.flags ?? []).map((id) => ['flagFacts', id] as const),
];

const apply = (change: FactChange, fact: Fact | undefined): Fact | undefined =>
  (change.change as (fact: Fact | undefined) => Fact | undefined)(fact);
