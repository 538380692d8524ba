import { z } from 'zod';
import { escapeText } from '../base/html.ts';
import { ChannelId, MessageId, numericId, UserId } from '../base/ids.ts';
import { defineEvents, erasable, eventType } from './define.ts';
import { ReactionType } from './emoji.ts';
import { conversationShape, Idempotency, Wildcard } from './messages.ts';
import { Topic } from './subscriptions.ts';
import { UserGroupId } from './userGroups.ts';

/** ID of the draft of a message. */
export const DraftId = numericId<'DraftId'>('ID of the draft, as GET /drafts lists it.');
export type DraftId = z.infer<typeof DraftId>;

/** The text and destination of a draft: a channel, people, or none yet. */
export const DraftText = z.strictObject({
  channelId: ChannelId.optional(),
  /** Channel drafts only. */
  topic: Topic.optional(),
  /** Direct drafts: the other people, or the owner alone; possibly none yet. */
  recipientIds: z.array(UserId).readonly().optional(),
  content: z.string(),
  /** UNIX seconds of the last change, as the client reports them. */
  writtenAt: z.number().int().nonnegative(),
});
export type DraftText = z.infer<typeof DraftText>;

/** Events of drafts, which are visible to their owner only. */
export const draftEvents = defineEvents('organization', 'counted', 'personal', {
  DraftsSaved: eventType(1, {
    ownerId: UserId,
    draftIds: z.array(DraftId).min(1).readonly(),
    /** In the order of the IDs. */
    texts: erasable('person:ownerId', z.array(DraftText).readonly()),
  }),
  DraftEdited: eventType(1, {
    ownerId: UserId,
    draftId: DraftId,
    text: erasable('person:ownerId', DraftText),
  }),
  DraftDeleted: eventType(1, { ownerId: UserId, draftId: DraftId }),
});
/** ID of a reminder of a message. */
export const ReminderId = numericId<'ReminderId'>('ID of the reminder, as GET /reminders lists it.');
export type ReminderId = z.infer<typeof ReminderId>;

const reminder = { ownerId: UserId, reminderId: ReminderId } as const;

/**
 * Version 1 quoted the message after the link and the note. The HTML is made from what remains, the note as one plain paragraph:
 * what was rendered cannot be cut.
 */
function withoutQuote({ html: _html, ...data }: Record<string, unknown>): Record<string, unknown> {
  const [link = '', ...note] = String(data.content)
    .replace(/\n\n(?!>)[^\n]* said:\n\n`{3,}quote\n[^]*$/, '')
    .split('\n\n');
  const quoted = note.join('\n\n').replaceAll(/^> ?/gm, '');
  const shown = quoted === '' ? '' : `\n<blockquote>\n<p>${escapeText(quoted)}</p>\n</blockquote>`;
  const linked = escapeText(link).replace(
    /\[a message\]\((\/#narrow\/near\/\d+)\)/,
    '<a href="$1">a message</a>',
  );
  return { ...data, content: [link, ...note].join('\n\n'), html: `<p>${linked}</p>${shown}` };
}

/** Facts of reminders, each its owner's own: it ends due or deleted. */
export const reminderEvents = defineEvents('organization', 'counted', 'personal', {
  ReminderSet: eventType(
    2,
    {
      ...reminder,
      /** Of what the owner wants to be reminded. */
      messageId: MessageId,
      /** A link to the message, and the owner's note: Markdown without anybody else's words. */
      content: erasable('person:ownerId', z.string()),
      /** Absent where it is the escapeText paragraph of the content. */
      html: erasable('person:ownerId', z.string()).optional(),
      /** UNIX milliseconds, on a full second. */
      remindAt: z.number().int(),
    },
    { 1: withoutQuote },
  ),
  ReminderDeleted: eventType(1, reminder),
  /** Its time has come: the notification bot notifies the owner. */
  ReminderDue: eventType(1, { ...reminder, content: erasable('person:ownerId', z.string()) }),
});
/** ID of a text that somebody keeps to be used again. */
export const SavedSnippetId = numericId<'SavedSnippetId'>(
  'ID of the snippet, as GET /saved_snippets lists it.',
);
export type SavedSnippetId = z.infer<typeof SavedSnippetId>;

/** All of a snippet, so that clients can be notified of a change without a look-up. */
const wholeSnippet = {
  ownerId: UserId,
  snippetId: SavedSnippetId,
  title: erasable('person:ownerId', z.string()),
  content: erasable('person:ownerId', z.string()),
};

/** Events of saved snippets, which only their owners see. */
export const savedSnippetEvents = defineEvents('organization', 'counted', 'personal', {
  SnippetSaved: eventType(1, wholeSnippet),
  SnippetEdited: eventType(1, wholeSnippet),
  SnippetDeleted: eventType(1, { ownerId: UserId, snippetId: SavedSnippetId }),
});
/** ID of a navigation view inside the log; clients name a view by its fragment. */
const NavigationViewId = numericId<'NavigationViewId'>('ID of the navigation view.');
export type NavigationViewId = z.infer<typeof NavigationViewId>;

const wholeView = {
  ownerId: UserId,
  viewId: NavigationViewId,
  /** The part of a URL behind `#`. */
  fragment: erasable('person:ownerId', z.string()),
  isPinned: z.boolean(),
  /** null for a view that clients have a name for. */
  name: erasable('person:ownerId', z.string().nullable()),
};

/** Events of navigation views, which only their owners see. */
export const navigationViewEvents = defineEvents('organization', 'listed', 'personal', {
  NavigationViewAdded: eventType(1, wholeView),
  NavigationViewChanged: eventType(1, wholeView),
  NavigationViewRemoved: eventType(1, { ownerId: UserId, viewId: NavigationViewId }),
});
const words = { userId: UserId, words: erasable('person:userId', z.array(z.string()).min(1).readonly()) };

/** Events of alert words. */
export const alertWordEvents = defineEvents('organization', 'listed', 'personal', {
  /** As the person wrote them; no word the person has in another spelling. */
  AlertWordsAdded: eventType(1, words),
  /** In the spelling in which they were added. */
  AlertWordsRemoved: eventType(1, words),
});
const mute = { userId: UserId, mutedUserId: UserId } as const;

/** Events of muted users; `mutedUserId` is not notified. */
export const mutedUserEvents = defineEvents('organization', 'listed', 'shared', {
  UserMuted: eventType(1, mute),
  UserUnmuted: eventType(1, mute),
});
/** Hints that clients show people once, in the order in which they do. */
export const ONBOARDING_STEPS = [
  'intro_inbox_view_modal',
  'intro_recent_view_modal',
  'intro_resolve_topic',
  'visibility_policy_banner',
  'first_stream_created_banner',
  'jump_to_conversation_banner',
  'non_interleaved_view_messages_fading',
  'interleaved_view_messages_fading',
  'navigation_tour_video',
] as const;

/** Events of what people have been shown. */
export const onboardingEvents = defineEvents('organization', 'listed', 'shared', {
  OnboardingStepSeen: eventType(1, { userId: UserId, step: z.string() }),
});
/** The emoji of a status. */
const StatusEmoji = z.strictObject({
  emojiName: z.string(),
  /** As in reactions. */
  emojiCode: z.string(),
  reactionType: ReactionType,
});
export type StatusEmoji = Readonly<z.infer<typeof StatusEmoji>>;

/** Events of the statuses of people and bots. */
export const userStatusEvents = defineEvents('organization', 'listed', 'shared', {
  /** All of the status; none is left where the text is '' and there is no emoji. */
  UserStatusSet: eventType(1, {
    userId: UserId,
    text: erasable('person:userId', z.string()),
    emoji: StatusEmoji.nullable(),
  }),
});
/** ID of a scheduled message; the message that is sent has another one. */
export const ScheduledMessageId = numericId<'ScheduledMessageId'>(
  'ID of the scheduled message, as GET /scheduled_messages lists it.',
);
export type ScheduledMessageId = z.infer<typeof ScheduledMessageId>;

const SUBJECT = 'scheduled:scheduledMessageId';

/** The complete scheduled message, so that no event's reader needs a look-up. */
const wholeMessage = {
  scheduledMessageId: ScheduledMessageId,
  authorId: UserId,
  ...conversationShape(SUBJECT),
  content: erasable(SUBJECT, z.string()),
  /** The rendered text; absent if it is the escapeText source in one paragraph. */
  html: erasable(SUBJECT, z.string()).optional(),
  rendererVersion: z.number().int(),
  mentionedGroupIds: z.array(UserGroupId).readonly().optional(),
  wildcards: z.array(Wildcard).readonly().optional(),
  /** UNIX milliseconds, on a full second. */
  deliverAt: z.number().int(),
  readBySender: z.boolean(),
} as const;

/** Events of scheduled messages: each ends sent, deleted or failed. */
export const scheduledMessageEvents = defineEvents('organization', 'counted', 'personal', {
  MessageScheduled: eventType(1, {
    ...wholeMessage,
    /** SHA-256 of (organization, author, idempotency key), and of the parsed and supported parameters. */
    idempotency: Idempotency.optional(),
  }),
  /** The text, destination or time has changed; a failed message becomes pending again. */
  ScheduledMessageEdited: eventType(1, wholeMessage),
  ScheduledMessageDeleted: eventType(1, { scheduledMessageId: ScheduledMessageId, authorId: UserId }),
  /** It is due: from here on it is sent as it is, however late. */
  ScheduledSendStarted: eventType(1, { scheduledMessageId: ScheduledMessageId, authorId: UserId }),
  /** It is kept until its author reschedules or deletes it. */
  ScheduledSendFailed: eventType(1, { ...wholeMessage, reason: erasable(SUBJECT, z.string()) }),
  /** Appended together with its MessageSent. */
  ScheduledMessageSent: eventType(1, {
    scheduledMessageId: ScheduledMessageId,
    authorId: UserId,
    messageId: MessageId,
  }),
});
