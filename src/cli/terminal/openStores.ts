/** The stores as read-only commands open them, beside a running server or without one. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { enginesOf, openEventLog, openFiles, openReadModels, openVault } from '../../app/core/engines.ts';
import { type RetryPolicy, systemClock } from '../../base/clock.ts';
import type { Config } from '../../base/config.ts';
import { OperatorError } from '../../base/errors.ts';
import type { EventLog } from '../../events/log/eventLog.ts';
import { withRetriedReads } from '../../events/log/retriedReads.ts';
import type { Files } from '../../files/files.ts';
import type { ReadModels } from '../../projections/store/readModels.ts';
import type { Vault } from '../../vault/vault.ts';
import type { CommandSession } from './session.ts';
import { printNote } from '../../base/printable.ts';

const READING = { clock: systemClock, readOnly: true } as const;

/** How long a command waits for unavailable engines; it reports every retry. */
export const ENGINE_TIMEOUT: RetryPolicy = {
  clock: systemClock,
  milliseconds: 30_000,
  onRetry: ({ message }, delay) => printNote(`${message} Trying again in ${(delay / 1000).toFixed(1)} s.\n`),
};

/** The event log, for reading. OperatorError if none exists. */
export const logForReading = async (session: CommandSession, config: Config): Promise<EventLog> =>
  withRetriedReads(await session.keep(openEventLog(enginesOf(config).log, READING)), ENGINE_TIMEOUT);

/**
 * The read models, for reading. OperatorError if none exist, ReadModelsUnavailable if they cannot be reached.
 */
export async function readModelsForReading(session: CommandSession, config: Config): Promise<ReadModels> {
  const { documents } = enginesOf(config);
  if (documents.engine === 'sqlite' && !existsSync(join(documents.folder, 'views', 'ledger.sqlite')))
    throw new OperatorError(
      `There are no readable views in ${documents.folder}: start the server to build them.`,
    );
  return session.keep(openReadModels(documents, READING));
}

/** The vault, for reading. OperatorError if none exists. */
export const vaultForReading = (session: CommandSession, config: Config): Promise<Vault> =>
  session.keep(openVault(enginesOf(config).documents, { ...READING, onRelies: () => {} }));

/** The uploaded files, for reading. */
export const filesForReading = (session: CommandSession, config: Config): Promise<Files> =>
  session.keep(openFiles(enginesOf(config).documents, READING));

/** Whether the log is empty. OperatorError if none exists. */
export async function logIsEmpty(config: Config): Promise<boolean> {
  const log = await openEventLog(enginesOf(config).log, READING);
  try {
    return (await withRetriedReads(log, ENGINE_TIMEOUT).head()) === null;
  } finally {
    await log.close();
  }
}
