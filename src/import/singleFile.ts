/** Exports that are a single file, or a zip file of that and others. */
import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { type Archive, openZip } from './archive.ts';

/** Opens a zip file or, as an archive with nothing else in it, a file of JSON lines. */
export async function openZipOrLines(path: string): Promise<Archive> {
  return (await isZip(path)) ? openZip(path) : singleFile(path);
}

async function isZip(path: string): Promise<boolean> {
  const file = await open(path, 'r');
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(2), 0, 2, 0);
    return bytesRead === 2 && buffer.toString('latin1') === 'PK';
  } finally {
    await file.close();
  }
}

const ONLY = 'import.jsonl';

const singleFile = (path: string): Archive => ({
  names: [ONLY],
  has: (name) => name === ONLY,
  open: () => createReadStream(path),
  close: () => {},
});
