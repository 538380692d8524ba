/** Which back-ups are kept, and the removal of the others. */
import type { Clock } from '../clock.ts';
import { FILES, type FileEntry, keyOf } from './fileCopies.ts';
import { type Manifest, type NamedManifest, readManifests } from './manifest.ts';
import { readList } from './parts.ts';
import type { BackupStore } from './store.ts';

/** So many back-ups, or those younger than so many milliseconds; the newest one always stays. */
export type Retention = { readonly count: number } | { readonly age: number };

/** Objects that no back-up names may belong to one that is being written, until they are this old. Milliseconds. */
const UNREFERENCED_GRACE_MS = 24 * 60 * 60 * 1000;

const FOLDERS = ['log/', 'vault/', 'lists/', FILES];

/** Removes back-ups that need not be kept, and everything that only they named; returns how many. */
export async function prune(store: BackupStore, retention: Retention, clock: Clock): Promise<number> {
  const all = await readManifests(store);
  const kept = all.filter(
    (each, index) => index === all.length - 1 || isKept(each, index - all.length, retention, clock),
  );
  const pruned = all.filter((each) => !kept.includes(each));
  for (const { name } of pruned) await store.remove(name);
  const [needed, dropped] = [await namesIn(store, kept), await namesIn(store, pruned)];
  for (const folder of FOLDERS)
    for (const { name, modifiedAt } of await store.list(folder)) {
      const isOld = dropped.has(name) || modifiedAt < clock.now() - UNREFERENCED_GRACE_MS;
      if (isOld && !needed.has(name)) await store.remove(name);
    }
  return pruned.length;
}

/** `fromEnd` is -1 for the newest. */
function isKept({ manifest }: NamedManifest, fromEnd: number, retention: Retention, clock: Clock): boolean {
  if ('count' in retention) return -fromEnd <= retention.count;
  return Date.parse(manifest.finishedAt) >= clock.now() - retention.age;
}

/** The names of all objects that back-ups consist of. */
async function namesIn(store: BackupStore, all: readonly NamedManifest[]): Promise<ReadonlySet<string>> {
  const names = new Set<string>();
  for (const { manifest } of all) await addNames(store, manifest, names);
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
    for await (const entries of readList<FileEntry>(store, [part]))
      for (const entry of entries) names.add(FILES + keyOf(entry));
  }
}
