/**
 * Saves and loads the state, so that a start reads only the tail of the log. A snapshot is trusted only if
 * log, organization, slice versions and every chunk's digest match, and its manifest has an HMAC under a key of
 * the vault: who can write to the store of snapshots alone cannot make one. Otherwise the log is folded from
 * the beginning.
 *
 * Documents of organization 1: `snapshot/1/manifest/{revision}` and
 * `snapshot/1/chunk/{revision}/{slice}/{n}`.
 */
import { createHmac, hash, timingSafeEqual } from 'node:crypto';
import { nextTurn } from '../base/concurrency.ts';
import type { OrganizationId } from '../base/ids.ts';
import type { Containers } from './containers/define.ts';
import {
  emptySlices,
  organizationAt,
  type OrganizationState,
  SLICE_NAMES,
  type SliceName,
  slices,
  type StreamProgress,
} from './state.ts';

/** The store of snapshots: durable JSON documents by key (`Notes` of the read models is one). */
export interface SnapshotStore {
  get(key: string): Promise<StoredFields | undefined>;
  put(key: string, document: StoredFields): Promise<void>;
  putAll(documents: readonly KeyedDocument[]): Promise<void>;
  removeAll(keys: readonly string[]): Promise<void>;
  /** All documents whose key begins with the prefix, ascending by key. */
  list(prefix: string): Promise<readonly KeyedDocument[]>;
}

type StoredFields = { readonly [field: string]: unknown };
type KeyedDocument = readonly [key: string, document: StoredFields];

/** The owner of a snapshot: a copied or recreated log has another ID. */
interface SnapshotOwner {
  readonly logId: string;
  readonly organizationId: OrganizationId;
}

/** A snapshot's owner, and the keys of HMACs that the vault has, newest first; without keys no snapshot is saved or trusted. */
interface KeyedOwner extends SnapshotOwner {
  readonly keys: readonly Uint8Array[];
}

/** Written last, it makes a snapshot visible; written first as `begun`, it lets a later save clean up. */
type Manifest =
  | { readonly status: 'begun' }
  | (SnapshotOwner & {
      readonly status: 'complete';
      readonly progress: StreamProgress;
      readonly slices: SavedSlices;
      /** HMAC of all the fields above: a manifest that was changed is ignored. */
      readonly mac: string;
    });
type CompleteManifest = Extract<Manifest, { status: 'complete' }>;

type SavedSlices = {
  readonly [Name in SliceName]?: { readonly version: number; readonly digests: readonly string[] };
};

/**
 * Minimum characters of a chunk, which combines small texts and splits large ones: a fraction of the 4 MB
 * that a document may have.
 */
const CHUNK_LENGTH = 200_000;
const SNAPSHOTS_KEPT = 2;

/**
 * Saves the state at the time of the call, even if it advances meanwhile: containers are copied at once
 * (references only, because values are never changed in place) and written chunk by chunk, yielding in
 * between. Resolves with the number of characters written.
 */
export async function saveSnapshot(
  store: SnapshotStore,
  state: OrganizationState,
  { keys: [key], ...owner }: KeyedOwner,
): Promise<number> {
  const { revision, position, hash: lastHash, time } = state;
  if (revision < 0 || key === undefined) return 0;
  const pictures = SLICE_NAMES.map((name) => [name, pictureOf(state[name])] as const);
  const manifestKey = keyOfManifest(owner.organizationId, revision);
  await store.put(manifestKey, { status: 'begun' } satisfies Manifest);
  const chunks = new ChunkWriter(store);
  const saved: { [Name in SliceName]?: { version: number; digests: string[] } } = {};
  for (const [name, rows] of pictures) {
    const digests: string[] = [];
    for (const text of chunksOf(rows)) {
      await chunks.write(keyOfChunk(owner.organizationId, revision, name, digests.length), text);
      digests.push(digestOf(text));
    }
    saved[name] = { version: slices[name].version, digests };
  }
  await chunks.flush();
  const content = { ...owner, progress: { revision, position, hash: lastHash, time }, slices: saved };
  const mac = macOf(content, key).toString('base64url');
  await store.put(manifestKey, { status: 'complete', ...content, mac } satisfies Manifest);
  await removeObsolete(store, owner);
  return chunks.written;
}

/** Writes chunks, combining small ones, because each write is a flush of the store. */
class ChunkWriter {
  /** Characters so far. */
  written = 0;
  readonly #store: SnapshotStore;
  #gathered: KeyedDocument[] = [];
  #length = 0;

  constructor(store: SnapshotStore) {
    this.#store = store;
  }

  async write(key: string, text: string): Promise<void> {
    this.#gathered.push([key, { text }]);
    this.#length += text.length;
    this.written += text.length;
    if (this.#length >= CHUNK_LENGTH) await this.flush();
  }

  async flush(): Promise<void> {
    await this.#store.putAll(this.#gathered);
    this.#gathered = [];
    this.#length = 0;
    await nextTurn();
  }
}

/**
 * The newest trustworthy snapshot with a revision up to `upTo`; undefined means that the log must be folded
 * from its beginning.
 */
export async function loadSnapshot(
  store: SnapshotStore,
  owner: KeyedOwner,
  upTo = Infinity,
): Promise<OrganizationState | undefined> {
  for (const { manifest } of await manifestsOf(store, owner.organizationId)) {
    const isMeant = manifest.status === 'complete' && manifest.progress.revision <= upTo;
    const state = isMeant ? await restored(store, owner, manifest) : undefined;
    if (state) return state;
  }
  return undefined;
}

async function restored(
  store: SnapshotStore,
  { logId, organizationId, keys }: KeyedOwner,
  manifest: CompleteManifest,
): Promise<OrganizationState | undefined> {
  if (manifest.logId !== logId || manifest.organizationId !== organizationId) return undefined;
  if (!keys.some((key) => hasMac(manifest, key))) return undefined;
  const content = emptySlices();
  for (const name of SLICE_NAMES) {
    const saved = manifest.slices[name];
    if (saved?.version !== slices[name].version) return undefined;
    for (const [index, digest] of saved.digests.entries()) {
      const chunk = await store.get(keyOfChunk(organizationId, manifest.progress.revision, name, index));
      if (typeof chunk?.text !== 'string' || digestOf(chunk.text) !== digest) return undefined;
      loadRows(content[name], chunk.text);
      await nextTurn();
    }
  }
  return organizationAt(organizationId, content, manifest.progress);
}

function loadRows(containers: Containers, text: string): void {
  for (const [container, row] of JSON.parse(text) as SavedRow[]) containers[container]?.load(row);
}

/** A row and the container it belongs to. */
type SavedRow = readonly [container: string, row: unknown];

/** A copy of a slice at this moment; its rows are created on demand. */
function pictureOf(containers: Containers): Iterable<SavedRow> {
  const pictures = Object.entries(containers).map(
    ([container, content]) => [container, content.save()] as const,
  );
  return rowsOf(pictures);
}

function* rowsOf(pictures: readonly (readonly [string, Iterable<unknown>])[]): Iterable<SavedRow> {
  for (const [container, rows] of pictures) for (const row of rows) yield [container, row];
}

/** JSON texts of lists of rows, about CHUNK_LENGTH characters each. */
function* chunksOf(rows: Iterable<SavedRow>): Iterable<string> {
  let texts: string[] = [];
  let length = 0;
  for (const row of rows) {
    const text = JSON.stringify(row);
    texts.push(text);
    length += text.length;
    if (length < CHUNK_LENGTH) continue;
    yield `[${texts.join(',')}]`;
    texts = [];
    length = 0;
  }
  if (texts.length > 0) yield `[${texts.join(',')}]`;
}

interface FoundManifest {
  readonly key: string;
  readonly revision: number;
  readonly manifest: Manifest;
}

/** All manifests of an organization, newest first. */
async function manifestsOf(
  store: SnapshotStore,
  organizationId: OrganizationId,
): Promise<readonly FoundManifest[]> {
  const prefix = `snapshot/${organizationId}/manifest/`;
  const found = (await store.list(prefix)).map(([key, document]) => ({
    key,
    revision: Number(key.slice(prefix.length)),
    manifest: document as unknown as Manifest,
  }));
  return found.reverse();
}

/**
 * Removes all but the newest two, and what an interrupted save has left; another node may be saving a newer
 * one.
 */
async function removeObsolete(store: SnapshotStore, { logId, organizationId }: SnapshotOwner): Promise<void> {
  const found = await manifestsOf(store, organizationId);
  const kept = found
    .filter(({ manifest }) => manifest.status === 'complete' && manifest.logId === logId)
    .slice(0, SNAPSHOTS_KEPT);
  const newest = kept[0]?.revision ?? -1;
  const isUnderWay = ({ revision, manifest }: FoundManifest) =>
    manifest.status === 'begun' && revision > newest;
  for (const one of found) {
    if (kept.includes(one) || isUnderWay(one)) continue;
    await store.removeAll(await chunkKeysOf(store, organizationId, one));
    await store.removeAll([one.key]);
  }
}

/** A complete manifest lists its chunks; those of an interrupted save must be searched for. */
async function chunkKeysOf(
  store: SnapshotStore,
  organizationId: OrganizationId,
  { manifest, revision }: FoundManifest,
): Promise<readonly string[]> {
  if (manifest.status === 'begun') {
    return (await store.list(keyOfChunks(organizationId, revision))).map(([key]) => key);
  }
  return SLICE_NAMES.flatMap((name) =>
    (manifest.slices[name]?.digests ?? []).map((_, index) =>
      keyOfChunk(organizationId, revision, name, index),
    ),
  );
}

/** Revisions are padded so that keys sort like numbers. */
const keyOfManifest = (organizationId: OrganizationId, revision: number): string =>
  `snapshot/${organizationId}/manifest/${String(revision).padStart(16, '0')}`;

const keyOfChunks = (organizationId: OrganizationId, revision: number): string =>
  `snapshot/${organizationId}/chunk/${revision}/`;

const keyOfChunk = (
  organizationId: OrganizationId,
  revision: number,
  name: SliceName,
  index: number,
): string => `${keyOfChunks(organizationId, revision)}${name}/${index}`;

const digestOf = (text: string): string => hash('sha256', text, 'base64url');

const hasMac = (manifest: CompleteManifest, key: Uint8Array): boolean => {
  const [mac, found] = [macOf(manifest, key), Buffer.from(String(manifest.mac), 'base64url')];
  return mac.length === found.length && timingSafeEqual(mac, found);
};

/** HMAC-SHA-256 of a list in a fixed order, because a store may return a document's fields in another order. */
function macOf(manifest: Omit<CompleteManifest, 'status' | 'mac'>, key: Uint8Array): Buffer {
  const { revision, position, hash: lastHash, time } = manifest.progress;
  const saved = SLICE_NAMES.map((name) => [
    name,
    manifest.slices[name]?.version,
    manifest.slices[name]?.digests,
  ]);
  const fields = [manifest.logId, manifest.organizationId, revision, position, lastHash, time, saved];
  return createHmac('sha256', key).update(JSON.stringify(fields)).digest();
}
