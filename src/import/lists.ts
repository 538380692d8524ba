/** Lists in exports, read item by item: one that is damaged takes no other with it. */
import { z } from 'zod';
import { type ExportRecord, type FoundCounts, type RecordKind, skippedRecord } from './records.ts';

/** The items that are understood, and how many others there are; a list that is none counts as one of these. */
export interface ReadableList<Item> {
  readonly items: readonly Item[];
  readonly unreadable: number;
}

export function parseReadable<Item extends z.ZodType>(
  item: Item,
  value: unknown,
): ReadableList<z.output<Item>> {
  if (value === undefined || value === null) return { items: [], unreadable: 0 };
  if (!Array.isArray(value)) return { items: [], unreadable: 1 };
  const items = value.flatMap((each) => {
    const parsed = item.safeParse(each);
    return parsed.success ? [parsed.data] : [];
  });
  return { items, unreadable: value.length - items.length };
}

export const readableList = <Item extends z.ZodType>(item: Item) =>
  z
    .unknown()
    .optional()
    .transform((value) => parseReadable(item, value));

/** The same for what is not accounted for item by item. */
export const list = <Item extends z.ZodType>(item: Item) =>
  readableList(item).transform(({ items }) => items);

/** Counts the entries in the lists of a message that are not understood, and yields a record for each. */
export function* reportUnreadable(
  key: string,
  lists: Partial<Readonly<Record<RecordKind, ReadableList<unknown>>>>,
  found: FoundCounts,
): Iterable<ExportRecord> {
  for (const [kind, { unreadable }] of Object.entries(lists) as [RecordKind, ReadableList<unknown>][]) {
    if (unreadable === 0) continue;
    found[kind] += unreadable;
    yield skippedRecord(kind, key, 'not understood', unreadable);
  }
}

/** A text that may be missing or damaged. */
export const optionalText = z.string().optional().catch(undefined);

// Times as exports write them. A time that no calendar shows is damage, and must not end the import of all the rest.

/** UNIX milliseconds at the end of the year 9999, the last that dates are written with. */
const LAST = Date.UTC(10_000, 0) - 1;

/** UNIX milliseconds. */
export const milliseconds = z.number().int().min(0).max(LAST);

/** UNIX seconds, with fractions. */
export const seconds = z
  .number()
  .min(0)
  .max(LAST / 1000);

/** UNIX seconds in digits, with fractions. */
export const secondsInDigits = z
  .string()
  .regex(/^\d+(?:\.\d+)?$/)
  .refine((digits) => seconds.safeParse(Number(digits)).success);
