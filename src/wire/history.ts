/** A message's history of edits and moves. */
import { z } from 'zod';
import { diffTokens } from '../base/tokenDiff.ts';
import { EMPTY_TOPIC_DISPLAY_NAME, htmlOf } from '../events/messages.ts';
import type { Access } from '../organization/access/access.ts';
import { settingsOf } from '../organization/slices/organizations.ts';
import type { OrganizationState } from '../organization/state.ts';
import type { ShownMessage } from '../projections/messages/showMessages.ts';
import { named } from './define.ts';
import { redactNames } from './redactNames.ts';

// The difference of two rendered texts: the new HTML, with added and removed words in spans of their own.

/** A tag; quoted attribute values may contain `<` and `>`. */
const TOKEN = /<(?:"[^"]*"|'[^']*'|[^"'>])*>|&[^;\s]{1,31};|[^<\s&]+|\s+|./gsu;
const tokensOf = (html: string): readonly string[] => html.match(TOKEN) ?? [];

/** Unchanged text is in both; removed text is only in the old one. */
export const htmlDiff = (oldHtml: string, newHtml: string): string =>
  diffTokens(tokensOf(oldHtml), tokensOf(newHtml))
    .map(({ change, tokens }) => {
      if (change === 'kept') return tokens.join('');
      return change === 'removed'
        ? marked('highlight_text_deleted', tokens.filter(isText))
        : marked('highlight_text_inserted', tokens);
    })
    .join('');

const isText = (token: string): boolean => !token.startsWith('<');

/** Wraps runs of words in spans; elements between them stay outside, so that nesting is preserved. */
function marked(name: string, tokens: readonly string[]): string {
  const runs: string[][] = [];
  for (const token of tokens) {
    const last = runs.at(-1);
    if (last && isText(token) && isText(last[0] ?? '<')) last.push(token);
    else runs.push([token]);
  }
  return runs
    .map((run) => (isText(run[0] ?? '<') ? `<span class="${name}">${run.join('')}</span>` : run.join('')))
    .join('');
}

type HistoryChange = ShownMessage['history'][number];

/** An entry of a message's `edit_history`: who changed what, and when. */
export const EditHistoryEntry = named(
  'EditHistoryEntry',
  'One change of a message: its text, its topic or its channel.',
  z.strictObject({
    user_id: z.int().describe('Who made the change.'),
    timestamp: z.int().describe('When, in UNIX seconds.'),
    prev_content: z
      .string()
      .optional()
      .describe('The text in Markdown before this change, if it changed the text.'),
    prev_rendered_content: z
      .string()
      .optional()
      .describe('The text as HTML before this change, if it changed the text.'),
    prev_topic: z.string().optional().describe('The topic before this change, if it changed the topic.'),
    topic: z.string().optional().describe('The new topic, if the message was moved to another one.'),
    prev_stream: z
      .int()
      .optional()
      .describe('ID of the channel before this change, if it changed the channel.'),
    stream: z.int().optional().describe('ID of the new channel, if the message was moved to another one.'),
  }),
);

/** An entry of the full history: the message after that change. */
export const MessageSnapshot = named(
  'MessageSnapshot',
  'A message as it was after one of its changes.',
  z.strictObject({
    user_id: z.int().describe('Who made the change, or sent the message.'),
    timestamp: EditHistoryEntry.shape.timestamp,
    topic: z.string().describe('The topic after this change.'),
    content: z.string().describe('The text in Markdown after this change.'),
    rendered_content: z.string().describe('The text as HTML after this change.'),
    prev_content: EditHistoryEntry.shape.prev_content,
    prev_rendered_content: EditHistoryEntry.shape.prev_rendered_content,
    content_html_diff: z
      .string()
      .optional()
      .describe('The text as HTML with additions and removals marked, if this change changed the text.'),
    prev_topic: EditHistoryEntry.shape.prev_topic,
    prev_stream: EditHistoryEntry.shape.prev_stream,
    stream: z
      .int()
      .optional()
      .describe('ID of the new channel, if this change moved the message to another one.'),
  }),
);

/** The organization and the viewer. */
interface Showing {
  readonly organization: OrganizationState;
  readonly access: Access;
}

const htmlFor = ({ access }: Showing, text: Parameters<typeof htmlOf>[0]): string =>
  redactNames(htmlOf(text), access);

/** The changes that the organization shows, oldest first; undefined if it shows none. */
function visibleChanges(
  organization: OrganizationState,
  { history }: ShownMessage,
): readonly HistoryChange[] | undefined {
  const policy = settingsOf(organization).messageEditHistoryVisibilityPolicy;
  if (policy === 'none') return undefined;
  return policy === 'all' ? history : history.flatMap(moveAlone);
}

/** The part of a change that concerns the conversation, without texts. */
function moveAlone({
  oldContent,
  oldHtml: _1,
  oldRendererVersion: _2,
  ...move
}: HistoryChange): readonly HistoryChange[] {
  const isEditAlone = oldContent !== undefined && move.newTopic === undefined && !move.newChannelId;
  return isEditAlone ? [] : [move];
}

/** Topic names for clients that know the empty topic, or do not. */
export const topicText = (topic: string, allowsEmpty: boolean): string =>
  topic === '' && !allowsEmpty ? EMPTY_TOPIC_DISPLAY_NAME : topic;

const seconds = (time: number): number => Math.floor(time / 1000);

/** Fields of a message that describe its changes; none if there are none. */
export function changeFields(showing: Showing, message: ShownMessage, allowsEmpty: boolean) {
  const { editedAt, movedAt, history } = message;
  if (history.length === 0 && editedAt === undefined) return {};
  const visible = visibleChanges(showing.organization, message) ?? [];
  return {
    ...(editedAt !== undefined && { last_edit_timestamp: seconds(editedAt) }),
    ...(movedAt !== undefined && { last_moved_timestamp: seconds(movedAt) }),
    ...(visible.length > 0 && {
      edit_history: visible.toReversed().map((change) => historyEntry(showing, change, allowsEmpty)),
    }),
  };
}

const historyEntry = (
  showing: Showing,
  change: HistoryChange,
  allowsEmpty: boolean,
): z.infer<typeof EditHistoryEntry> => ({
  user_id: change.editorId,
  timestamp: seconds(change.at),
  ...(change.oldContent !== undefined && {
    prev_content: change.oldContent,
    prev_rendered_content: htmlFor(showing, textBefore(change)),
  }),
  ...(change.newTopic !== undefined && {
    prev_topic: topicText(change.oldTopic ?? '', allowsEmpty),
    topic: topicText(change.newTopic, allowsEmpty),
  }),
  ...(change.newChannelId !== undefined && {
    prev_stream: change.oldChannelId,
    stream: change.newChannelId,
  }),
});

const textBefore = ({ oldContent = '', oldHtml: html }: HistoryChange) => ({ content: oldContent, html });

/**
 * The message after each change, newest first, computed on demand, which may take some milliseconds each;
 * undefined if the organization shows none. A direct message has no topic, for all clients.
 */
export function snapshotsOf(
  showing: Showing,
  message: ShownMessage,
  knowsEmpty: boolean,
): Iterable<z.infer<typeof MessageSnapshot>> | undefined {
  const changes = visibleChanges(showing.organization, message);
  const allowsEmpty = knowsEmpty || message.channelId === undefined;
  return changes && snapshotsBackwards(showing, message, changes, allowsEmpty);
}

function* snapshotsBackwards(
  showing: Showing,
  message: ShownMessage,
  changes: readonly HistoryChange[],
  allowsEmpty: boolean,
): Generator<z.infer<typeof MessageSnapshot>> {
  let now = { content: message.content, html: htmlFor(showing, message), topic: message.topic ?? '' };
  for (const change of changes.toReversed()) {
    const before = {
      content: change.oldContent ?? now.content,
      html: change.oldContent === undefined ? now.html : htmlFor(showing, textBefore(change)),
      topic: change.newTopic === undefined ? now.topic : (change.oldTopic ?? ''),
    };
    yield {
      ...shownAt(now, allowsEmpty, change.editorId, change.at),
      ...differences(change, before, now, allowsEmpty),
    };
    now = before;
  }
  const { editorId, at } = message.before ?? { editorId: message.senderId, at: message.sentAt };
  yield shownAt(now, allowsEmpty, editorId, at);
}

interface HistoryState {
  readonly content: string;
  readonly html: string;
  readonly topic: string;
}

const shownAt = (
  { content, html, topic }: HistoryState,
  allowsEmpty: boolean,
  userId: number,
  at: number,
) => ({
  user_id: userId,
  timestamp: seconds(at),
  topic: topicText(topic, allowsEmpty),
  content,
  rendered_content: html,
});

const differences = (
  change: HistoryChange,
  before: HistoryState,
  after: HistoryState,
  allowsEmpty: boolean,
) => ({
  ...(change.oldContent !== undefined && {
    prev_content: before.content,
    prev_rendered_content: before.html,
    content_html_diff: htmlDiff(before.html, after.html),
  }),
  ...(change.newTopic !== undefined && { prev_topic: topicText(before.topic, allowsEmpty) }),
  ...(change.newChannelId !== undefined && {
    prev_stream: change.oldChannelId as number,
    stream: change.newChannelId,
  }),
});
