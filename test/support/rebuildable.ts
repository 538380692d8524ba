/** What must hold of the folder of any stopped server: its views follow from its log, whoever was erased from it. */
import { expect } from 'chai';
import { systemClock } from '../../src/base/clock.ts';
import { type AnyEvent, decode } from '../../src/events/catalog.ts';
import type { EventLog } from '../../src/events/log/eventLog.ts';
import { openSqliteEventLog } from '../../src/events/log/sqlite/log.ts';
import { organizationOfStream, SERVER } from '../../src/base/ids.ts';
import { createLogger } from '../../src/base/logger.ts';
import { ServerState } from '../../src/organization/server.ts';
import { emptyOrganization, type OrganizationState } from '../../src/organization/state.ts';
import { type BatchEvent, foldBatch, handlersOf } from '../../src/projections/running/batch.ts';
import { projections } from '../../src/projections/catalog.ts';
import type { ReadModels } from '../../src/projections/store/readModels.ts';
import { openSqliteReadModels } from '../../src/projections/store/sqlite/readModels.ts';
import { verify } from '../../src/projections/running/verify.ts';
import { temporaryFolder } from './disk/temporaryFolder.ts';

/** Fails unless the served views are, document by document, those that the log gives when they are built anew. */
export async function expectRebuildable(folder: string): Promise<void> {
  await withScratch(folder, async (log, scratch) => {
    const readModels = await openSqliteReadModels({ folder });
    const logger = createLogger('silent');
    const outcomes = verify({ log, readModels, projections, scratch, logger, clock: systemClock });
    for await (const { projection, status, differences } of outcomes)
      expect({ projection, status, differences }).to.deep.equal({
        projection,
        status: 'same',
        differences: [],
      });
    await readModels.close();
  });
}

/** Fails unless the whole log can be replayed with everything erasable erased; answers how many events it has. */
export async function expectErasable(folder: string): Promise<number> {
  let count = 0;
  await withScratch(folder, async (log, scratch) => {
    const organizations = new Map<string, OrganizationState | ServerState>();
    for await (const page of log.readAll()) {
      const batch = page.map((stored): BatchEvent => {
        const event = decode(stored, () => true);
        stateOf(organizations, event).fold(event);
        const organizationId = organizationOfStream(stored.stream) ?? SERVER;
        return { stored, organizationId, decoded: () => event };
      });
      await project(scratch, batch);
      count += batch.length;
    }
  });
  return count;
}

async function withScratch(folder: string, use: (log: EventLog, scratch: ReadModels) => Promise<void>) {
  const log = openSqliteEventLog({ folder, clock: systemClock, readOnly: true });
  const temporary = await temporaryFolder();
  const scratch = await openSqliteReadModels({ folder: temporary.folder });
  try {
    await use(log, scratch);
  } finally {
    await scratch.close();
    await log.close();
    await temporary.remove();
  }
}

function stateOf(known: Map<string, OrganizationState | ServerState>, { stream }: AnyEvent) {
  const organizationId = organizationOfStream(stream);
  const state = known.get(stream) ?? (organizationId ? emptyOrganization(organizationId) : new ServerState());
  known.set(stream, state);
  return state;
}

async function project(scratch: ReadModels, batch: readonly BatchEvent[]): Promise<void> {
  const last = batch.at(-1)!.stored.position;
  for (const projection of projections) {
    const name = { projection: projection.name, version: projection.version, generation: 1 };
    const generation = await scratch.open(name, projection.collections);
    await generation.commit(await foldBatch(projection, handlersOf(projection), batch, generation), last);
  }
}
