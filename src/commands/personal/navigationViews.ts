/** Decisions about navigation views. */
import { NotFound, requireThat } from '../../base/errors.ts';
import { nameKey } from '../../base/identity.ts';
import { newEvent } from '../../events/catalog.ts';
import { ONBOARDING_STEPS } from '../../events/personal.ts';
import { type NavigationView, navigationViewsOf, unseenSteps } from '../../organization/slices/personal.ts';
import type { OrganizationState } from '../../organization/state.ts';
import { done, command, type DecisionContext, nothingToDo, requireCaller } from '../define.ts';
import { checkedName } from '../text.ts';
import { refuseTooManyEntries } from './owned.ts';

/** Views of one person. */
const BOUND = { most: 200, what: 'navigation views' };
const MAX_FRAGMENT_LENGTH = 1_000;
const MAX_NAME_LENGTH = 100;

/** Fragments of the views that clients have names for. */
const BUILT_IN: ReadonlySet<string> = new Set([
  'inbox',
  'recent',
  'feed',
  'drafts',
  'reminders',
  'scheduled',
  'narrow/is/mentioned',
  'narrow/is/starred',
  'narrow/is/followed',
  'narrow/has/reaction/sender/me',
]);

interface ViewInput {
  readonly fragment: string;
  readonly isPinned: boolean;
  readonly name: string | null;
}

/** Adds a view under a fragment that the caller has no view for. */
export const addNavigationView = command<ViewInput, void>({
  name: 'AddNavigationView',
  decide(organization, { fragment: given, isPinned, name: requestedName }, context) {
    const ownerId = requireCaller(context);
    const fragment = checkedFragment(given);
    const present = navigationViewsOf(organization, ownerId);
    const isFree = present.every((view) => view.fragment !== fragment);
    requireThat(isFree, 'This navigation view exists already.');
    const name = checkedViewName(fragment, requestedName, present);
    const { byOwner, nextId } = organization.navigationViews;
    const viewId = nextId.get();
    const size = fragment.length + (name?.length ?? 0);
    refuseTooManyEntries(byOwner, ownerId, [{ id: viewId, size }], BOUND);
    const view = { ownerId, viewId, fragment, isPinned, name };
    return done(newEvent('NavigationViewAdded', view));
  },
});

interface ViewChange {
  readonly fragment: string;
  /** undefined stays as it is. */
  readonly isPinned: boolean | undefined;
  readonly name: string | undefined;
}

/** Pins or unpins a view, or gives it another name. */
export const changeNavigationView = command<ViewChange, void>({
  name: 'ChangeNavigationView',
  decide(organization, { fragment, isPinned: pinned, name: requestedName }, context) {
    const ownerId = requireCaller(context);
    const view = ownView(organization, fragment, context);
    const others = navigationViewsOf(organization, ownerId).filter(({ id }) => id !== view.id);
    const name = requestedName === undefined ? view.name : checkedViewName(fragment, requestedName, others);
    const isPinned = pinned ?? view.isPinned;
    if (name === view.name && isPinned === view.isPinned) return nothingToDo(undefined);
    const changed = { ownerId, viewId: view.id, fragment, isPinned, name };
    return done(newEvent('NavigationViewChanged', changed));
  },
});

export const removeNavigationView = command<{ readonly fragment: string }, void>({
  name: 'RemoveNavigationView',
  decide(organization, { fragment }, context) {
    const { id: viewId } = ownView(organization, fragment, context);
    return done(newEvent('NavigationViewRemoved', { ownerId: requireCaller(context), viewId }));
  },
});

function ownView(
  organization: OrganizationState,
  fragment: string,
  context: DecisionContext,
): NavigationView {
  const views = navigationViewsOf(organization, requireCaller(context));
  const view = views.find((each) => each.fragment === fragment);
  if (view === undefined) throw new NotFound('Navigation view does not exist.');
  return view;
}

const checkedFragment = (fragment: string): string =>
  checkedName(fragment, {
    limit: MAX_FRAGMENT_LENGTH,
    empty: "Fragment can't be empty.",
    measured: 'fragment',
    what: 'fragment',
  });

/** Built-in views have no name of their own, all others one that no other view of the person has. */
function checkedViewName(
  fragment: string,
  requestedName: string | null,
  others: readonly NavigationView[],
): string | null {
  if (BUILT_IN.has(fragment)) {
    requireThat(requestedName === null, 'Built-in views cannot have a custom name.');
    return null;
  }
  requireThat(requestedName !== null, 'Custom views must have a valid name.');
  const name = checkedName(requestedName, {
    limit: MAX_NAME_LENGTH,
    empty: 'Custom views must have a valid name.',
    measured: 'name',
    what: 'name',
  });
  const isFree = others.every((view) => view.name === null || nameKey(view.name) !== nameKey(name));
  requireThat(isFree, 'Another navigation view has this name.');
  return name;
}

// Decisions about onboarding.

/** Records that the caller has been shown a step, so that no client shows it again. */
export const seeOnboardingStep = command<{ readonly step: string }, void>({
  name: 'SeeOnboardingStep',
  decide(organization, { step }, context) {
    const userId = requireCaller(context);
    const isKnown = ONBOARDING_STEPS.some((known) => known === step);
    requireThat(isKnown, `Unknown onboarding_step: ${step}`);
    if (!unseenSteps(organization, userId).includes(step)) return nothingToDo(undefined);
    return done(newEvent('OnboardingStepSeen', { userId, step }));
  },
});
