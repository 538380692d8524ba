/** What commands that only read open, beside a running server or without one. */
import { systemClock } from '../clock.ts';
import type { Config } from '../config.ts';
import { enginesOf, openEventLog, openReadModels } from '../engines.ts';
import type { EventLog } from '../events/log/eventLog.ts';
import type { ReadModels } from '../projections/store/readModels.ts';
import type { Session } from './session.ts';

const READING = { clock: systemClock, readOnly: true } as const;

/** The event log, for reading. OperatorError where there is none. */
export const logForReading = (session: Session, config: Config): Promise<EventLog> =>
  session.keep(openEventLog(enginesOf(config).log, READING));

/** The read models, for reading. ReadModelsUnavailable where there are none. */
export const readModelsForReading = (session: Session, config: Config): Promise<ReadModels> =>
  session.keep(openReadModels(enginesOf(config).documents, READING));
