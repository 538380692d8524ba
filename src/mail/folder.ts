/** Mail as files, one `.eml` each: for trying things out, and for programs that deliver mail in their own way. */
import { randomUUID } from 'node:crypto';
import { open, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Clock } from '../clock.ts';
import { NotReady, OperatorError } from '../errors.ts';
import { makeFolder } from '../folders.ts';
import { composed, envelopeOf, nameOf } from './composed.ts';
import type { Mailer } from './mail.ts';

export interface FolderOptions {
  readonly folder: string;
  readonly from: string;
  readonly clock: Clock;
}

/** The folder is made where it is not there yet. Fails with `OperatorError`. */
export async function mailFolder({ folder, from, clock }: FolderOptions): Promise<Mailer> {
  try {
    makeFolder(folder);
  } catch (cause) {
    throw new OperatorError(`MAIL_DIR ${folder} cannot be made.`, { cause });
  }
  return {
    isSet: true,
    async send(mail) {
      const bytes = await composed(mail, envelopeOf(mail, from), clock.now());
      await keep(join(folder, `${nameOf(mail)}.eml`), bytes).catch((cause: unknown) => {
        throw new NotReady('A mail cannot be written to MAIL_DIR.', 1, { cause });
      });
    },
    close: async () => {},
  };
}

/** The file is there whole or not at all, also after a power cut; only its owner may read it, for it holds a secret. */
async function keep(path: string, bytes: Buffer): Promise<void> {
  const unfinished = `${path}.${randomUUID()}.part`;
  try {
    const file = await open(unfinished, 'wx', 0o600);
    try {
      await file.writeFile(bytes);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(unfinished, path);
  } catch (error) {
    await rm(unfinished, { force: true });
    throw error;
  }
}
