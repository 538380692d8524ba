/**
 * The `Files` port: what people upload, by content. Truth, and part of every back-up: bytes are stored here before the
 * event that names them is appended, and bytes that no event refers to are removed later. Two engines implement it (a
 * folder, GridFS); `test/contract/files.ts` is the promise that both keep.
 */
import type { Readable } from 'node:stream';
import { Unavailable } from '../base/errors.ts';
import type { OrganizationId, UserId } from '../base/ids.ts';

/** The content stored under one digest. */
export interface StoredBytes {
  /** SHA-256 of the bytes, as 64 hex digits. */
  readonly digest: string;
  /** In bytes. */
  readonly size: number;
}

/** Stored bytes as a sweep sees them. */
export interface StoredFile {
  readonly digest: string;
  /** When they were stored last, in UNIX milliseconds. */
  readonly storedAt: number;
}

/** A file that comes in several requests: how much of it has come. */
export interface PartialFile {
  /** 32 characters that nobody can guess. */
  readonly id: string;
  readonly ownerId: UserId;
  /** Bytes that are stored. */
  readonly offset: number;
  /** UNIX milliseconds. */
  readonly begunAt: number;
  /** The note that its receiver stores with it. */
  readonly notes: string;
}

/** Bytes of a file, from `start` up to and including `end`. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

export interface Files {
  /**
   * Stores bytes as they come, never all of them in memory; durable when it resolves. The same bytes again in one
   * organization are stored once, and count as stored now. Where the source fails, so does this, and nothing is left.
   */
  store(organizationId: OrganizationId, source: AsyncIterable<Uint8Array>): Promise<StoredBytes>;
  /** Size of what is stored under a digest; undefined if nothing is. */
  sizeOf(organizationId: OrganizationId, digest: string): Promise<number | undefined>;
  /** The bytes under a digest, or a range of them; undefined if nothing is stored there. */
  open(organizationId: OrganizationId, digest: string, range?: ByteRange): Promise<Readable | undefined>;
  /** Everything that was stored before the given time, in pages. */
  storedBefore(organizationId: OrganizationId, time: number): AsyncIterable<readonly StoredFile[]>;
  /** Removes bytes unless they have been stored again since the given time; whether it did. */
  remove(organizationId: OrganizationId, digest: string, time: number): Promise<boolean>;
  /** Notes a file that has begun to come, or more of it if `before` is what had come; whether it was noted. */
  savePartial(
    organizationId: OrganizationId,
    file: PartialFile,
    before: number | undefined,
  ): Promise<boolean>;
  findPartial(organizationId: OrganizationId, id: string): Promise<PartialFile | undefined>;
  findPartialsOf(organizationId: OrganizationId, ownerId: UserId): Promise<readonly PartialFile[]>;
  removePartial(organizationId: OrganizationId, id: string): Promise<void>;
  /** Removes what was begun before the given time and never became whole. */
  removeUnfinished(time: number): Promise<void>;
  close(): Promise<void>;
}

/** The files cannot be reached or there is no room for more now; a later try may succeed. */
export class FilesUnavailable extends Unavailable {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'FilesUnavailable';
  }
}

/** Whether a text can be the ID of a file that has begun to come. */
export const isPartialFileId = (text: string): boolean => /^[\w-]{32}$/.test(text);

/** Whether a text can be a digest: engines make paths and keys of nothing else. */
export const isDigest = (text: string): boolean => /^[0-9a-f]{64}$/.test(text);
