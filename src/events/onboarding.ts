import { z } from 'zod';
import { UserId } from '../ids.ts';
import { defineEvents, eventType } from './define.ts';

/** What clients show people once, in the order in which they do. */
export const ONBOARDING_STEPS = [
  ...(['intro_inbox_view_modal', 'intro_recent_view_modal', 'intro_resolve_topic'] as const),
  ...(['visibility_policy_banner', 'first_stream_created_banner'] as const),
  ...(['jump_to_conversation_banner', 'non_interleaved_view_messages_fading'] as const),
  ...(['interleaved_view_messages_fading', 'navigation_tour_video'] as const),
] as const;

/** Events of what people have been shown. */
export const onboardingEvents = defineEvents('organization', {
  OnboardingStepSeen: eventType(1, { userId: UserId, step: z.string() }),
});
export const { OnboardingStepSeen } = onboardingEvents.make;
