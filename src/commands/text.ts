/** Rules for texts: allowed characters, trimming, lengths (in code points). */
import type { z } from 'zod';
import { Refused, requireThat } from '../base/errors.ts';
import { EMPTY_TOPIC_DISPLAY_NAME } from '../events/messages.ts';

export const MAX_MESSAGE_LENGTH = 10_000;
export const MAX_TOPIC_LENGTH = 60;
export const MAX_CHANNEL_NAME_LENGTH = 60;
export const MAX_CHANNEL_DESCRIPTION_LENGTH = 1024;

const NO_TOPIC = '(no topic)';

const TRUNCATED = '\n[message truncated]';

/** Checked content of a message: only `checkedContent` and `editedContent` create it. */
export type CheckedContent = string & z.$brand<'CheckedContent'>;

/** A checked topic: only `checkedTopic` and `trustedTopic` create it. */
export type CheckedTopic = string & z.$brand<'CheckedTopic'>;

/** A message's content: trimmed, neither empty nor with U+0000, cut to 10,000 code points. */
export function checkedContent(content: string): CheckedContent {
  const trimmed = content.trimEnd().replace(/^\n+/, '');
  requireThat(trimmed !== '', 'Message must not be empty');
  requireThat(!trimmed.includes('\0'), 'Message must not contain null bytes');
  return truncated(trimmed, MAX_MESSAGE_LENGTH, TRUNCATED) as CheckedContent;
}

/** The content of something kept for later: as that of a message, but refused where that would be cut. */
export function untruncatedContent(content: string): CheckedContent {
  requireLength(content.trimEnd(), MAX_MESSAGE_LENGTH, 'content');
  return checkedContent(content);
}

/** An edited message's content; an empty one becomes a note that it was deleted. */
export const editedContent = (content: string): CheckedContent =>
  checkedContent(content.trim() === '' ? '(deleted)' : content);

/** A topic as it is stored: trimmed, the display name of the empty topic as '', cut to 60 code points. */
export function checkedTopic(topic: string): CheckedTopic {
  const trimmed = topic.trim();
  if (trimmed === EMPTY_TOPIC_DISPLAY_NAME || trimmed === NO_TOPIC) return trustedTopic('');
  requirePrintable(trimmed, 'topic');
  return truncated(trimmed, MAX_TOPIC_LENGTH, '...') as CheckedTopic;
}

/** A topic from the log or from the server's own texts, which needs no check. */
export const trustedTopic = (topic: string): CheckedTopic => topic as CheckedTopic;

/** Whether a text is a complete topic: at most 60 code points, ignoring surrounding blanks. */
export const isTopic = (topic: string): boolean => !exceeds(topic.trim(), MAX_TOPIC_LENGTH);

/** How refusals describe a kind of name, and its maximum number of code points. */
interface NameRules {
  readonly limit: number;
  readonly empty: string;
  /** The start of a refusal of a name that is too long. */
  readonly measured: string;
  /** The kind of name in a refusal of unprintable characters. */
  readonly what: string;
}

/** A name in its stored form: trimmed, not empty, not too long, printable. */
export function checkedName(name: string, { limit, empty, measured, what }: NameRules): string {
  const trimmed = name.trim();
  requireThat(trimmed !== '', empty);
  requireLength(trimmed, limit, measured);
  requirePrintable(trimmed, what);
  return trimmed;
}

/** A channel's name: trimmed, 1 to 60 code points, printable. */
export const checkedChannelName = (name: string): string =>
  checkedName(name, {
    limit: MAX_CHANNEL_NAME_LENGTH,
    empty: "Channel name can't be empty.",
    measured: 'Channel name',
    what: 'channel name',
  });

/** An http(s) URL, which browsers open without running anything. */
export function isLink(text: string): boolean {
  return /^https?:\/\/[^\s\p{Cc}]+$/iu.test(text) && URL.canParse(text);
}

/** Refuses longer texts; `what` names the text in the refusal. */
function requireLength(text: string, limit: number, what: string): void {
  requireThat(!exceeds(text, limit), `${what} is too long (limit: ${limit} characters)`);
}

/** Refuses longer texts and U+0000; `what` names the text in the refusal. */
export function requireText(text: string, limit: number, what: string): void {
  requireLength(text, limit, what);
  requireThat(!text.includes('\0'), `${what} must not contain null bytes`);
}

/** Whether a text has at most 1,024 code points, as a channel description must. */
export const isChannelDescription = (description: string): boolean =>
  !exceeds(description, MAX_CHANNEL_DESCRIPTION_LENGTH);

/** A channel's description on one line, at most 1,024 code points. */
export function checkedChannelDescription(description: string): string {
  requireText(description, MAX_CHANNEL_DESCRIPTION_LENGTH, 'description');
  return description.replaceAll(/\r\n?|\n/g, ' ');
}

/** Categories Cc and Cs, the 66 noncharacters, and bidirectional overrides. */
const UNPRINTABLE = /[\p{Cc}\p{Cs}\p{Noncharacter_Code_Point}\u202a-\u202e\u2066-\u2069]/u;

/** Blanks, invisible characters, and the empty braille pattern. */
const INVISIBLE = /^[\s\p{Z}\p{Default_Ignorable_Code_Point}\u2800]+$/u;

/**
 * Whether a name can be displayed: something of it is visible, and it does not affect the surrounding text.
 */
export const isPrintable = (name: string): boolean => !UNPRINTABLE.test(name) && !INVISIBLE.test(name);

/** Refuses names with forbidden characters or without a visible one; `what` names the kind in the refusal. */
export function requirePrintable(text: string, what: string): void {
  if (isPrintable(text)) return;
  requireThat(UNPRINTABLE.test(text), `Nothing of the ${what} is visible.`);
  const position = [...text].findIndex((character) => UNPRINTABLE.test(character)) + 1;
  throw new Refused(`Invalid character in ${what}, at position ${position}.`);
}

/**
 * Whether a text has more than so many code points. Comparing UTF-16 units first, of which a code point has at most
 * two, avoids splitting most texts, and very long ones.
 */
export const exceeds = (text: string, limit: number): boolean =>
  text.length > limit && (text.length > 2 * limit || [...text].length > limit);

/** A code point has two UTF-16 units at most, so what is beyond is never split. */
const truncated = (text: string, limit: number, mark: string): string =>
  exceeds(text, limit)
    ? `${[...text.slice(0, 2 * limit)].slice(0, limit - mark.length).join('')}${mark}`
    : text;

// Quotes of messages in texts of the notification bot.

/** Characters of a message that are quoted. */
const MAX_QUOTE_LENGTH = 8_000;

/** A message as a quote, cut where it is very long; its own fences stay inside. */
export function quoteOf(content: string): string {
  const shown = [...content];
  const cut = shown.length > MAX_QUOTE_LENGTH ? `${shown.slice(0, MAX_QUOTE_LENGTH).join('')}…` : content;
  const longest = Math.max(2, ...Array.from(cut.matchAll(/`+|~+/g), ([marks]) => marks.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}quote\n${cut}\n${fence}`;
}

/** A note of several lines in a quote. */
export const noteOf = (note: string): string => `> ${note.trim().replaceAll('\n', '\n> ')}`;
