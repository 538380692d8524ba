/** Decisions about onboarding. */
import { requireThat } from '../errors.ts';
import { ONBOARDING_STEPS, OnboardingStepSeen } from '../events/onboarding.ts';
import { unseenSteps } from '../organization/onboarding.ts';
import { command, nothingToDo } from './define.ts';
import { callerOf } from './topics.ts';

/** Records that the caller has been shown a step, so that no client shows it again. */
export const seeOnboardingStep = command<{ readonly step: string }, void>({
  name: 'SeeOnboardingStep',
  decide(organization, { step }, context) {
    const userId = callerOf(context);
    const isKnown = ONBOARDING_STEPS.some((known) => known === step);
    requireThat(isKnown, `Unknown onboarding_step: ${step}`);
    if (!unseenSteps(organization, userId).includes(step)) return nothingToDo(undefined);
    return { events: [OnboardingStepSeen({ userId, step })], result: undefined };
  },
});
