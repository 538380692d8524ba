/** Alert words on the wire. */
import { z } from 'zod';
import { htmlOf } from '../events/messages.ts';
import type { MutedUser } from '../organization/slices/mutedUsers.ts';
import type { NavigationView as View } from '../organization/slices/personal.ts';
import type { UserStatus } from '../organization/slices/users.ts';
import type {
  ShownDraft,
  ShownReminder,
  ShownScheduledMessage,
  ShownSnippet,
} from '../projections/personal.ts';
import { eventShape, named, plainEventShape } from './define.ts';
import { type PeopleAccess, redactNames } from './redactNames.ts';

/** All alert words of a person, oldest first. */
export const AlertWords = z.array(z.string());

/** Client events of alert words. */
const alertWordPayloads = {
  alert_words: plainEventShape('alert_words', { alert_words: AlertWords }),
} as const;

// Drafts on the wire.

export const Draft = named(
  'Draft',
  z.strictObject({
    id: z.int(),
    type: z.enum(['', 'private', 'stream']),
    to: z.array(z.int()),
    topic: z.string(),
    content: z.string(),
    timestamp: z.int(),
  }),
);

export const wireDraft = (draft: ShownDraft): z.infer<typeof Draft> => ({
  id: draft.draftId,
  ...draftConversation(draft),
  content: draft.content,
  timestamp: draft.writtenAt,
});

function draftConversation({ channelId, topic = '', recipientIds }: ShownDraft) {
  if (channelId !== undefined) return { type: 'stream' as const, to: [channelId], topic };
  return {
    type: recipientIds ? ('private' as const) : ('' as const),
    to: [...(recipientIds ?? [])],
    topic: '',
  };
}

/** Client events of drafts. */
const draftPayloads = {
  'drafts/add': eventShape('drafts', 'add', { drafts: z.array(Draft) }),
  'drafts/update': eventShape('drafts', 'update', { draft: Draft }),
  'drafts/remove': eventShape('drafts', 'remove', { draft_id: z.int() }),
} as const;

// Muted users on the wire.

/** All users whom a person has muted, oldest first. */
const MutedUsers = z.array(named('MutedUser', z.strictObject({ id: z.int(), timestamp: z.int() })));

export const wireMutedUsers = (muted: readonly MutedUser[]): z.infer<typeof MutedUsers> =>
  muted.map(({ userId, mutedAt }) => ({ id: userId, timestamp: Math.floor(mutedAt / 1000) }));

/** Client events of muted users. */
const mutedUserPayloads = {
  muted_users: plainEventShape('muted_users', { muted_users: MutedUsers }),
} as const;

// Navigation views on the wire.

export const NavigationView = named(
  'NavigationView',
  z.strictObject({
    fragment: z.string(),
    is_pinned: z.boolean(),
    name: z.string().nullable(),
  }),
);

export const wireNavigationView = ({ fragment, isPinned, name }: View): z.infer<typeof NavigationView> => ({
  fragment,
  is_pinned: isPinned,
  name,
});

/** Client events of navigation views. */
const navigationViewPayloads = {
  'navigation_view/add': eventShape('navigation_view', 'add', { navigation_view: NavigationView }),
  'navigation_view/update': eventShape('navigation_view', 'update', {
    fragment: z.string(),
    data: z.strictObject({ is_pinned: z.boolean().optional(), name: z.string().nullable().optional() }),
  }),
  'navigation_view/remove': eventShape('navigation_view', 'remove', { fragment: z.string() }),
} as const;

// Onboarding steps on the wire.

/** The steps that a person has not seen yet. */
const OnboardingSteps = z.array(
  named('OnboardingStep', z.strictObject({ type: z.literal('one_time_notice'), name: z.string() })),
);

export const wireSteps = (steps: readonly string[]): z.infer<typeof OnboardingSteps> =>
  steps.map((name) => ({ type: 'one_time_notice', name }));

/** Client events of onboarding steps. */
const onboardingPayloads = {
  onboarding_steps: plainEventShape('onboarding_steps', { onboarding_steps: OnboardingSteps }),
} as const;

// What the wire shows of a reminder.

export const Reminder = named(
  'Reminder',
  z.strictObject({
    reminder_id: z.int(),
    type: z.literal('private'),
    to: z.array(z.int()),
    content: z.string(),
    rendered_content: z.string(),
    scheduled_delivery_timestamp: z.int(),
    failed: z.boolean(),
    reminder_target_message_id: z.int(),
  }),
);

/** A reminder, for its owner alone, who may know fewer people than before; it never fails. */
export const wireReminder = (reminder: ShownReminder, owner?: PeopleAccess): z.infer<typeof Reminder> => ({
  reminder_id: reminder.reminderId,
  type: 'private',
  to: [reminder.ownerId],
  content: reminder.content,
  rendered_content: redactNames(htmlOf(reminder), owner),
  scheduled_delivery_timestamp: reminder.remindAt / 1000,
  failed: false,
  reminder_target_message_id: reminder.messageId,
});

/** What clients are told of them. */
const reminderPayloads = {
  'reminders/add': eventShape('reminders', 'add', { reminders: z.array(Reminder) }),
  'reminders/remove': eventShape('reminders', 'remove', { reminder_id: z.int() }),
} as const;

// What the wire shows of a saved snippet.

export const SavedSnippet = named(
  'SavedSnippet',
  z.strictObject({
    id: z.int(),
    title: z.string(),
    content: z.string(),
    date_created: z.int(),
  }),
);

export const wireSnippet = (snippet: ShownSnippet): z.infer<typeof SavedSnippet> => ({
  id: snippet.snippetId,
  title: snippet.title,
  content: snippet.content,
  date_created: Math.floor(snippet.createdAt / 1000),
});

/** What clients are told of them. */
const savedSnippetPayloads = {
  'saved_snippets/add': eventShape('saved_snippets', 'add', { saved_snippet: SavedSnippet }),
  'saved_snippets/update': eventShape('saved_snippets', 'update', { saved_snippet: SavedSnippet }),
  'saved_snippets/remove': eventShape('saved_snippets', 'remove', { saved_snippet_id: z.int() }),
} as const;

// Scheduled messages on the wire.

export const ScheduledMessage = named(
  'ScheduledMessage',
  z.strictObject({
    scheduled_message_id: z.int(),
    type: z.enum(['stream', 'private']),
    to: z.union([z.int(), z.array(z.int())]),
    topic: z.string().optional(),
    content: z.string(),
    rendered_content: z.string(),
    scheduled_delivery_timestamp: z.int(),
    failed: z.boolean(),
  }),
);

/** A scheduled message as its author sees it, who may know fewer people than before. */
export const wireScheduledMessage = (
  message: ShownScheduledMessage,
  author?: PeopleAccess,
): z.infer<typeof ScheduledMessage> => ({
  scheduled_message_id: message.scheduledMessageId,
  ...scheduledConversation(message),
  content: message.content,
  rendered_content: redactNames(htmlOf(message), author),
  scheduled_delivery_timestamp: message.deliverAt / 1000,
  failed: message.isFailed,
});

/** The author is a recipient only if there is no other. */
function scheduledConversation({
  channelId,
  topic = '',
  participantIds = [],
  authorId,
}: ShownScheduledMessage) {
  if (channelId !== undefined) return { type: 'stream' as const, to: channelId, topic };
  const others = participantIds.filter((userId) => userId !== authorId);
  return { type: 'private' as const, to: others.length > 0 ? others : [authorId] };
}

/** Client events of scheduled messages. */
const scheduledMessagePayloads = {
  'scheduled_messages/add': eventShape('scheduled_messages', 'add', {
    scheduled_messages: z.array(ScheduledMessage),
  }),
  'scheduled_messages/update': eventShape('scheduled_messages', 'update', {
    scheduled_message: ScheduledMessage,
  }),
  'scheduled_messages/remove': eventShape('scheduled_messages', 'remove', { scheduled_message_id: z.int() }),
} as const;

// What the wire shows of what people say of themselves.

const parts = {
  status_text: z.string().optional(),
  emoji_name: z.string().optional(),
  emoji_code: z.string().optional(),
  reaction_type: z.string().optional(),
} as const;

/** Only what is set; `away` is deprecated: the user does not want to be shown as present. */
export const Status = named('UserStatus', z.strictObject({ away: z.literal(true).optional(), ...parts }));

export const wireStatus = ({ text, emoji }: UserStatus, isAway: boolean): z.infer<typeof Status> => ({
  ...(isAway && { away: true as const }),
  ...(text !== '' && { status_text: text }),
  ...(emoji && {
    emoji_name: emoji.emojiName,
    emoji_code: emoji.emojiCode,
    reaction_type: emoji.reactionType,
  }),
});

/** What differs between two statuses; '' is what is no longer set. */
export const statusChange = (before: UserStatus, after: UserStatus) => {
  const [old, now] = [wireStatus(before, false), wireStatus(after, false)];
  const names = ['status_text', 'emoji_name', 'emoji_code', 'reaction_type'] as const;
  return Object.fromEntries(
    names.filter((name) => old[name] !== now[name]).map((name) => [name, now[name] ?? '']),
  ) as { readonly [Name in (typeof names)[number]]?: string };
};

/** What clients are told of it: what has changed. */
const userStatusPayloads = {
  user_status: plainEventShape('user_status', { user_id: z.int(), away: z.boolean().optional(), ...parts }),
} as const;

/** Client events of the area. */
export const payloads = {
  ...alertWordPayloads,
  ...draftPayloads,
  ...mutedUserPayloads,
  ...navigationViewPayloads,
  ...onboardingPayloads,
  ...reminderPayloads,
  ...savedSnippetPayloads,
  ...scheduledMessagePayloads,
  ...userStatusPayloads,
};

/** Fields of POST /register, by fetch type. */
export const snapshotFields = {
  alert_words: { alert_words: AlertWords },
  drafts: { drafts: z.array(Draft) },
  muted_users: { muted_users: MutedUsers },
  navigation_views: { navigation_views: z.array(NavigationView) },
  onboarding_steps: {
    onboarding_steps: OnboardingSteps,
    navigation_tour_video_url: z.string().nullable(),
  },
  reminders: { reminders: z.array(Reminder) },
  saved_snippets: { saved_snippets: z.array(SavedSnippet) },
  scheduled_messages: { scheduled_messages: z.array(ScheduledMessage) },
  user_status: { user_status: z.record(z.string(), Status) },
} as const;
