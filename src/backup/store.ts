/**
 * The `BackupStore` port: where back-ups are kept, a folder or a bucket. Objects have names like paths, are written whole
 * or not at all, and never change except for the newest manifest.
 */
import type { Readable } from 'node:stream';
import { Damaged, Unavailable } from '../base/errors.ts';

/** A stored object as a listing shows it. */
export interface StoredObject {
  readonly name: string;
  /** In bytes; undefined if the listing does not say. */
  readonly size: number | undefined;
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
  readonly location: string;
  /** Keeps other writers out until `close`; OperatorError if there is one. */
  lock(): Promise<void>;
  /** Objects whose names begin with the name of a folder and a slash; what else lies there is left out. */
  list(prefix: string): Promise<readonly StoredObject[]>;
  /** Undefined if there is no such object. Fails with Damaged if something else than an object is in its place. */
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

// An attacker who can write to the place of back-ups chooses what is in it: names are those that back-ups have, and nothing is
// read beyond the size that it should have.

/** Names of manifests, of parts of lists, and of files, each in a folder of its own. */
const OBJECT_NAME =
  /^(?:manifests\/[\w-]{1,60}(?:\.\d{3}Z)?\.json|(?:log|vault|lists)\/[\w-]{1,120}\.jsonl\.gz|files\/[1-9]\d{0,14}\/([0-9a-f]{2})\/\1[0-9a-f]{62})$/;

/** Whether a back-up can have an object of that name. */
export const isObjectName = (name: string): boolean => OBJECT_NAME.test(name);

/** Fails with Damaged for a name that no object of a back-up has. */
export function requireObjectName(name: string): void {
  if (!isObjectName(name))
    throw new Damaged(
      `The back-up is damaged: it names ${JSON.stringify(name)}, which is no part of a back-up.`,
    );
}

/** The bytes of an object, of which `size` are read at most; fails with Damaged if there are more. */
export async function openObject(
  store: BackupStore,
  name: string,
  size: number,
): Promise<AsyncIterable<Uint8Array> | undefined> {
  requireObjectName(name);
  const source = await store.read(name);
  return (
    source && limitBytes(source, size, () => new Damaged(`The back-up is damaged: ${name} is too large.`))
  );
}

/** The same bytes; fails as told where there are more than so many. */
export async function* limitBytes(
  source: AsyncIterable<Uint8Array>,
  most: number,
  failure: () => Error,
): AsyncGenerator<Uint8Array> {
  let size = 0;
  for await (const chunk of source) {
    size += chunk.length;
    if (size > most) throw failure();
    yield chunk;
  }
}

/** The bytes of an object of at most `size` bytes; undefined if there is none. Fails with Damaged. */
export async function readWhole(store: BackupStore, name: string, size: number): Promise<Buffer | undefined> {
  const source = await openObject(store, name, size);
  if (source === undefined) return undefined;
  const chunks: Uint8Array[] = [];
  for await (const chunk of source) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/**
 * The claim of a vault while its log is copied: instead of the log's ID, so that no server starts on stores
 * that are not whole, or on those that were left.
 */

const RESTORING = 'restoring ';
const MOVING = 'moving to ';
const MOVED = 'moved to ';

const RESTORED = /^restored (\d+) (\S+)$/;

/** The claim of restored stores on which no server has started yet; `takenAt`, in UNIX milliseconds, is the back-up's time. */
export const restoredClaim = ({ takenAt, logId }: RestoreOrigin): string => `restored ${takenAt} ${logId}`;

interface RestoreOrigin {
  readonly takenAt: number;
  readonly logId: string;
}

/** The source that stores were restored from, if no server has started on them since. */
export function parseRestoreOrigin(claim = ''): RestoreOrigin | undefined {
  const [, takenAt, logId] = RESTORED.exec(claim) ?? [];
  return logId === undefined ? undefined : { takenAt: Number(takenAt), logId };
}

/** The ID of the log that a claim is for, restored or not. */
export const logIdOfClaim = (claim: string | undefined): string | undefined =>
  parseRestoreOrigin(claim)?.logId ?? claim;

/** The claim of stores that are being restored from `what`. */
export const restoringClaim = (what: string): string => RESTORING + what;

export const movingClaim = (destination: string): string => MOVING + destination;

export const movedClaim = (destination: string): string => MOVED + destination;

/** The destination of a move that is running or finished; undefined if there is none. */
export function moveDestination(claim = ''): string | undefined {
  const beginning = [MOVING, MOVED].find((each) => claim.startsWith(each));
  return beginning && claim.slice(beginning.length);
}

/** The source of an unfinished restore; undefined for other claims. */
export const unfinishedRestore = (claim = ''): string | undefined =>
  claim.startsWith(RESTORING) ? claim.slice(RESTORING.length) : undefined;

/** The reason why no server starts on stores with this claim; undefined if it is the ID of a log. */
export function reasonNotToStart(claim = ''): string | undefined {
  if (claim.startsWith(RESTORING))
    return 'A restore into these stores has not been finished: run the same `hansard restore` or `hansard move` again.';
  if (claim.startsWith(MOVING))
    return `The data is being ${claim.replace(MOVING, MOVED)}: run the same \`hansard move\` again, or \`hansard move --cancel\` to stay.`;
  if (claim.startsWith(MOVED))
    return `The data has ${claim}: start the server there. \`hansard move --cancel\` would make this old copy the valid one again.`;
  return undefined;
}
