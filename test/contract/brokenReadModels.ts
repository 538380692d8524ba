/** Engines of read models that are wrong in one way each, to prove that the contract notices. */
import type {
  DocumentWrite,
  FillingGeneration,
  Generation,
  Query,
  ReadModels,
} from '../../src/projections/store/readModels.ts';
import type { ReadModelsEngine } from './readModels.ts';

/** The behaviour in which a broken engine differs from the one that it wraps. */
export interface Breakage {
  readonly generation?: (real: Generation) => Partial<Generation>;
  readonly readModels?: (real: ReadModels) => Partial<ReadModels>;
}

interface BrokenEngine {
  readonly fault: string;
  readonly breakage: Breakage;
  readonly caughtBy: readonly string[];
}

/** The same object, with some of its methods replaced. */
const otherwise = <Target extends object>(target: Target, changes: Partial<Target> = {}): Target =>
  new Proxy(target, {
    get(real, key) {
      if (key in changes) return changes[key as keyof Target];
      const value: unknown = Reflect.get(real, key, real);
      return typeof value === 'function' ? (value.bind(real) as unknown) : value;
    },
  });

/** The engine, broken in the given way. */
export const broken = (engine: ReadModelsEngine, { generation, readModels }: Breakage): ReadModelsEngine => ({
  async storage() {
    const storage = await engine.storage();
    return {
      discard: () => storage.discard(),
      async open() {
        const real = await storage.open();
        const opened = async (...args: Parameters<ReadModels['open']>) => {
          const served = await real.open(...args);
          return otherwise(served, generation?.(served));
        };
        return otherwise(real, { open: opened, ...readModels?.(real) });
      },
    };
  },
});

const commitOtherwise = (commit: (real: Generation) => Generation['commit']): Breakage => ({
  generation: (real) => ({ commit: commit(real) }),
});

const findOtherwise = (change: (query: Query | undefined) => Query): Breakage => ({
  generation: (real) => ({
    find: (collection, organizationId, query) => real.find(collection, organizationId, change(query)),
  }),
});

/** Keeps each batch back until the next one comes. */
const late = (real: Generation): Generation['commit'] => {
  let kept: [readonly DocumentWrite[], number] | undefined;
  return async (...batch) => {
    if (kept) await real.commit(...kept);
    kept = batch;
  };
};

const backwards = { ascending: 'descending', descending: 'ascending' } as const;

export const brokenEngines: readonly BrokenEngine[] = [
  {
    fault: 'acknowledges a batch before it is stored',
    breakage: commitOtherwise(late),
    caughtBy: ['keeps documents and checkpoint for the next handle'],
  },
  {
    fault: 'advances the checkpoint ahead of the batch',
    breakage: commitOtherwise((real) => async (writes, checkpoint) => {
      await real.commit([], checkpoint);
      await real.commit(writes, checkpoint);
    }),
    caughtBy: ['stores nothing of a batch that does not fit its collection, and not its checkpoint'],
  },
  {
    fault: 'stores the writes of a batch one by one',
    breakage: commitOtherwise((real) => async (writes, checkpoint) => {
      for (const write of writes) await real.commit([write], write.position);
      await real.commit([], checkpoint);
    }),
    caughtBy: ['stores nothing of a batch that does not fit its collection, and not its checkpoint'],
  },
  {
    fault: 'applies a write although the document was touched later',
    breakage: commitOtherwise(
      (real) => (writes, checkpoint) =>
        real.commit(
          writes.map((write) => ({ ...write, position: checkpoint })),
          checkpoint,
        ),
    ),
    caughtBy: ['leaves a document alone that was touched later'],
  },
  {
    fault: 'takes a stale batch as a new one',
    breakage: commitOtherwise(
      (real) => async (writes, checkpoint) =>
        real.commit(writes, Math.max(checkpoint, (await real.checkpoint()) ?? 0)),
    ),
    caughtBy: [
      'changes nothing for a batch whose checkpoint is below the stored one',
      'does not bring a removed document back when its batches come again',
    ],
  },
  {
    fault: 'drops what an organization catches up with',
    breakage: commitOtherwise((real) => async (writes, checkpoint) => {
      const stored = (await real.checkpoint()) ?? -1;
      await real.commit(
        writes.filter(({ position }) => position > stored),
        checkpoint,
      );
    }),
    caughtBy: ['takes late writes to documents that nothing has touched since, at an unchanged checkpoint'],
  },
  {
    fault: 'answers in the wrong order',
    breakage: findOtherwise((query) => {
      const { field, direction } = query?.order ?? { field: 'id', direction: 'ascending' };
      return { ...query, order: { field, direction: backwards[direction] } };
    }),
    caughtBy: [
      'answers all documents of one organization by ID',
      'orders by a field, ties by ID',
      'orders backwards, ties too',
    ],
  },
  {
    fault: 'takes exclusive bounds as inclusive',
    breakage: findOtherwise((query) => {
      if (!query?.range) return query ?? {};
      const { above, below, ...range } = query.range;
      const from = above === undefined ? {} : { atLeast: above };
      const to = below === undefined ? {} : { atMost: below };
      return { ...query, range: { ...range, ...from, ...to } };
    }),
    caughtBy: ['takes `above` as exclusive', 'takes `below` as exclusive'],
  },
  {
    fault: 'forgets the limit',
    breakage: findOtherwise((query) => {
      const { limit: _, ...rest } = query ?? {};
      return rest;
    }),
    caughtBy: ['gives at most as many as asked for', 'gives none where none is asked for'],
  },
  {
    fault: 'loses a document at the seam of two pages',
    breakage: {
      generation: (real) => ({
        async *scan(collection) {
          let first = true;
          for await (const page of real.scan(collection)) {
            yield first ? page : page.slice(1);
            first = false;
          }
        },
      }),
    },
    caughtBy: ['scans all organizations in order, page after page'],
  },
  {
    fault: 'leaves out the keys that have no document',
    breakage: {
      generation: (real) => ({ load: async (keys) => (await real.load(keys)).filter((found) => found) }),
    },
    caughtBy: ['loads documents in the order of their keys, with gaps where there is none'],
  },
  {
    fault: 'switches the pointer without comparing',
    breakage: {
      readModels: (real) => ({
        serve: async (to) => real.serve(to, (await real.served())[to.projection] ?? null),
      }),
    },
    caughtBy: ['switches only from the generation that is served'],
  },
  {
    fault: 'serves a generation before it is sealed',
    breakage: {
      readModels: (real) => ({
        async fill(name, collections) {
          await real.drop(name);
          const generation = await real.open(name, collections);
          return otherwise(generation, {
            seal: async () => undefined,
          } as Partial<Generation>) as FillingGeneration;
        },
      }),
    },
    caughtBy: ['fills a generation that is served only after its seal'],
  },
  {
    fault: 'keeps what was dropped',
    breakage: { readModels: () => ({ drop: async () => undefined }) },
    caughtBy: ['keeps nothing of a dropped generation, and drops what is not there without harm'],
  },
];
