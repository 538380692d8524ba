/**
 * The `BackupStore` port: where back-ups are kept, a folder or a bucket. Objects have names like paths, are written whole
 * or not at all, and never change except for the newest manifest.
 */
import type { Readable } from 'node:stream';
import { Unavailable } from '../base/errors.ts';

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
  readonly location: string;
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
