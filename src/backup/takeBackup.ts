/** The ways to take back-ups: once, again and again, or continuously. */
import { type Clock, pauseUnlessAborted } from '../base/clock.ts';
import { BackupWriter, type BackupWriterOptions } from './backupWriter.ts';
import { fileName, type LostFile } from './fileCopies.ts';
import { FileEntry, type Manifest, manifestName, readList, readManifest, readManifests } from './manifest.ts';
import type { BackupStore } from './store.ts';

// Chooses the back-ups that are kept, and removes the others.

/** So many back-ups, or those younger than so many milliseconds; the newest one always stays. */
export type Retention = { readonly count: number } | { readonly age: number };

/** Objects that no back-up names may belong to one that is being written, until they are this old. Milliseconds. */
const UNREFERENCED_GRACE_MS = 24 * 60 * 60 * 1000;

const FOLDERS = ['log/', 'vault/', 'lists/', 'files/'];

/** Removes back-ups that need not be kept, and everything that only they named; returns how many. */
async function prune(store: BackupStore, retention: Retention, clock: Clock): Promise<number> {
  const all: DatedManifest[] = [];
  for await (const { name, manifest } of readManifests(store))
    all.push({ name, finishedAt: Date.parse(manifest.finishedAt) });
  const kept = all.filter(
    (each, index) => index === all.length - 1 || isKept(each, index - all.length, retention, clock),
  );
  const pruned = all.filter((each) => !kept.includes(each));
  const [needed, dropped] = [await namesIn(store, kept), await namesIn(store, pruned)];
  for (const { name } of pruned) await store.remove(name);
  for (const folder of FOLDERS)
    for (const { name, modifiedAt } of await store.list(folder)) {
      const isOld = dropped.has(name) || modifiedAt < clock.now() - UNREFERENCED_GRACE_MS;
      if (isOld && !needed.has(name)) await store.remove(name);
    }
  return pruned.length;
}

interface DatedManifest {
  readonly name: string;
  /** UNIX milliseconds. */
  readonly finishedAt: number;
}

/** `fromEnd` is -1 for the newest. */
function isKept({ finishedAt }: DatedManifest, fromEnd: number, retention: Retention, clock: Clock): boolean {
  if ('count' in retention) return -fromEnd <= retention.count;
  return finishedAt >= clock.now() - retention.age;
}

/** The names of all objects that back-ups consist of. */
async function namesIn(store: BackupStore, all: readonly DatedManifest[]): Promise<ReadonlySet<string>> {
  const names = new Set<string>();
  for (const { name } of all) await addNames(store, await readManifest(store, name), names);
  return names;
}

async function addNames(
  store: BackupStore,
  { log, vault, files }: Manifest,
  names: Set<string>,
): Promise<void> {
  for (const { name } of [...log, ...vault.ring, ...vault.entries]) names.add(name);
  for (const part of files.lists) {
    if (names.has(part.name)) continue;
    names.add(part.name);
    for await (const entries of readList(store, [part], FileEntry))
      for (const entry of entries) names.add(fileName(entry));
  }
}

export interface BackupOptions extends BackupWriterOptions {
  readonly retention?: Retention | undefined;
}

/** A back-up, and what was wrong with the files of the server and with the back-up before. */
export interface BackupOutcome {
  readonly manifest: Manifest;
  readonly lostFiles: readonly LostFile[];
  /** Names of objects that the last back-up had lost, and that were copied again. */
  readonly copiedAgain: readonly string[];
}

/** Takes one back-up, and removes old ones if requested, unless files are lost: an old one may have the last good copy. */
export async function takeBackup(options: BackupOptions): Promise<BackupOutcome> {
  const writer = await BackupWriter.open(options);
  return finish(writer, await writer.backUp(manifestName(options.clock.now())), options);
}

async function finish(
  { lostFiles, copiedAgain }: BackupWriter,
  manifest: Manifest,
  { store, clock, retention }: BackupOptions,
): Promise<BackupOutcome> {
  if (retention && lostFiles.length === 0) await prune(store, retention, clock);
  return { manifest, lostFiles, copiedAgain };
}

export interface BackupFollowOptions extends BackupOptions {
  /** Milliseconds after which a new back-up begins, so that the one before stays as it is. */
  readonly every: number;
  readonly signal: AbortSignal;
  /** A back-up has begun and is level with the log. */
  readonly onBackup: (outcome: BackupOutcome) => void;
  /** The newest back-up has been extended, or is still level. */
  readonly onExtended: (outcome: BackupOutcome) => void;
}

/** Milliseconds between two looks at the log. */
const POLL_INTERVAL_MS = 300;
/** Milliseconds after which the manifest is saved again if nothing was added: it has the time up to which it is complete. */
const IDLE_SAVE_INTERVAL_MS = 60_000;

/** Continuously extends the newest back-up with what happens, until the signal aborts. */
export async function followLog(options: BackupFollowOptions): Promise<void> {
  const { signal, clock, onBackup } = options;
  while (!signal.aborted) {
    const writer = await BackupWriter.open(options);
    const startedAt = clock.now();
    const name = manifestName(startedAt);
    onBackup(await finish(writer, await writer.backUp(name), options));
    await extend(writer, name, startedAt, options);
  }
}

async function extend(
  writer: BackupWriter,
  name: string,
  startedAt: number,
  { signal, clock, every, onExtended }: BackupFollowOptions,
): Promise<void> {
  const end = clock.monotonic() + every;
  let savedAt = clock.monotonic();
  while (clock.monotonic() < end && !(await pauseUnlessAborted(signal, clock, POLL_INTERVAL_MS))) {
    const isNew = await writer.copyAdditions();
    if (!isNew && clock.monotonic() - savedAt < IDLE_SAVE_INTERVAL_MS) continue;
    const manifest = await writer.save(name, startedAt);
    const { lostFiles, copiedAgain } = writer;
    onExtended({ manifest, lostFiles, copiedAgain });
    savedAt = clock.monotonic();
  }
}
