/** What topics are to people, and their end. */
import { newChannel } from './channelSteps.ts';
import {
  administrator,
  asksForLogin,
  type Chapter,
  error,
  field,
  guest,
  matching,
  member,
  missing,
  moderator,
  owner,
  parameter,
  rule,
  type Shown,
  type Step,
} from './row.ts';

const badRequest = 'BAD_REQUEST';
const file = 'topics.ts';
const mute = 'PATCH /users/me/subscriptions/muted_topics';
const policy = 'POST /user_topics';
const muted = (fields: Shown = {}): Shown => ({ stream_id: '{quiet}', topic: 'logo', op: 'add', ...fields });
const named = (fields: Shown = {}): Shown => ({ stream: '{quietName}', topic: 'logo', op: 'add', ...fields });
const topicRequest = (fields: Shown = {}): Shown => ({
  stream_id: '{quiet}',
  topic: 'logo',
  visibility_policy: 1,
  ...fields,
});
/** Nothing comes of what is so already: that is how one sees over HTTP what a topic is to the caller. */
const isSo = (request: string, fields: Shown): Step => member(request, fields).shows().records(0);

export const mutedTopics: Chapter = {
  about: mute,
  file,
  rows: [
    parameter('stream_id', 'is the channel', [
      member(mute, muted()).shows().records(1),
      isSo(policy, topicRequest({ visibility_policy: 1 })),
    ]),
    parameter('stream_id', 'or stream is required', [
      member(mute, { topic: 'logo', op: 'add' }).refused(badRequest, "Missing 'stream_id' argument"),
    ]),
    parameter('stream_id', 'is an integer', [
      member(mute, muted({ stream_id: '"1"' })).refused(badRequest, 'stream_id is not an integer'),
    ]),
    parameter('stream', 'is the name of the channel', [
      member(mute, named()).shows().records(1),
      isSo(policy, topicRequest()),
    ]),
    parameter('stream', 'is not sent beside stream_id', [
      member(mute, { ...muted(), ...named() }).refused(
        badRequest,
        'Unsupported parameter combination: stream_id, stream',
        { parameters: 'stream_id, stream' },
      ),
    ]),
    parameter('topic', 'is required', [
      member(mute, { stream_id: '{quiet}', op: 'add' }).refused(...missing('topic')),
    ]),
    parameter('topic', 'is the same in any case', [
      member(mute, muted({ topic: 'Logo' })),
      isSo(mute, muted({ topic: 'LOGO' })),
    ]),
    parameter('topic', 'of more than max_topic_length, 60 characters, is refused', [
      member(mute, muted({ topic: '{long}' })).refused(
        badRequest,
        'topic is too long (limit: 60 characters)',
      ),
    ]),
    ...['general chat', '(no topic)'].map((topic) =>
      parameter('topic', `${topic} means the empty string (feature level 370)`, [
        member(mute, muted({ topic })).shows().records(1),
        isSo(policy, topicRequest({ topic: '' })),
      ]),
    ),
    parameter('topic', 'need not have messages', [
      member(mute, muted({ topic: '{fresh}' }))
        .shows()
        .records(1),
    ]),
    parameter('op', 'add mutes', [member(mute, muted()).shows(), isSo(policy, topicRequest())]),
    ...[2, 3].map((visibility_policy) =>
      parameter('op', `add mutes what had the policy ${visibility_policy}`, [
        member(policy, topicRequest({ visibility_policy })),
        member(mute, muted()).shows().records(1),
        isSo(policy, topicRequest()),
      ]),
    ),
    parameter('op', 'remove unmutes', [
      member(mute, muted()),
      member(mute, muted({ op: 'remove' }))
        .shows()
        .records(1),
      isSo(policy, topicRequest({ visibility_policy: 0 })),
    ]),
    parameter('op', 'is required', [
      member(mute, { stream_id: '{quiet}', topic: 'logo' }).refused(...missing('op')),
    ]),
    parameter('op', 'is one of two words', [
      member(mute, muted({ op: 'toggle' })).refused(badRequest, 'Invalid op'),
    ]),
    rule('a muted topic may be muted again (feature level 169), and nothing is recorded', [
      member(mute, muted()),
      isSo(mute, muted()),
    ]),
    rule('an unmuted topic may be unmuted again', [isSo(mute, muted({ op: 'remove' }))]),
    rule('every answer has a Deprecation header: POST /user_topics is newer (feature level 170)', [
      member(mute, muted())
        .shows()
        .hasHeaders({ deprecation: matching(/^@\d+$/) }),
    ]),
    ...['{nobody}', '{hidden}'].map((stream_id) =>
      error(badRequest, `answers add in the channel ${stream_id}`, [
        member(mute, muted({ stream_id })).refused(badRequest, 'Invalid channel ID'),
      ]),
    ),
    ...['no such', '{hiddenName}'].map((stream) =>
      error(badRequest, `answers add in the channel of the name ${stream}`, [
        member(mute, named({ stream })).refused(badRequest, `Invalid channel name '${stream}'`),
      ]),
    ),
    ...['{nobody}', '{hidden}'].map((stream_id) =>
      error(badRequest, `answers remove in the channel ${stream_id}`, [
        member(mute, muted({ stream_id, op: 'remove' })).refused(badRequest, 'Topic is not muted'),
      ]),
    ),
    asksForLogin(mute, { topic: 't', op: 'add' }),
  ],
};

export const userTopics: Chapter = {
  about: policy,
  file,
  rows: [
    parameter('stream_id', 'is required', [
      member(policy, { topic: 'logo', visibility_policy: 1 }).refused(...missing('stream_id')),
    ]),
    ...['{nobody}', '{hidden}'].flatMap((stream_id) =>
      [0, 1].map((visibility_policy) =>
        error(badRequest, `answers the policy ${visibility_policy} in the channel ${stream_id}`, [
          member(policy, topicRequest({ stream_id, visibility_policy })).refused(
            badRequest,
            'Invalid channel ID',
          ),
        ]),
      ),
    ),
    parameter('stream_id', 'may be of a hidden channel where something is taken back', [
      ...newChannel({ invite_only: true, principals: ['{guest}', '{owner}'] }),
      guest(policy, topicRequest({ stream_id: '{id}', visibility_policy: 3 })),
      guest('DELETE /users/me/subscriptions', { subscriptions: ['{fresh}'] }),
      guest(policy, topicRequest({ stream_id: '{id}', visibility_policy: 0 }))
        .shows()
        .records(1),
    ]),
    parameter('topic', 'is required', [
      member(policy, { stream_id: '{quiet}', visibility_policy: 1 }).refused(...missing('topic')),
    ]),
    parameter('topic', 'is the same in any case', [
      member(policy, topicRequest()),
      isSo(policy, topicRequest({ topic: 'LOGO' })),
    ]),
    parameter('topic', 'general chat means the empty string', [
      member(policy, topicRequest({ topic: 'general chat' })),
      isSo(policy, topicRequest({ topic: '' })),
    ]),
    parameter('topic', 'of more than 60 characters is refused', [
      member(policy, topicRequest({ topic: '{long}' })).refused(
        badRequest,
        'topic is too long (limit: 60 characters)',
      ),
    ]),
    ...[1, 2, 3, 0].map((visibility_policy) =>
      parameter('visibility_policy', `may be ${visibility_policy}, and again, of which nothing is recorded`, [
        member(policy, topicRequest({ visibility_policy: visibility_policy === 1 ? 2 : 1 })),
        member(policy, topicRequest({ visibility_policy })).shows().records(1),
        isSo(policy, topicRequest({ visibility_policy })),
      ]),
    ),
    parameter('visibility_policy', 'is required', [
      member(policy, { stream_id: '{quiet}', topic: 'logo' }).refused(...missing('visibility_policy')),
    ]),
    ...[4, -1].map((visibility_policy) =>
      parameter('visibility_policy', `is not ${visibility_policy}`, [
        member(policy, topicRequest({ visibility_policy })).refused(badRequest, 'Invalid visibility_policy'),
      ]),
    ),
    parameter('visibility_policy', 'is an integer', [
      member(policy, topicRequest({ visibility_policy: '"1"' })).refused(
        badRequest,
        'visibility_policy is not an integer',
      ),
    ]),
    asksForLogin(policy, topicRequest()),
  ],
};

const deletes = 'POST /streams/{id}/delete_topic';
const sends = (topic: string): Step =>
  owner('POST /messages', { type: 'channel', to: '{id}', topic, content: 'x' });
const remaining = (shown: Shown): Step => owner('GET /users/me/{id}/topics').shows(shown);
const onlyAdministrators = ['UNAUTHORIZED_PRINCIPAL', 'Must be an organization administrator'] as const;

export const topicDeletion: Chapter = {
  about: 'POST /streams/:stream_id/delete_topic',
  file,
  rows: [
    parameter('stream_id', 'is the channel', [
      ...newChannel(),
      sends('logo'),
      administrator(deletes, { topic_name: 'logo' }).shows(),
      remaining({ topics: [] }),
    ]),
    parameter('stream_id', 'is an existing channel', [
      owner('POST /streams/{nobody}/delete_topic', { topic_name: 'logo' }).refused(
        badRequest,
        'Invalid channel ID',
      ),
    ]),
    parameter('topic_name', 'is the topic in any case, and no other', [
      ...newChannel(),
      sends('Logo'),
      sends('other'),
      owner(deletes, { topic_name: ' LOGO ' }).shows(),
      remaining({ 'topics.length': 1, 'topics[0].name': 'other' }),
    ]),
    parameter('topic_name', 'is the empty topic by its display name', [
      ...newChannel(),
      sends(''),
      owner(deletes, { topic_name: 'general chat' }).shows(),
      remaining({ topics: [] }),
    ]),
    parameter('topic_name', 'is required', [
      ...newChannel(),
      owner(deletes).refused(...missing('topic_name')),
    ]),
    field('complete', 'is true where all messages are deleted', [
      ...newChannel(),
      sends('logo'),
      owner(deletes, { topic_name: 'logo' }).shows({ complete: true }),
    ]),
    field('complete', 'is true of a topic without messages', [
      ...newChannel(),
      owner(deletes, { topic_name: 'never was' }).shows({ complete: true }).records(0),
    ]),
    error('UNAUTHORIZED_PRINCIPAL', 'answers people who are not administrators', [
      ...newChannel(),
      moderator(deletes, { topic_name: 'logo' }).refused(...onlyAdministrators),
    ]),
    error(badRequest, 'answers administrators outside of a private channel', [
      administrator('POST /streams/{hidden}/delete_topic', { topic_name: 'logo' }).refused(
        badRequest,
        'Invalid channel ID',
      ),
    ]),
    asksForLogin('POST /streams/{quiet}/delete_topic', { topic_name: 'logo' }),
    rule('what the topic was to people ends with it', [
      ...newChannel(),
      sends('logo'),
      member(policy, topicRequest({ stream_id: '{id}' })),
      owner(deletes, { topic_name: 'logo' }).shows(),
      isSo(policy, topicRequest({ stream_id: '{id}', visibility_policy: 0 })),
    ]),
    rule('messages that the caller cannot read stay', [
      ...newChannel({ invite_only: true }),
      sends('logo').keeps({ before: 'id' }),
      owner('POST /users/me/subscriptions', {
        subscriptions: [{ name: '{fresh}' }],
        principals: ['{administrator}'],
      }),
      sends('logo'),
      administrator(deletes, { topic_name: 'logo' }).shows({ complete: true }),
      remaining({ topics: [{ name: 'logo', max_id: '{before}' }] }),
    ]),
    rule('the first message of the channel is then another', [
      ...newChannel(),
      sends('logo'),
      sends('other').keeps({ said: 'id' }),
      owner(deletes, { topic_name: 'logo' }).shows(),
      owner('GET /streams/{id}').shows({ 'stream.first_message_id': '{said}' }),
    ]),
  ],
};
