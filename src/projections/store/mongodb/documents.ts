/**
 * The form of a document in MongoDB. Its ID is one text that sorts by organization, then by ID, so that the
 * built-in index serves both. The body is JSON text, because keys may contain dots and `$`, and both engines
 * must return identical bytes. Only the declared fields are stored beside it, for the indexes.
 */
import type { Filter, IndexDescription, Sort } from 'mongodb';
import type { OrganizationId } from '../../../base/ids.ts';
import type { Position } from '../../../events/log/eventLog.ts';
import {
  type CollectionDefinition,
  type DocumentId,
  type DocumentWrite,
  parseStored,
  type RemovedDocument,
  type StoredDocument,
} from '../readModels.ts';
import {
  checkId,
  checkWordsKey,
  elementsOf,
  listFields,
  prefixOf,
  type ResolvedQuery,
  scalarFields,
  scalarOf,
} from '../resolvedQuery.ts';

/** A document, or its tombstone, which has neither organization, fields nor body. */
export interface DocumentRecord {
  readonly _id: string;
  readonly position: Position;
  readonly organization?: OrganizationId;
  readonly fields?: Readonly<Record<string, unknown>>;
  readonly body?: string;
  readonly removed?: true;
}

const ORGANIZATION_DIGITS = 10;
const ID_DIGITS = 16;

/** The text of an ID: numbers are padded, so that they sort as numbers. */
const idText = (id: DocumentId): string =>
  typeof id === 'number' ? String(id).padStart(ID_DIGITS, '0') : id;

const organizationText = (organizationId: OrganizationId): string =>
  String(organizationId).padStart(ORGANIZATION_DIGITS, '0');

/** `0000000001/0000000000000042` is document 42 of organization 1. */
export const documentKey = (organizationId: OrganizationId, id: DocumentId): string =>
  `${organizationText(organizationId)}/${idText(id)}`;

export function encodeDocument(definition: CollectionDefinition, write: DocumentWrite): DocumentRecord {
  const { organizationId, id, position, document } = write;
  checkId(definition, id);
  const _id = documentKey(organizationId, id);
  if (document === undefined) return { _id, position, removed: true };
  const fields: Record<string, unknown> = {};
  for (const field of scalarFields(definition)) fields[field] = scalarOf(definition, field, document);
  for (const field of listFields(definition)) fields[field] = elementsOf(definition, field, document);
  return { _id, organization: organizationId, position, fields, body: JSON.stringify(document) };
}

/** The document, or undefined for a tombstone. */
export function decodeDocument(
  definition: CollectionDefinition,
  { _id, organization, position, body }: DocumentRecord,
): (StoredDocument & { readonly organizationId: OrganizationId }) | undefined {
  if (organization === undefined || body === undefined) return undefined;
  const document = parseStored(body, `document ${_id}`);
  return { organizationId: organization, id: idOf(definition, _id), position, document };
}

/** The content of a tombstone. */
export const decodeTombstone = (
  definition: CollectionDefinition,
  { _id, position }: DocumentRecord,
): RemovedDocument => ({
  id: idOf(definition, _id),
  position,
});

/** The ID in a key. */
export function idOf(definition: CollectionDefinition, key: string): DocumentId {
  const text = key.slice(ORGANIZATION_DIGITS + 1);
  return definition.id === 'number' ? Number(text) : text;
}

const path = (field: string): string => (field === 'id' ? '_id' : `fields.${field}`);

/** Compound indexes of the definition, and one for each list. */
export const indexesOf = (definition: CollectionDefinition): IndexDescription[] =>
  [...(definition.indexes ?? []), ...listFields(definition).map((field) => [field])].map((fields) => {
    const ended = fields.includes('id') ? fields : [...fields, 'id'];
    return {
      name: fields.join('_'),
      key: new Map(['organization', ...ended.map(path)].map((key) => [key, 1])),
    };
  });

const OPERATORS = { above: '$gt', atLeast: '$gte', below: '$lt', atMost: '$lte' } as const;

/** A query as filter and sort order. */
export function queryFilter(
  organizationId: OrganizationId,
  question: ResolvedQuery,
): { filter: Filter<DocumentRecord>; sort: Sort } {
  const { equals, members, range, order } = question;
  const keyed = (field: string, value: number | string) =>
    field === 'id' ? documentKey(organizationId, value) : value;
  const conditions: Filter<DocumentRecord>[] = [{ organization: organizationId }];
  if (equals.length === 0 && members.length === 0) conditions.push(wholeOrganization(organizationId));
  for (const [field, value] of [...equals, ...members])
    conditions.push({ [path(field)]: keyed(field, value) });
  for (const { comparison, value } of range.bounds) {
    conditions.push({ [path(range.field)]: { [OPERATORS[comparison]]: keyed(range.field, value) } });
  }
  const direction = order.descending ? -1 : 1;
  const sort = new Map([...new Set([path(order.field), '_id'])].map((key) => [key, direction]));
  return { filter: { $and: conditions }, sort: sort as Sort };
}

/** All keys of one organization: `0` is the character after `/`. */
const wholeOrganization = (organizationId: OrganizationId): Filter<DocumentRecord> => ({
  _id: { $gte: `${organizationText(organizationId)}/`, $lt: `${organizationText(organizationId)}0` },
});

// The words of documents, in a collection beside theirs: what changes often is not indexed again, and the index of the
// words stays out of the way of all others. No text index: its words would be MongoDB's, not ours.

export const wordsIndex: IndexDescription = {
  name: 'words',
  key: new Map(['organization', 'fields.words', '_id'].map((key) => [key, 1])),
};

/** The stored form of a document's words; undefined if they stay as they are. */
export function encodeWords(write: DocumentWrite): DocumentRecord | undefined {
  const { organizationId, id, position, document, words } = write;
  const _id = documentKey(organizationId, id);
  if (document === undefined) return { _id, position, removed: true };
  if (words === undefined) return undefined;
  checkWordsKey(write);
  return { _id, organization: organizationId, position, fields: { words: words.split(' ') } };
}

/** The filter and order of a query by words. */
export function wordsFilter(
  organizationId: OrganizationId,
  question: ResolvedQuery,
): { filter: Filter<DocumentRecord>; sort: Sort } {
  const { filter, sort } = queryFilter(organizationId, question);
  const conditions = (question.words ?? []).map((some): Filter<DocumentRecord> => {
    const exact = some.filter((word) => prefixOf(word) === undefined);
    const beginnings = some.flatMap((word) => prefixOf(word) ?? []);
    const either = [
      ...(exact.length === 0 ? [] : [{ 'fields.words': exact.length === 1 ? exact[0] : { $in: exact } }]),
      ...beginnings.map((beginning) => ({ 'fields.words': { $elemMatch: startingWith(beginning) } })),
    ];
    return either.length === 1 ? (either[0] as Filter<DocumentRecord>) : { $or: either };
  });
  return { filter: { $and: [filter, ...conditions] }, sort };
}

/** Texts order by code point, and this one comes after all that a word may go on with. */
const BEHIND_ALL = '\u{10ffff}';

const startingWith = (beginning: string) => ({ $gte: beginning, $lt: `${beginning}${BEHIND_ALL}` });
