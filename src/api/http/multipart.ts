/** Multipart bodies (RFC 7578), parsed from front to back until the first error. */
import { HttpRefusal } from './problems.ts';

/** One part. Its reader checks whether the bytes are text. */
export interface MultipartPart {
  readonly name: string;
  /** A file: it has a file name, or a content type that is not text. */
  readonly isFile: boolean;
  /** The part's own charset, in lower case. */
  readonly charset: string | undefined;
  readonly bytes: Buffer;
}

/** Bytes of one part's headers. */
const MAX_HEAD_BYTES = 8192;
/** Characters of a boundary (RFC 2046). */
const MAX_BOUNDARY = 70;

const CRLF = '\r\n';

/** The parts of a body. Throws `HttpRefusal` (400) if the body is malformed. */
export function* partsOf(contentType: string, body: Buffer): Generator<MultipartPart> {
  const boundary = optionsOf(contentType).get('boundary') ?? '';
  if (boundary === '' || boundary.length > MAX_BOUNDARY) throw malformed();
  const delimiter = Buffer.from(`${CRLF}--${boundary}`, 'latin1');
  for (let at = endOfFirst(body, delimiter); !isAt(body, at, '--');) {
    const headStart = endOfLine(body, at);
    const bodyStart = endOfHead(body, headStart);
    // The line break before a delimiter belongs to it, and may be the one that ends the headers.
    const next = body.indexOf(delimiter, bodyStart - CRLF.length);
    if (next < 0) throw malformed();
    const head = body.toString('utf8', headStart, bodyStart);
    yield { ...headersOf(head), bytes: body.subarray(bodyStart, Math.max(bodyStart, next)) };
    at = next + delimiter.length;
  }
}

const malformed = (): HttpRefusal => new HttpRefusal(400, 'Malformed multipart body');

const isAt = (body: Buffer, at: number, text: string): boolean =>
  body.toString('latin1', at, at + text.length) === text;

/** The first delimiter may be at the very start; anything before it is ignored. */
function endOfFirst(body: Buffer, delimiter: Buffer): number {
  const bare = delimiter.subarray(CRLF.length);
  if (body.subarray(0, bare.length).equals(bare)) return bare.length;
  const start = body.indexOf(delimiter);
  if (start < 0) throw malformed();
  return start + delimiter.length;
}

/** A delimiter may be followed by blanks only. */
function endOfLine(body: Buffer, start: number): number {
  let at = start;
  while (body[at] === 0x20 || body[at] === 0x09) at += 1;
  if (!isAt(body, at, CRLF)) throw malformed();
  return at + CRLF.length;
}

function endOfHead(body: Buffer, start: number): number {
  const end = body.subarray(start, start + MAX_HEAD_BYTES).indexOf(CRLF + CRLF);
  if (end < 0) throw malformed();
  return start + end + 2 * CRLF.length;
}

function headersOf(head: string): Omit<MultipartPart, 'bytes'> {
  const disposition = headerOf(head, 'content-disposition');
  const type = headerOf(head, 'content-type').toLowerCase();
  const options = optionsOf(disposition);
  const name = options.get('name');
  if (name === undefined || !/^form-data *;/i.test(disposition)) throw malformed();
  const isNamed = options.has('filename') || options.has('filename*');
  return {
    name,
    isFile: isNamed || type.startsWith('application/octet-stream'),
    charset: optionsOf(type).get('charset'),
  };
}

function headerOf(head: string, name: string): string {
  const line = head.split(CRLF).find((each) => each.toLowerCase().startsWith(`${name}:`));
  return line === undefined ? '' : line.slice(name.length + 1).trim();
}

/** `; name=value` or `; name="value"`, in which a backslash escapes the next character. */
const OPTION = /;\s*([^\s=;]+)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^;\s]*))\s*/g;

/** Options of a header, by their names in lower case; the first of several counts. */
export function optionsOf(header: string): ReadonlyMap<string, string> {
  const options = new Map<string, string>();
  // By index: to take a match apart by a pattern costs more than to find it.
  for (const match of header.matchAll(OPTION)) {
    const key = match[1]!.toLowerCase();
    if (!options.has(key)) options.set(key, match[2]?.replaceAll(/\\(.)/g, '$1') ?? match[3] ?? '');
  }
  return options;
}
