/** Alert words on the wire. */
import { z } from 'zod';
import { UserId } from '../base/ids.ts';
import { htmlOf } from '../events/messages.ts';
import { DraftId, ReminderId, SavedSnippetId, ScheduledMessageId } from '../events/personal.ts';
import type { MutedUser } from '../organization/slices/mutedUsers.ts';
import type { NavigationView as View } from '../organization/slices/personal.ts';
import type { UserStatus } from '../organization/slices/users.ts';
import type {
  ShownDraft,
  ShownReminder,
  ShownScheduledMessage,
  ShownSnippet,
} from '../projections/personal.ts';
import { changes, eventShape, named, plainEventShape, sentenceOf, Topic } from './define.ts';
import { Message } from './messages.ts';
import { Reaction } from './reactions.ts';
import { type PeopleAccess, redactNames } from './redactNames.ts';

export const AlertWords = z
  .array(z.string())
  .describe('Words that notify the person when somebody writes them.');

/** Client events of alert words. */
const alertWordPayloads = {
  alert_words: plainEventShape('alert_words', { alert_words: AlertWords }).describe(
    'The alert words have changed; the event has all of them.',
  ),
} as const;

// Drafts on the wire.

const HasFailed = z.boolean().describe('Whether it was due and could not be sent.');
export const DueAt = z.int().describe('When it is due, in UNIX seconds.');
export const Markdown = z.string().describe('The text in Markdown, as it was written.');
export const Html = z.string().describe('The text as HTML.');

export const Draft = named(
  'Draft',
  'A text that was not sent yet.',
  z.strictObject({
    id: z.int().describe('ID of the draft, which counts for its owner alone.'),
    type: z
      .enum(['', 'private', 'stream'])
      .describe('`stream` for a channel, `private` for people, empty as long as nobody is chosen.'),
    to: z.array(z.int()).describe('The channel’s ID alone, or the IDs of the people.'),
    topic: Topic,
    content: Markdown,
    timestamp: z.int().describe('When it was last changed, in UNIX seconds.'),
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

export const Drafts = z.array(Draft).describe('Texts that were not sent yet.');

/** Client events of drafts. */
const draftPayloads = {
  'drafts/add': eventShape('drafts', 'add', { drafts: Drafts }).describe('The receiver has saved drafts.'),
  'drafts/update': eventShape('drafts', 'update', {
    draft: Draft.describe('The draft in its present form.'),
  }).describe('The receiver has changed a draft.'),
  'drafts/remove': eventShape('drafts', 'remove', { draft_id: DraftId }).describe(
    'The receiver has deleted a draft.',
  ),
} as const;

// Muted users on the wire.

const MutedUsers = z
  .array(
    named(
      'MutedUser',
      'Somebody whom a person has muted.',
      z.strictObject({
        id: z.int().describe('ID of the muted person.'),
        timestamp: z.int().describe('When they were muted, in UNIX seconds.'),
      }),
    ),
  )
  .describe('The people whom the person has muted, oldest first.');

export const wireMutedUsers = (muted: readonly MutedUser[]): z.infer<typeof MutedUsers> =>
  muted.map(({ userId, mutedAt }) => ({ id: userId, timestamp: Math.floor(mutedAt / 1000) }));

/** Client events of muted users. */
const mutedUserPayloads = {
  muted_users: plainEventShape('muted_users', { muted_users: MutedUsers }).describe(
    'The receiver has muted somebody, or no longer; the event has all of them.',
  ),
} as const;

// Navigation views on the wire.

export const NavigationView = named(
  'NavigationView',
  'A view that a person has added, pinned or named.',
  z.strictObject({
    fragment: z.string().describe('The view, as in the address of the web page: `narrow/is/starred`.'),
    is_pinned: z.boolean().describe('Whether the view is always displayed.'),
    name: z.string().nullable().describe('Name of the view; null for those that clients know.'),
  }),
);

export const NavigationViews = z
  .array(NavigationView)
  .describe('The navigation views that the person has changed or added.');

export const wireNavigationView = ({ fragment, isPinned, name }: View): z.infer<typeof NavigationView> => ({
  fragment,
  is_pinned: isPinned,
  name,
});

/** Client events of navigation views. */
const navigationViewPayloads = {
  'navigation_view/add': eventShape('navigation_view', 'add', {
    navigation_view: NavigationView.describe('The view, as it is now.'),
  }).describe('The receiver has added a navigation view.'),
  'navigation_view/update': eventShape('navigation_view', 'update', {
    fragment: NavigationView.shape.fragment,
    data: changes(
      z.strictObject({
        is_pinned: NavigationView.shape.is_pinned.optional(),
        name: z.string().nullable().optional().describe('The new name of the view.'),
      }),
    ),
  }).describe('The receiver has changed a navigation view.'),
  'navigation_view/remove': eventShape('navigation_view', 'remove', {
    fragment: NavigationView.shape.fragment,
  }).describe('The receiver has removed a navigation view.'),
} as const;

// Onboarding steps on the wire.

const OnboardingSteps = z
  .array(
    named(
      'OnboardingStep',
      'A hint that a person has not seen yet.',
      z.strictObject({
        type: z.literal('one_time_notice').describe('Always `one_time_notice`.'),
        name: z.string().describe('Name of the hint.'),
      }),
    ),
  )
  .describe('Hints that the person has not seen yet.');

export const wireSteps = (steps: readonly string[]): z.infer<typeof OnboardingSteps> =>
  steps.map((name) => ({ type: 'one_time_notice', name }));

/** Client events of onboarding steps. */
const onboardingPayloads = {
  onboarding_steps: plainEventShape('onboarding_steps', { onboarding_steps: OnboardingSteps }).describe(
    'The receiver has seen a hint; the event has those that are left.',
  ),
} as const;

// What the wire shows of a reminder.

const Reminder = named(
  'Reminder',
  'A message that reminds its owner of another one.',
  z.strictObject({
    reminder_id: ReminderId,
    type: z.literal('private').describe('Always `private`: a reminder comes as a direct message.'),
    to: z.array(z.int()).describe('Only the ID of its owner.'),
    content: z.string().describe('What the reminder will say, in Markdown.'),
    rendered_content: Html,
    scheduled_delivery_timestamp: DueAt,
    failed: HasFailed,
    reminder_target_message_id: z.int().describe('The message of which it reminds.'),
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

export const Reminders = z.array(Reminder).describe('Reminders that are due later, soonest first.');

/** What clients are told of them. */
const reminderPayloads = {
  'reminders/add': eventShape('reminders', 'add', { reminders: Reminders }).describe(
    'The receiver has asked to be reminded.',
  ),
  'reminders/remove': eventShape('reminders', 'remove', { reminder_id: ReminderId }).describe(
    'A reminder was delivered, or the receiver has deleted it.',
  ),
} as const;

// What the wire shows of a saved snippet.

export const SavedSnippet = named(
  'SavedSnippet',
  'A text for repeated use.',
  z.strictObject({
    id: z.int().describe('ID of the snippet, which counts for its owner alone.'),
    title: z.string().describe('What the snippet is called.'),
    content: Markdown,
    date_created: z.int().describe('When it was saved, in UNIX seconds.'),
  }),
);

export const SavedSnippets = z.array(SavedSnippet).describe('Texts for repeated use.');

export const wireSnippet = (snippet: ShownSnippet): z.infer<typeof SavedSnippet> => ({
  id: snippet.snippetId,
  title: snippet.title,
  content: snippet.content,
  date_created: Math.floor(snippet.createdAt / 1000),
});

const savedSnippet = SavedSnippet.describe('The text, its title and its ID.');

/** What clients are told of them. */
const savedSnippetPayloads = {
  'saved_snippets/add': eventShape('saved_snippets', 'add', { saved_snippet: savedSnippet }).describe(
    'The receiver has saved a snippet.',
  ),
  'saved_snippets/update': eventShape('saved_snippets', 'update', { saved_snippet: savedSnippet }).describe(
    'The receiver has changed a snippet.',
  ),
  'saved_snippets/remove': eventShape('saved_snippets', 'remove', {
    saved_snippet_id: SavedSnippetId,
  }).describe('The receiver has deleted a snippet.'),
} as const;

// Scheduled messages on the wire.

const ScheduledMessage = named(
  'ScheduledMessage',
  'A message that is sent later.',
  z.strictObject({
    scheduled_message_id: ScheduledMessageId,
    type: Message.shape.type,
    to: z.union([z.int(), z.array(z.int())]).describe('The channel’s ID, or the IDs of the people.'),
    topic: z.string().optional().describe('The topic; absent from direct messages.'),
    content: Markdown,
    rendered_content: Html,
    scheduled_delivery_timestamp: DueAt,
    failed: HasFailed,
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

export const ScheduledMessages = z
  .array(ScheduledMessage)
  .describe('Messages that are sent later, soonest first.');

/** Client events of scheduled messages. */
const scheduledMessagePayloads = {
  'scheduled_messages/add': eventShape('scheduled_messages', 'add', {
    scheduled_messages: ScheduledMessages,
  }).describe('The receiver has scheduled messages.'),
  'scheduled_messages/update': eventShape('scheduled_messages', 'update', {
    scheduled_message: ScheduledMessage.describe('The message that is sent later, after the change.'),
  }).describe('The receiver has changed a scheduled message, or it could not be sent.'),
  'scheduled_messages/remove': eventShape('scheduled_messages', 'remove', {
    scheduled_message_id: ScheduledMessageId,
  }).describe('A scheduled message was sent, or the receiver has deleted it.'),
} as const;

// What the wire shows of what people say of themselves.

const parts = {
  status_text: z
    .string()
    .optional()
    .describe('What the person says about themselves; absent or empty if nothing.'),
  emoji_name: Reaction.shape.emoji_name.optional(),
  emoji_code: Reaction.shape.emoji_code.optional(),
  reaction_type: z.string().optional().describe(sentenceOf(Reaction.shape.reaction_type)),
} as const;

/** Only what is set; `away` is deprecated: the user does not want to be shown as present. */
export const Status = named(
  'UserStatus',
  'What a person says about themselves; empty if nothing.',
  z.strictObject({
    away: z
      .literal(true)
      .optional()
      .describe('Set if the person says that they are away; kept for clients of older feature levels.'),
    ...parts,
  }),
);

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
  user_status: plainEventShape('user_status', {
    user_id: UserId,
    away: z.boolean().optional().describe(sentenceOf(Status.shape.away)),
    ...parts,
  }).describe('Somebody has another status.'),
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
  drafts: { drafts: Drafts },
  muted_users: { muted_users: MutedUsers },
  navigation_views: { navigation_views: NavigationViews },
  onboarding_steps: {
    onboarding_steps: OnboardingSteps,
    navigation_tour_video_url: z.string().nullable().describe('Always null: there is no film.'),
  },
  reminders: { reminders: Reminders },
  saved_snippets: { saved_snippets: SavedSnippets },
  scheduled_messages: { scheduled_messages: ScheduledMessages },
  user_status: { user_status: z.record(z.string(), Status).describe('Statuses of people, by their IDs.') },
} as const;
