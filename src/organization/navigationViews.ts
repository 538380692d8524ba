/** Navigation views: what people have put into the navigation of their clients. */
import { readErasable } from '../events/define.ts';
import type { EventTypes } from '../events/catalog.ts';
import type { NavigationViewId } from '../events/navigationViews.ts';
import type { UserId } from '../ids.ts';
import { cell, map } from './containers.ts';
import { slice } from './define.ts';
import { dropEntry, type Owned, ownEntries, putEntries } from './owned.ts';

export interface NavigationView extends Owned {
  readonly id: NavigationViewId;
  /** The part of a URL behind `#`; unique among the views of its owner. */
  readonly fragment: string;
  readonly isPinned: boolean;
  /** null for a view that clients have a name for. */
  readonly name: string | null;
}

/** A view as an event says it. */
export function navigationViewFromEvent(said: EventTypes['NavigationViewAdded']): NavigationView {
  const [fragment, name] = [readErasable(said.fragment, ''), readErasable(said.name, null)];
  const size = fragment.length + (name?.length ?? 0);
  return { id: said.viewId, size, fragment, isPinned: said.isPinned, name };
}

export const navigationViewsSlice = slice({
  version: 1,
  state: () => ({
    byOwner: map<UserId, readonly NavigationView[]>(),
    nextId: cell(1 as NavigationViewId),
  }),
  evolve: {
    NavigationViewAdded({ byOwner, nextId }, data) {
      putEntries(byOwner, data.ownerId, [navigationViewFromEvent(data)]);
      nextId.set((data.viewId + 1) as NavigationViewId);
    },
    NavigationViewChanged: ({ byOwner }, data) =>
      putEntries(byOwner, data.ownerId, [navigationViewFromEvent(data)]),
    NavigationViewRemoved: ({ byOwner }, { ownerId, viewId }) => dropEntry(byOwner, ownerId, viewId),
  },
});

/** State with navigation views. */
interface WithNavigationViews {
  readonly navigationViews: ReturnType<typeof navigationViewsSlice.state>;
}

/** A person's views in the order in which they were added, without erased ones. */
export const navigationViewsOf = (
  { navigationViews }: WithNavigationViews,
  ownerId: UserId | null,
): readonly NavigationView[] =>
  ownEntries(navigationViews.byOwner, ownerId).filter(({ fragment }) => fragment !== '');
