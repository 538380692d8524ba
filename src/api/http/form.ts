/**
 * The fields of a request: query, urlencoded body and text parts of a multipart body, merged for every
 * method. Flat: `a[b]` is an ordinary name. **The body overrides the query, and within each the last value
 * counts.** A percent sign that begins no escape is kept. Bytes, escaped or not, are of the character set that
 * the body names, UTF-8 by default, and are refused where they are not.
 */
import { isUtf8 } from 'node:buffer';
import type { IncomingMessage } from 'node:http';
import { charsetIn, decodeName, decoderOf } from '../../base/charsets.ts';
import { hasBody } from './bodyReader.ts';
import { HttpRefusal } from './problems.ts';

// Multipart bodies (RFC 7578), parsed from front to back until the first error.

/** One part. Its reader checks whether the bytes are text. */
interface MultipartPart {
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
    const head = decodeName(body.subarray(headStart, bodyStart));
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
  requirePlainTransfer(headerOf(head, 'content-transfer-encoding'));
  const isNamed = options.has('filename') || options.has('filename*');
  return {
    name,
    isFile: isNamed || type.startsWith('application/octet-stream'),
    charset: optionsOf(type).get('charset'),
  };
}

/** Refuses bytes that would have to be decoded first (RFC 7578 takes none of these encodings). */
export function requirePlainTransfer(encoding: string): void {
  if (!/^(?:|7bit|8bit|binary)$/i.test(encoding))
    throw new HttpRefusal(400, 'Unsupported content transfer encoding');
}

function headerOf(head: string, name: string): string {
  const line = head.split(CRLF).find((each) => each.toLowerCase().startsWith(`${name}:`));
  return line === undefined ? '' : line.slice(name.length + 1).trim();
}

/** `; name=value` or `; name="value"`, in which a backslash escapes the next character. */
const OPTION = /;\s*([^\s=;]+)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^;\s]*))\s*/g;

/** Options of a header, by their names in lower case; the first of several counts. */
function optionsOf(header: string): ReadonlyMap<string, string> {
  const options = new Map<string, string>();
  // By index: to take a match apart by a pattern costs more than to find it.
  for (const match of header.matchAll(OPTION)) {
    const key = match[1]!.toLowerCase();
    if (!options.has(key)) options.set(key, match[2]?.replaceAll(/\\(.)/g, '$1') ?? match[3] ?? '');
  }
  return options;
}

/** Names and values as they were sent, and the bytes and field names of uploaded files. */
export class Form extends Map<string, string> {
  readonly files: Uint8Array[] = [];
  readonly fileNames: string[] = [];
  /** Size of the whole body. */
  bodyBytes = 0;
}

/** Fields of a request, repeats included. */
const MAX_PARAMETERS = 1000;

/** Reads the body and parses it. */
type ReadBody = (parse: (body: Buffer) => Form) => Promise<Form>;

/** Fields in the query of a request. */
export function queryOf({ url = '' }: IncomingMessage): Form {
  const form = new Form();
  parseQuery(url, form);
  return form;
}

/** The number of fields. */
function parseQuery(url: string, form: Form): number {
  const mark = url.indexOf('?');
  return mark < 0 ? 0 : parseFields(url.slice(mark + 1), form, 0);
}

/** All fields of a request. Throws `HttpRefusal` (400) itself or from `read`. */
export function readForm(request: IncomingMessage, read: ReadBody): Form | Promise<Form> {
  const form = new Form();
  const inQuery = parseQuery(request.url ?? '', form);
  if (!hasBody(request)) return form;
  requirePlainBody(request);
  return read((body) => {
    form.bodyBytes = body.length;
    return body.length > 0 ? withBody(form, contentTypeOf(request), body, inQuery) : form;
  });
}

/** Refuses a body that would have to be unpacked first. */
export function requirePlainBody({ headers }: IncomingMessage): void {
  const { 'content-encoding': content = 'identity', 'transfer-encoding': transfer = 'chunked' } = headers;
  if (content.toLowerCase() !== 'identity' || transfer.toLowerCase() !== 'chunked')
    throw new HttpRefusal(400, 'Unsupported content encoding');
}

const URLENCODED = 'application/x-www-form-urlencoded';
const MULTIPART = 'multipart/form-data';

/** Adds the fields of a body to those of the query, whose number is given. */
function withBody(form: Form, contentType: string, body: Buffer, count: number): Form {
  const type = contentType === URLENCODED ? URLENCODED : contentType.split(';', 1)[0]?.trim().toLowerCase();
  if (type === MULTIPART) return withParts(form, contentType, body, count);
  if (type !== URLENCODED) throw new HttpRefusal(400, 'Unsupported content type');
  const charset = contentType === URLENCODED ? undefined : charsetIn(contentType);
  if (isUtf8Name(charset)) parseFields(textOf(withSpaces(body)), form, count);
  else parseFields(body.toString('latin1'), form, count, fieldDecoder(charset ?? ''));
  return form;
}

const isUtf8Name = (charset: string | undefined): boolean =>
  charset === undefined || /^utf-?8$/i.test(charset) || decoderOf(charset)?.encoding === 'utf-8';

/**
 * A part is of its own charset, UTF-8 by default. What is neither is of the body's charset, which some clients name for the heads
 * of parts, and others for all parts.
 */
function withParts(form: Form, contentType: string, body: Buffer, counted: number): Form {
  const ofBody = charsetIn(contentType);
  let count = counted;
  for (const { name, isFile, charset, bytes } of partsOf(contentType, body)) {
    if (++count > MAX_PARAMETERS) throw tooMany();
    if (isFile) {
      form.files.push(bytes);
      form.fileNames.push(name);
    } else form.set(name, decodedBy(charset ?? (isUtf8(bytes) ? undefined : ofBody), bytes));
  }
  return form;
}

function decodedBy(charset: string | undefined, bytes: Buffer): string {
  if (charset === undefined || isUtf8Name(charset)) return textOf(bytes);
  const decoder = decoderOf(charset);
  if (!decoder) throw unsupportedCharset();
  try {
    return decoder.decode(bytes);
  } catch {
    throw new HttpRefusal(400, `The request is not valid ${charset}`);
  }
}

const unsupportedCharset = (): HttpRefusal => new HttpRefusal(400, 'Unsupported character set');

/** Decodes names and values of another character set, whose bytes are given as Latin-1; it must have ASCII's signs in their places. */
function fieldDecoder(charset: string): (raw: string) => string {
  const encoding = decoderOf(charset)?.encoding ?? 'utf-16';
  if (encoding.startsWith('utf-16')) throw unsupportedCharset();
  return (raw) => decodedBy(charset, withoutEscapes(Buffer.from(raw.replaceAll('+', ' '), 'latin1')));
}

/** Replaces plus signs by spaces, in place: a quarter of the cost of doing so in a string. */
function withSpaces(body: Buffer): Buffer {
  for (let at = 0; at < body.length; at += 1) if (body[at] === PLUS) body[at] = SPACE;
  return body;
}

const [PLUS, SPACE] = [0x2b, 0x20];

function textOf(bytes: Buffer): string {
  if (!isUtf8(bytes)) throw new HttpRefusal(400, 'The request is not valid UTF-8');
  return bytes.toString();
}

const contentTypeOf = (request: IncomingMessage): string => request.headers['content-type'] ?? URLENCODED;

/** Parses `a=1&b=2` into the form and returns the number of fields so far. */
function parseFields(text: string, form: Form, counted: number, decode = decoded): number {
  let count = counted;
  for (let start = 0; start < text.length;) {
    const ampersand = text.indexOf('&', start);
    const end = ampersand < 0 ? text.length : ampersand;
    if (end > start) {
      if (++count > MAX_PARAMETERS) throw tooMany();
      const equals = text.indexOf('=', start);
      const nameEnd = equals < 0 || equals > end ? end : equals;
      form.set(decode(text.slice(start, nameEnd)), nameEnd < end ? decode(text.slice(nameEnd + 1, end)) : '');
    }
    start = end + 1;
  }
  return count;
}

const tooMany = (): HttpRefusal => new HttpRefusal(400, `Too many parameters (limit: ${MAX_PARAMETERS})`);

function decoded(raw: string): string {
  const spaced = raw.includes('+') ? raw.replaceAll('+', ' ') : raw;
  return spaced.includes('%') ? unescaped(spaced) : spaced;
}

/** Valid text, as nearly all is, takes the fast path, which is slow only if it fails. */
function unescaped(text: string): string {
  try {
    if (text.length <= SHORT_LENGTH) return decodeURIComponent(text);
  } catch {
    // A percent sign that begins no escape.
  }
  return textOf(withoutEscapes(Buffer.from(text)));
}

/** Characters. */
const SHORT_LENGTH = 4096;
const PERCENT = 0x25;

/** Decodes the escapes, in place and in a single pass. */
function withoutEscapes(bytes: Buffer): Buffer {
  let end = 0;
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at] ?? 0;
    const value = byte === PERCENT ? digitOf(bytes[at + 1]) * 16 + digitOf(bytes[at + 2]) : NaN;
    bytes[end++] = Number.isNaN(value) ? byte : value;
    if (!Number.isNaN(value)) at += 2;
  }
  return bytes.subarray(0, end);
}

/** The value of a hexadecimal digit; NaN for any other byte. */
function digitOf(byte = 0): number {
  if (byte >= 0x30 && byte <= 0x39) return byte - 0x30;
  const letter = byte | 0x20;
  return letter >= 0x61 && letter <= 0x66 ? letter - 0x57 : NaN;
}
