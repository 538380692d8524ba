import { systemClock } from '../../base/clock.ts';
import { NotReady } from '../../base/errors.ts';
import { Lanes } from '../../commands/lane/lanes.ts';
import type { EventLog } from '../../events/log/eventLog.ts';
import { loadSnapshot } from '../../organization/snapshots.ts';
import type { ReadModels } from '../../projections/store/readModels.ts';
import { logForReading, readModelsForReading } from './openStores.ts';
import type { CommandSession } from './session.ts';

/**
 * The current states of all organizations, folded from the log and its last snapshots; nothing is written.
 */
export async function openReadOnlyLanes(session: CommandSession): Promise<Lanes> {
  const config = await session.config();
  const log = await logForReading(session, config);
  const readModels = await readModelsForReading(session, config).catch(() => undefined);
  const lanes = foldLanes(log, readModels);
  await lanes.server.catchUp();
  return lanes;
}

/** States folded from a log, and from the snapshots in its read models if there are some; nothing is written. */
export function foldLanes(log: EventLog, readModels?: ReadModels): Lanes {
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
      return readModels && loadSnapshot(readModels.notes, { logId, organizationId });
    },
    saveSnapshot: () => Promise.resolve(0),
    onTrouble: (_, error) => {
      throw error;
    },
  });
  return lanes;
}
