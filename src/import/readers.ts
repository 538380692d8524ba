/** The reader and the kinds of archives of each system. */
import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { type Archive, openZip } from './archive.ts';
import { readMattermost } from './mattermost.ts';
import type { ExportReader, System } from './records.ts';
import { readSlack } from './slack.ts';
import { openTar, type Unpacked } from './tar.ts';
import { readZulip } from './zulip.ts';

// Exports that are a single file, or a zip file of that and others.

/** Opens a zip file or, as an archive with nothing else in it, a file of JSON lines. */
async function openZipOrLines(path: string): Promise<Archive> {
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
  packedBytes: () => 0,
  open: () => createReadStream(path),
  close: () => {},
});

export const READERS: Readonly<Record<System, ExportReader>> = {
  slack: readSlack,
  mattermost: readMattermost,
  zulip: readZulip,
};

/** An archive of a system, and what another thread needs to read it without unpacking it again. */
interface OpenedExport extends Archive {
  readonly unpacked?: Unpacked;
}

type Opening = (path: string, folder: string) => Promise<OpenedExport>;

const OPENINGS: Readonly<Record<System, Opening>> = {
  slack: openZip,
  mattermost: openZipOrLines,
  zulip: openTar,
};

/** Opens the archive that a system exports; `folder` has room for what is unpacked. */
export const openExport = (path: string, system: System, folder: string): Promise<OpenedExport> =>
  OPENINGS[system](path, folder);
