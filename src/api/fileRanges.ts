/** Ranges of bytes (RFC 9110, 14): one of them, or the whole. */

/** Bytes from `start` up to and including `end`. */
interface Range {
  readonly start: number;
  readonly end: number;
}

/** What a request asks for; undefined for the whole, as where it asks for several ranges or has seen another file. */
export function parseRange(
  asked: string | undefined,
  ifRange: string | undefined,
  etag: string,
  size: number,
): Range | 'unsatisfiable' | undefined {
  if (asked === undefined || (ifRange !== undefined && ifRange.trim() !== etag)) return undefined;
  const [, first = '', last = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(asked.trim()) ?? [];
  if (first === '' && last === '') return undefined;
  if (first === '') {
    const start = Math.max(size - Number(last), 0);
    return Number(last) === 0 || size === 0 ? 'unsatisfiable' : { start, end: size - 1 };
  }
  const start = Number(first);
  const end = last === '' ? size - 1 : Math.min(Number(last), size - 1);
  // One that ends before it begins is none.
  if (last !== '' && Number(last) < start) return undefined;
  return start < size ? { start, end } : 'unsatisfiable';
}
