/** POST /messages: whom a text calls, and what topics become of themselves. */
import {
  absent,
  type Chapter,
  error,
  field,
  including,
  integer,
  lacking,
  member,
  owner,
  parameter,
  rule,
  type Shown,
  user,
} from './row.ts';

const send = 'POST /messages';
const message = (content: string, fields: Shown = {}): Shown => ({
  type: 'channel',
  to: '{channel}',
  topic: 'logo',
  content,
  ...fields,
});
const inMany = (content: string, topic = 'busy'): Shown => message(content, { to: '{many}', topic });
const sent = { id: 'id' };
const flags = (what: unknown): Shown => ({ 'message.flags': what });
/** A channel of 15 gets another subscriber. */
export const crowded = owner('POST /users/me/subscriptions', {
  subscriptions: [{ name: '{manyName}' }],
  principals: ['{another}'],
});
export const noChannelWildcard = [
  'STREAM_WILDCARD_MENTION_NOT_ALLOWED',
  'You do not have permission to use channel wildcard mentions in this channel.',
] as const;
export const noTopicWildcard = [
  'TOPIC_WILDCARD_MENTION_NOT_ALLOWED',
  'You do not have permission to use topic wildcard mentions in this topic.',
] as const;

export const mentions: Chapter = {
  about: 'POST /messages: mentions and their limits',
  file: 'mentions.ts',
  server: {},
  rows: [
    rule('a mention sets a flag', [
      owner(send, message('@**Mia Member**')).keeps(sent),
      member('GET /messages/{id}').shows(flags(['mentioned'])),
    ]),
    rule('a silent mention sets no flag', [
      owner(send, message('@_**Mia Member**')).keeps(sent),
      member('GET /messages/{id}').shows(flags([])),
    ]),
    rule('a mention in code calls nobody', [
      owner(send, message('`@**Mia Member**`')).keeps(sent),
      member('GET /messages/{id}').shows(flags([])),
    ]),
    rule('a group that is mentioned flags its members', [
      owner(send, message('@*{groupName}*')).keeps(sent),
      member('GET /messages/{id}').shows(flags(['mentioned'])),
    ]),
    error('BAD_REQUEST', 'answers people who may not mention a group', [
      owner('PATCH /user_groups/{group}', { can_mention_group: { new: '{moderators}' } }),
      member(send, message('@*{groupName}*')).refused(
        'BAD_REQUEST',
        "You are not allowed to mention user group '{groupName}'.",
      ),
      member(send, message('@_*{groupName}*')).shows({ id: integer }),
      owner(send, message('@*{groupName}*')).shows({ id: integer }),
    ]),
    ...['all', 'everyone', 'channel', 'stream'].map((word) =>
      rule(`\`${word}\` notifies everybody in the channel`, [
        owner(send, message(`@**${word}**`)).keeps(sent),
        member('GET /messages/{id}').shows(flags(['stream_wildcard_mentioned', 'wildcard_mentioned'])),
      ]),
    ),
    rule('`topic` notifies everybody who takes part in the topic', [
      member(send, message('First.')),
      owner(send, message('@**topic**')).keeps(sent),
      member('GET /messages/{id}').shows(flags(['topic_wildcard_mentioned', 'wildcard_mentioned'])),
      user('GET /messages/{id}').shows(flags(lacking('wildcard_mentioned'))),
    ]),
    rule('`topic` notifies people who have reacted in the topic, too', [
      owner(send, message('First.')).keeps({ first: 'id' }),
      member('POST /messages/{first}/reactions', { emoji_name: 'heart' }),
      owner(send, message('@**topic**')).keeps(sent),
      member('GET /messages/{id}').shows(flags(including('topic_wildcard_mentioned'))),
    ]),
    rule('in a direct message `all` calls everybody', [
      owner(send, { type: 'direct', to: ['{member}'], content: '@**all**' }).keeps(sent),
      member('GET /messages/{id}').shows(flags(['stream_wildcard_mentioned', 'wildcard_mentioned'])),
    ]),
    error('STREAM_WILDCARD_MENTION_NOT_ALLOWED', 'answers members in a channel of 16, not of 15', [
      member(send, inMany('@**all**')).shows({ id: integer }),
      crowded,
      member(send, inMany('@**all**')).refused(...noChannelWildcard),
      member(send, inMany('@_**all**')).shows({ id: integer }),
      owner(send, inMany('@**all**')).shows({ id: integer }),
    ]),
    rule('people who have left are not counted', [
      crowded,
      owner('DELETE /users/{another}'),
      member(send, inMany('@**all**')).shows({ id: integer }),
    ]),
    rule('people who may mention many users may mention all of them', [
      crowded,
      owner('PATCH /realm', { can_mention_many_users_group: { new: '{members}' } }),
      member(send, inMany('@**all**')).shows({ id: integer }),
      owner('PATCH /realm', { can_mention_many_users_group: { new: '{administrators}' } }).shows(),
    ]),
    error('TOPIC_WILDCARD_MENTION_NOT_ALLOWED', 'answers members in a topic of 16 people, not of 15', [
      member(send, inMany('@**topic**')).shows({ id: integer }),
      member(send, inMany('@**topic**')).refused(...noTopicWildcard),
      owner(send, inMany('@**topic**')).shows({ id: integer }),
      member(send, inMany('@**topic**', 'quiet')).shows({ id: integer }),
    ]),
  ],
};

const policy = 'automatic_new_visibility_policy';
const sets = (fields: Shown) => user('PATCH /settings', fields);
const FOLLOW = 'automatically_follow_topics_policy';
const UNMUTE = 'automatically_unmute_topics_in_muted_streams_policy';
const muted = [
  owner('POST /users/me/subscriptions', {
    subscriptions: [{ name: '{channelName}' }],
    principals: ['{user}'],
  }),
  user('PATCH /users/me/subscriptions/{channel}', { property: 'is_muted', value: true }),
];
const begun = owner(send, message('First.'));

export const automaticPolicies: Chapter = {
  about: 'POST /messages: topics that are followed or unmuted of themselves',
  file: 'mentions.ts',
  rows: [
    field(policy, 'is 3, followed, of a topic that one starts', [
      user(send, message('Hello.')).shows({ [policy]: 3 }),
    ]),
    field(policy, 'is absent where the topic is followed already', [
      user(send, message('Hello.')),
      user(send, message('Again.')).shows({ [policy]: absent }),
    ]),
    field(policy, 'is absent of a topic that somebody else has started', [
      begun,
      user(send, message('Hello.')).shows({ [policy]: absent }),
    ]),
    field(policy, 'is absent where the sender follows nothing of itself', [
      sets({ [FOLLOW]: 4 }),
      user(send, message('Hello.')).shows({ [policy]: absent }),
    ]),
    field(policy, 'is 3 after every message of people who follow what they send to', [
      begun,
      sets({ [FOLLOW]: 2 }),
      user(send, message('Hello.')).shows({ [policy]: 3 }),
    ]),
    field(policy, 'is 3 after every message of people who follow what they take part in', [
      begun,
      sets({ [FOLLOW]: 1 }),
      user(send, message('Hello.')).shows({ [policy]: 3 }),
    ]),
    field(policy, 'is 2, unmuted, where the channel is muted for the sender', [
      begun,
      ...muted,
      user(send, message('Hello.')).shows({ [policy]: 2 }),
    ]),
    field(policy, 'is absent where the channel is muted and nothing is unmuted of itself', [
      begun,
      ...muted,
      sets({ [UNMUTE]: 4 }),
      user(send, message('Hello.')).shows({ [policy]: absent }),
    ]),
    field(policy, 'is absent where the channel is muted and starting alone unmutes', [
      begun,
      ...muted,
      sets({ [UNMUTE]: 3 }),
      user(send, message('Hello.')).shows({ [policy]: absent }),
    ]),
    field(policy, 'is absent where the topic is unmuted already', [
      begun,
      ...muted,
      user(send, message('Hello.')),
      user(send, message('Again.')).shows({ [policy]: absent }),
    ]),
    field(policy, 'is 3 of a topic that the sender has muted before', [
      user('POST /user_topics', { stream_id: '{channel}', topic: 'logo', visibility_policy: 1 }),
      user(send, message('Hello.')).shows({ [policy]: 3 }),
    ]),
    field(policy, 'is absent of direct messages', [
      user(send, { type: 'direct', to: ['{member}'], content: 'Hello.' }).shows({ [policy]: absent }),
    ]),
    rule('a topic where one is mentioned is followed, and so does not change again', [
      owner(send, message('@**{userName}**')),
      sets({ [FOLLOW]: 2 }),
      user(send, message('Yes?')).shows({ [policy]: absent }),
    ]),
    rule('a mention follows no topic for people who have turned that off', [
      sets({ automatically_follow_topics_where_mentioned: false }),
      owner(send, message('@**{userName}**')),
      sets({ [FOLLOW]: 2 }),
      user(send, message('Yes?')).shows({ [policy]: 3 }),
    ]),
    rule('reacting follows the topic for people who follow what they take part in', [
      sets({ [FOLLOW]: 1 }),
      user('POST /messages/{message}/reactions', { emoji_name: 'heart' }),
      user(send, message('Hello.')).shows({ [policy]: absent }),
    ]),
    rule('voting follows the topic for people who follow what they take part in', [
      owner(send, message('/poll Soup?')).keeps({ poll: 'id' }),
      sets({ [FOLLOW]: 1 }),
      user('POST /submessage', { message_id: '{poll}', msg_type: 'widget', content: '{"type":"vote"}' }),
      user(send, message('Hello.')).shows({ [policy]: absent }),
    ]),
    parameter('automatic_new_visibility_policy', 'cannot be asked for', [
      user(send, message('Hello.', { automatic_new_visibility_policy: 2 })).shows({
        ignored_parameters_unsupported: ['automatic_new_visibility_policy'],
      }),
    ]),
  ],
};
