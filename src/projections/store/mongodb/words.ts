/**
 * The words of documents, in a collection beside theirs: what changes often is not indexed again, and the index of the
 * words stays out of the way of all others. No text index: its words would be MongoDB's, not ours.
 */
import type { Filter, IndexDescription, Sort } from 'mongodb';
import type { OrganizationId } from '../../../ids.ts';
import { prefixOf, checkWordsKey, type ResolvedQuery } from '../question.ts';
import type { DocumentWrite } from '../readModels.ts';
import { queryFilter, documentKey, type DocumentRecord } from './documents.ts';

export const wordsIndex: IndexDescription = {
  name: 'words',
  key: new Map(['organization', 'fields.words', '_id'].map((key) => [key, 1])),
};

/** What is stored of a document's words; undefined where they stay as they are. */
export function encodeWords(write: DocumentWrite): DocumentRecord | undefined {
  const { organizationId, id, position, document, words } = write;
  const _id = documentKey(organizationId, id);
  if (document === undefined) return { _id, position, removed: true };
  if (words === undefined) return undefined;
  checkWordsKey(write);
  return { _id, organization: organizationId, position, fields: { words: words.split(' ') } };
}

/** A question for words as filter and order. */
export function wordsFilter(
  organizationId: OrganizationId,
  question: ResolvedQuery,
): { filter: Filter<DocumentRecord>; sort: Sort } {
  const { filter, sort } = queryFilter(organizationId, question);
  const asked = (question.words ?? []).map((some): Filter<DocumentRecord> => {
    const exact = some.filter((word) => prefixOf(word) === undefined);
    const beginnings = some.flatMap((word) => prefixOf(word) ?? []);
    const either = [
      ...(exact.length === 0 ? [] : [{ 'fields.words': exact.length === 1 ? exact[0] : { $in: exact } }]),
      ...beginnings.map((beginning) => ({ 'fields.words': { $elemMatch: startingWith(beginning) } })),
    ];
    return either.length === 1 ? (either[0] as Filter<DocumentRecord>) : { $or: either };
  });
  return { filter: { $and: [filter, ...asked] }, sort };
}

/** Texts order by code point, and this one comes after all that a word may go on with. */
const BEHIND_ALL = '\u{10ffff}';

const startingWith = (beginning: string) => ({ $gte: beginning, $lt: `${beginning}${BEHIND_ALL}` });
