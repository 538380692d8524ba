/** Samples of events about saved snippets, status, reminders, navigation views, onboarding steps and what bots store. */
import { botStorageEvents } from '../../../src/events/bots.ts';
import {
  navigationViewEvents,
  onboardingEvents,
  reminderEvents,
  savedSnippetEvents,
  userStatusEvents,
} from '../../../src/events/personal.ts';
import { sample } from './sample.ts';

const view = { ownerId: 1, viewId: 1, fragment: 'narrow/is/alerted', isPinned: true, name: 'Alerts' };

const snippet = { ownerId: 1, snippetId: 1, title: 'Greeting', content: 'Good *morning*' };

export const personalExamples = {
  snippetSaved: sample(savedSnippetEvents, 'SnippetSaved', () => snippet),
  snippetEdited: sample(savedSnippetEvents, 'SnippetEdited', () => ({ ...snippet, content: 'Good *night*' })),
  snippetDeleted: sample(savedSnippetEvents, 'SnippetDeleted', () => ({ ownerId: 1, snippetId: 2 })),
  userStatusSet: sample(userStatusEvents, 'UserStatusSet', () => ({
    userId: 1,
    text: 'On holiday',
    emoji: { emojiName: 'car', emojiCode: '1f697', reactionType: 'unicode_emoji' as const },
  })),
  reminderSet: sample(reminderEvents, 'ReminderSet', () => ({
    ownerId: 1,
    reminderId: 1,
    messageId: 5,
    content: 'You asked to be reminded.',
    remindAt: Date.UTC(2026, 0, 2),
  })),
  reminderDeleted: sample(reminderEvents, 'ReminderDeleted', () => ({ ownerId: 1, reminderId: 2 })),
  reminderDue: sample(reminderEvents, 'ReminderDue', () => ({
    ownerId: 1,
    reminderId: 3,
    content: 'You asked to be reminded.',
  })),
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
