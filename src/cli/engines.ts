/** What commands that only read open, beside a running server or without one. */
import { systemClock } from '../clock.ts';
import type { Config } from '../config.ts';
import { enginesOf, openEventLog, openReadModels } from '../app/engines.ts';
import { OperatorError } from '../errors.ts';
import type { EventLog } from '../events/log/eventLog.ts';
import type { ReadModels } from '../projections/store/readModels.ts';
import type { Session } from './session.ts';

const READING = { clock: systemClock, readOnly: true } as const;

/** The event log, for reading. OperatorError where there is none. */
export const logForReading = (session: Session, config: Config): Promise<EventLog> =>
  session.keep(openEventLog(enginesOf(config).log, READING));

/** The read models, for reading. OperatorError where there are none, ReadModelsUnavailable out of reach. */
export async function readModelsForReading(session: Session, config: Config): Promise<ReadModels> {
  const { documents } = enginesOf(config);
  try {
    return await session.keep(openReadModels(documents, READING));
  } catch (cause) {
    if (documents.engine !== 'sqlite') throw cause;
    const sentence = `There are no readable views in ${documents.folder}: start the server and it builds them.`;
    throw new OperatorError(sentence, { cause });
  }
}

/** Whether the log holds nothing yet. OperatorError where there is no log at all. */
export async function logIsEmpty(config: Config): Promise<boolean> {
  const log = await openEventLog(enginesOf(config).log, READING);
  try {
    return (await log.head()) === null;
  } finally {
    await log.close();
  }
}
