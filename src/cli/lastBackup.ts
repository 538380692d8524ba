/**
 * `last-backup.json` in the data folder: when and where the last back-up was taken, and when one was last verified. Written
 * by the commands, read by what watches the server.
 */
import { readFile, rename, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Manifest } from '../backup/manifest.ts';
import { makeFolder } from '../folders.ts';

/** Times are ISO 8601. Fields are absent until the first back-up or verification. */
interface LastBackup {
  readonly destination?: string;
  readonly finishedAt?: string;
  readonly position?: number;
  readonly verifiedAt?: string;
  /** Whether that back-up was found to be whole. */
  readonly isVerified?: boolean;
}

const FILE = 'last-backup.json';

/** Notes a back-up. */
export const noteBackup = (folder: string, destination: string, manifest: Manifest): Promise<void> =>
  note(folder, { destination, finishedAt: manifest.finishedAt, position: manifest.position });

/** Notes the outcome of a verification. */
export const noteVerification = (folder: string, verifiedAt: string, isVerified: boolean): Promise<void> =>
  note(folder, { verifiedAt, isVerified });

let noted: Promise<void> = Promise.resolve();

/** One at a time. */
const note = (folder: string, news: LastBackup): Promise<void> =>
  (noted = noted.then(() => write(join(folder, FILE), news)));

/** The note is a convenience: a folder that cannot be written to does not spoil a back-up. */
async function write(path: string, news: LastBackup): Promise<void> {
  const unfinished = `${path}.${process.pid}`;
  try {
    makeFolder(dirname(path));
    const before = JSON.parse(await readFile(path, 'utf8').catch(() => '{}')) as LastBackup;
    await writeFile(unfinished, `${JSON.stringify({ ...before, ...news })}\n`, { mode: 0o600 });
    await rename(unfinished, path);
  } catch (error) {
    process.stderr.write(`${path} could not be written: ${(error as Error).message}.\n`);
  }
}
