/** What people have been shown once, and need not be shown again. */
import { ONBOARDING_STEPS } from '../events/onboarding.ts';
import type { UserId } from '../ids.ts';
import { map } from './containers.ts';
import { slice } from './define.ts';

export const onboardingSlice = slice({
  version: 1,
  state: () => ({ seenBy: map<UserId, readonly string[]>() }),
  evolve: {
    OnboardingStepSeen: ({ seenBy }, { userId, step }) =>
      seenBy.set(userId, [...(seenBy.get(userId) ?? []), step]),
  },
});

/** State with onboarding steps. */
interface WithOnboarding {
  readonly onboarding: ReturnType<typeof onboardingSlice.state>;
}

/** The steps that a person has not seen yet. */
export function unseenSteps({ onboarding }: WithOnboarding, userId: UserId): readonly string[] {
  const seen = onboarding.seenBy.get(userId);
  return seen === undefined ? ONBOARDING_STEPS : ONBOARDING_STEPS.filter((step) => !seen.includes(step));
}
