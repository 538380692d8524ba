/** Navigation views on the wire. */
import { z } from 'zod';
import type { NavigationView as View } from '../organization/navigationViews.ts';
import { eventShape } from './row.ts';
import { named } from './named.ts';

export const NavigationView = named(
  'NavigationView',
  z.strictObject({
    fragment: z.string(),
    is_pinned: z.boolean(),
    name: z.string().nullable(),
  }),
);

export const wireNavigationView = ({ fragment, isPinned, name }: View): z.infer<typeof NavigationView> => ({
  fragment,
  is_pinned: isPinned,
  name,
});

/** Client events of navigation views. */
export const navigationViewPayloads = {
  'navigation_view/add': eventShape('navigation_view', 'add', { navigation_view: NavigationView }),
  'navigation_view/update': eventShape('navigation_view', 'update', {
    fragment: z.string(),
    data: z.strictObject({ is_pinned: z.boolean().optional(), name: z.string().nullable().optional() }),
  }),
  'navigation_view/remove': eventShape('navigation_view', 'remove', { fragment: z.string() }),
} as const;
