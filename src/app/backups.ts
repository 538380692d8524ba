import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Backups } from '../api/http/vitals.ts';

const UNKNOWN: Backups = { takenAt: null, verifiedAt: null, isVerified: null };

/** Records of the back-up commands in the data folder. */
export async function readBackupNotes(folder: string): Promise<Backups> {
  const text = await readFile(join(folder, 'last-backup.json'), 'utf8').catch(() => undefined);
  if (text === undefined) return UNKNOWN;
  try {
    const noted = JSON.parse(text) as Readonly<Record<string, unknown>>;
    return {
      takenAt: timeIn(noted['finishedAt']),
      verifiedAt: timeIn(noted['verifiedAt']),
      isVerified: typeof noted['isVerified'] === 'boolean' ? noted['isVerified'] : null,
    };
  } catch {
    return UNKNOWN;
  }
}

/** UNIX milliseconds; null for what is no time. */
function timeIn(text: unknown): number | null {
  const time = typeof text === 'string' ? Date.parse(text) : NaN;
  return Number.isNaN(time) ? null : time;
}
