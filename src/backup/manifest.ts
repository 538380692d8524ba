/** The manifest of a back-up, written last: a back-up without one does not exist. */
import { z } from 'zod';
import { Damaged, OperatorError } from '../errors.ts';
import { digestOf, type StreamEnd } from '../events/anchor.ts';
import { ListPart } from './parts.ts';
import { type BackupStore, readWhole } from './store.ts';

/** Raised when older releases can no longer read a back-up. */
export const FORMAT = 1;
const FOLDER = 'manifests/';

const Manifest = z.object({
  format: z.number().int(),
  /** Release that wrote it. */
  release: z.string(),
  logId: z.string(),
  startedAt: z.iso.datetime(),
  finishedAt: z.iso.datetime(),
  /** Of the last event, in the log that was backed up. */
  position: z.number().int(),
  /** Of the last event, in UNIX milliseconds. */
  time: z.number().int(),
  events: z.number().int(),
  /** Over the ends of all streams: equal for equal records. */
  digest: z.string(),
  /** Last revision of each stream and its hash, which covers all earlier ones. */
  streams: z.record(z.string(), z.strictObject({ revision: z.number().int(), hash: z.string() })),
  log: z.array(ListPart).readonly(),
  vault: z.strictObject({ ring: z.array(ListPart).readonly(), entries: z.array(ListPart).readonly() }),
  files: z.strictObject({
    lists: z.array(ListPart).readonly(),
    count: z.number().int(),
    /** Files that the log names and that no longer existed: most of them had been deleted. */
    absent: z.number().int(),
  }),
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
export async function readManifests(store: BackupStore): Promise<readonly NamedManifest[]> {
  const all: NamedManifest[] = [];
  for (const name of await manifestNames(store))
    all.push({ name, manifest: await readManifest(store, name) });
  return all;
}

/** The newest back-up; undefined if there is none. */
export async function newestManifest(store: BackupStore): Promise<NamedManifest | undefined> {
  const name = (await manifestNames(store)).at(-1);
  return name === undefined ? undefined : { name, manifest: await readManifest(store, name) };
}

async function readManifest(store: BackupStore, name: string): Promise<Manifest> {
  const bytes = await readWhole(store, name);
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
