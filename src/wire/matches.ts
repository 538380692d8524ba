/** What was searched for in a message, marked in its HTML. */
import { z } from 'zod';
import { escapeHtml } from '../base/html.ts';
import { htmlOf } from '../events/messages.ts';
import type { Access } from '../organization/access/access.ts';
import type { StoredMessage } from '../projections/messages/document.ts';
import { highlightHits } from '../search/highlights.ts';
import type { SearchQuery } from '../search/searchQuery.ts';
import { topicText } from './history.ts';
import { redactNames } from './redactNames.ts';

const marked = 'each hit in `<span class="highlight">`, where the narrow searches.';

/** HTML of text and topic with hits marked. */
export const matchFields = {
  match_content: z.string().describe(`The text as HTML, ${marked}`),
  match_subject: z.string().describe(`The topic as HTML, ${marked}`),
} as const;
const Match = z.strictObject(matchFields);

/** The text and topic of a message, with everything marked that was searched for. */
export function wireMatch(
  access: Access,
  message: StoredMessage,
  query: SearchQuery,
  allowsEmptyTopic: boolean,
): z.infer<typeof Match> {
  const html = redactNames(htmlOf(message), access);
  const topic = message.channelId === undefined ? '' : topicText(message.topic ?? '', allowsEmptyTopic);
  return {
    match_content: highlightHits(html, query),
    match_subject: highlightHits(escapeHtml(topic), query),
  };
}
