/** Client events of navigation views, for their owners. */
import { navigationViewsOf, navigationViewFromEvent } from '../organization/navigationViews.ts';
import { ownEntry } from '../organization/owned.ts';
import { wireNavigationView } from '../wire/navigationViews.ts';
import { activeAmong } from './audiences.ts';
import { payloadTo, translate } from './define.ts';
import { snapshot } from './snapshot/define.ts';

export const navigationViewsLive = translate({
  NavigationViewAdded: ({ data }, { after }) =>
    payloadTo(activeAmong(after, [data.ownerId]), {
      ...{ type: 'navigation_view', op: 'add' },
      navigation_view: wireNavigationView(navigationViewFromEvent(data)),
    }),
  NavigationViewChanged: ({ data }, { before, after }) => {
    const old = ownEntry(before.navigationViews.byOwner, data.ownerId, data.viewId);
    const { fragment, name, isPinned } = navigationViewFromEvent(data);
    return payloadTo(activeAmong(after, [data.ownerId]), {
      ...{ type: 'navigation_view', op: 'update', fragment },
      data: {
        ...(isPinned !== old?.isPinned && { is_pinned: isPinned }),
        ...(name !== old?.name && { name }),
      },
    });
  },
  NavigationViewRemoved: ({ data }, { before, after }) => {
    const { fragment = '' } = ownEntry(before.navigationViews.byOwner, data.ownerId, data.viewId) ?? {};
    const to = activeAmong(after, [data.ownerId]);
    return payloadTo(to, { type: 'navigation_view', op: 'remove', fragment });
  },
});

export const navigationViewsSnapshot = snapshot({
  navigation_views: ({ state, viewerId }) => ({
    navigation_views: navigationViewsOf(state, viewerId).map(wireNavigationView),
  }),
});
