/** Navigation views, and onboarding steps. */
import {
  absent,
  asksForLogin,
  bot,
  type Chapter,
  field,
  guest,
  lacking,
  missing,
  owner,
  parameter,
  rule,
  type Shown,
  user,
} from './row.ts';

const file = 'navigationViews.ts';
const LIST = 'GET /navigation_views';
const ADD = 'POST /navigation_views';
const ALERTS = 'narrow%2Fis%2Falerted';
const CHANGE = `PATCH /navigation_views/${ALERTS}`;
const REMOVE = `DELETE /navigation_views/${ALERTS}`;
const alerts = (fields: Shown = {}): Shown => ({
  fragment: 'narrow/is/alerted',
  is_pinned: true,
  name: 'Alerts',
  ...fields,
});
const inbox = { fragment: 'inbox', is_pinned: false };
const added = user(ADD, alerts());
const lost = ['BAD_REQUEST', 'Navigation view does not exist.', {}, 404] as const;
const bad = 'BAD_REQUEST';
const names = 'Custom views must have a valid name.';

const listed: Chapter = {
  about: LIST,
  file,
  rows: [
    field('navigation_views', 'are one’s own, in the order in which they were added', [
      added,
      user(ADD, inbox),
      user(LIST).shows({ navigation_views: [alerts(), { ...inbox, name: null }] }),
      user('POST /register', { fetch_event_types: ['navigation_views'] }).shows({
        'navigation_views[0]': alerts(),
      }),
      owner(LIST).shows({ 'navigation_views[name=Alerts]': absent }),
    ]),
    field('navigation_views[].fragment', 'is the part of a URL behind `#`', [
      added,
      user(LIST).shows({ 'navigation_views[0].fragment': 'narrow/is/alerted' }),
    ]),
    field('navigation_views[].is_pinned', 'is whether clients always show it', [
      added,
      user(LIST).shows({ 'navigation_views[0].is_pinned': true }),
    ]),
    field('navigation_views[].name', 'is null for what clients have a name for', [
      user(ADD, inbox),
      user(LIST).shows({ 'navigation_views[0].name': null }),
    ]),
    asksForLogin(LIST),
  ],
};

const makes: Chapter = {
  about: ADD,
  file,
  rows: [
    parameter('fragment', 'is demanded', [
      user(ADD, { is_pinned: true, name: 'x' }).refused(...missing('fragment')),
    ]),
    parameter('fragment', 'is that of one view of a person', [
      added.shows().records(1),
      user(ADD, alerts({ name: 'Other' })).refused(bad, 'This navigation view exists already.'),
    ]),
    parameter('is_pinned', 'is demanded', [
      user(ADD, { fragment: 'a', name: 'x' }).refused(...missing('is_pinned')),
    ]),
    parameter('is_pinned', 'is a boolean', [
      user(ADD, alerts({ is_pinned: 1 })).refused(bad, 'is_pinned is not a boolean'),
    ]),
    parameter('name', 'is demanded of views that clients have no name for', [
      user(ADD, { fragment: 'narrow/is/alerted', is_pinned: true }).refused(bad, names),
      user(ADD, { ...inbox, name: 'Mine' }).refused(bad, 'Built-in views cannot have a custom name.'),
      user(ADD, inbox).shows(),
    ]),
    parameter('name', 'is that of one view of a person', [
      added,
      user(ADD, { fragment: 'b', is_pinned: true, name: 'ALERTS' }).refused(
        bad,
        'Another navigation view has this name.',
      ),
    ]),
    rule('guests and bots add some, too', [
      guest(ADD, { fragment: '{fresh}', is_pinned: true, name: '{fresh}' }).shows(),
      bot(ADD, alerts()).shows(),
    ]),
    asksForLogin(ADD, alerts()),
  ],
};

const changes: Chapter = {
  about: 'PATCH /navigation_views/:fragment',
  file,
  rows: [
    parameter('fragment', 'is that of a view of the caller’s', [
      added,
      owner(CHANGE, { is_pinned: false }).refused(...lost),
    ]),
    parameter('is_pinned', 'is changed alone', [
      added,
      user(CHANGE, { is_pinned: false }).shows().records(1),
      user(CHANGE, { is_pinned: false }).shows().records(0),
      user(LIST).shows({ navigation_views: [alerts({ is_pinned: false })] }),
    ]),
    parameter('name', 'is changed alone', [
      added,
      user(CHANGE, { name: 'Mine' }).shows().records(1),
      user(LIST).shows({ navigation_views: [alerts({ name: 'Mine' })] }),
    ]),
    asksForLogin(CHANGE, alerts()),
  ],
};

const removes: Chapter = {
  about: 'DELETE /navigation_views/:fragment',
  file,
  rows: [
    parameter('fragment', 'is that of a view of the caller’s', [
      added,
      owner(REMOVE).refused(...lost),
      user(REMOVE).shows().records(1),
      user(REMOVE).refused(...lost),
      user(LIST).shows({ navigation_views: [] }),
    ]),
    asksForLogin(REMOVE),
  ],
};

const SEE = 'POST /users/me/onboarding_steps';
const step = 'intro_inbox_view_modal';

const onboarding: Chapter = {
  about: SEE,
  file,
  rows: [
    parameter('onboarding_step', 'is not shown again', [
      user(SEE, { onboarding_step: step }).shows().records(1),
      user(SEE, { onboarding_step: step }).shows().records(0),
      user('POST /register', { fetch_event_types: ['onboarding_steps'] }).shows({
        'onboarding_steps[name=intro_recent_view_modal].type': 'one_time_notice',
        onboarding_steps: lacking({ type: 'one_time_notice', name: step }),
      }),
    ]),
    parameter('onboarding_step', 'is one that clients know', [
      user(SEE, { onboarding_step: 'x' }).refused(bad, 'Unknown onboarding_step: x'),
    ]),
    parameter('onboarding_step', 'is demanded', [user(SEE).refused(...missing('onboarding_step'))]),
    rule('bots have seen them, too, when they say so', [
      bot(SEE, { onboarding_step: step }).shows().records(1),
    ]),
    asksForLogin(SEE, { onboarding_step: step }),
  ],
};

export const navigation: readonly Chapter[] = [listed, makes, changes, removes, onboarding];
