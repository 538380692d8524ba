/** What a search has found, marked in HTML: GET /messages and GET /messages/matches_narrow. */
import {
  absent,
  type Chapter,
  error,
  field,
  member,
  owner,
  parameter,
  type Row,
  type Shown,
  type Step,
} from './row.ts';

const list = 'GET /messages';
const matches = 'GET /messages/matches_narrow';
const one = 'GET /messages/{message}';
const HIT = '<span class="highlight">';

/** `{message}` with a text of its own. */
const messageSteps: readonly Step[] = [
  member(one),
  member('PATCH /messages/{message}', { content: 'The **cafés** are open', topic: 'Café' }),
];
const search = (text: string): Shown => ({ operator: 'search', operand: text });
const found = (narrow: readonly unknown[]): Shown => ({
  anchor: 'newest',
  num_before: 10,
  num_after: 0,
  narrow,
});
const marked = `<p>The <strong>${HIT}cafés</span></strong> are open</p>`;

export const searchMatches: Chapter = {
  about: `${list}: what a search finds`,
  file: 'matches.ts',
  rows: [
    field('match_content', 'is the HTML of the text, each hit in a span of class `highlight`', [
      ...messageSteps,
      owner(list, found([search('cafe')])).shows({ 'messages[id={message}].match_content': marked }),
    ]),
    field('match_subject', 'is the topic as HTML, each hit in a span of class `highlight`', [
      ...messageSteps,
      owner(list, found([search('cafe')])).shows({
        'messages[id={message}].match_subject': `${HIT}Café</span>`,
      }),
      owner(list, found([['topic', 'café']])).shows({
        'messages[id={message}].match_content': absent,
        'messages[id={message}].match_subject': absent,
      }),
    ]),
  ],
};

const asks = (narrow: readonly unknown[], shown: Shown, more: Shown = {}): Step =>
  owner(matches, { msg_ids: ['{message}'], narrow, ...more }).shows(shown);
const refused = (name: string, promise: string, fields: Shown, msg: string): Row =>
  parameter(name, promise, [
    member(one),
    owner(matches, { msg_ids: ['{message}'], narrow: [], ...fields }).refused('BAD_REQUEST', msg),
  ]);

export const narrowMatches: Chapter = {
  about: matches,
  file: 'matches.ts',
  rows: [
    parameter('msg_ids', 'is a list of messages, of which those are shown that the caller may read', [
      ...messageSteps,
      asks([], { 'messages.{message}.match_subject': 'Café' }),
      owner(matches, { msg_ids: [1_000_000], narrow: [] }).shows({ messages: {} }),
    ]),
    parameter('narrow', 'says which of them are shown', [
      ...messageSteps,
      asks([['topic', 'café']], { 'messages.{message}.match_subject': 'Café' }),
      asks([['topic', 'tea']], { messages: {} }),
      asks([search('tea')], { messages: {} }),
    ]),
    parameter('allow_empty_topic_name', 'shows the empty topic as it is', [
      member(one),
      member('POST /messages', { type: 'channel', to: '{channel}', topic: '', content: 'x' }).keeps({
        message: 'id',
      }),
      asks([], { 'messages.{message}.match_subject': 'general chat' }),
      asks([], { 'messages.{message}.match_subject': '' }, { allow_empty_topic_name: true }),
    ]),
    error('BAD_NARROW', 'answers a narrow that cannot be understood', [
      member(one),
      owner(matches, { msg_ids: ['{message}'], narrow: [['colour', 'red']] }).refused(
        'BAD_NARROW',
        'Invalid narrow operator: unknown operator colour',
        { desc: 'unknown operator colour' },
      ),
    ]),
    refused('msg_ids', 'is a list of IDs', { msg_ids: 'x' }, 'msg_ids is not valid JSON'),
    refused(
      'allow_empty_topic_name',
      'is a boolean',
      { allow_empty_topic_name: 1 },
      'allow_empty_topic_name is not a boolean',
    ),
    field('messages', 'has the shown fields of each by ID', [
      ...messageSteps,
      asks([search('cafe')], { 'messages.{message}.match_content': marked }),
    ]),
    field('match_content', 'is the HTML of the text, each hit in a span of class `highlight`', [
      ...messageSteps,
      asks([search('cafe')], { 'messages.{message}.match_content': marked }),
    ]),
    field('match_subject', 'is the topic as HTML, each hit in a span of class `highlight`', [
      ...messageSteps,
      asks([search('cafe')], { 'messages.{message}.match_subject': `${HIT}Café</span>` }),
    ]),
  ],
};
