/**
 * Files on their way in: one in a multipart body, handed on piece by piece as its taker takes them, so that none is held
 * in memory. How many come at once is bounded; how slowly each may come is for `Bodies` to say.
 */
import busboy from 'busboy';
import { isUtf8 } from 'node:buffer';
import type { IncomingMessage } from 'node:http';
import type { Readable, Writable } from 'node:stream';
import { charsetIn, decodeAs, decodeName } from '../../base/charsets.ts';
import { Tally } from '../../base/collections.ts';
import { NotReady, Refused, requireThat } from '../../base/errors.ts';
import {
  type BodyReader,
  contentLength,
  hasBody,
  sendContinue,
  type Sender,
  tooMuchFromAddress,
} from './bodyReader.ts';
import { type Form, requirePlainBody, requirePlainTransfer } from './form.ts';
import { HttpRefusal } from './problems.ts';

/** A file as its taker sees it. */
export interface IncomingFile {
  /** As the sender calls it. */
  readonly name: string;
  /** As the sender says. */
  readonly contentType: string;
  /** Fails where the file turns out too large, or is cut off. */
  readonly bytes: AsyncIterable<Uint8Array>;
}

/** How large a file may be, in bytes, and what is answered where it is larger. */
export interface FileLimit {
  readonly bytes: number;
  readonly refusal: string;
}

/**
 * Counts an upload of a person; what it returns counts the mebibytes that came beyond the first. Throws RATE_LIMIT_HIT.
 */
export type CountUpload = (person: string) => (mebibytes: number) => void;

/** The sender of a file. */
export interface FileSender extends Sender {
  /** The unit by which limits count what people send. */
  readonly person: string;
}

/** Bytes of a mebibyte. */
export const MIB = 1_048_576;

/** Files that come at once: from one address, and in all. */
const MAX_UPLOADS_PER_NETWORK = 16;
const MAX_UPLOADS_IN_TOTAL = 128;

/** Bytes of a body beside its file: fields, and the heads of parts. */
const MULTIPART_OVERHEAD_BYTES = 65_536;

const NO_FILE = 'You must specify a file to upload';
const SEVERAL_FILES = 'You may only upload one file at a time';

/** The files that one server is receiving. */
export class UploadReceiver {
  readonly #bodies: BodyReader;
  /** How many come now, by network. */
  readonly #coming = new Tally();
  readonly #count: CountUpload | null;

  constructor(bodies: BodyReader, count: CountUpload | null) {
    this.#bodies = bodies;
    this.#count = count;
  }

  /**
   * What `take` makes of the one file of a body. Refuses before anything is read where the body is announced as too
   * large; text fields go into the form.
   */
  async receive<Result>(
    sender: FileSender,
    form: Form,
    limit: FileLimit,
    take: (file: IncomingFile) => Promise<Result>,
  ): Promise<Result> {
    const { request } = sender;
    requireThat(hasBody(request), NO_FILE);
    requirePlainBody(request);
    const counted = this.#counting(sender);
    const end = this.#begin(sender.network);
    try {
      if (contentLength(request) > limit.bytes + MULTIPART_OVERHEAD_BYTES) throw new Refused(limit.refusal);
      sendContinue(sender);
      return await this.#taken(request, form, limit, (file) => take({ ...file, bytes: counted(file.bytes) }));
    } finally {
      end();
    }
  }

  /**
   * What `take` makes of a body that is bytes of a file. Where the connection is lost, or the body comes too slowly, it
   * ends with what has come.
   */
  async receiveBytes<Result>(
    sender: FileSender,
    most: number,
    take: (bytes: AsyncIterable<Uint8Array>) => Promise<Result>,
  ): Promise<Result> {
    const { request, network } = sender;
    requirePlainBody(request);
    const counted = this.#counting(sender);
    const end = this.#begin(network);
    const watch = this.#bodies.watch(request, most, (error) => void request.destroy(error));
    try {
      sendContinue(sender);
      return await take(counted(untilCutOff(request)));
    } finally {
      watch.end();
      end();
    }
  }

  #taken<Result>(
    request: IncomingMessage,
    form: Form,
    limit: FileLimit,
    take: (file: IncomingFile) => Promise<Result>,
  ): Promise<Result> {
    return new Promise((resolve, reject) => {
      const parser = parserOf(request);
      let file: { readonly bytes: Readable; readonly taken: Promise<Result> } | undefined;
      const watch = this.#bodies.watch(request, limit.bytes + MULTIPART_OVERHEAD_BYTES, (error) =>
        fail(error),
      );
      const fail = (error: Error): void => {
        watch.end();
        request.unpipe(parser);
        file?.bytes.destroy(error);
        // What was begun to be stored has ended before the answer.
        void Promise.allSettled([file?.taken]).then(() => reject(error));
      };
      parser.on('field', (name, value) => void form.set(name, value));
      parser.on('file', (_field, bytes, { filename, encoding, mimeType }) => {
        bytes.on('error', () => undefined);
        if (!filename) return void bytes.resume();
        if (file) return fail(new Refused(SEVERAL_FILES));
        try {
          requirePlainTransfer(encoding);
        } catch (error) {
          return fail(error as Error);
        }
        const name = nameIn(filename, charsetIn(request.headers['content-type']));
        const taken = take({ name, contentType: mimeType, bytes: checked(bytes, limit) });
        taken.catch(fail);
        file = { bytes, taken };
      });
      parser.on('close', () => {
        watch.end();
        if (file) file.taken.then(resolve, fail);
        else fail(new Refused(NO_FILE));
      });
      onTrouble(request, parser, fail);
      request.pipe(parser);
    });
  }

  /** Counts bytes as they come, kept or not. Throws RATE_LIMIT_HIT for people who have sent too many in a day. */
  #counting({ person }: FileSender): (bytes: AsyncIterable<Uint8Array>) => AsyncIterable<Uint8Array> {
    const charge = this.#count?.(person);
    if (charge === undefined) return (bytes) => bytes;
    return async function* counted(bytes) {
      let size = 0;
      try {
        for await (const piece of bytes) {
          size += piece.length;
          yield piece;
        }
      } finally {
        charge(Math.floor(size / MIB));
      }
    };
  }

  /** Counts a file in; the answer counts it out. */
  #begin(network: string): () => void {
    if (this.#coming.of(network) >= MAX_UPLOADS_PER_NETWORK) throw tooMuchFromAddress();
    if (this.#coming.sum >= MAX_UPLOADS_IN_TOTAL) throw new NotReady('Too much is being sent at this moment');
    this.#coming.add(network, 1);
    return () => this.#coming.add(network, -1);
  }
}

/** A name whose bytes are given as Latin-1, or that its sender has encoded: UTF-8, the charset of the body, or Latin-1. */
function nameIn(given: string, charset: string | undefined): string {
  if (/[^\0-\xff]/.test(given)) return given;
  const bytes = Buffer.from(given, 'latin1');
  const declared = charset === undefined || isUtf8(bytes) ? undefined : decodeAs(charset, bytes);
  return declared ?? decodeName(bytes);
}

function parserOf({ headers }: IncomingMessage) {
  const limits = { fields: 100, fieldSize: MULTIPART_OVERHEAD_BYTES, files: 2, headerPairs: 100 };
  try {
    return busboy({ headers, limits, defParamCharset: 'latin1', preservePath: true });
  } catch {
    throw new Refused(NO_FILE);
  }
}

/** What may go wrong with a body itself. */
function onTrouble(request: IncomingMessage, parser: Writable, fail: (error: Error) => void): void {
  const cutOff = (): void => fail(new HttpRefusal(400, 'The request was cut off'));
  parser.on('error', () => fail(new HttpRefusal(400, 'Malformed multipart body')));
  request.on('error', cutOff);
  request.on('close', () => {
    if (!request.complete) cutOff();
  });
}

async function* untilCutOff(request: IncomingMessage): AsyncGenerator<Uint8Array> {
  try {
    for await (const piece of request.iterator({ destroyOnReturn: false })) yield piece as Uint8Array;
  } catch (error) {
    if (!request.destroyed) throw error;
    // What had come and was not taken yet: the iterator passes it over once the request is destroyed.
    for (let rest; (rest = request.read() as Uint8Array | null) !== null;) yield rest;
  }
}

/** The bytes of a file that has some, and not too many. */
async function* checked(bytes: Readable, { bytes: most, refusal }: FileLimit): AsyncGenerator<Uint8Array> {
  let size = 0;
  for await (const piece of bytes as AsyncIterable<Uint8Array>) {
    size += piece.length;
    requireThat(size <= most, refusal);
    yield piece;
  }
  requireThat(size > 0, NO_FILE);
}
