/** `<time:2024-01-01T10:00:00+01:00>`: a moment that clients show in the reader's own time zone. */

/** ISO 8601, with a space for the `T` if need be; without a zone it is UTC. */
const ISO = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?) ?(Z|[+-]\d\d:?\d\d)?)?$/i;
const UNIX_SECONDS = /^\d{1,11}$/;

/** The moment that a text names, as `2024-01-01T09:00:00Z`; undefined when it names none. */
export function parseTimestamp(written: string): string | undefined {
  const milliseconds = UNIX_SECONDS.test(written) ? Number(written) * 1000 : isoMilliseconds(written);
  if (Number.isNaN(milliseconds)) return undefined;
  return new Date(milliseconds).toISOString().replace(/\.\d+Z$/, 'Z');
}

/** NaN for what is no date, the 31st of February among it. */
function isoMilliseconds(written: string): number {
  const [, date = '', time = '00:00', zone = 'Z'] = ISO.exec(written) ?? [];
  const day = new Date(`${date}T00:00:00Z`);
  if (Number.isNaN(day.getTime()) || !day.toISOString().startsWith(date)) return NaN;
  return Date.parse(`${date}T${time}${zone.toUpperCase()}`);
}
