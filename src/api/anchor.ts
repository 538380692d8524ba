/** Which range of messages is read, relative to an anchor. */
import { z } from 'zod';
import { Refused, requireThat } from '../errors.ts';
import type { MessageAnchor } from '../projections/messages/anchoring.ts';
import { text } from './http/parameters.ts';

const WORDS: Readonly<Record<string, MessageAnchor>> = {
  newest: 'newest',
  oldest: 'oldest',
  first_unread: 'firstUnread',
};

/** Messages that one call may read or change, not counting the anchor. */
export const MAX_MESSAGES = 5000;

/** The parameter `anchor`, as `anchorOf` understands it. */
export const anchorParam = text().describe('A message ID, newest, oldest or first_unread.');

export function anchorOf(anchor: string): MessageAnchor {
  const word = Object.hasOwn(WORDS, anchor) ? WORDS[anchor] : undefined;
  if (word !== undefined) return word;
  requireThat(/^-?\d+$/.test(anchor), 'Invalid anchor');
  return Number(anchor);
}

const MOMENT = /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?)(Z|[+-]\d{2}:?\d{2})?)?$/i;

/** The anchor `date`: the start of a day in UTC, or a point in time, in UTC unless it says otherwise. */
export function dateAnchor(text: string | undefined): MessageAnchor {
  if (text === undefined) throw new Refused("Missing 'anchor_date' argument.");
  const [, day = '', time = '00:00', zone = 'Z'] = MOMENT.exec(text) ?? [];
  const since = Date.parse(`${day}T${time}${zone.toUpperCase()}`);
  const isDate = z.iso.date().safeParse(day).success && !Number.isNaN(since);
  requireThat(isDate, 'anchor_date is not a date');
  return { since };
}

/** Refuses to exclude an anchor that a range is centred on. */
export function checkAnchorExcluded(includeAnchor: boolean, before: number, after: number): void {
  if (includeAnchor || before === 0 || after === 0) return;
  throw new Refused('The anchor can only be excluded at an end of the range');
}
