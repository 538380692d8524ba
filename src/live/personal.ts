/** Client events of alert words, for their owner. */
import type { UserId } from '../base/ids.ts';
import type { EventTypes } from '../events/catalog.ts';
import { readErasable } from '../events/define.ts';
import { alertWordsOf } from '../organization/slices/alertWords.ts';
import { mutedUsersOf } from '../organization/slices/mutedUsers.ts';
import {
  navigationViewFromEvent,
  navigationViewsOf,
  ownEntry,
  unseenSteps,
} from '../organization/slices/personal.ts';
import { statusOf } from '../organization/slices/users.ts';
import {
  drafts,
  findDrafts,
  findReminders,
  findSavedSnippets,
  findScheduledMessages,
  reminders,
  savedSnippets,
  scheduledMessages,
  shownReminder,
  shownScheduledMessage,
} from '../projections/personal.ts';
import {
  statusChange,
  wireDraft,
  wireMutedUsers,
  wireNavigationView,
  wireReminder,
  wireScheduledMessage,
  wireSnippet,
  wireStatus,
  wireSteps,
} from '../wire/personal.ts';
import { activeAmong, userViewers } from './translation/audiences.ts';
import { type AddressedPayload, type LiveTransition, payloadTo, translate } from './translation/define.ts';
import { fromViews, snapshot } from './translation/snapshot.ts';

const alertWordsLive = translate({
  AlertWordsAdded: ({ data }, moment) => alertWordsPayloads(moment, data.userId),
  AlertWordsRemoved: ({ data }, moment) => alertWordsPayloads(moment, data.userId),
});

const alertWordsPayloads = ({ after }: LiveTransition, userId: UserId): readonly AddressedPayload[] =>
  payloadTo(activeAmong(after, [userId]), {
    type: 'alert_words',
    alert_words: [...alertWordsOf(after, userId)],
  });

const alertWordsSnapshot = snapshot({
  alert_words: ({ state, viewerId }) => ({
    alert_words: viewerId === null ? [] : [...alertWordsOf(state, viewerId)],
  }),
});

// Client events of drafts, for their owner.

const draftsLive = translate({
  DraftsSaved({ data: { ownerId, draftIds, texts } }, { after }) {
    const saved = readErasable(texts, []).flatMap((text, index) => {
      const draftId = draftIds[index];
      return draftId === undefined ? [] : [wireDraft({ draftId, ...text })];
    });
    return payloadTo(activeAmong(after, [ownerId]), { type: 'drafts', op: 'add', drafts: saved });
  },
  DraftEdited({ data: { ownerId, draftId, text } }, { after }) {
    const content = readErasable(text, undefined);
    if (content === undefined) return [];
    const draft = wireDraft({ draftId, ...content });
    return payloadTo(activeAmong(after, [ownerId]), { type: 'drafts', op: 'update', draft });
  },
  DraftDeleted: ({ data }, { after }) =>
    payloadTo(activeAmong(after, [data.ownerId]), { type: 'drafts', op: 'remove', draft_id: data.draftId }),
});

/** The most recent first. */
const draftsSnapshot = snapshot({
  drafts: fromViews({
    projections: [drafts],
    version: ({ state, viewerId }) => viewerId && state.drafts.byOwner.get(viewerId),
    read: async (views, { state, viewerId }) => (viewerId === null ? [] : findDrafts(views, state, viewerId)),
    fields: (_source, found) => ({ drafts: found.map(wireDraft).reverse() }),
  }),
});

// Client events of muted users, for the person who muted them.

const mutedUsersLive = translate({
  UserMuted: ({ data }, moment) => mutedUsersPayloads(moment, data.userId),
  UserUnmuted: ({ data }, moment) => mutedUsersPayloads(moment, data.userId),
});

const mutedUsersPayloads = ({ after }: LiveTransition, userId: UserId): readonly AddressedPayload[] =>
  payloadTo(activeAmong(after, [userId]), {
    type: 'muted_users',
    muted_users: wireMutedUsers(mutedUsersOf(after, userId)),
  });

const mutedUsersSnapshot = snapshot({
  muted_users: ({ state, viewerId }) => ({
    muted_users: viewerId === null ? [] : wireMutedUsers(mutedUsersOf(state, viewerId)),
  }),
});

// Client events of navigation views, for their owners.

const navigationViewsLive = translate({
  NavigationViewAdded: ({ data }, { after }) =>
    payloadTo(activeAmong(after, [data.ownerId]), {
      type: 'navigation_view',
      op: 'add',
      navigation_view: wireNavigationView(navigationViewFromEvent(data)),
    }),
  NavigationViewChanged: ({ data }, { before, after }) => {
    const old = ownEntry(before.navigationViews.byOwner, data.ownerId, data.viewId);
    const { fragment, name, isPinned } = navigationViewFromEvent(data);
    return payloadTo(activeAmong(after, [data.ownerId]), {
      type: 'navigation_view',
      op: 'update',
      fragment,
      data: {
        ...(isPinned !== old?.isPinned && { is_pinned: isPinned }),
        ...(name !== old?.name && { name }),
      },
    });
  },
  NavigationViewRemoved: ({ data }, { before, after }) => {
    const { fragment = '' } = ownEntry(before.navigationViews.byOwner, data.ownerId, data.viewId) ?? {};
    const to = activeAmong(after, [data.ownerId]);
    return payloadTo(to, { type: 'navigation_view', op: 'remove', fragment });
  },
});

const navigationViewsSnapshot = snapshot({
  navigation_views: ({ state, viewerId }) => ({
    navigation_views: navigationViewsOf(state, viewerId).map(wireNavigationView),
  }),
});

// Client events of onboarding steps, for the person who has seen them.

const onboardingLive = translate({
  OnboardingStepSeen: ({ data: { userId } }, { after }) =>
    payloadTo(activeAmong(after, [userId]), {
      type: 'onboarding_steps',
      onboarding_steps: wireSteps(unseenSteps(after, userId)),
    }),
});

const onboardingSnapshot = snapshot({
  onboarding_steps: ({ state, viewerId }) => ({
    onboarding_steps: viewerId === null ? [] : wireSteps(unseenSteps(state, viewerId)),
    navigation_tour_video_url: null,
  }),
});

// What an owner's own clients are told of their reminders.

const remindersLive = translate({
  ReminderSet: ({ data }, { after }) =>
    payloadTo(activeAmong(after, [data.ownerId]), {
      type: 'reminders',
      op: 'add',
      reminders: [wireReminder(shownReminder(data))],
    }),
  ReminderDeleted: ({ data }, moment) => reminderRemoved(data, moment),
  ReminderDue: ({ data }, moment) => reminderRemoved(data, moment),
});

const reminderRemoved = (
  { ownerId, reminderId }: EventTypes['ReminderDeleted'],
  { after }: LiveTransition,
): readonly AddressedPayload[] =>
  payloadTo(activeAmong(after, [ownerId]), { type: 'reminders', op: 'remove', reminder_id: reminderId });

const remindersSnapshot = snapshot({
  reminders: fromViews({
    projections: [reminders],
    version: ({ state, viewerId }) => viewerId && state.reminders.byOwner.get(viewerId),
    read: async (views, { state, viewerId }) =>
      viewerId === null ? [] : findReminders(views, state, viewerId),
    fields: ({ access }, found) => ({ reminders: found.map((reminder) => wireReminder(reminder, access)) }),
  }),
});

// Client events of saved snippets, for their owner.

const savedSnippetsLive = translate({
  SnippetSaved: ({ data }, moment) => savedSnippetPayloads('add', data, moment),
  SnippetEdited: ({ data }, moment) => savedSnippetPayloads('update', data, moment),
  SnippetDeleted: ({ data }, { after }) =>
    payloadTo(activeAmong(after, [data.ownerId]), {
      type: 'saved_snippets',
      op: 'remove',
      saved_snippet_id: data.snippetId,
    }),
});

function savedSnippetPayloads(
  op: 'add' | 'update',
  { ownerId, snippetId, ...text }: EventTypes['SnippetSaved'],
  { after }: LiveTransition,
): readonly AddressedPayload[] {
  const createdAt = ownEntry(after.savedSnippets.byOwner, ownerId, snippetId)?.createdAt ?? 0;
  const [title, content] = [readErasable(text.title, ''), readErasable(text.content, '')];
  const snippet = wireSnippet({ snippetId, title, content, createdAt });
  return payloadTo(activeAmong(after, [ownerId]), { type: 'saved_snippets', op, saved_snippet: snippet });
}

const savedSnippetsSnapshot = snapshot({
  saved_snippets: fromViews({
    projections: [savedSnippets],
    version: ({ state, viewerId }) => viewerId && state.savedSnippets.byOwner.get(viewerId),
    read: async (views, { state, viewerId }) =>
      viewerId === null ? [] : findSavedSnippets(views, state, viewerId),
    fields: (_source, found) => ({ saved_snippets: found.map(wireSnippet) }),
  }),
});

// Client events of scheduled messages, for their author.

const scheduledMessagesLive = translate({
  MessageScheduled: ({ data }, { after }) =>
    payloadTo(activeAmong(after, [data.authorId]), {
      type: 'scheduled_messages',
      op: 'add',
      scheduled_messages: [wireScheduledMessage(shownScheduledMessage(data, false))],
    }),
  ScheduledMessageEdited: ({ data }, moment) => updated(data, false, moment),
  ScheduledSendFailed: ({ data }, moment) => updated(data, true, moment),
  ScheduledMessageSent: ({ data }, moment) => scheduledMessageRemoved(data, moment),
  ScheduledMessageDeleted: ({ data }, moment) => scheduledMessageRemoved(data, moment),
});

const updated = (
  data: EventTypes['ScheduledMessageEdited' | 'ScheduledSendFailed'],
  isFailed: boolean,
  { after }: LiveTransition,
): readonly AddressedPayload[] =>
  payloadTo(activeAmong(after, [data.authorId]), {
    type: 'scheduled_messages',
    op: 'update',
    scheduled_message: wireScheduledMessage(shownScheduledMessage(data, isFailed)),
  });

const scheduledMessageRemoved = (
  { scheduledMessageId, authorId }: EventTypes['ScheduledMessageDeleted'],
  { after }: LiveTransition,
): readonly AddressedPayload[] =>
  payloadTo(activeAmong(after, [authorId]), {
    type: 'scheduled_messages',
    op: 'remove',
    scheduled_message_id: scheduledMessageId,
  });

const scheduledMessagesSnapshot = snapshot({
  scheduled_messages: fromViews({
    projections: [scheduledMessages],
    version: ({ state }) => state.scheduledMessages.byId.writes,
    read: async (views, { state, viewerId }) =>
      viewerId === null ? [] : findScheduledMessages(views, state, viewerId),
    fields: ({ access }, messages) => ({
      scheduled_messages: messages.map((message) => wireScheduledMessage(message, access)),
    }),
  }),
});

// What clients are told of what people say of themselves.

const userStatusLive = translate({
  UserStatusSet: ({ data: { userId } }, { before, after }) =>
    payloadTo(userViewers(after, userId), {
      type: 'user_status',
      user_id: userId,
      ...statusChange(statusOf(before, userId), statusOf(after, userId)),
    }),
});

/** Of those whom the viewer may know, and who have one. */
const userStatusSnapshot = snapshot({
  user_status({ state, access, viewerId }) {
    const people = viewerId === null ? [] : [...state.users.byId.values()];
    const shown = people.flatMap(({ userId, active, settings }) => {
      const isAway = !settings.presenceEnabled;
      const isSet = isAway || state.userStatus.byUser.has(userId);
      if (!active || !isSet || !access.seesUser(userId)) return [];
      return [[String(userId), wireStatus(statusOf(state, userId), isAway)] as const];
    });
    return { user_status: Object.fromEntries(shown) };
  },
});

/** What clients are sent of the events of the area. */
export const translations = {
  ...alertWordsLive,
  ...draftsLive,
  ...mutedUsersLive,
  ...navigationViewsLive,
  ...onboardingLive,
  ...remindersLive,
  ...savedSnippetsLive,
  ...scheduledMessagesLive,
  ...userStatusLive,
};

/** What clients get when they register. */
export const snapshotParts = {
  ...alertWordsSnapshot,
  ...draftsSnapshot,
  ...mutedUsersSnapshot,
  ...navigationViewsSnapshot,
  ...onboardingSnapshot,
  ...remindersSnapshot,
  ...savedSnippetsSnapshot,
  ...scheduledMessagesSnapshot,
  ...userStatusSnapshot,
};
