/** A file without a name, for what an import cannot keep in memory. It is gone when it is closed, or with the process. */
import { randomUUID } from 'node:crypto';
import { closeSync, createReadStream, openSync, read, unlinkSync, write } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { makeFolder } from '../base/durableFiles.ts';
import { Damaged } from '../base/errors.ts';

const [readAt, writeAt] = [promisify(read), promisify(write)];

/** Bytes that are written at once. */
const WRITE_BYTES = 262_144;

/** The position of bytes in a spool. */
export interface SpoolSlice {
  readonly offset: number;
  readonly length: number;
}

export class Spool {
  /** The threads of a process share it. */
  readonly descriptor: number;
  /** Bytes that have been added. */
  size = 0;
  #waiting: Uint8Array[] = [];
  #waitingSize = 0;

  constructor(descriptor: number) {
    this.descriptor = descriptor;
  }

  /** Makes a spool on the file system of a folder. */
  static in(folder: string): Spool {
    makeFolder(folder);
    const path = join(folder, `.import-${randomUUID()}`);
    const descriptor = openSync(path, 'wx+', 0o600);
    unlinkSync(path);
    return new Spool(descriptor);
  }

  /** Adds bytes at the end; they can be read after the next `flush`. */
  async add(bytes: Uint8Array): Promise<void> {
    this.#waiting.push(bytes);
    this.#waitingSize += bytes.length;
    this.size += bytes.length;
    if (this.#waitingSize >= WRITE_BYTES) await this.flush();
  }

  async flush(): Promise<void> {
    const bytes = Buffer.concat(this.#waiting);
    const start = this.size - bytes.length;
    [this.#waiting, this.#waitingSize] = [[], 0];
    for (let done = 0; done < bytes.length;) {
      const { bytesWritten } = await writeAt(this.descriptor, bytes, done, bytes.length - done, start + done);
      done += bytesWritten;
    }
  }

  async read({ offset, length }: SpoolSlice): Promise<Buffer> {
    const bytes = Buffer.allocUnsafe(length);
    for (let done = 0; done < length;) {
      const { bytesRead } = await readAt(this.descriptor, bytes, done, length - done, offset + done);
      if (bytesRead === 0) throw new Damaged('The scratch file of the import has been cut off.');
      done += bytesRead;
    }
    return bytes;
  }

  stream({ offset, length }: SpoolSlice): AsyncIterable<Uint8Array> {
    if (length === 0) return nothing();
    const range = { start: offset, end: offset + length - 1 };
    return createReadStream('', { fd: this.descriptor, autoClose: false, ...range });
  }

  close(): void {
    closeSync(this.descriptor);
  }
}

async function* nothing(): AsyncIterable<Uint8Array> {}
