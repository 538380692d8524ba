/** The manifest of a back-up, written last: a back-up without one does not exist. */
import { hash } from 'node:crypto';
import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import { z } from 'zod';
import { Damaged, OperatorError } from '../base/errors.ts';
import type { OrganizationId } from '../base/ids.ts';
import { digestOf, type StreamEnd } from '../events/chain.ts';
import { MAX_APPEND_BYTES, type StoredEvent } from '../events/log/eventLog.ts';
import type { RingKey, VaultEntry } from '../vault/vault.ts';
import { type BackupStore, isObjectName, readWhole } from './store.ts';

// Lists in a back-up, stored as parts: compressed JSON lines, each part with its SHA-256.

const Count = z.number().int().nonnegative();
const Digest = z.string().regex(/^[0-9a-f]{64}$/);

/** A part is full at this size before compression, in UTF-16 units; a smaller last one is rewritten with what follows. */
const FULL = 4_000_000;
/** The line that fills a part is an event at most, which JSON makes a few times longer. */
const MAX_PART = FULL + 6 * MAX_APPEND_BYTES;

export const ListPart = z.strictObject({
  name: z.string().refine(isObjectName),
  /** Of the stored bytes. */
  sha256: Digest,
  lines: Count,
  /** UTF-16 units before compression. */
  size: Count.max(MAX_PART),
});
export type ListPart = z.infer<typeof ListPart>;

const compress = promisify(gzip);
const expand = promisify(gunzip);
/** Higher levels cost several times as much and save a tenth. */
const COMPRESSION = { level: 4 };

/** A list that grows: full parts, and lines that are rewritten together until their part is full. */
export class GrowingList {
  readonly #store: BackupStore;
  readonly #folder: string;
  readonly #full: ListPart[];
  #lines: string[] = [];
  #size = 0;
  #label = { first: '', last: '' };
  /** The open lines, as last written. */
  #written: ListPart | undefined;
  /** Names of parts that this list has written. */
  readonly #own = new Set<string>();
  /** Of these, the ones that later parts replace. */
  #replaced: string[] = [];

  private constructor(store: BackupStore, folder: string, full: ListPart[]) {
    this.#store = store;
    this.#folder = folder;
    this.#full = full;
  }

  /** Continues a list; fails with Damaged if its last part, which is read if it is not full, cannot be. */
  static async open(
    store: BackupStore,
    folder: string,
    parts: readonly ListPart[] = [],
  ): Promise<GrowingList> {
    const last = parts.at(-1);
    if (last === undefined || last.size >= FULL) return new GrowingList(store, folder, [...parts]);
    const list = new GrowingList(store, folder, parts.slice(0, -1));
    list.#lines = await linesOf(store, last);
    list.#size = list.#lines.reduce((sum, line) => sum + line.length, 0);
    list.#label = labelOf(last);
    list.#written = last;
    return list;
  }

  /** Adds a line of JSON; `label`, if given, becomes part of the name. */
  async add(line: string, label = ''): Promise<void> {
    if (this.#lines.length === 0) this.#label = { first: label, last: label };
    this.#lines.push(line);
    this.#label.last = label;
    this.#size += line.length;
    if (this.#written && this.#own.has(this.#written.name)) this.#replaced.push(this.#written.name);
    this.#written = undefined;
    if (this.#size < FULL) return;
    this.#full.push(await this.#write());
    this.#lines = [];
    this.#size = 0;
  }

  /** Removes parts that only an earlier form of this list had; call it when the newest form has a manifest. */
  async removeReplaced(): Promise<void> {
    for (const name of this.#replaced.splice(0)) await this.#store.remove(name);
  }

  /** All parts; open lines are written if they have changed. */
  async parts(): Promise<readonly ListPart[]> {
    if (this.#lines.length === 0) return [...this.#full];
    this.#written ??= await this.#write();
    return [...this.#full, this.#written];
  }

  async #write(): Promise<ListPart> {
    const { first, last } = this.#label;
    const text = `${this.#lines.join('\n')}\n`;
    const bytes = await compress(text, COMPRESSION);
    const sha256 = hash('sha256', bytes, 'hex');
    const name = `${this.#folder}/${first === '' ? '' : `${first}-${last}-`}${sha256.slice(0, 32)}.jsonl.gz`;
    await this.#store.write(name, bytes);
    this.#own.add(name);
    return { name, sha256, lines: this.#lines.length, size: text.length };
  }
}

function labelOf({ name }: ListPart): { first: string; last: string } {
  const [, first = '', last = ''] = /\/(\d+)-(\d+)-[^/]*$/.exec(name) ?? [];
  return { first, last };
}

/** The lines of a part; fails with Damaged unless they are those that were written. */
async function linesOf(store: BackupStore, part: ListPart): Promise<string[]> {
  const most = part.size * BYTES_PER_UNIT;
  const bytes = await readWhole(store, part.name, most + GZIP_BYTES);
  if (bytes === undefined) throw new Damaged(`The back-up is damaged: ${part.name} is missing.`);
  if (hash('sha256', bytes, 'hex') !== part.sha256)
    throw new Damaged(`The back-up is damaged: ${part.name} is not what was written.`);
  const text = await expand(bytes, { maxOutputLength: Math.max(most, 1) }).catch((cause: unknown) => {
    throw new Damaged(`The back-up is damaged: ${part.name} cannot be unpacked.`, { cause });
  });
  const lines = text.toString().split('\n').slice(0, -1);
  if (lines.length === part.lines) return lines;
  throw new Damaged(`The back-up is damaged: ${part.name} has another number of lines.`);
}

/** UTF-8 has at most three bytes for a UTF-16 unit. */
const BYTES_PER_UNIT = 3;
/** More than gzip adds to what it cannot compress: a header, and five bytes for every 16 KiB. */
const GZIP_BYTES = 100_000;

/** The values of a list, one part at a time; fails with Damaged, also if a line is something else. */
export async function* readList<Value>(
  store: BackupStore,
  parts: readonly ListPart[],
  schema: z.ZodType<Value>,
): AsyncGenerator<readonly Value[]> {
  for (const part of parts)
    yield (await linesOf(store, part)).map((line) => {
      const { success, data } = schema.safeParse(jsonIn(line));
      if (success) return data;
      throw new Damaged(`The back-up is damaged: ${part.name} has a line that is not what was written.`);
    });
}

// What the lists of a back-up consist of.

const Organization = z
  .number()
  .int()
  .positive()
  .max(999_999_999_999_999) as unknown as z.ZodType<OrganizationId>;
const Time = z.number();

export const EventLine: z.ZodType<StoredEvent> = z.strictObject({
  id: z.string(),
  stream: z.string(),
  revision: Count,
  position: Count,
  type: z.string(),
  data: z.string(),
  metadata: z.string(),
});

export const RingKeyLine: z.ZodType<RingKey> = z.strictObject({
  keyId: z.string(),
  material: z.string(),
  createdAt: Time,
});

export const VaultLine = z.strictObject({
  credentialId: z.string(),
  organizationId: Organization,
  kind: z.string(),
  lookup: z.string().optional(),
  sealed: z.string(),
  createdAt: Time,
}) as unknown as z.ZodType<VaultEntry>;

/** A file by what its bytes are. */
const FileKey = z.strictObject({ organizationId: Organization, digest: Digest });
export type FileKey = z.infer<typeof FileKey>;

/** A file in a back-up. `size` is in bytes. */
export const FileEntry = FileKey.extend({ size: Count });
export type FileEntry = z.infer<typeof FileEntry>;

/** Raised when older releases can no longer read a back-up. */
export const FORMAT = 1;
const FOLDER = 'manifests/';
const MAX_MANIFEST_BYTES = 16_000_000;

const Manifest = z.object({
  format: z.number().int(),
  /** Release that wrote it. */
  release: z.string(),
  logId: z.string(),
  startedAt: z.iso.datetime(),
  finishedAt: z.iso.datetime(),
  /** Of the last event, in the log that was backed up. */
  position: Count,
  /** Of the last event, in UNIX milliseconds. */
  time: z.number().int(),
  events: Count,
  /** Over the ends of all streams: equal for equal records. */
  digest: z.string(),
  /** Last revision of each stream and its hash, which covers all earlier ones. */
  streams: z.record(z.string(), z.strictObject({ revision: z.number().int(), hash: z.string() })),
  log: z.array(ListPart).readonly(),
  vault: z.strictObject({ ring: z.array(ListPart).readonly(), entries: z.array(ListPart).readonly() }),
  files: z.strictObject({
    lists: z.array(ListPart).readonly(),
    count: Count,
    /** Files that the log has named and that were removed before they were copied. */
    absent: Count,
  }),
  /** Files that the log's state names and that the server lacks or has other bytes of; earlier copies of them are listed. */
  lostFiles: z.array(FileKey).readonly().default([]),
});
export type Manifest = Readonly<z.infer<typeof Manifest>>;

/** A stored manifest and its name. */
export interface NamedManifest {
  readonly name: string;
  readonly manifest: Manifest;
}

/** The name of a back-up that began at a time, in UNIX milliseconds: names sort by time. */
export const manifestName = (time: number): string =>
  `${FOLDER}${new Date(time).toISOString().replaceAll(':', '-')}.json`;

/** Everything about the log that follows from the ends of its streams. */
export const endsOf = (ends: ReadonlyMap<string, StreamEnd>): Pick<Manifest, 'streams' | 'digest'> => ({
  streams: Object.fromEntries(ends),
  digest: digestOf(ends),
});

export const writeManifest = (store: BackupStore, name: string, manifest: Manifest): Promise<void> =>
  store.write(name, Buffer.from(`${JSON.stringify(manifest, null, 1)}\n`));

/** Names of all back-ups, oldest first. */
const manifestNames = async (store: BackupStore): Promise<readonly string[]> =>
  (await store.list(FOLDER))
    .map(({ name }) => name)
    .filter((name) => name.endsWith('.json'))
    .sort();

/** All back-ups, oldest first. Fails with Damaged, or with OperatorError if a newer release wrote one. */
export async function* readManifests(store: BackupStore): AsyncGenerator<NamedManifest> {
  for (const name of await manifestNames(store)) yield { name, manifest: await readManifest(store, name) };
}

/** The newest back-up; undefined if there is none. */
export async function newestManifest(store: BackupStore): Promise<NamedManifest | undefined> {
  const name = (await manifestNames(store)).at(-1);
  return name === undefined ? undefined : { name, manifest: await readManifest(store, name) };
}

/** Fails as `readManifests` does. */
export async function readManifest(store: BackupStore, name: string): Promise<Manifest> {
  const bytes = await readWhole(store, name, MAX_MANIFEST_BYTES);
  if (bytes === undefined) throw new Damaged(`The back-up is damaged: ${name} is missing.`);
  const { success, data } = Manifest.safeParse(jsonIn(bytes.toString()));
  if (!success) throw new Damaged(`The back-up is damaged: ${name} cannot be read.`);
  if (data.format > FORMAT)
    throw new OperatorError(`The back-up ${name} was written by a newer release (${data.release}).`);
  return data;
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
