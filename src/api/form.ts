/**
 * The fields of a request: query, urlencoded body and text parts of a multipart body, merged for every method
 * (endpoint-details 0.1). Flat: `a[b]` is a name like any other. The rule for repeats: **the body beats the query,
 * and within each the last value counts**. A percent sign that begins no escape is kept as it stands; bytes that
 * are no UTF-8 are refused, escaped or not.
 */
import { isUtf8 } from 'node:buffer';
import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import { HttpRefusal } from './problems.ts';

/** Names and values as they were sent, and the bytes of files, under whatever names they came. */
export class Form extends Map<string, string> {
  readonly files: Uint8Array[] = [];
}

/** Bytes that a body may have. */
const MAX_BODY_BYTES = 1_048_576;
/** Bytes of a body too large that are thrown away, so that its sender gets to read the answer. */
const MAX_DISCARDED_BYTES = 16 * MAX_BODY_BYTES;
/** Fields that a request may have, repeats counted. */
const MAX_PARAMETERS = 1000;

/** Reads everything a request says in fields. Throws `HttpRefusal` (400, 413), or fails with it. */
export function readForm(request: IncomingMessage): Form | Promise<Form> {
  const form = new Form();
  const url = request.url ?? '';
  const mark = url.indexOf('?');
  const inQuery = mark < 0 ? 0 : parseFields(url.slice(mark + 1), form, 0);
  if (!hasBody(request)) return form;
  return readBody(request, (body) => (body.length > 0 ? withBody(form, request, body, inQuery) : form));
}

const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0';

/** Bytes that the body will have, as far as its sender says so. */
const declaredBytes = ({ headers }: IncomingMessage): number => Number(headers['content-length'] ?? 0);

/** Whether who waits to be asked for the body is to send it; who announces too much is answered 413 instead. */
export const wantsBody = (request: IncomingMessage): boolean => declaredBytes(request) <= MAX_BODY_BYTES;

/**
 * What is made of the whole body. One that is too large is discarded until its end: then 413. That comes at once where the body is plainly
 * hostile, or still waits to be asked for.
 */
function readBody<Result>(
  request: IncomingMessage,
  parse: (body: Buffer) => Result | Promise<Result>,
): Promise<Result> {
  const isHostile = declaredBytes(request) > MAX_DISCARDED_BYTES;
  if (isHostile || (request.headers.expect !== undefined && !wantsBody(request))) throw tooLarge();
  const encoding = request.headers['content-encoding'] ?? 'identity';
  if (encoding.toLowerCase() !== 'identity') throw new HttpRefusal(400, 'Unsupported content encoding');
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    request.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size <= MAX_BODY_BYTES) chunks.push(chunk);
      else chunks.length = 0;
      if (size > MAX_DISCARDED_BYTES) reject(tooLarge());
    });
    request.on('end', () => {
      if (size > MAX_BODY_BYTES) return reject(tooLarge());
      try {
        resolve(parse(chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks)));
      } catch (error) {
        reject(error);
      }
    });
    request.on('error', () => reject(new HttpRefusal(400, 'The request was cut off')));
  });
}

const tooLarge = (): HttpRefusal =>
  new HttpRefusal(413, `The request is larger than ${MAX_BODY_BYTES} bytes`, undefined, [
    'Connection',
    'close',
  ]);

const URLENCODED = 'application/x-www-form-urlencoded';
const MULTIPART = 'multipart/form-data';

/** The form with the fields of a body, of which the query has so many. */
function withBody(form: Form, request: IncomingMessage, body: Buffer, count: number): Form | Promise<Form> {
  const type = mediaTypeOf(contentTypeOf(request));
  if (type === MULTIPART) return parseMultipart(contentTypeOf(request), body, form, count).then(() => form);
  if (type !== URLENCODED) throw new HttpRefusal(400, 'Unsupported content type');
  parseFields(textOf(withSpaces(body)), form, count);
  return form;
}

/** Without its options, of which only a character set counts. */
function mediaTypeOf(contentType: string): string {
  if (contentType === URLENCODED) return contentType;
  const [type = '', ...options] = contentType.toLowerCase().split(';');
  const charset = options.map((option) => option.trim()).find((option) => option.startsWith('charset='));
  if (charset && !/^charset="?utf-?8"?$/.test(charset))
    throw new HttpRefusal(400, 'Unsupported character set');
  return type.trim();
}

/** Makes spaces of the plus signs that stand for them: in place, a quarter of what it costs in a text. */
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
function parseFields(text: string, form: Form, counted: number): number {
  let count = counted;
  for (let start = 0; start < text.length;) {
    const ampersand = text.indexOf('&', start);
    const end = ampersand < 0 ? text.length : ampersand;
    if (end > start) {
      if (++count > MAX_PARAMETERS) throw tooMany();
      const equals = text.indexOf('=', start);
      const nameEnd = equals < 0 || equals > end ? end : equals;
      form.set(
        decoded(text.slice(start, nameEnd)),
        nameEnd < end ? decoded(text.slice(nameEnd + 1, end)) : '',
      );
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

const ESCAPED_BYTES = /(?:%[\da-f]{2})+/gi;

/** Fields in which all is well, as nearly all are, take the quick way. */
function unescaped(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text.replace(ESCAPED_BYTES, (escapes) => textOf(Buffer.from(escapes.replaceAll('%', ''), 'hex')));
  }
}

/** A part of a multipart body. Texts too are taken as bytes: decoded, they would not tell what is no UTF-8. */
interface Part {
  readonly name: string;
  readonly isText: boolean;
  readonly chunks: readonly Buffer[];
}

/** Text parts of a multipart body, and its files; the few that a body of this size can hold. */
async function parseMultipart(contentType: string, body: Buffer, form: Form, counted: number): Promise<void> {
  for (const { name, isText, chunks } of await partsOf(contentType, body, MAX_PARAMETERS - counted)) {
    const bytes = Buffer.concat(chunks);
    if (isText) form.set(name, textOf(bytes));
    else form.files.push(bytes);
  }
}

async function partsOf(contentType: string, body: Buffer, limit: number): Promise<readonly Part[]> {
  const { Busboy } = await import('@fastify/busboy');
  const parts: Part[] = [];
  await new Promise<void>((resolve, reject) => {
    const malformed = (): void => reject(new HttpRefusal(400, 'Malformed multipart body'));
    try {
      const parser = new Busboy({
        headers: { 'content-type': contentType },
        limits: { files: limit, headerPairs: 50 },
        isPartAFile: () => true,
      });
      parser.on('file', (name: string | undefined, stream, filename: string | undefined, _encoding, type) => {
        if (name === undefined) return malformed();
        const isText = filename === undefined && type !== 'application/octet-stream';
        parts.push({ name, isText, chunks: chunksOf(stream.on('error', malformed)) });
      });
      parser.on('filesLimit', () => reject(tooMany()));
      parser.on('error', malformed);
      parser.on('finish', resolve);
      parser.end(body);
    } catch {
      malformed();
    }
  });
  return parts;
}

/** Complete once the stream has ended. */
function chunksOf(stream: Readable): readonly Buffer[] {
  const chunks: Buffer[] = [];
  stream.on('data', (chunk: Buffer) => chunks.push(chunk));
  return chunks;
}
