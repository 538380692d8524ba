/** Where a range of messages is taken. */
import { z } from 'zod';
import { Refused, requireThat } from '../errors.ts';
import type { Anchor } from '../projections/messages/anchoring.ts';
import { text } from './http/parameters.ts';

const WORDS: Readonly<Record<string, Anchor>> = {
  newest: 'newest',
  oldest: 'oldest',
  first_unread: 'firstUnread',
};

/** Messages that one call reads or changes at most, beside the anchor of a range. */
export const MAX_MESSAGES = 5000;

/** The parameter `anchor`, as `anchorOf` understands it. */
export const anchorParam = text().describe('A message ID, newest, oldest or first_unread.');

export function anchorOf(anchor: string): Anchor {
  const word = Object.hasOwn(WORDS, anchor) ? WORDS[anchor] : undefined;
  if (word !== undefined) return word;
  requireThat(/^-?\d+$/.test(anchor), 'Invalid anchor');
  return Number(anchor);
}

const MOMENT = /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?)(Z|[+-]\d{2}:?\d{2})?)?$/i;

/** The anchor `date`: a day of UTC from its beginning, or a moment, of UTC where it does not say otherwise. */
export function dateAnchor(text: string | undefined): Anchor {
  if (text === undefined) throw new Refused("Missing 'anchor_date' argument.");
  const [, day = '', time = '00:00', zone = 'Z'] = MOMENT.exec(text) ?? [];
  const since = Date.parse(`${day}T${time}${zone.toUpperCase()}`);
  const isDate = z.iso.date().safeParse(day).success && !Number.isNaN(since);
  requireThat(isDate, 'anchor_date is not a date');
  return { since };
}

/** Refuses a range around an anchor that leaves the anchor itself out. */
export function checkAnchorExcluded(includeAnchor: boolean, before: number, after: number): void {
  if (includeAnchor || before === 0 || after === 0) return;
  throw new Refused('The anchor can only be excluded at an end of the range');
}
