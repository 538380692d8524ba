/** Durations and moments as operators write them. */
import { InvalidArgumentError } from 'commander';

const UNITS: Readonly<Record<string, number>> = {
  s: 1_000,
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000,
};

/** `90s`, `15m`, `1h`, `7d` → milliseconds; InvalidArgumentError for anything else. */
export function parseDuration(text: string): number {
  const [, number, unit = ''] = /^(\d{1,6})([smhd])$/.exec(text) ?? [];
  const milliseconds = Number(number) * (UNITS[unit] ?? NaN);
  if (milliseconds > 0) return milliseconds;
  throw new InvalidArgumentError('A duration is a number and a unit, such as 90s, 15m, 1h or 7d.');
}

/** `14` → the number of back-ups, `30d` → their age. */
export function parseRetention(text: string): { readonly count: number } | { readonly age: number } {
  if (/^[1-9]\d{0,5}$/.test(text)) return { count: Number(text) };
  if (/^\d+[smhd]$/.test(text)) return { age: parseDuration(text) };
  throw new InvalidArgumentError('Give a number of back-ups, such as 14, or an age, such as 30d.');
}

/** A position, or a time with its time zone: `157087`, `2026-11-26T10:00:00Z`. */
export function parsePointInTime(text: string): { readonly position: number } | { readonly time: number } {
  if (/^\d{1,15}$/.test(text)) return { position: Number(text) };
  const time = /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d{1,3})?)?(Z|[+-]\d\d:\d\d))?$/.test(text)
    ? Date.parse(text)
    : NaN;
  if (!Number.isNaN(time)) return { time };
  throw new InvalidArgumentError(
    'Give a position, or a time with its time zone, such as 2026-11-26T10:00:00Z.',
  );
}
