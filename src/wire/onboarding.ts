/** Onboarding steps on the wire. */
import { z } from 'zod';
import { plainEventShape } from './row.ts';
import { named } from './named.ts';

/** The steps that a person has not seen yet. */
export const OnboardingSteps = z.array(
  named('OnboardingStep', z.strictObject({ type: z.literal('one_time_notice'), name: z.string() })),
);

export const wireSteps = (steps: readonly string[]): z.infer<typeof OnboardingSteps> =>
  steps.map((name) => ({ type: 'one_time_notice', name }));

/** Client events of onboarding steps. */
export const onboardingPayloads = {
  onboarding_steps: plainEventShape('onboarding_steps', { onboarding_steps: OnboardingSteps }),
} as const;
