/** The facts of one batch of decisions, by kind and ID. */
import type { RecentMap } from '../../base/collections.ts';
import type { MessageId } from '../../base/ids.ts';
import type { AnyEvent } from '../../events/catalog.ts';
import { type Excerpt, excerptKey, type ExcerptQuery } from '../../organization/slices/excerpts.ts';
import { type FactChange, factChanges, type FactKinds } from '../../organization/slices/messageFacts.ts';
import type { Facts, FactsNeeded } from '../define.ts';

export type Fact = FactKinds[keyof FactKinds];
export type FactKind = keyof FactKinds;
export type FactId = number | string;

/** A collection per kind, so that look-ups need no combined key. */
export const byFact = <Collection>(make: () => Collection): Readonly<Record<FactKind, Collection>> => ({
  messageFacts: make(),
  conversationFacts: make(),
  sendKeys: make(),
  scheduleKeys: make(),
  flagFacts: make(),
});

export const FACT_KINDS = Object.keys(byFact(() => null)) as readonly FactKind[];

/** The kind of fact in each list of `FactsNeeded`. */
const LISTS = [
  ['messages', 'messageFacts'],
  ['conversations', 'conversationFacts'],
  ['sendKeys', 'sendKeys'],
  ['scheduleKeys', 'scheduleKeys'],
  ['flags', 'flagFacts'],
] as const;

/** Tests each needed fact until one fails; returns whether all passed. */
export function everyFact(needed: FactsNeeded, test: (kind: FactKind, id: FactId) => boolean): boolean {
  for (const [list, kind] of LISTS) for (const id of needed[list] ?? []) if (!test(kind, id)) return false;
  return true;
}

/** Known facts of one kind; undefined means known to be absent. */
type KnownFacts = Map<FactId, Fact | undefined> | RecentMap<FactId, Fact | undefined>;

/** Applies a change to a fact if it is known. */
export function applyFactChange(known: KnownFacts, { id, change }: FactChange): void {
  const changed = change as (fact: Fact | undefined) => Fact | undefined;
  if (known.has(id)) known.set(id, changed(known.get(id)));
}

/** An event, and the facts that it changes. */
export interface ChangingEvent {
  readonly revision: number;
  readonly changes: readonly FactChange[];
}

/** Facts that evolve with the events that the batch decides. */
export class BatchFacts implements Facts {
  readonly known = byFact(() => new Map<FactId, Fact | undefined>());
  /** Changes by the decided events, of facts known here or not. */
  readonly decided: ChangingEvent[] = [];
  readonly #excerpts = new Map<string, Excerpt | Error | undefined>();
  readonly #events = new Map<number, AnyEvent>();

  learn(kind: FactKind, id: FactId, fact: Fact | undefined): void {
    this.known[kind].set(id, fact);
  }

  learnExcerpt(question: ExcerptQuery, excerpt: Excerpt | Error | undefined): void {
    this.#excerpts.set(excerptKey(question), excerpt);
  }

  learnEvent(event: AnyEvent): void {
    this.#events.set(event.revision, event);
  }

  /** Whether all facts of a command are loaded. */
  has(needed: FactsNeeded): boolean {
    const { excerpts = [], events = [] } = needed;
    return (
      everyFact(needed, (kind, id) => this.known[kind].has(id)) &&
      excerpts.every((question) => this.#excerpts.has(excerptKey(question))) &&
      events.every((revision) => this.#events.has(revision))
    );
  }

  /**
   * Excerpts are of the acknowledged state: a command that needs one after this event belongs to the next
   * batch.
   */
  evolve(event: AnyEvent): void {
    if (this.#excerpts.size > 0) this.#excerpts.clear();
    const changes = factChanges(event);
    for (const change of changes) applyFactChange(this.known[change.kind], change);
    this.decided.push({ revision: event.revision, changes });
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

  scheduledUnder(keyHash: string) {
    return this.#get('scheduleKeys', keyHash);
  }

  flags(key: string) {
    return this.#get('flagFacts', key);
  }

  excerpt(question: ExcerptQuery): Excerpt | undefined {
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

  #get<Kind extends FactKind>(kind: Kind, id: FactId): FactKinds[Kind] | undefined {
    const fact = this.known[kind].get(id);
    if (fact === undefined && !this.known[kind].has(id))
      throw new Error(`A decision asked for the fact ${kind}/${id} without declaring it.`);
    return fact as FactKinds[Kind] | undefined;
  }
}
