/**
 * Where the messages of a narrow that asks for words are found: in the index of words, with signs for the places that hold
 * all that the viewer may be shown, so that the index itself goes past what they may not read.
 */
import type { SearchQuery } from '../../search/wanted.ts';
import { type NarrowTerm, firstPositiveTerm } from './narrow.ts';
import type { IndexRange } from './stretches.ts';
import { narrowestFieldToken, fieldToken } from './words.ts';

/** Signs that one question has: each costs the index a look-up. */
const MAX_FIELD_TOKENS = 128;

/** Terms that lead to places without a sign, or have a sign of their own. */
const SIGNLESS: ReadonlySet<NarrowTerm['kind']> = new Set(['search', 'sender', 'trait', 'alerted']);

/** The terms of a narrow that say in which places to look for words. */
export const locationTerms = (narrow: readonly NarrowTerm[]): readonly NarrowTerm[] =>
  narrow.filter(({ kind }) => !SIGNLESS.has(kind));

/** The stretches in which the words are looked for instead of all. What is named by ID is read as it is. */
export function wordRanges(
  stretches: readonly IndexRange[],
  narrow: readonly NarrowTerm[],
  wanted: SearchQuery,
  newestId: number,
): readonly IndexRange[] {
  const sender = firstPositiveTerm(narrow, 'sender');
  const words = wanted.flatMap(({ indexWords }) => indexWords);
  const asked = sender ? [...words, [fieldToken('senderId', sender.senderId)]] : words;
  const named = stretches.filter(({ only }) => only);
  const everywhere = stretches.filter(({ only, where }) => !only && narrowestFieldToken(where) === undefined);
  const placed = stretches.filter(({ only, where }) => !only && narrowestFieldToken(where) !== undefined);
  return [
    ...named,
    ...everywhere.map(({ from, to }) => ({ where: {}, words: asked, from, to: Math.min(to, newestId) })),
    ...groupsOf(placed).map((group) => ({
      where: {},
      words: [...asked, [...new Set(group.map(({ where }) => narrowestFieldToken(where) ?? ''))]],
      from: Math.min(...group.map(({ from }) => from)),
      to: Math.min(Math.max(...group.map(({ to }) => to)), newestId),
    })),
  ];
}

/** Groups of stretches that begin and end near each other, for each is looked through from the first to the last of them. */
function groupsOf(stretches: readonly IndexRange[]): readonly (readonly IndexRange[])[] {
  const sorted = [...stretches].sort((one, other) => other.to - one.to || one.from - other.from);
  return Array.from({ length: Math.ceil(sorted.length / MAX_FIELD_TOKENS) }, (_, group) =>
    sorted.slice(group * MAX_FIELD_TOKENS, (group + 1) * MAX_FIELD_TOKENS),
  );
}
