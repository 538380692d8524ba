/** Long lists in answers, serialized in pieces so that other requests get a turn. */
import { nextTurn } from '../../base/concurrency.ts';
import { NotReady } from '../../base/errors.ts';

/**
 * Response fields that are already JSON text: listings are kept as buffers and never serialized per request.
 */
export class PreparedResponse {
  /** Members of the response object without its braces: `"members":[`, `{…},{…}`, `]`. */
  readonly parts: readonly Buffer[];
  /** Quoted entity tag of these bytes, if clients may revalidate them. */
  readonly etag: string | undefined;
  /** Members to serialize before the parts. */
  readonly fields: Readonly<Record<string, unknown>>;

  constructor(parts: readonly Buffer[], etag?: string, fields: Readonly<Record<string, unknown>> = {}) {
    this.parts = parts;
    this.etag = etag;
    this.fields = fields;
  }

  /** Of all parts. */
  get bytes(): number {
    return this.parts.reduce((sum, { length }) => sum + length, 0);
  }
}

/** Characters per piece. */
const CHUNK_CHARACTERS = 64_000;

/**
 * A member of an answer, `"name":[…]`, from the JSON texts of its elements; a buffer contains several of them, each after
 * a comma. Others get a turn after each piece; fails with `NotReady` when the client has gone.
 */
export async function serializeMember(
  name: string,
  texts: Iterable<string | Buffer>,
  gone?: AbortSignal,
  [open, close]: '[]' | '{}' = '[]',
): Promise<readonly Buffer[]> {
  const pieces: Buffer[] = [];
  let piece = `"${name}":${open}`;
  let isFirst = true;
  const endPiece = (): void => {
    if (piece !== '') pieces.push(Buffer.from(piece));
    piece = '';
  };
  for (const text of texts) {
    if (typeof text === 'string') piece += isFirst ? text : `,${text}`;
    else {
      endPiece();
      pieces.push(isFirst ? text.subarray(1) : text);
    }
    isFirst = false;
    if (piece.length < CHUNK_CHARACTERS) continue;
    endPiece();
    await nextTurn();
    if (gone?.aborted) throw new NotReady('The client has gone');
  }
  piece += close;
  endPiece();
  return pieces;
}

/** An answer with one list, whose elements are made and serialized one by one, and other fields. */
export async function listResponse<Element>(
  name: string,
  elements: readonly Element[],
  shown: (element: Element) => object,
  fields: Readonly<Record<string, unknown>> = {},
): Promise<PreparedResponse> {
  return new PreparedResponse(await serializeMember(name, textsOf(elements, shown)), undefined, fields);
}

/** An answer with one dictionary, whose entries are made and serialized one by one. */
export async function dictionaryResponse<Element>(
  name: string,
  elements: readonly Element[],
  entry: (element: Element) => readonly [key: number, value: object | undefined],
): Promise<PreparedResponse> {
  return new PreparedResponse(await serializeMember(name, entriesOf(elements, entry), undefined, '{}'));
}

function* entriesOf<Element>(
  elements: readonly Element[],
  entry: (element: Element) => readonly [key: number, value: object | undefined],
): Generator<string> {
  for (const element of elements) {
    const [key, value] = entry(element);
    yield `"${key}":${JSON.stringify(value)}`;
  }
}

function* textsOf<Element>(
  elements: readonly Element[],
  shown: (element: Element) => object,
): Generator<string> {
  for (const element of elements) yield JSON.stringify(shown(element));
}
