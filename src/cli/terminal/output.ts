/** Output of commands: data on stdout, as JSON or for people. */
import { printOut } from '../../base/printable.ts';

/** Shared by all commands. */
export interface Format {
  readonly json?: boolean;
}

/** Prints a value as JSON or as lines for people. */
export function print<Value>(
  { json }: Format,
  value: Value,
  lines: (value: Value) => readonly string[],
): void {
  const text = json ? JSON.stringify(value) : lines(value).join('\n');
  if (text !== '') printOut(`${text}\n`);
}

/** A number as people read it: 157,001. */
export const formatCount = (number: number): string => number.toLocaleString('en-US');

/** So many things, by the noun of one: 1 file, 2 files. */
export const pluralize = (number: number, noun: string): string =>
  `${formatCount(number)} ${noun}${number === 1 ? '' : 's'}`;

/** Sentences about the events of other programs that were skipped in a shared log server; none if there were none. */
export const foreignLines = (events: number): readonly string[] =>
  events === 0 ? [] : [`Passed over ${pluralize(events, 'event')} of other programs in the same log server.`];

const UNITS = ['B', 'kB', 'MB', 'GB', 'TB', 'PB'];

/** A size as people read it, in powers of 1,000: 1.2 MB. */
export function formatBytes(size: number): string {
  const power = size < 1 ? 0 : Math.min(Math.floor(Math.log10(size) / 3), UNITS.length - 1);
  const shown = size / 1_000 ** power;
  return `${shown < 10 && power > 0 ? shown.toFixed(1) : Math.round(shown)} ${UNITS[power]}`;
}

/** Rows in columns as wide as their widest cell, below their headings. */
export function formatTable(
  headings: readonly string[],
  rows: readonly (readonly unknown[])[],
): readonly string[] {
  const cells = [headings, ...rows].map((row) => row.map((cell) => String(cell ?? '–')));
  const widths = headings.map((_, column) => Math.max(...cells.map((row) => row[column]?.length ?? 0)));
  return cells.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
}
