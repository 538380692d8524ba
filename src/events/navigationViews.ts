import { z } from 'zod';
import { numericId, UserId } from '../ids.ts';
import { defineEvents, erasable, eventType } from './define.ts';

/** ID of a navigation view inside the log; clients name a view by its fragment. */
const NavigationViewId = numericId<'NavigationViewId'>();
export type NavigationViewId = z.infer<typeof NavigationViewId>;

const wholeView = {
  ownerId: UserId,
  viewId: NavigationViewId,
  /** The part of a URL behind `#`. */
  fragment: erasable('person:ownerId', z.string()),
  isPinned: z.boolean(),
  /** null for a view that clients have a name for. */
  name: erasable('person:ownerId', z.string().nullable()),
};

/** Events of navigation views, which only their owners see. */
export const navigationViewEvents = defineEvents('organization', {
  NavigationViewAdded: eventType(1, wholeView),
  NavigationViewChanged: eventType(1, wholeView),
  NavigationViewRemoved: eventType(1, { ownerId: UserId, viewId: NavigationViewId }),
});
export const { NavigationViewAdded, NavigationViewChanged, NavigationViewRemoved } =
  navigationViewEvents.make;
