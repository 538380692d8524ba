/** Read models whose commits and reads can be made to fail. */
import {
  type Generation,
  type ReadModels,
  ReadModelsUnavailable,
} from '../../src/projections/store/readModels.ts';

/** The fault of the next call: it fails before or after it had its effect, or it works. */
export type Fault = 'before' | 'after' | undefined;

export interface Faults {
  commit: () => Fault;
  read: (projection: string) => boolean;
}

const unavailable = () => new ReadModelsUnavailable('The store is out of reach.');

const faulty = (generation: Generation, faults: Faults): Generation => ({
  name: generation.name,
  checkpoint: () => generation.checkpoint(),
  scan: (collection) => generation.scan(collection),
  async commit(writes, checkpoint) {
    const fault = faults.commit();
    if (fault === 'before') throw unavailable();
    await generation.commit(writes, checkpoint);
    if (fault === 'after') throw unavailable();
  },
  async load(...question) {
    if (faults.read(generation.name.projection)) throw unavailable();
    return generation.load(...question);
  },
  async findIds(...question) {
    if (faults.read(generation.name.projection)) throw unavailable();
    return generation.findIds(...question);
  },
  async find(...question) {
    if (faults.read(generation.name.projection)) throw unavailable();
    return generation.find(...question);
  },
});

export const withFaults = (readModels: ReadModels, faults: Faults): ReadModels => ({
  open: async (...parameters) => faulty(await readModels.open(...parameters), faults),
  claim: (name) => readModels.claim(name),
  touch: (name) => readModels.touch(name),
  fill: (...parameters) => readModels.fill(...parameters),
  drop: (name) => readModels.drop(name),
  touchedAt: (name) => readModels.touchedAt(name),
  generations: () => readModels.generations(),
  served: () => readModels.served(),
  serve: (to, from) => readModels.serve(to, from),
  notes: readModels.notes,
  close: () => readModels.close(),
});
