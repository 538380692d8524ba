/** Mail as files, one `.eml` each: for trying things out, and for programs that deliver mail in their own way. */
import { join } from 'node:path';
import type { Clock } from '../base/clock.ts';
import { makeFolder, replaceFile } from '../base/durableFiles.ts';
import { NotReady, OperatorError } from '../base/errors.ts';
import { composeMail, createEnvelopeOfMail, mailName } from './composeMail.ts';
import type { Mailer } from './mail.ts';

export interface FolderOptions {
  readonly folder: string;
  readonly from: string;
  readonly clock: Clock;
}

/** The folder is made where it is not there yet. Fails with `OperatorError`. */
export async function openMailFolder({ folder, from, clock }: FolderOptions): Promise<Mailer> {
  try {
    makeFolder(folder);
  } catch (cause) {
    throw new OperatorError(`MAIL_DIR ${folder} cannot be made.`, { cause });
  }
  return {
    isSet: true,
    async send(mail) {
      const bytes = await composeMail(mail, createEnvelopeOfMail(mail, from), clock.now());
      await replaceFile(join(folder, `${mailName(mail)}.eml`), bytes).catch((cause: unknown) => {
        throw new NotReady('A mail cannot be written to MAIL_DIR.', 1, { cause });
      });
    },
    close: async () => {},
  };
}
