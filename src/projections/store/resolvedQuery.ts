/**
 * Shared by both engines: checking a query against the definition of its collection, so that both refuse the
 * same queries, and reading the secondary fields of a document.
 */
import type { Position } from '../../events/log/eventLog.ts';
import type {
  CollectionDefinition,
  Document,
  DocumentId,
  DocumentKey,
  DocumentWrite,
  FieldKind,
  Query,
} from './readModels.ts';

type Scalar = number | string;

/** A query with defaults filled in and its fields by kind. */
export interface ResolvedQuery {
  readonly equals: readonly (readonly [field: string, value: Scalar])[];
  /** List fields; the first of them is used to find documents. */
  readonly members: readonly (readonly [field: string, value: Scalar])[];
  readonly range: { readonly field: string; readonly bounds: readonly RangeBound[] };
  readonly order: { readonly field: string; readonly descending: boolean };
  readonly limit: number | undefined;
  readonly characters: number | undefined;
  /** The declared index that serves the query; undefined if the key or a list's elements do. */
  readonly index: readonly string[] | undefined;
}

export interface RangeBound {
  readonly comparison: 'above' | 'atLeast' | 'below' | 'atMost';
  readonly value: Scalar;
}

const COMPARISONS = ['above', 'atLeast', 'below', 'atMost'] as const;
const IDENTIFIER = /^[A-Za-z][A-Za-z0-9_]*$/;

const isList = (kind: FieldKind): boolean => kind === 'texts' || kind === 'numbers';

const kindOf = (definition: CollectionDefinition, field: string): FieldKind | undefined =>
  field === 'id' ? definition.id : definition.fields?.[field];

/** The names of the scalar fields of a collection. */
export const scalarFields = (definition: CollectionDefinition): readonly string[] =>
  Object.entries(definition.fields ?? {}).flatMap(([field, kind]) => (isList(kind) ? [] : [field]));

/** The names of the list fields of a collection. */
export const listFields = (definition: CollectionDefinition): readonly string[] =>
  Object.entries(definition.fields ?? {}).flatMap(([field, kind]) => (isList(kind) ? [field] : []));

/** Names become parts of identifiers in both engines; anything but letters, digits and `_` is refused. */
export function checkNames(collections: Readonly<Record<string, CollectionDefinition>>): void {
  for (const [collection, { fields, indexes }] of Object.entries(collections)) {
    for (const name of [collection, ...Object.keys(fields ?? {}), ...(indexes ?? []).flat()]) {
      if (!IDENTIFIER.test(name))
        throw new TypeError(`${name} cannot be a name in collection ${collection}.`);
    }
  }
}

/** The error for a collection that the definition of a generation does not name, which is our bug. */
export const unknownCollection = (generation: string, collection: string): TypeError =>
  new TypeError(`${generation} has no collection named ${collection}.`);

/** Words of an index are kept under the number of their document: organization and ID in one. */
export const ID_BITS = 40;
const MAX_ORGANIZATIONS = 2 ** 22;

/** Checks that organization and ID of a document with words fit into one number. */
export function checkWordsKey({ collection, organizationId, id }: DocumentKey): void {
  if (typeof id !== 'number' || id >= 2 ** ID_BITS || organizationId >= MAX_ORGANIZATIONS)
    throw new RangeError(
      `Words of document ${id} of ${collection} in organization ${organizationId} cannot be kept.`,
    );
}

/** The beginning that a word with a star stands for; undefined for other words. */
export const prefixOf = (word: string): string | undefined =>
  word.endsWith('*') ? word.slice(0, -1) : undefined;

/** Checks that a collection has words. */
export function checkHasWords(collection: string, { words }: CollectionDefinition): void {
  if (words !== true) throw new TypeError(`The documents of ${collection} have no words.`);
}

/** Checks a batch: no write may be of an event beyond its checkpoint. */
export function checkBatch(writes: readonly DocumentWrite[], checkpoint: Position): void {
  for (const { collection, position } of writes) {
    if (position > checkpoint) {
      throw new RangeError(`A write to ${collection} at ${position} is beyond the checkpoint ${checkpoint}.`);
    }
  }
}

/** Checks that an ID is of the collection's kind. */
export function checkId(definition: CollectionDefinition, id: DocumentId): void {
  const fits =
    definition.id === 'number' ? Number.isSafeInteger(id) && (id as number) >= 0 : typeof id === 'string';
  if (!fits) throw new TypeError(`${JSON.stringify(id)} is not a document ID of kind ${definition.id}.`);
}

/** The value of a scalar field; null if the document has none. */
export function scalarOf(definition: CollectionDefinition, field: string, document: Document): Scalar | null {
  const value = document[field] ?? null;
  const type = kindOf(definition, field) === 'number' ? 'number' : 'string';
  if (value !== null && typeof value !== type) throw misfit(field, value);
  return value as Scalar | null;
}

/** The elements of a list field, each once; none if the document has no such field. */
export function elementsOf(
  definition: CollectionDefinition,
  field: string,
  document: Document,
): readonly Scalar[] {
  const value = document[field] ?? [];
  if (!Array.isArray(value)) throw misfit(field, value);
  const kind = kindOf(definition, field) === 'numbers' ? 'number' : 'string';
  if (!value.every((element) => typeof element === kind)) throw misfit(field, value);
  return [...new Set(value as Scalar[])];
}

const misfit = (field: string, value: unknown): TypeError =>
  new TypeError(`${JSON.stringify(value)} does not fit the kind of field ${field}.`);

/** Checks a query and fills in its defaults; throws TypeError if no index of the collection serves it. */
export function resolveQuery(definition: CollectionDefinition, query: Query = {}): ResolvedQuery {
  const where = Object.entries(query.where ?? {});
  const order = query.order ?? { field: 'id', direction: 'ascending' };
  const range = query.range ?? { field: 'id' };
  const bounds = COMPARISONS.flatMap((comparison) => {
    const value = query.range?.[comparison];
    return value === undefined ? [] : [{ comparison, value }];
  });
  for (const [field, value] of where) checkValue(definition, field, value);
  for (const { value } of bounds) checkValue(definition, range.field, value);
  const listed = (field: string): boolean => isList(definition.fields?.[field] ?? 'text');
  const question: UnindexedQuery = {
    equals: where.filter(([field]) => !listed(field)),
    members: where.filter(([field]) => listed(field)),
    range: { field: range.field, bounds },
    order: { field: order.field, descending: order.direction === 'descending' },
    limit: query.limit,
    characters: query.characters,
  };
  const needsIndex = !isServedByKey(question);
  const index = needsIndex ? servingIndex(definition, question) : undefined;
  if (needsIndex && index === undefined)
    throw new TypeError(`No index serves the question ${JSON.stringify(query)}.`);
  return { ...question, index };
}

function checkValue(definition: CollectionDefinition, field: string, value: Scalar): void {
  const kind = kindOf(definition, field);
  const fittingKinds = typeof value === 'number' ? ['number', 'numbers'] : ['text', 'texts'];
  if (kind === undefined || !fittingKinds.includes(kind)) throw misfit(field, value);
}

type UnindexedQuery = Omit<ResolvedQuery, 'index'>;

/** The field used by range and order, unless it is the ID or fixed by an equality; null if there are two. */
function movingField({ equals, range, order }: UnindexedQuery): string | undefined | null {
  const fixed = new Set(equals.map(([field]) => field));
  const moving = new Set([range.field, order.field].filter((field) => field !== 'id' && !fixed.has(field)));
  return moving.size > 1 ? null : [...moving][0];
}

/** Whether the primary key, or the elements of a list field, serve the query. */
const isServedByKey = (question: UnindexedQuery): boolean =>
  movingField(question) === undefined && (question.members.length > 0 || question.equals.length === 0);

/** The declared index whose first fields are those fixed by equality, followed by the one that varies. */
function servingIndex(
  { indexes = [] }: CollectionDefinition,
  question: UnindexedQuery,
): readonly string[] | undefined {
  const fixed = new Set(question.equals.map(([field]) => field));
  const next = movingField(question);
  if (next === null || question.members.length > 0) return undefined;
  return indexes.find(
    (index) =>
      index.slice(0, fixed.size).filter((field) => fixed.has(field)).length === fixed.size &&
      (next === undefined || index[fixed.size] === next),
  );
}
