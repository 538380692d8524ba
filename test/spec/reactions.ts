/** POST /messages/{message_id}/reactions. */
import { administrator, type Chapter, error, integer, member, owner, parameter, rule, user } from './row.ts';

const react = 'POST /messages/{message}/reactions';
const heart = { emoji_name: 'heart' };
const wholeHeart = { emoji_name: 'heart', emoji_code: '2764', reaction_type: 'unicode_emoji' };

export const reactions: Chapter = {
  about: 'POST /messages/:message_id/reactions',
  file: 'reactions.ts',
  rows: [
    parameter('message_id', 'names the message', [
      owner(react, heart).shows(),
      member('GET /messages/{message}').shows({
        'message.reactions': [{ ...wholeHeart, user_id: '{owner}' }],
      }),
    ]),
    parameter('message_id', 'must be a message that the caller can see', [
      owner('POST /messages', {
        type: 'channel',
        to: '{secret}',
        topic: 'logo',
        content: 'Between us.',
      }).keeps({ hidden: 'id' }),
      administrator('POST /messages/{hidden}/reactions', heart).refused('BAD_REQUEST', 'Invalid message(s)'),
    ]),
    parameter('message_id', 'must exist', [
      owner('POST /messages/{nobody}/reactions', heart).refused('BAD_REQUEST', 'Invalid message(s)'),
    ]),
    parameter('emoji_name', 'alone says which emoji', [
      owner(react, { emoji_name: 'thumbs_up' }).shows(),
      owner('GET /messages/{message}').shows({
        'message.reactions[0].emoji_code': '1f44d',
        'message.reactions[0].reaction_type': 'unicode_emoji',
      }),
    ]),
    parameter('emoji_name', 'is required', [
      owner(react, { emoji_code: '2764' }).refused(
        'REQUEST_VARIABLE_MISSING',
        "Missing 'emoji_name' argument",
        { var_name: 'emoji_name' },
      ),
    ]),
    parameter('emoji_name', 'must be the name of an emoji', [
      owner(react, { emoji_name: 'no_such' }).refused('BAD_REQUEST', "Emoji 'no_such' does not exist"),
    ]),
    parameter('emoji_name', 'must be a name of the code', [
      owner(react, { emoji_name: 'heart', emoji_code: '1f44d' }).refused(
        'BAD_REQUEST',
        'Invalid emoji name.',
      ),
    ]),
    parameter('emoji_code', 'is the code point within the type', [
      owner(react, wholeHeart).shows(),
      owner('GET /messages/{message}').shows({ 'message.reactions[0].emoji_code': '2764' }),
    ]),
    parameter('emoji_code', 'is the same emoji with a variation selector', [
      owner(react, { emoji_name: 'heart', emoji_code: '2764-fe0f' }).shows(),
      owner(react, { emoji_name: 'heart', emoji_code: '2764' }).refused(
        'REACTION_ALREADY_EXISTS',
        'Reaction already exists.',
      ),
      owner('GET /messages/{message}').shows({ 'message.reactions[0].emoji_code': '2764' }),
    ]),
    parameter('reaction_type', '`unicode_emoji` is the table of Unicode', [
      owner(react, wholeHeart).shows(),
      owner('GET /messages/{message}').shows({ 'message.reactions[0].reaction_type': 'unicode_emoji' }),
    ]),
    parameter('reaction_type', '`realm_emoji` asks for a custom emoji that exists', [
      owner(react, { emoji_name: 'ours', emoji_code: '1', reaction_type: 'realm_emoji' }).refused(
        'BAD_REQUEST',
        'Invalid custom emoji.',
      ),
    ]),
    parameter('reaction_type', 'is one of three words', [
      owner(react, { emoji_name: 'heart', reaction_type: 'gif' }).refused(
        'BAD_REQUEST',
        'Invalid emoji type.',
      ),
    ]),
    error('BAD_REQUEST', 'answers a code that no emoji has', [
      owner(react, { emoji_name: 'heart', emoji_code: 'zzzz' }).refused('BAD_REQUEST', 'Invalid emoji code.'),
    ]),
    error('REACTION_ALREADY_EXISTS', 'answers the same emoji again', [
      owner(react, heart).shows(),
      owner(react, heart).refused('REACTION_ALREADY_EXISTS', 'Reaction already exists.'),
    ]),
    error('REACTION_ALREADY_EXISTS', 'answers another name of the same emoji', [
      owner(react, wholeHeart).shows(),
      owner(react, { emoji_name: 'red_heart', emoji_code: '2764' }).refused(
        'REACTION_ALREADY_EXISTS',
        'Reaction already exists.',
      ),
    ]),
    rule('a reaction that is taken back can be made again', [
      owner(react, heart).shows(),
      owner('DELETE /messages/{message}/reactions', heart).shows(),
      owner(react, heart).shows(),
      owner('GET /messages/{message}').shows({ 'message.reactions.length': 1 }),
    ]),
    rule('a message that was never received is kept among one’s own once one has reacted to it', [
      user(react, heart).shows(),
      user('DELETE /messages/{message}/reactions', heart).shows(),
      user('GET /messages', { anchor: 'newest', num_before: 1, num_after: 0, narrow: [] }).shows({
        'messages[0].id': '{message}',
        'messages[0].flags': ['read', 'historical'],
      }),
    ]),
    rule('everybody has reactions of their own', [
      owner(react, heart).shows(),
      member(react, heart).shows(),
      owner('GET /messages/{message}').shows({
        'message.reactions.length': 2,
        'message.reactions[0].user_id': integer,
      }),
    ]),
  ],
};

const takeBack = 'DELETE /messages/{message}/reactions';
const none = ['REACTION_DOES_NOT_EXIST', "Reaction doesn't exist."] as const;
const noReactions = owner('GET /messages/{message}').shows({ 'message.reactions': [] });

export const removedReactions: Chapter = {
  about: 'DELETE /messages/:message_id/reactions',
  file: 'reactions.ts',
  rows: [
    parameter('message_id', 'names the message', [
      owner(react, heart).shows(),
      owner(takeBack, heart).shows(),
      noReactions,
    ]),
    parameter('message_id', 'must be a message that the caller can see', [
      owner('DELETE /messages/{nobody}/reactions', heart).refused('BAD_REQUEST', 'Invalid message(s)'),
    ]),
    ...(
      [
        ['emoji_name', 'alone says which emoji', heart],
        ['emoji_code', 'says so, too', { emoji_code: '2764', reaction_type: 'unicode_emoji' }],
        ['reaction_type', 'is the type of the code', wholeHeart],
      ] as const
    ).map(([name, promise, fields]) =>
      parameter(name, promise, [
        owner(react, wholeHeart).shows(),
        owner(takeBack, fields).shows(),
        noReactions,
      ]),
    ),
    parameter('reaction_type', 'is one of three words', [
      owner(takeBack, { ...wholeHeart, reaction_type: 'gif' }).refused('BAD_REQUEST', 'Invalid emoji type.'),
    ]),
    error('REACTION_DOES_NOT_EXIST', 'answers the removal of what somebody else has made', [
      owner(react, heart).shows(),
      member(takeBack, heart).refused(...none),
    ]),
  ],
};
