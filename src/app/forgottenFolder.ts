/** A data folder with a log of its own beside a log in EventStoreDB: most likely its data was meant to be there. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Clock } from '../clock.ts';
import type { Config } from '../config.ts';
import { OperatorError } from '../errors.ts';
import { openEventLog } from './engines.ts';

/** Refuses to begin an empty log while the data folder has one that is not empty. */
export async function refuseForgottenLog({ DATA_DIR: folder }: Config, clock: Clock): Promise<void> {
  if (!existsSync(join(folder, 'log.sqlite'))) return;
  const log = await openEventLog({ engine: 'sqlite', folder }, { clock, readOnly: true });
  const head = await log.head().finally(() => log.close());
  if (head === null) return;
  throw new OperatorError(
    `The data folder ${folder} contains an event log, and the one in EventStoreDB is empty. To move the data there, run ` +
      '`hansard move --to` with the values of EVENTSTOREDB_URL and MONGODB_URL, and without setting them; to begin with ' +
      'an empty log, choose another DATA_DIR.',
  );
}
