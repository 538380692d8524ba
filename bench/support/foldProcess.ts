/** Measures one way of reading a whole log, in a process of its own: `foldProcess <what> <folder>`. */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { systemClock } from '../../src/base/clock.ts';
import { Lanes } from '../../src/commands/lane/lanes.ts';
import { openEventLog, openReadModels } from '../../src/app/core/engines.ts';
import type { OrganizationState } from '../../src/organization/state.ts';
import { loadSnapshot, saveSnapshot } from '../../src/organization/snapshots.ts';
import { projections } from '../../src/projections/catalog.ts';
import type { Projection } from '../../src/projections/running/define.ts';
import { messages } from '../../src/projections/messages/projection.ts';
import { openTail } from '../../src/events/log/tail.ts';
import { startProjections } from '../../src/projections/running/runner.ts';
import { PROJECTIONS_MODULE } from '../../src/app/core/engines.ts';
import { rebuildThreads } from '../../src/app/core/rebuildThreads.ts';
import { timed } from './rounds.ts';
import { Sqlite } from '../../src/base/sqlite.ts';

const [what = '', folder = ''] = process.argv.slice(2);
const engine = { engine: 'sqlite', folder } as const;
const logger = { info() {}, warn: console.error, error: console.error };

/** Every way answers how long it took and how many events it was. */
const ways: Readonly<Record<string, () => Promise<{ milliseconds: number; events: number }>>> = {
  async raw() {
    const db = new Sqlite(join(folder, 'log.sqlite'), { readonly: true });
    const rows = db.prepare('SELECT type, data, metadata FROM events ORDER BY position').raw();
    let events = 0;
    const milliseconds = await timed(() => {
      for (const [, data, metadata] of rows.iterate() as IterableIterator<[string, string, string]>) {
        JSON.parse(data);
        JSON.parse(metadata);
        events += 1;
      }
    });
    return { milliseconds, events };
  },

  state: () => openLanes(async () => undefined),

  /** The first round finds no snapshot yet and saves one, outside of what is timed. */
  async snapshot() {
    const { notes } = await openReadModels(engine, { clock: systemClock });
    const owner = (organizationId: OrganizationState['organizationId']) => ({
      logId: 'benchmark',
      organizationId,
      keys: [new Uint8Array(32)],
    });
    const load = (organizationId: OrganizationState['organizationId']) =>
      loadSnapshot(notes, owner(organizationId));
    await openLanes(
      async () => undefined,
      (state) => saveSnapshot(notes, state, owner(state.organizationId)),
    );
    return openLanes(load);
  },

  messages: () => build(messages),

  messagesWithoutWords: () => build(withoutWords(messages)),

  async views() {
    const log = await openEventLog(engine, { clock: systemClock, readOnly: true });
    const readModels = await openReadModels(engine, { clock: systemClock });
    const fill = rebuildThreads({ log: engine, documents: engine }, PROJECTIONS_MODULE, logger);
    const milliseconds = await timed(async () => {
      const tail = await openTail({ log, clock: systemClock });
      const running = await startProjections({
        log,
        tail,
        readModels,
        projections,
        clock: systemClock,
        logger,
        fill,
      });
      await running.caughtUp();
    });
    return { milliseconds, events: (await log.head()) ?? 0 };
  },
};

/** The duration of a projection of messages in this thread, from the beginning of the log. */
async function build(projection: Projection) {
  const log = await openEventLog(engine, { clock: systemClock, readOnly: true });
  rmSync(join(folder, 'views'), { recursive: true, force: true });
  const readModels = await openReadModels(engine, { clock: systemClock });
  const milliseconds = await timed(async () => {
    const tail = await openTail({ log, clock: systemClock });
    const parts = { log, tail, readModels, projections: [projection], clock: systemClock, logger };
    await (await startProjections(parts)).caughtUp();
  });
  rmSync(join(folder, 'views'), { recursive: true, force: true });
  return { milliseconds, events: (await log.head()) ?? 0 };
}

function withoutWords({ wordings: _, collections, ...projection }: Projection): Projection {
  const plain = Object.entries(collections).map(([name, { words: _words, ...definition }]) => [
    name,
    definition,
  ]);
  return { ...projection, collections: Object.fromEntries(plain), wordings: new Map() };
}

type LoadState = ConstructorParameters<typeof Lanes>[0]['loadSnapshot'];
type SaveState = ConstructorParameters<typeof Lanes>[0]['saveSnapshot'];

async function openLanes(load: LoadState, save: SaveState = async () => 0) {
  const log = await openEventLog(engine, { clock: systemClock, readOnly: true });
  const unasked = async (): Promise<never> => Promise.reject(new Error('Nothing is decided here.'));
  const lanes = new Lanes({
    log,
    clock: systemClock,
    factsOf: () => ({
      load: unasked,
      hasPassed: () => true,
      waitUntilPassed: unasked,
      excerpt: unasked,
      event: unasked,
    }),
    loadSnapshot: load,
    saveSnapshot: async () => 0,
    onTrouble(_, error) {
      throw error;
    },
  });
  const milliseconds = await timed(() => lanes.open());
  let events = 0;
  for (const lane of lanes.all()) {
    events += lane.state.revision + 1;
    await save(lane.state);
  }
  await log.close();
  return { milliseconds, events };
}

const way = ways[what];
if (way === undefined) throw new Error(`There is no way named ${what}.`);
// The timers of a server do not keep a process alive.
setInterval(() => {}, 60_000);
const { milliseconds, events } = await way();
console.log(JSON.stringify({ milliseconds, perSecond: (events / milliseconds) * 1000 }));
process.exit(0);
