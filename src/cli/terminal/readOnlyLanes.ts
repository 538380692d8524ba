import { systemClock } from '../../base/clock.ts';
import type { Config } from '../../base/config.ts';
import { NotReady } from '../../base/errors.ts';
import { Lanes } from '../../commands/lane/lanes.ts';
import type { EventLog } from '../../events/log/eventLog.ts';
import { loadSnapshot } from '../../organization/snapshots.ts';
import type { KeyValueStore } from '../../projections/store/readModels.ts';
import { snapshotKeys } from '../../vault/secrets.ts';
import { logForReading, readModelsForReading, vaultForReading } from './openStores.ts';
import type { CommandSession } from './session.ts';

/**
 * The current states of all organizations, folded from the log and its last snapshots; nothing is written.
 */
export async function openReadOnlyLanes(session: CommandSession): Promise<Lanes> {
  const config = await session.config();
  const log = await logForReading(session, config);
  const lanes = foldLanes(log, await readableSnapshots(session, config).catch(() => undefined));
  await lanes.server.catchUp();
  return lanes;
}

interface ReadableSnapshots {
  readonly notes: KeyValueStore;
  readonly keys: readonly Uint8Array[];
}

async function readableSnapshots(session: CommandSession, config: Config): Promise<ReadableSnapshots> {
  const { notes } = await readModelsForReading(session, config);
  return { notes, keys: await snapshotKeys(await vaultForReading(session, config)) };
}

/** States folded from a log, and from its snapshots if there are some; nothing is written. */
export function foldLanes(log: EventLog, snapshots?: ReadableSnapshots): Lanes {
  const noFacts = (): never => {
    throw new NotReady('Nothing is decided here.');
  };
  const lanes: Lanes = new Lanes({
    log,
    clock: systemClock,
    factsOf: () => ({
      load: noFacts,
      hasPassed: noFacts,
      waitUntilPassed: noFacts,
      excerpt: noFacts,
      event: noFacts,
    }),
    loadSnapshot: async (organizationId) => {
      const { logId = '' } = lanes.server.state;
      return snapshots && loadSnapshot(snapshots.notes, { logId, organizationId, keys: snapshots.keys });
    },
    saveSnapshot: () => Promise.resolve(0),
    onTrouble: (_, error) => {
      throw error;
    },
  });
  return lanes;
}
