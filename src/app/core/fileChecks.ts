/** Compares the stored files with those that the log names at present. */
import { hasDigest } from '../../base/digests.ts';
import type { OrganizationId } from '../../base/ids.ts';
import type { Lanes } from '../../commands/lane/lanes.ts';
import type { Files } from '../../files/files.ts';
import type { OrganizationState } from '../../organization/state.ts';

/** The digests of all files that are in use, by organization. */
export const referencedFiles = (lanes: Lanes): ReadonlyMap<OrganizationId, ReadonlySet<string>> =>
  new Map(Array.from(lanes.all(), ({ state }) => [state.organizationId, new Set(state.files.uses.keys())]));

/** A file that the log names and whose bytes are missing, or are others. */
export interface FileFinding {
  readonly organizationId: OrganizationId;
  readonly digest: string;
  readonly fault: 'missing' | 'damaged';
}

export interface FileCheck {
  /** Number of files that the log names. */
  readonly files: number;
  /** Of these, the ones whose bytes were read. */
  readonly read: number;
  readonly faults: readonly FileFinding[];
}

/**
 * Looks for every file that the log names, and reads the newest ones up to so many bytes. `onFile` receives the number of
 * files so far and of all.
 */
export async function checkFiles(
  files: Files,
  lanes: Lanes,
  mostBytes = Infinity,
  onFile: (done: number, total: number) => void = () => {},
): Promise<FileCheck> {
  const faults: FileFinding[] = [];
  const all = [...referencedFiles(lanes)].flatMap(([organizationId, digests]) =>
    [...digests].reverse().map((digest) => ({ organizationId, digest })),
  );
  const sizes = new Map([...lanes.all()].map(({ state }) => [state.organizationId, sizesIn(state)]));
  let [read, bytes] = [0, 0];
  for (const [index, file] of all.entries()) {
    const { organizationId, digest } = file;
    const size = await files.sizeOf(organizationId, digest);
    const expected = sizes.get(organizationId)?.get(digest) ?? size;
    if (size === undefined) faults.push({ ...file, fault: 'missing' });
    else if (size !== expected) faults.push({ ...file, fault: 'damaged' });
    else if (bytes + size <= mostBytes) {
      [read, bytes] = [read + 1, bytes + size];
      const source = await files.open(organizationId, digest);
      if (source === undefined || !(await hasDigest(source, digest)))
        faults.push({ ...file, fault: 'damaged' });
    }
    onFile(index + 1, all.length);
  }
  if (faults.length === 0) return { files: all.length, read, faults };
  // What was removed meanwhile is no fault.
  await lanes.catchUp();
  const named = referencedFiles(lanes);
  const lasting = faults.filter(({ organizationId, digest }) => named.get(organizationId)?.has(digest));
  return { files: all.length, read, faults: lasting };
}

/** Sizes of uploaded files by digest, in bytes; those of pictures and archives are not recorded. */
const sizesIn = ({ files }: OrganizationState): ReadonlyMap<string, number> =>
  new Map(Array.from(files.byId.entries(), ([, { digest, size }]) => [digest, size]));

/** The name that an uploaded file has for people; undefined for pictures, archives and files that are not in use. */
export function uploadedName(lanes: Lanes, { organizationId, digest }: FileFinding): string | undefined {
  for (const [, file] of lanes.opened(organizationId)?.state.files.byId.entries() ?? [])
    if (file.digest === digest) return file.name;
  return undefined;
}
