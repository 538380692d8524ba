/** The rendering port of commands, implemented in `app/`, and what its callers use. */
import type { UserId } from '../../base/ids.ts';
import type { FileId } from '../../events/files.ts';
import type { Conversation } from '../../events/messages.ts';
import { canReadFile } from '../../organization/access/files.ts';
import { peopleAlertedBy } from '../../organization/slices/alertWords.ts';
import { fileWithKey } from '../../organization/slices/files.ts';
import { subscribersOf } from '../../organization/slices/subscriptions.ts';
import type { OrganizationState } from '../../organization/state.ts';
import type { CheckedContent } from '../text.ts';
import type { Mentions } from './postPermissions.ts';

/** A text's HTML, and what was found in it. */
export interface RenderedText extends Mentions {
  /** Absent if it is just the escaped source in one paragraph. */
  readonly html: string | undefined;
  readonly rendererVersion: number;
  /** Link targets, each once. */
  readonly links: readonly string[];
  /** Keys of the uploaded files that it shows or links to. */
  readonly fileKeys?: readonly string[];
  /** The initial content of a poll or to-do list, as JSON text. */
  readonly widget: string | undefined;
}

/** What is found in a text without markup: nothing. */
export const PLAIN_TEXT: RenderedText = {
  html: undefined,
  rendererVersion: 0,
  mentionedUserIds: [],
  mentionedGroupIds: [],
  wildcards: [],
  links: [],
  widget: undefined,
};

/** A text as it is recorded. */
export interface WrittenText {
  readonly content: CheckedContent;
  readonly rendered: RenderedText;
}

/** Fields of an event about a rendered text; absent ones take no space in the log. */
export const renderedFields = (rendered: RenderedText) => ({
  ...(rendered.html !== undefined && { html: rendered.html }),
  rendererVersion: rendered.rendererVersion,
  ...(rendered.mentionedUserIds.length > 0 && { mentionedUserIds: rendered.mentionedUserIds }),
  ...(rendered.mentionedGroupIds.length > 0 && { mentionedGroupIds: rendered.mentionedGroupIds }),
  ...(rendered.wildcards.length > 0 && { wildcards: rendered.wildcards }),
  ...(rendered.links.length > 0 && { links: rendered.links }),
});

/** A text before an edit. */
export interface EarlierText {
  readonly content: string;
  readonly html: string;
}

/** Renders a message's Markdown; names in it are resolved with the author's rights. */
export type RenderText = (
  organization: OrganizationState,
  source: CheckedContent,
  writerId: UserId,
  earlier?: EarlierText,
) => RenderedText | Promise<RenderedText>;

/** A text with its rendering; a promise only if rendering needs one. */
export function renderText(
  render: RenderText,
  organization: OrganizationState,
  content: CheckedContent,
  writerId: UserId,
  earlier?: EarlierText,
): WrittenText | Promise<WrittenText> {
  const rendering = render(organization, content, writerId, earlier);
  return rendering instanceof Promise
    ? rendering.then((rendered) => ({ content, rendered }))
    : { content, rendered: rendering };
}

// The uploaded files that a message shows, as recorded in its event: readers of the message may read them.

/** The event field with the files that a message shows: the linked ones that its writer may read. */
export function shownFileFields(
  organization: OrganizationState,
  writerId: UserId,
  keys: readonly string[] = [],
  shownBefore: readonly FileId[] = [],
): { readonly fileIds?: readonly FileId[] } {
  if (keys.length === 0) return {};
  const fileIds = keys.flatMap((key) => {
    const file = fileWithKey(organization, key);
    const isShown = file && (shownBefore.includes(file.fileId) || canReadFile(organization, writerId, file));
    return isShown ? [file.fileId] : [];
  });
  return fileIds.length > 0 ? { fileIds: [...new Set(fileIds)] } : {};
}

/** People listed in one event as alerted by a message. */
const MAX_ALERTED_USERS = 5_000;

/** Recipients whose alert words are in a text; beyond the limit only the first. */
export function alertedBy(
  organization: OrganizationState,
  content: string,
  conversation: Conversation,
  mentionedUserIds: readonly UserId[],
): { readonly alertedUserIds?: readonly UserId[] } {
  const people = peopleAlertedBy(organization, content);
  if (people.size === 0) return {};
  const received =
    conversation.kind === 'direct'
      ? conversation.participantIds
      : people.intersection(subscribersOf(organization, conversation.channelId).with(mentionedUserIds));
  const alertedUserIds = [...received].filter((userId) => people.has(userId)).slice(0, MAX_ALERTED_USERS);
  return alertedUserIds.length === 0 ? {} : { alertedUserIds };
}
