/** Back-ups in a folder. Objects are written beside, flushed, and renamed. */
import { randomUUID } from 'node:crypto';
import { type FileHandle, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import type { Readable } from 'node:stream';
import { flushFolder, makeFolder } from '../base/durableFiles.ts';
import { errorCode, OperatorError } from '../base/errors.ts';
import { lockFolder } from '../events/log/sqlite/database.ts';
import { type BackupStore, BackupUnavailable, type Sized, type StoredObject } from './store.ts';

/** Objects that a killed process left unfinished; the next one removes them. */
const UNFINISHED = 'unfinished';

/** Opens a folder, which `lock` creates if necessary. */
export const openFolderStore = (folder: string): BackupStore => new FolderStore(folder);

class FolderStore implements BackupStore {
  readonly location: string;
  #unlock: () => void = () => {};

  constructor(folder: string) {
    this.location = folder;
  }

  async lock(): Promise<void> {
    try {
      makeFolder(this.location);
    } catch (cause) {
      const reason = `${(cause as Error).message}. Choose a folder that this account can write to.`;
      throw new OperatorError(`The folder ${this.location} cannot be used: ${reason}`, { cause });
    }
    this.#unlock = lockFolder(this.location, 'Another process is already writing back-ups to');
    await rm(join(this.location, UNFINISHED), { recursive: true, force: true });
  }

  async list(prefix: string): Promise<readonly StoredObject[]> {
    const folder = join(this.location, prefix);
    const found = await unlessAbsent(() => readdir(folder, { recursive: true, withFileTypes: true }));
    const paths = (found ?? [])
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name));
    const objects: StoredObject[] = [];
    for (const path of paths.sort()) {
      const { mtimeMs } = await stat(path);
      objects.push({ name: relative(this.location, path).split(sep).join('/'), modifiedAt: mtimeMs });
    }
    return objects;
  }

  async read(name: string): Promise<Readable | undefined> {
    const file = await unlessAbsent(() => open(join(this.location, name), 'r'));
    return file?.createReadStream();
  }

  async write(name: string, content: Uint8Array | Sized): Promise<void> {
    const [path, unfinished] = [join(this.location, name), join(this.location, UNFINISHED, randomUUID())];
    try {
      makeFolder(dirname(unfinished));
      makeFolder(dirname(path));
      await writeFlushed(unfinished, content);
      await rename(unfinished, path);
      await flushFolder(dirname(path));
    } catch (cause) {
      await rm(unfinished, { force: true }).catch(() => undefined);
      throw unavailable(this.location, cause);
    }
  }

  async remove(name: string): Promise<void> {
    await rm(join(this.location, name), { force: true });
  }

  async close(): Promise<void> {
    this.#unlock();
  }
}

async function writeFlushed(path: string, content: Uint8Array | Sized): Promise<void> {
  const file = await open(path, 'wx', 0o600);
  try {
    if (content instanceof Uint8Array) await file.writeFile(content);
    else await writeFrom(file, content);
    await file.sync();
  } finally {
    await file.close();
  }
}

async function writeFrom(file: FileHandle, { source }: Sized): Promise<void> {
  for await (const chunk of source) await file.writeFile(chunk as Buffer);
}

async function unlessAbsent<Result>(work: () => Promise<Result>): Promise<Result | undefined> {
  try {
    return await work();
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined;
    throw error;
  }
}

/** Errors of the file system; others are passed on. */
function unavailable(location: string, cause: unknown): unknown {
  if (typeof (cause as NodeJS.ErrnoException).syscall !== 'string') return cause;
  return new BackupUnavailable(`The folder ${location} cannot be written: ${(cause as Error).message}.`, {
    cause,
  });
}
