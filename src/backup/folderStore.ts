/**
 * Back-ups in a folder. Objects are written beside, flushed, and renamed. Below the folder no link is followed, and nothing
 * but files is read: others may be able to write there.
 */
import { randomUUID } from 'node:crypto';
import { constants } from 'node:fs';
import { type FileHandle, lstat, open, readdir, rename, rm } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import type { Readable } from 'node:stream';
import { flushFolder, makeFolder } from '../base/durableFiles.ts';
import { Damaged, errorCode, OperatorError } from '../base/errors.ts';
import { lockFolder } from '../events/log/sqlite/database.ts';
import {
  type BackupStore,
  BackupUnavailable,
  isObjectName,
  requireObjectName,
  type Sized,
  type StoredObject,
} from './store.ts';

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
    for (const ending of ['', '-journal', '-wal', '-shm'])
      await requireKind(join(this.location, `writer.lock${ending}`), 'file');
    this.#unlock = lockFolder(this.location, 'Another process is already writing back-ups to');
    await rm(join(this.location, UNFINISHED), { recursive: true, force: true });
  }

  async list(prefix: string): Promise<readonly StoredObject[]> {
    const folder = await this.#folderOf(prefix);
    const found = await unlessAbsent(() => readdir(folder, { recursive: true, withFileTypes: true }));
    const paths = (found ?? [])
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name));
    const objects: StoredObject[] = [];
    for (const path of paths.sort()) {
      const name = relative(this.location, path).split(sep).join('/');
      const { mtimeMs, size } = isObjectName(name) ? await lstat(path) : {};
      if (mtimeMs !== undefined) objects.push({ name, size, modifiedAt: mtimeMs });
    }
    return objects;
  }

  async read(name: string): Promise<Readable | undefined> {
    const path = await this.#pathOf(name);
    const file = await unlessAbsent(() => open(path, READ_FILE)).catch((cause: unknown) => {
      throw errorCode(cause) === 'ELOOP' ? notOfBackups(path, { cause }) : cause;
    });
    if (file === undefined || (await file.stat()).isFile()) return file?.createReadStream();
    await file.close();
    throw notOfBackups(path);
  }

  async write(name: string, content: Uint8Array | Sized): Promise<void> {
    const path = await this.#pathOf(name);
    const unfinished = join(await this.#folderOf(`${UNFINISHED}/`), randomUUID());
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
    await rm(await this.#pathOf(name), { force: true });
  }

  async close(): Promise<void> {
    this.#unlock();
  }

  async #pathOf(name: string): Promise<string> {
    requireObjectName(name);
    await this.#folderOf(name);
    return join(this.location, name);
  }

  /** The folder in a name, up to its last slash; fails with Damaged if something else is in its place. */
  async #folderOf(name: string): Promise<string> {
    let folder = this.location;
    for (const part of name.split('/').slice(0, -1)) {
      folder = join(folder, part);
      await requireKind(folder, 'folder');
    }
    return folder;
  }
}

/** Opening a pipe or a device waits for nobody. */
const READ_FILE = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;

/** Fails with Damaged if something else has that path. */
async function requireKind(path: string, kind: 'file' | 'folder'): Promise<void> {
  const found = await unlessAbsent(() => lstat(path));
  if (found && !(kind === 'file' ? found.isFile() : found.isDirectory())) throw notOfBackups(path);
}

const notOfBackups = (path: string, options?: ErrorOptions): Damaged =>
  new Damaged(
    `${path} is not what back-ups consist of: a link or a device, which is not followed. Remove it, or choose another folder.`,
    options,
  );

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
