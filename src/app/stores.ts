/** The stores of one server, opened together and closed together: log, read models, vault. */
import type { Clock } from '../clock.ts';
import type { Config } from '../config.ts';
import {
  type Engines,
  enginesOf,
  lockDataFolder,
  openEventLog,
  openReadModels,
  openVault,
} from './engines.ts';
import { doorsTo } from './companionLog.ts';
import type { EventLog } from '../events/log/eventLog.ts';
import type { Logger } from '../logger.ts';
import type { ReadModels } from '../projections/store/readModels.ts';
import { PROJECTIONS_MODULE } from './projectionsModule.ts';
import type { Vault } from '../vault/vault.ts';

export interface Stores {
  readonly engines: Engines;
  readonly log: EventLog;
  /** The same, for who is in no hurry. */
  readonly patientLog: EventLog;
  readonly readModels: ReadModels;
  readonly vault: Vault;
  close(): Promise<void>;
}

export interface OpenStoresOptions {
  readonly config: Config;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly onFatal: (error: Error) => void;
  readonly onCommit: (events: number) => void;
}

/** Opens all three, or none. */
export async function openStores(options: OpenStoresOptions): Promise<Stores> {
  const { config, clock, logger } = options;
  const engines = enginesOf(config);
  const opened: { close(): Promise<void> }[] = [];
  const close = async (): Promise<void> => {
    for (const store of opened.splice(0).reverse()) await store.close();
  };
  const keep = <Store extends { close(): Promise<void> }>(store: Store): Store => {
    opened.push(store);
    return store;
  };
  try {
    if (isLocalBesideRemote(engines)) keep(await lockDataFolder(config.DATA_DIR));
    const { hasty: log, patient } = doorsTo(keep(await openEventLog(engines.log, options)), clock);
    const readModels = keep(await openReadModels(engines.documents, { clock, module: PROJECTIONS_MODULE }));
    const onRelies = (sentence: string): void => logger.warn(sentence);
    const vault = keep(await openVault(engines.documents, { clock, onRelies }));
    return { engines, log, patientLog: patient, readModels, vault, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Local views and a local vault serve one process, also where the log, which would see to that, is elsewhere. */
const isLocalBesideRemote = ({ log, documents }: Engines): boolean =>
  log.engine !== 'sqlite' && documents.engine === 'sqlite';
