/** POST /scheduled_messages. */
import { crowded, noChannelWildcard, noTopicWildcard } from './mentions.ts';
import {
  absent,
  asksForLogin,
  type Chapter,
  error,
  field,
  guest,
  integer,
  member,
  owner,
  parameter,
  type Row,
  rule,
  type Shown,
  type Step,
} from './row.ts';

const post = 'POST /scheduled_messages';
export const toChannel = (fields: Shown = {}): Shown => ({
  type: 'channel',
  to: '{channel}',
  topic: 'logo',
  content: 'Good morning',
  scheduled_delivery_timestamp: '{soon}',
  ...fields,
});
export const toMember = (fields: Shown = {}): Shown => ({
  type: 'direct',
  to: ['{member}'],
  content: 'Good morning',
  scheduled_delivery_timestamp: '{soon}',
  ...fields,
});
export const kept = { id: 'scheduled_message_id' };
/** What the list shows of the owner's message. */
export const isShown = (fields: Shown): Step =>
  owner('GET /scheduled_messages').shows(
    Object.fromEntries(
      Object.entries(fields).map(([name, value]) => [
        `scheduled_messages[scheduled_message_id={id}].${name}`,
        value,
      ]),
    ),
  );

const without = (name: string): Shown => {
  const { [name]: _left, ...others } = toChannel();
  return others;
};
const schedules = (promise: string, name: string, given: Shown, shown: Shown): Row =>
  parameter(name, promise, [owner(post, given).keeps(kept), isShown(shown)]);
const refusing = (name: string, promise: string, given: Shown, msg: string): Row =>
  parameter(name, promise, [owner(post, given).refused('BAD_REQUEST', msg)]);
const demanded = (name: string): Row =>
  parameter(name, 'is required', [
    owner(post, without(name)).refused('REQUEST_VARIABLE_MISSING', `Missing '${name}' argument`, {
      var_name: name,
    }),
  ]);

const notAChannel = 'Invalid data type for channel ID';
const notPeople = 'Invalid data type for recipients';
const inThePast = 'Scheduled delivery time must be in the future.';
export const oneMoreInTopic = member('POST /messages', {
  type: 'channel',
  to: '{many}',
  topic: 'busy',
  content: 'Me too.',
});

export const scheduling: Chapter = {
  about: 'POST /scheduled_messages',
  file: 'scheduledMessages.ts',
  rows: [
    field('scheduled_message_id', 'is the ID of the scheduled message', [
      owner(post, toChannel()).shows({ scheduled_message_id: integer }),
    ]),
    rule('the same message under the same `Idempotency-Key` is scheduled once, also when it was deleted', [
      owner(post, toChannel()).with({ 'idempotency-key': 'once' }).keeps(kept),
      owner('DELETE /scheduled_messages/{id}').shows(),
      owner(post, toChannel())
        .with({ 'idempotency-key': 'once' })
        .shows({ scheduled_message_id: '{id}' })
        .records(0),
    ]),
    error('IDEMPOTENCY_KEY_REUSED', 'answers another message under the same `Idempotency-Key`', [
      owner(post, toChannel()).with({ 'idempotency-key': 'for two' }),
      owner(post, toMember())
        .with({ 'idempotency-key': 'for two' })
        .refused('IDEMPOTENCY_KEY_REUSED', 'This idempotency key was used for another message.', {}, 409),
    ]),
    ...['channel', 'stream'].map((type) =>
      schedules(`\`${type}\` is for a channel`, 'type', toChannel({ type }), {
        type: 'stream',
        to: '{channel}',
      }),
    ),
    ...['direct', 'private'].map((type) =>
      schedules(`\`${type}\` is for people`, 'type', toMember({ type }), {
        type: 'private',
        to: ['{member}'],
      }),
    ),
    demanded('type'),
    refusing('type', 'is one of four words', toChannel({ type: 'email' }), 'Invalid type'),
    demanded('to'),
    refusing('to', 'is one channel, not a list', toChannel({ to: ['{channel}'] }), notAChannel),
    refusing('to', 'is no channel by its name', toChannel({ to: '{channelName}' }), notAChannel),
    refusing('to', 'is a list of people, not one', toMember({ to: '{member}' }), notPeople),
    refusing('to', 'is no address', toMember({ to: ['{memberEmail}'] }), notPeople),
    refusing('to', 'is not an empty list', toMember({ to: [] }), 'Message must have recipients'),
    refusing('to', 'is no user that nobody is', toMember({ to: ['{nobody}'] }), 'Invalid user ID {nobody}'),
    schedules(
      'names somebody once, and the author only where nobody else is',
      'to',
      toMember({ to: ['{owner}', '{member}', '{member}'] }),
      {
        to: ['{member}'],
      },
    ),
    schedules('may be the author alone', 'to', toMember({ to: ['{owner}'] }), { to: ['{owner}'] }),
    demanded('content'),
    schedules(
      'is the body, as it was written and as HTML',
      'content',
      toChannel({ content: 'Good *morning*\n' }),
      {
        content: 'Good *morning*',
        rendered_content: '<p>Good <em>morning</em></p>',
      },
    ),
    refusing('content', 'is not empty', toChannel({ content: ' \n' }), 'Message must not be empty'),
    refusing(
      'content',
      'has no null bytes',
      toChannel({ content: 'a\u0000' }),
      'Message must not contain null bytes',
    ),
    schedules('is cut at max_message_length, 10,000', 'content', toChannel({ content: '{tooLong}' }), {
      content: `${'x'.repeat(9980)}\n[message truncated]`,
    }),
    schedules('is where in the channel', 'topic', toChannel({ topic: ' logo ' }), { topic: 'logo' }),
    schedules('is cut at max_topic_length, 60', 'topic', toChannel({ topic: '{long}' }), {
      topic: `${'x'.repeat(57)}...`,
    }),
    schedules('`(no topic)` means the empty string', 'topic', toChannel({ topic: '(no topic)' }), {
      topic: '',
    }),
    schedules('is ignored for people', 'topic', toMember({ topic: 'logo' }), { topic: absent }),
    refusing('topic', 'is required for a channel', without('topic'), 'Missing topic'),
    refusing(
      'topic',
      'has printable characters only',
      toChannel({ topic: 'a\u0007' }),
      'Invalid character in topic, at position 2.',
    ),
    schedules(
      'is a deprecated name of `topic`',
      'subject',
      { ...without('topic'), subject: 'logo' },
      { topic: 'logo' },
    ),
    schedules('is when, in UNIX seconds', 'scheduled_delivery_timestamp', toChannel(), {
      scheduled_delivery_timestamp: '{soon}',
    }),
    demanded('scheduled_delivery_timestamp'),
    ...[0, -1, 1_700_000_000].map((time) =>
      refusing(
        'scheduled_delivery_timestamp',
        `is to come, and not ${time}`,
        toChannel({ scheduled_delivery_timestamp: time }),
        inThePast,
      ),
    ),
    refusing(
      'scheduled_delivery_timestamp',
      'is an integer',
      toChannel({ scheduled_delivery_timestamp: '1.5' }),
      'scheduled_delivery_timestamp is not an integer',
    ),
    refusing(
      'scheduled_delivery_timestamp',
      'is not after the year 9999',
      toChannel({ scheduled_delivery_timestamp: 253_402_300_800 }),
      'scheduled_delivery_timestamp is too large',
    ),
    parameter('read_by_sender', 'is a boolean', [
      owner(post, toChannel({ read_by_sender: 1 })).refused('BAD_REQUEST', 'read_by_sender is not a boolean'),
    ]),
    error('STREAM_DOES_NOT_EXIST', 'names the channel that was asked for', [
      owner(post, toChannel({ to: '{nobody}' })).refused(
        'STREAM_DOES_NOT_EXIST',
        "Channel with ID '{nobody}' does not exist",
        { stream_id: '{nobody}' },
      ),
    ]),
    error('BAD_REQUEST', 'answers people who may not send there', [
      guest(post, toChannel({ to: '{quiet}' })).refused('BAD_REQUEST', 'Not authorized to send to channel'),
    ]),
    error('STREAM_WILDCARD_MENTION_NOT_ALLOWED', 'answers members in a channel of 16', [
      crowded,
      member(post, toChannel({ to: '{many}', content: '@**all**' })).refused(...noChannelWildcard),
    ]),
    error('TOPIC_WILDCARD_MENTION_NOT_ALLOWED', 'answers members in a topic of 16 people', [
      oneMoreInTopic,
      member(post, toChannel({ to: '{many}', topic: 'busy', content: '@**topic**' })).refused(
        ...noTopicWildcard,
      ),
    ]),
    asksForLogin(post, toChannel()),
    rule('guests may schedule where they may send', [guest(post, toChannel()).shows()]),
  ],
};
