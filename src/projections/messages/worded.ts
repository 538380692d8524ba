/**
 * Where the messages of a narrow that asks for words are found: in the index of words, with signs for the places that hold
 * all that the viewer may be shown, so that the index itself goes past what they may not read.
 */
import type { Wanted } from '../../search/wanted.ts';
import { type NarrowTerm, positive } from './narrow.ts';
import type { Stretch } from './stretches.ts';
import { narrowestSign, signOf } from './words.ts';

/** Signs that one question has: each costs the index a look-up. */
const MOST_SIGNS = 128;

/** Terms that lead to places without a sign, or have a sign of their own. */
const SIGNLESS: ReadonlySet<NarrowTerm['kind']> = new Set(['search', 'sender', 'trait', 'alerted']);

/** The terms of a narrow that say in which places to look for words. */
export const placeTerms = (narrow: readonly NarrowTerm[]): readonly NarrowTerm[] =>
  narrow.filter(({ kind }) => !SIGNLESS.has(kind));

/** The stretches in which the words are looked for instead of all. What is named by ID is read as it is. */
export function wordedStretches(
  stretches: readonly Stretch[],
  narrow: readonly NarrowTerm[],
  wanted: Wanted,
  newestId: number,
): readonly Stretch[] {
  const sender = positive(narrow, 'sender');
  const words = wanted.flatMap(({ indexWords }) => indexWords);
  const asked = sender ? [...words, [signOf('senderId', sender.senderId)]] : words;
  const named = stretches.filter(({ only }) => only);
  const everywhere = stretches.filter(({ only, where }) => !only && narrowestSign(where) === undefined);
  const placed = stretches.filter(({ only, where }) => !only && narrowestSign(where) !== undefined);
  return [
    ...named,
    ...everywhere.map(({ from, to }) => ({ where: {}, words: asked, from, to: Math.min(to, newestId) })),
    ...groupsOf(placed).map((group) => ({
      where: {},
      words: [...asked, [...new Set(group.map(({ where }) => narrowestSign(where) ?? ''))]],
      from: Math.min(...group.map(({ from }) => from)),
      to: Math.min(Math.max(...group.map(({ to }) => to)), newestId),
    })),
  ];
}

/** Groups of stretches that begin and end near each other, for each is looked through from the first to the last of them. */
function groupsOf(stretches: readonly Stretch[]): readonly (readonly Stretch[])[] {
  const sorted = [...stretches].sort((one, other) => other.to - one.to || one.from - other.from);
  return Array.from({ length: Math.ceil(sorted.length / MOST_SIGNS) }, (_, group) =>
    sorted.slice(group * MOST_SIGNS, (group + 1) * MOST_SIGNS),
  );
}
