/**
 * An organization in memory for tests of projections: what happened, the state folded from it, and views of it that
 * answer only what their collections declare an index for.
 */
import type { AnyEvent, ErasedSubjects } from '../../src/events/catalog.ts';
import type { DomainEvent, EventMetadata } from '../../src/events/define.ts';
import type { StoredEvent } from '../../src/events/log/eventLog.ts';
import { systemClock } from '../../src/base/clock.ts';
import { TimeSlices } from '../../src/base/timeSlices.ts';
import { type MessageId, type OrganizationId, ROOT_ORGANIZATION, type UserId } from '../../src/base/ids.ts';
import { type Access, accessOf } from '../../src/organization/access/access.ts';
import { emptyOrganization, type OrganizationState } from '../../src/organization/state.ts';
import { type BatchEvent, foldBatch, handlersOf } from '../../src/projections/running/batch.ts';
import { projections } from '../../src/projections/catalog.ts';
import type { Projection } from '../../src/projections/running/define.ts';
import type {
  CollectionDefinition,
  Document,
  DocumentId,
  DocumentWrite,
  Query,
  StoredDocument,
  WordsQuery,
} from '../../src/projections/store/readModels.ts';
import type { Views } from '../../src/projections/running/views.ts';
import { example, recorded } from './examples.ts';

/** Views that learn of events when they are told. */
export interface TakingViews extends Views {
  take(events: readonly AnyEvent[]): Promise<void>;
}

/** Events of one organization in order, with the state and the views that follow from them. */
export class World<KeptViews extends TakingViews = MemoryViews> {
  readonly organization: OrganizationState;
  readonly events: AnyEvent[] = [];
  readonly views: KeptViews;
  /** When what happens next happens, in UNIX milliseconds; by default a second after what happened before. */
  time: number | undefined;
  readonly #erased: ErasedSubjects | undefined;

  private constructor(views: KeptViews, organizationId: OrganizationId, isErased?: ErasedSubjects) {
    this.views = views;
    this.organization = emptyOrganization(organizationId);
    this.#erased = isErased;
  }

  /** An organization with its groups, after the given events. */
  static async after(...facts: readonly DomainEvent[]): Promise<World<MemoryViews>> {
    return World.kept(new MemoryViews(projections), ROOT_ORGANIZATION, facts);
  }

  /** The same where everything that can be erased has been. */
  static async erasedAfter(...facts: readonly DomainEvent[]): Promise<World<MemoryViews>> {
    return World.kept(new MemoryViews(projections), ROOT_ORGANIZATION, facts, () => true);
  }

  /** The same in views of another kind, which several organizations may share. */
  static async kept<KeptViews extends TakingViews>(
    views: KeptViews,
    organizationId: OrganizationId,
    facts: readonly DomainEvent[],
    isErased?: ErasedSubjects,
  ): Promise<World<KeptViews>> {
    const world = new World(views, organizationId, isErased);
    await world.happen(
      example.organizationFounded({ organizationId }),
      example.systemGroupsCreated(),
      ...facts,
    );
    return world;
  }

  /** Lets events happen in one batch; the answer is the ID of the last of them, if it sent a message. */
  async happen(...facts: readonly DomainEvent[]): Promise<MessageId> {
    const events = this.#recorded(facts).map((event): AnyEvent => {
      const metadata = JSON.parse(JSON.stringify(event.metadata)) as EventMetadata;
      return { ...event, metadata: { ...metadata, time: this.time ?? metadata.time } };
    });
    for (const event of events) this.organization.fold(event);
    this.events.push(...events);
    await this.views.take(events);
    return (this.organization.revision + 1) as MessageId;
  }

  #recorded(facts: readonly DomainEvent[]): AnyEvent[] {
    const { organizationId } = this.organization;
    return recorded(facts, { after: this.organization, organizationId }, this.#erased);
  }

  accessOf(userId: number): Access {
    return accessOf(this.organization, userId as UserId);
  }
}

/** The views of one organization, folded by the projections as the runner does it. */
export class MemoryViews implements TakingViews {
  readonly slices = new TimeSlices(systemClock);
  readonly #projections: readonly Projection[];
  readonly #stored = new Map<string, Map<DocumentId, StoredDocument>>();
  /** By collection and ID. */
  readonly #words = new Map<string, string>();
  /** Queries answered so far. */
  reads = 0;

  constructor(kept: readonly Projection[]) {
    this.#projections = kept;
  }

  /** Folds a batch of events; those that were taken before change nothing. */
  async take(events: readonly AnyEvent[]): Promise<void> {
    const batch = batchOf(events);
    for (const projection of this.#projections) {
      const load = (keys: readonly { collection: string; id: DocumentId }[]) =>
        Promise.resolve(keys.map(({ collection, id }) => this.#collection(collection).get(id)));
      const writes = await foldBatch(projection, handlersOf(projection), batch, { load });
      for (const write of writes) this.#write(write);
    }
  }

  /** Everything there is, as text, to compare. */
  content(): string {
    const sorted = [...this.#stored].map(([name, documents]) => [name, [...documents].sort()]);
    return JSON.stringify(sorted.sort());
  }

  /** A document as it is stored, for tests of handlers. */
  document(collection: string, id: DocumentId): Document | undefined {
    return this.#collection(collection).get(id)?.document;
  }

  /** All documents of a collection by ID, as they are stored. */
  *documents(collection: string): Iterable<readonly [DocumentId, Document]> {
    for (const [id, { document }] of this.#collection(collection)) yield [id, document];
  }

  async get(collection: string, organizationId: OrganizationId, id: DocumentId) {
    return (await this.load(collection, organizationId, [id]))[0];
  }

  load(
    collection: string,
    _organizationId: OrganizationId,
    ids: readonly DocumentId[],
    characters = Infinity,
  ) {
    this.reads += 1;
    const known = ids.map((id) => this.#collection(collection).get(id));
    return Promise.resolve(upTo(characters, known));
  }

  findIds(collection: string, _organizationId: OrganizationId, { words, from, to, ...order }: WordsQuery) {
    this.reads += 1;
    const ids = [...this.#collection(collection).keys()].filter(
      (id) => from <= Number(id) && Number(id) <= to,
    );
    const found = ids.filter((id) => hasWords(this.#words.get(`${collection}/${id}`) ?? '', words));
    const sign = order.direction === 'ascending' ? 1 : -1;
    return Promise.resolve(
      (found as number[]).sort((one, other) => sign * (one - other)).slice(0, order.limit),
    );
  }

  find(collection: string, _organizationId: OrganizationId, query: Query = {}) {
    this.reads += 1;
    checkIndexed(this.#definition(collection), query);
    const { field, direction } = query.order ?? { field: 'id', direction: 'ascending' };
    const sign = direction === 'ascending' ? 1 : -1;
    const matching = [...this.#collection(collection).values()]
      .filter((stored) => matches(stored, query))
      .sort((one, other) => sign * compare(fieldOf(one, field), fieldOf(other, field)))
      .slice(0, query.limit);
    return Promise.resolve(upTo(query.characters ?? Infinity, matching));
  }

  #definition(collection: string): CollectionDefinition {
    const owner = this.#projections.find(({ collections }) => collection in collections);
    if (!owner) throw new Error(`There is no collection ${collection}.`);
    return owner.collections[collection]!;
  }

  #collection(name: string): Map<DocumentId, StoredDocument> {
    let documents = this.#stored.get(name);
    if (!documents) this.#stored.set(name, (documents = new Map()));
    return documents;
  }

  #write({ collection, id, position, document, words }: DocumentWrite): void {
    const documents = this.#collection(collection);
    if ((documents.get(id)?.position ?? -1) >= position) return;
    // As an engine would: what is kept is what JSON keeps.
    const kept = document && (JSON.parse(JSON.stringify(document)) as Document);
    if (words !== undefined) this.#words.set(`${collection}/${id}`, words);
    if (kept) documents.set(id, { id, position, document: kept });
    else documents.delete(id);
  }
}

/** Events as the runner hands them to a projection. */
export const batchOf = (events: readonly AnyEvent[]): BatchEvent[] =>
  events.map((event) => ({
    stored: event as unknown as StoredEvent,
    organizationId: event.metadata.organization as OrganizationId,
    decoded: () => event,
  }));

/** Throws where a real engine would have to scan. */
function checkIndexed(
  { fields = {}, indexes = [] }: CollectionDefinition,
  { where = {}, range, order }: Query,
): void {
  const then = new Set([range?.field ?? order?.field ?? 'id', order?.field ?? 'id']);
  const equal = Object.keys(where);
  const isList = equal.length === 1 && fields[equal[0]!]?.endsWith('s') === true;
  const byId = equal.length === 0 || isList ? then.size === 1 && then.has('id') : false;
  const byIndex = indexes.some(
    (index) =>
      then.size === 1 &&
      index.slice(0, equal.length).every((field) => equal.includes(field)) &&
      then.has(index[equal.length] ?? 'id'),
  );
  if (!byId && !byIndex) throw new TypeError(`No index serves ${JSON.stringify({ where, range, order })}.`);
}

/** The first documents, up to the one that brings them to so many characters. */
function upTo<Stored extends StoredDocument | undefined>(characters: number, documents: readonly Stored[]) {
  let left = characters;
  const end = documents.findIndex((stored) => (left -= JSON.stringify(stored?.document ?? 0).length) <= 0);
  return end < 0 ? documents : documents.slice(0, end + 1);
}

const hasWords = (words: string, requested: WordsQuery['words']): boolean =>
  requested.every((some) =>
    some.some((word) =>
      words
        .split(' ')
        .some((each) => (word.endsWith('*') ? each.startsWith(word.slice(0, -1)) : each === word)),
    ),
  );

const fieldOf = ({ id, document }: StoredDocument, field: string): unknown =>
  field === 'id' ? id : document[field];

const compare = (one: unknown, other: unknown): number =>
  one === other ? 0 : (one as number) < (other as number) ? -1 : 1;

function matches(stored: StoredDocument, { where = {}, range }: Query): boolean {
  for (const [field, expected] of Object.entries(where)) {
    const value = fieldOf(stored, field);
    if (Array.isArray(value) ? !value.includes(expected) : value !== expected) return false;
  }
  if (!range) return true;
  const value = fieldOf(stored, range.field);
  const from = (bound: unknown): number => (bound === undefined ? 1 : compare(value, bound));
  const to = (bound: unknown): number => (bound === undefined ? -1 : compare(value, bound));
  return from(range.above) > 0 && from(range.atLeast) >= 0 && to(range.below) < 0 && to(range.atMost) <= 0;
}
