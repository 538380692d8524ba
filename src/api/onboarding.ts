/** Onboarding. */
import { seeOnboardingStep } from '../commands/onboarding.ts';
import { text } from './http/parameters.ts';
import { EmptyResponse, routes, write } from './http/route.ts';

export const onboardingRoutes = routes({
  'POST /users/me/onboarding_steps': write({
    who: 'user',
    summary: 'Record that you have seen an onboarding step',
    params: { onboarding_step: text().describe('A name of `onboarding_steps` in POST /register.') },
    response: EmptyResponse,
    async handle({ params, submit }) {
      await submit(seeOnboardingStep, { step: params.onboarding_step });
      return {};
    },
  }),
});
