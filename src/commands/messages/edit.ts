/** The rules for changes of a message's text. */
import { hash } from 'node:crypto';
import { requireThat } from '../../base/errors.ts';
import type { UserId } from '../../base/ids.ts';
import { newEvent } from '../../events/catalog.ts';
import type { Conversation } from '../../events/messages.ts';
import type { Excerpt, ExcerptMessage } from '../../organization/slices/excerpts.ts';
import { settingsOf } from '../../organization/slices/organizations.ts';
import { arrivalOf } from '../../organization/slices/subscriptions.ts';
import type { OrganizationState } from '../../organization/state.ts';
import {
  conversationFields,
  type Mentions,
  requireMayMention,
  topicMentionAudience,
  withoutUnreachableMentions,
} from './postPermissions.ts';
import { alertedBy, renderedFields, shownFileFields, type WrittenText } from './rendering.ts';

/** The actor of a change, the messages, and the time. */
export interface MessageChangeContext {
  readonly organization: OrganizationState;
  readonly actor: UserId;
  readonly now: number;
  readonly excerpt: Excerpt;
}

/** Seconds beyond the limit, for people who started editing in time. */
const EDITING_GRACE_SECONDS = 20;

/** Changes per message, which are all kept; beyond that it cannot be edited. */
const MAX_EDITS = 1_000;
/**
 * The same limit for moves. It is higher, because otherwise authors could prevent moves of a topic by editing
 * their own message.
 */
const MAX_EDITS_AND_MOVES = 2_000;

/** Whether a time is further back than a limit in seconds; null is no limit. */
export const isOlderThan = (sentAt: number, limit: number | null, now: number): boolean =>
  limit !== null && now - sentAt > limit * 1000;

/** The event that changes a message's text. */
export function editedMessage(change: MessageChangeContext, text: WrittenText) {
  const { organization, actor, excerpt } = change;
  const { named, conversation, here } = excerpt;
  requireEditor(change, named);
  const { messageId, senderId } = named;
  const where = { ...conversationFields(conversation), ...arrivalOf(named) };
  const rendered = withoutUnreachableMentions(
    organization,
    text.rendered,
    { messageId, ...where },
    named.mentionedUserIds,
  );
  for (const each of [conversation, ...earlierConversations(named)])
    requireMayMention(organization, actor, newMentions(named, rendered), each, here);
  return newEvent('MessageEdited', {
    messageId,
    senderId,
    editorId: actor,
    ...where,
    ...oldText(named),
    ...newText({ ...text, rendered }),
    ...topicMentionAudience(senderId, rendered, conversation, here),
    ...alertedBy(organization, text.content, conversation, rendered.mentionedUserIds),
    ...filesShownIn(change, text),
  });
}

/** A file that the message has shown before it shows still, also where its author may no longer read it. */
function filesShownIn(
  { organization, actor, excerpt: { named } }: MessageChangeContext,
  { rendered }: WrittenText,
) {
  const before = organization.files.showing.get(named.messageId)?.fileIds;
  const shown = shownFileFields(organization, actor, rendered.fileKeys, before);
  return shown.fileIds ? { ...shown, sentAt: named.sentAt } : {};
}

/** The channels that a moved message was sent to first: it still mentions the people who received it there. */
const earlierConversations = ({ sentToChannelIds = [] }: ExcerptMessage): readonly Conversation[] =>
  sentToChannelIds.map((channelId) => ({ kind: 'channel', channelId, topic: '' }));

/** Refuses a request that is based on an outdated text. */
export function requireSeenText({ content }: ExcerptMessage, seenHash: string | undefined): void {
  const isSeen = seenHash === undefined || seenHash.toLowerCase() === hash('sha256', content, 'hex');
  const mismatch = "'prev_content_sha256' value does not match the expected value.";
  requireThat(isSeen, mismatch, 'EXPECTATION_MISMATCH', { field_name: 'prev_content_sha256' });
}

/** Refuses to move messages if one of them has been changed too often. */
export function requireMovable(messages: readonly ExcerptMessage[]): void {
  const isMovable = messages.every(({ changes = [] }) => changes.length < MAX_EDITS_AND_MOVES);
  requireThat(isMovable, 'A message has been changed too often to be moved.');
}

/** Polls and to-do lists have no text that anybody could change. */
export const requireNoWidget = ({ submessages }: Pick<ExcerptMessage, 'submessages'>): void =>
  requireThat(submessages === undefined, 'Widgets cannot be edited.');

/** Refuses people who may not change the text of a message now. */
export function requireEditor(
  { organization, actor, now }: Omit<MessageChangeContext, 'excerpt'>,
  named: Pick<ExcerptMessage, 'senderId' | 'sentAt' | 'changes'>,
): void {
  const { allowMessageEditing, messageContentEditLimitSeconds: limit } = settingsOf(organization);
  requireThat(allowMessageEditing, 'Your organization has turned off message editing');
  const edits = named.changes?.length ?? 0;
  requireThat(edits < MAX_EDITS, 'This message has been changed too often.');
  const isOwn = named.senderId === actor;
  requireThat(isOwn, "You don't have permission to edit this message");
  const isLate = isOlderThan(named.sentAt, limit, now - EDITING_GRACE_SECONDS * 1000);
  requireThat(!isLate, 'The time limit for editing this message has passed');
}

/** People who were already mentioned are not notified again. */
const newMentions = (
  named: ExcerptMessage,
  { mentionedUserIds, mentionedGroupIds, wildcards }: Mentions,
) => ({
  mentionedUserIds,
  mentionedGroupIds: mentionedGroupIds.filter((groupId) => !named.mentionedGroupIds?.includes(groupId)),
  wildcards: wildcards.filter((wildcard) => !named.wildcards?.includes(wildcard)),
});

const oldText = ({ content, html, rendererVersion, mentionedUserIds }: ExcerptMessage) => ({
  oldContent: content,
  ...(html !== undefined && { oldHtml: html }),
  oldRendererVersion: rendererVersion ?? 0,
  ...(mentionedUserIds && { oldMentionedUserIds: mentionedUserIds }),
});

function newText({ content, rendered }: WrittenText) {
  const { html, rendererVersion, ...named } = renderedFields(rendered);
  return {
    newContent: content,
    ...(html !== undefined && { newHtml: html }),
    newRendererVersion: rendererVersion,
    ...named,
  };
}
