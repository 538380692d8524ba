/**
 * The `BackupStore` port: where back-ups are kept, a folder or a bucket. Objects have names like paths, are written whole
 * or not at all, and never change except for the newest manifest.
 */
import type { Readable } from 'node:stream';
import { Unavailable } from '../errors.ts';

/** A stored object as a listing shows it. */
export interface StoredObject {
  readonly name: string;
  /** When it was written, in UNIX milliseconds. */
  readonly modifiedAt: number;
}

/** Content of known size, in bytes, that is read once. */
export interface Sized {
  readonly size: number;
  readonly source: Readable;
}

export interface BackupStore {
  /** For people; contains no password. */
  readonly place: string;
  /** Keeps other writers out until `close`; OperatorError if there is one. */
  lock(): Promise<void>;
  /** Names that begin with a prefix that ends with a slash. */
  list(prefix: string): Promise<readonly StoredObject[]>;
  /** Undefined if there is no such object. */
  read(name: string): Promise<Readable | undefined>;
  /** Durable when it resolves; replaces an object of that name in one step. */
  write(name: string, content: Uint8Array | Sized): Promise<void>;
  remove(name: string): Promise<void>;
  close(): Promise<void>;
}

/** The store cannot be reached, or has no room; a later attempt may succeed. */
export class BackupUnavailable extends Unavailable {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'BackupUnavailable';
  }
}

/** The bytes of an object; undefined if there is none. */
export async function readWhole(store: BackupStore, name: string): Promise<Buffer | undefined> {
  const source = await store.read(name);
  if (source === undefined) return undefined;
  const chunks: Buffer[] = [];
  for await (const chunk of source) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}
