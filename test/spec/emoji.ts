/** Custom emoji and what reacts with them, previews, submessages. */
import {
  administrator,
  type Chapter,
  error,
  field,
  guest,
  integer,
  matching,
  member,
  owner,
  parameter,
  rule,
  user,
} from './row.ts';

const upload = (name: string, by = member) => by(`POST /realm/emoji/${name}`).uploads('pixel.png');
const react = 'POST /messages/{message}/reactions';
const SIGNS =
  'Emoji names must contain only lowercase English letters, digits, spaces, dashes, and underscores.';
const END = 'Emoji names must end with either a letter or digit.';
const first = { emoji_name: 'our_cat', emoji_code: '1', reaction_type: 'realm_emoji' };

export const customEmoji: Chapter = {
  about: 'GET /realm/emoji, POST /realm/emoji/:emoji_name, DELETE /realm/emoji/:emoji_name',
  file: 'emoji.ts',
  server: {},
  rows: [
    field('emoji', 'has each custom emoji by its ID', [
      upload('our_cat').shows(),
      member('GET /realm/emoji').shows({
        'emoji.1': {
          id: '1',
          name: 'our_cat',
          source_url: '/user_avatars/1/emoji/images/1.png',
          still_url: null,
          deactivated: false,
          author_id: '{member}',
        },
      }),
    ]),
    ...['Cat', 'a.b'].map((name) =>
      parameter('emoji_name', `\`${name}\` is none`, [upload(name).refused('BAD_REQUEST', SIGNS)]),
    ),
    parameter('emoji_name', 'ends with a letter or digit', [upload('cat-').refused('BAD_REQUEST', END)]),
    parameter('emoji_name', 'is no other’s', [
      upload('our_cat').refused('BAD_REQUEST', 'A custom emoji with this name already exists.'),
    ]),
    parameter('emoji_name', 'of an emoji of Unicode is for administrators', [
      upload('smile').refused('BAD_REQUEST', 'Only administrators can override default emoji.'),
      upload('smile', administrator).shows(),
      administrator('DELETE /realm/emoji/smile').shows(),
    ]),
    error('BAD_REQUEST', 'answers no picture, or two', [
      member('POST /realm/emoji/{fresh}').refused('BAD_REQUEST', 'You must upload exactly one file.'),
      member('POST /realm/emoji/{fresh}')
        .uploads('pixel.png', 'pixel.png')
        .refused('BAD_REQUEST', 'You must upload exactly one file.'),
    ]),
    error('BAD_REQUEST', 'answers a picture that is too large', [
      member('POST /realm/emoji/{fresh}')
        .uploads('oversized.png')
        .refused('BAD_REQUEST', matching(/^Uploaded file is larger than the allowed limit of/)),
    ]),
    error('BAD_IMAGE', 'answers files that are not pictures', [
      member('POST /realm/emoji/{fresh}')
        .uploads('script.svg')
        .refused('BAD_IMAGE', 'Could not decode image; did you upload an image file?'),
    ]),
    error('BAD_REQUEST', 'answers people who may not add emoji', [
      upload('{fresh}', guest).refused('BAD_REQUEST', 'Insufficient permission'),
    ]),
    rule('a custom emoji is reacted with by its name alone', [
      member(react, { emoji_name: 'our_cat' }).shows(),
      member('GET /messages/{message}').shows({
        'message.reactions': [{ ...first, user_id: '{member}' }],
      }),
    ]),
    rule('a custom emoji is reacted with by `realm_emoji` and its ID', [
      member(react, first).shows(),
      member('GET /messages/{message}').shows({ 'message.reactions[0].emoji_code': '1' }),
    ]),
    rule('the emoji of the server is reacted with by its name alone', [
      member(react, { emoji_name: 'hansard' }).shows(),
      member('GET /messages/{message}').shows({
        'message.reactions[0].reaction_type': 'service_extra_emoji',
        'message.reactions[0].emoji_code': 'hansard',
      }),
    ]),
    rule('the emoji of the server is reacted with by `service_extra_emoji` and its name', [
      member(react, {
        emoji_name: 'hansard',
        emoji_code: 'hansard',
        reaction_type: 'service_extra_emoji',
      }).shows(),
      member('GET /messages/{message}').shows({ 'message.reactions[0].emoji_name': 'hansard' }),
    ]),
    error('BAD_REQUEST', 'answers another name of a custom emoji', [
      member(react, { ...first, emoji_name: 'dog' }).refused('BAD_REQUEST', 'Invalid custom emoji name.'),
    ]),
    error('BAD_REQUEST', 'answers people who are neither administrators nor the author', [
      user('DELETE /realm/emoji/our_cat').refused(
        'BAD_REQUEST',
        'Must be an organization administrator or emoji author',
      ),
    ]),
    rule('a custom emoji is deactivated, never erased', [
      member('DELETE /realm/emoji/our_cat').shows(),
      member('GET /realm/emoji').shows({ 'emoji.1.deactivated': true }),
    ]),
    error('BAD_REQUEST', 'answers a deactivated emoji', [
      member(react, first).refused('BAD_REQUEST', 'This custom emoji has been deactivated.'),
      member(react, { emoji_name: 'our_cat' }).refused('BAD_REQUEST', "Emoji 'our_cat' does not exist"),
    ]),
    parameter('emoji_name', 'of one that is removed must be in use', [
      owner('DELETE /realm/emoji/our_cat').refused('BAD_REQUEST', "Emoji 'our_cat' does not exist", {}, 404),
    ]),
    error('BAD_REQUEST', 'answers the removal of something that does not exist, with status 404', [
      owner('DELETE /realm/emoji/no_such').refused('BAD_REQUEST', "Emoji 'no_such' does not exist", {}, 404),
    ]),
    rule('a deactivated emoji can still be joined, and taken back', [
      upload('{fresh}').shows(),
      member(react, { emoji_name: '{fresh}' }),
      member('DELETE /realm/emoji/{fresh}'),
      member('GET /messages/{message}').keeps({ code: 'message.reactions[0].emoji_code' }),
      owner(react, { emoji_name: '{fresh}', emoji_code: '{code}', reaction_type: 'realm_emoji' }).shows(),
      member('DELETE /messages/{message}/reactions', {
        emoji_code: '{code}',
        reaction_type: 'realm_emoji',
      }).shows(),
    ]),
    error('BAD_REQUEST', 'answers requests that name no emoji', [
      member('DELETE /messages/{message}/reactions').refused(
        'BAD_REQUEST',
        'At least one of the following arguments must be present: emoji_name, emoji_code',
      ),
    ]),
    error('REACTION_DOES_NOT_EXIST', 'answers the removal of a reaction that does not exist', [
      member('DELETE /messages/{message}/reactions', { emoji_name: 'heart' }).refused(
        'REACTION_DOES_NOT_EXIST',
        "Reaction doesn't exist.",
      ),
    ]),
  ],
};

const poll = member('POST /messages', {
  type: 'channel',
  to: '{channel}',
  topic: 'soup',
  content: '/poll Soup?\nYes\nNo',
}).keeps({ poll: 'id' });
const VOTE = '{"type":"vote","key":"canned,0","vote":1}';
const vote = { message_id: '{poll}', msg_type: 'widget', content: VOTE };

export const submessages: Chapter = {
  about: 'POST /submessage, POST /messages/render',
  file: 'emoji.ts',
  rows: [
    rule('a poll is a message with a submessage', [
      poll,
      member('GET /messages/{poll}').shows({
        'message.submessages[0].id': integer,
        'message.submessages[0].msg_type': 'widget',
        'message.submessages[0].sender_id': '{member}',
        'message.submessages[0].message_id': '{poll}',
        'message.submessages[0].content':
          '{"widget_type":"poll","extra_data":{"question":"Soup?","options":["Yes","No"]}}',
      }),
    ]),
    rule('a to-do list is a message with a submessage', [
      member('POST /messages', {
        type: 'channel',
        to: '{channel}',
        topic: 'soup',
        content: '/todo Errands\nSoup: hot',
      }).keeps({ list: 'id' }),
      member('GET /messages/{list}').shows({
        'message.submessages[0].content':
          '{"widget_type":"todo","extra_data":{"task_list_title":"Errands","tasks":[{"task":"Soup","desc":"hot"}]}}',
      }),
    ]),
    parameter('content', 'is a vote, which is kept as it is', [
      poll,
      owner('POST /submessage', vote).shows(),
      member('GET /messages/{poll}').shows({
        'message.submessages[1].content': VOTE,
        'message.submessages[1].sender_id': '{owner}',
      }),
    ]),
    parameter('content', 'is JSON', [
      poll,
      owner('POST /submessage', { ...vote, content: '{' }).refused(
        'BAD_REQUEST',
        'Invalid json for submessage',
      ),
    ]),
    parameter('msg_type', 'is `widget`', [
      poll,
      owner('POST /submessage', { ...vote, msg_type: 'other' }).refused('BAD_REQUEST', 'Invalid msg_type'),
    ]),
    parameter('message_id', 'is a message that the caller can see', [
      owner('POST /submessage', { ...vote, message_id: '{nobody}' }).refused(
        'BAD_REQUEST',
        'Invalid message(s)',
      ),
    ]),
    rule('the author sends the first submessage', [
      owner('POST /submessage', { ...vote, message_id: '{message}' }).refused(
        'BAD_REQUEST',
        'You cannot attach a submessage to this message.',
      ),
      member('POST /submessage', { ...vote, message_id: '{message}' }).shows(),
    ]),
    field('rendered', 'is the HTML of a text that is not sent', [
      member('POST /messages/render', { content: '*Blue*' }).shows({ rendered: '<p><em>Blue</em></p>' }),
    ]),
    parameter('content', 'of a preview is required', [
      member('POST /messages/render').refused('REQUEST_VARIABLE_MISSING', "Missing 'content' argument", {
        var_name: 'content',
      }),
    ]),
  ],
};
