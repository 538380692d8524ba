import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { OperatorError } from '../errors.ts';
import type { CommandSession } from './session.ts';

/** A folder in the one for temporary files (TMPDIR), removed when the command ends. */
export async function temporaryFolder(session: CommandSession, prefix: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), prefix)).catch((cause: unknown) => {
    throw new OperatorError(`Cannot create a folder in ${tmpdir()}; set TMPDIR to a writable folder.`, {
      cause,
    });
  });
  session.onEnd(() => rm(folder, { recursive: true, force: true }));
  return folder;
}
