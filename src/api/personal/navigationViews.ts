/** Navigation views. */
import { z } from 'zod';
import {
  addNavigationView,
  changeNavigationView,
  removeNavigationView,
} from '../../commands/personal/navigationViews.ts';
import { navigationViewsOf } from '../../organization/slices/personal.ts';
import { NavigationView, NavigationViews, wireNavigationView } from '../../wire/personal.ts';
import { json, pathText, text } from '../http/parameters.ts';
import { read, routes, write } from '../http/route.ts';

const inPath = () => pathText().describe('The fragment of the view, percent-encoded.');

export const navigationViewRoutes = routes({
  'GET /navigation_views': read({
    who: 'user',
    summary: 'List your navigation views',
    params: {},
    response: z.strictObject({ navigation_views: NavigationViews }),
    handle: ({ actor, organization: { state } }) => ({
      navigation_views: navigationViewsOf(state, actor.userId).map(wireNavigationView),
    }),
  }),

  'POST /navigation_views': write({
    who: 'user',
    summary: 'Add a navigation view',
    params: {
      fragment: text().describe('The part of its URL behind `#`, such as `narrow/is/alerted`.'),
      is_pinned: json(z.boolean()).describe('Whether clients always show it.'),
      name: text().optional().describe('Required, except for views that clients have names for.'),
    },
    async handle({ params: { fragment, is_pinned: isPinned, name = null }, submit }) {
      await submit(addNavigationView, { fragment, isPinned, name });
    },
  }),

  'PATCH /navigation_views/:fragment': write({
    who: 'user',
    summary: 'Change a navigation view',
    params: {
      fragment: inPath(),
      is_pinned: json(z.boolean()).optional().describe(NavigationView.shape.is_pinned),
      name: text().optional().describe('New name of the view.'),
    },
    async handle({ params: { fragment, is_pinned: isPinned, name }, submit }) {
      await submit(changeNavigationView, { fragment, isPinned, name });
    },
  }),

  'DELETE /navigation_views/:fragment': write({
    who: 'user',
    summary: 'Remove a navigation view',
    params: { fragment: inPath() },
    async handle({ params: { fragment }, submit }) {
      await submit(removeNavigationView, { fragment });
    },
  }),
});
