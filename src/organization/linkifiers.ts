/** Linkifiers, in the order in which they are tried. */
import type { EventTypes } from '../events/catalog.ts';
import type { LinkifierId } from '../events/linkifiers.ts';
import { cell } from './containers.ts';
import { slice } from './define.ts';

/** A linkifier as its events say it. */
export type Linkifier = EventTypes['LinkifierAdded'];

export const linkifiersSlice = slice({
  version: 1,
  state: () => ({
    /** Replaced with every change, so that what is compiled for a list can be kept by it. */
    all: cell<readonly Linkifier[]>([]),
    nextId: cell(1 as LinkifierId),
  }),
  evolve: {
    LinkifierAdded({ all, nextId }, data) {
      all.set([...all.get(), data]);
      nextId.set((data.linkifierId + 1) as LinkifierId);
    },
    LinkifierChanged: ({ all }, data) =>
      all.set(all.get().map((each) => (each.linkifierId === data.linkifierId ? data : each))),
    LinkifierRemoved: ({ all }, { linkifierId }) =>
      all.set(all.get().filter((each) => each.linkifierId !== linkifierId)),
    LinkifiersReordered: ({ all }, { order }) =>
      all.set(order.flatMap((id) => all.get().find((each) => each.linkifierId === id) ?? [])),
  },
});

/** State with linkifiers. */
interface WithLinkifiers {
  readonly linkifiers: ReturnType<typeof linkifiersSlice.state>;
}

export const linkifiersOf = ({ linkifiers }: WithLinkifiers): readonly Linkifier[] => linkifiers.all.get();
