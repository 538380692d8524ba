/** Code playgrounds. */
import type { EventTypes } from '../events/catalog.ts';
import type { PlaygroundId } from '../events/playgrounds.ts';
import { cell } from './containers.ts';
import { slice } from './define.ts';

/** A playground as its event says it. */
export type Playground = EventTypes['PlaygroundAdded'];

export const playgroundsSlice = slice({
  version: 1,
  state: () => ({
    all: cell<readonly Playground[]>([]),
    nextId: cell(1 as PlaygroundId),
  }),
  evolve: {
    PlaygroundAdded({ all, nextId }, data) {
      all.set([...all.get(), data]);
      nextId.set((data.playgroundId + 1) as PlaygroundId);
    },
    PlaygroundRemoved: ({ all }, { playgroundId }) =>
      all.set(all.get().filter((each) => each.playgroundId !== playgroundId)),
  },
});
