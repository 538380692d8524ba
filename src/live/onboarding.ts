/** Client events of onboarding steps, for the person who has seen them. */
import { unseenSteps } from '../organization/onboarding.ts';
import { wireSteps } from '../wire/onboarding.ts';
import { activeAmong } from './audiences.ts';
import { payloadTo, translate } from './define.ts';
import { snapshot } from './snapshot/define.ts';

export const onboardingLive = translate({
  OnboardingStepSeen: ({ data: { userId } }, { after }) =>
    payloadTo(activeAmong(after, [userId]), {
      type: 'onboarding_steps',
      onboarding_steps: wireSteps(unseenSteps(after, userId)),
    }),
});

export const onboardingSnapshot = snapshot({
  onboarding_steps: ({ state, viewerId }) => ({
    onboarding_steps: viewerId === null ? [] : wireSteps(unseenSteps(state, viewerId)),
    navigation_tour_video_url: null,
  }),
});
