/** Samples of events about navigation views, onboarding steps and what bots store. */
import { botStorageEvents } from '../../../src/events/bots.ts';
import { navigationViewEvents } from '../../../src/events/personal.ts';
import { onboardingEvents } from '../../../src/events/personal.ts';
import { sample } from './sample.ts';

const view = { ownerId: 1, viewId: 1, fragment: 'narrow/is/alerted', isPinned: true, name: 'Alerts' };

export const personalExamples = {
  navigationViewAdded: sample(navigationViewEvents, 'NavigationViewAdded', () => view),
  navigationViewChanged: sample(navigationViewEvents, 'NavigationViewChanged', () => ({
    ...view,
    isPinned: false,
  })),
  navigationViewRemoved: sample(navigationViewEvents, 'NavigationViewRemoved', () => ({
    ownerId: 1,
    viewId: 2,
  })),
  onboardingStepSeen: sample(onboardingEvents, 'OnboardingStepSeen', () => ({
    userId: 1,
    step: 'intro_inbox_view_modal',
  })),
  botStorageWritten: sample(botStorageEvents, 'BotStorageWritten', () => ({
    botId: 2,
    entries: [['7', 'seven'] as const, ['color', 'blue'] as const],
  })),
  botStorageCleared: sample(botStorageEvents, 'BotStorageCleared', () => ({ botId: 2, keys: ['color'] })),
};
