/** Scheduled messages listed, edited, deleted and sent. */
import { crowded, noChannelWildcard, noTopicWildcard } from './mentions.ts';
import {
  absent,
  type Chapter,
  error,
  field,
  including,
  integer,
  later,
  lacking,
  matching,
  member,
  owner,
  parameter,
  type Row,
  rule,
  type Shown,
  text,
} from './row.ts';
import { isShown, kept, oneMoreInTopic, toChannel, toMember } from './scheduledMessages.ts';

const HOUR = 60 * 60;
const file = 'scheduledChanges.ts';
const list = 'GET /scheduled_messages';
const post = 'POST /scheduled_messages';
const patch = 'PATCH /scheduled_messages/{id}';
const remove = 'DELETE /scheduled_messages/{id}';
const scheduled = owner(post, toChannel()).keeps(kept);
const directly = owner(post, toMember()).keeps(kept);
const shows = (name: string, promise: string, step: typeof scheduled, value: unknown): Row =>
  field(`scheduled_messages[].${name}`, promise, [step, isShown({ [name]: value })]);

export const scheduledListing: Chapter = {
  about: 'GET /scheduled_messages',
  file,
  rows: [
    shows('scheduled_message_id', 'is the ID that scheduling has answered', scheduled, '{id}'),
    shows('type', 'is `stream` for a channel', scheduled, 'stream'),
    shows('type', 'is `private` for people', directly, 'private'),
    shows('to', 'is the ID of a channel', scheduled, '{channel}'),
    shows('to', 'is a list of the IDs of people', directly, ['{member}']),
    shows('topic', 'is present for a channel', scheduled, 'logo'),
    shows('topic', 'is absent for people', directly, absent),
    shows('content', 'is the text as it was written', scheduled, 'Good morning'),
    shows('rendered_content', 'is its HTML', scheduled, '<p>Good morning</p>'),
    shows('scheduled_delivery_timestamp', 'is when, in UNIX seconds', scheduled, '{soon}'),
    shows('failed', 'is false while it waits', scheduled, false),
    rule('the next to be sent comes first', [
      member(post, toChannel({ content: 'second', scheduled_delivery_timestamp: '{tomorrow}' })),
      member(post, toChannel({ content: 'first' })),
      member(list).shows({
        'scheduled_messages[0].content': 'first',
        'scheduled_messages[1].content': 'second',
      }),
    ]),
    rule('everybody sees only their own', [
      scheduled,
      member(list).shows({ 'scheduled_messages[scheduled_message_id={id}]': absent }),
    ]),
  ],
};

const edits = (name: string, promise: string, requested: Shown, shown: Shown, step = scheduled): Row =>
  parameter(name, promise, [step, owner(patch, requested).shows(), isShown(shown)]);
const refuses = (name: string, promise: string, requested: Shown, msg: string, step = scheduled): Row =>
  parameter(name, promise, [step, owner(patch, requested).refused('BAD_REQUEST', msg)]);
const needed = { type: 'Recipient required when updating type of scheduled message.' };
const missing = ['BAD_REQUEST', 'Scheduled message does not exist', {}, 404] as const;

export const scheduledEditing: Chapter = {
  about: 'PATCH /scheduled_messages/:scheduled_message_id',
  file,
  rows: [
    parameter('scheduled_message_id', 'is one of the caller’s own', [
      scheduled,
      member(patch, { content: 'x' }).refused(...missing),
      owner('PATCH /scheduled_messages/{nobody}', { content: 'x' }).refused(...missing),
    ]),
    edits(
      'content',
      'is another text',
      { content: 'Good *evening*' },
      {
        content: 'Good *evening*',
        rendered_content: '<p>Good <em>evening</em></p>',
        topic: 'logo',
        scheduled_delivery_timestamp: '{soon}',
      },
    ),
    refuses('content', 'is not empty', { content: '' }, 'Message must not be empty'),
    edits('topic', 'is another topic', { topic: 'colours' }, { topic: 'colours', content: 'Good morning' }),
    edits('topic', 'is ignored for people', { topic: 'x' }, { topic: absent }, directly),
    edits('subject', 'is a deprecated name of `topic`', { subject: 'colours' }, { topic: 'colours' }),
    edits('to', 'is another channel', { to: '{quiet}' }, { to: '{quiet}', topic: 'logo' }),
    edits('to', 'is other people', { to: ['{user}'] }, { to: ['{user}'] }, directly),
    refuses(
      'to',
      'is no people where it is for a channel',
      { to: ['{member}'] },
      'Invalid data type for channel ID',
    ),
    refuses(
      'to',
      'is no channel where it is for people',
      { to: '{channel}' },
      'Invalid data type for recipients',
      directly,
    ),
    refuses('to', 'is not an empty list', { to: [] }, 'Message must have recipients', directly),
    refuses('to', 'is nothing else', { to: 'design' }, 'Invalid data type for recipients'),
    edits(
      'type',
      'makes it one for people, who are named',
      { type: 'direct', to: ['{member}'] },
      {
        type: 'private',
        to: ['{member}'],
        topic: absent,
      },
    ),
    edits(
      'type',
      'makes it one for a channel, which is named, and a topic',
      { type: 'channel', to: '{channel}', topic: 'logo' },
      { type: 'stream', to: '{channel}', topic: 'logo' },
      directly,
    ),
    refuses('type', 'of another kind needs `to`', { type: 'direct' }, needed.type),
    refuses(
      'type',
      'of a channel needs a topic',
      { type: 'stream', to: '{channel}' },
      'Topic required when updating scheduled message type to stream.',
      directly,
    ),
    edits(
      'scheduled_delivery_timestamp',
      'is another time',
      { scheduled_delivery_timestamp: '{tomorrow}' },
      {
        scheduled_delivery_timestamp: '{tomorrow}',
        content: 'Good morning',
      },
    ),
    refuses(
      'scheduled_delivery_timestamp',
      'is to come',
      { scheduled_delivery_timestamp: 1 },
      'Scheduled delivery time must be in the future.',
    ),
    error('BAD_REQUEST', 'answers requests that change nothing', [
      scheduled,
      owner(patch).refused('BAD_REQUEST', 'Nothing to change'),
    ]),
    error('STREAM_DOES_NOT_EXIST', 'names the channel that was asked for', [
      scheduled,
      owner(patch, { to: '{nobody}' }).refused(
        'STREAM_DOES_NOT_EXIST',
        "Channel with ID '{nobody}' does not exist",
        { stream_id: '{nobody}' },
      ),
    ]),
    error('STREAM_WILDCARD_MENTION_NOT_ALLOWED', 'answers members in a channel of 16', [
      crowded,
      member(post, toChannel({ to: '{many}' })).keeps(kept),
      member(patch, { content: '@**all**' }).refused(...noChannelWildcard),
    ]),
    error('TOPIC_WILDCARD_MENTION_NOT_ALLOWED', 'answers members in a topic of 16 people', [
      oneMoreInTopic,
      member(post, toChannel({ to: '{many}', content: '@**topic**' })).keeps(kept),
      member(patch, { topic: 'busy' }).refused(...noTopicWildcard),
    ]),
  ],
};

export const scheduledDeletion: Chapter = {
  about: 'DELETE /scheduled_messages/:scheduled_message_id',
  file,
  rows: [
    parameter('scheduled_message_id', 'is one of the caller’s own, which is gone then', [
      scheduled,
      member(remove).refused(...missing),
      owner(remove).shows(),
      owner(remove).refused(...missing),
      owner(list).shows({ 'scheduled_messages[scheduled_message_id={id}]': absent }),
    ]),
  ],
};

const inChannel = (fields: Shown) =>
  member('GET /messages', {
    anchor: 'newest',
    num_before: 1,
    num_after: 0,
    narrow: [['channel', '{channel}']],
    apply_markdown: false,
  }).shows(fields);
const ofBot = owner('GET /messages', {
  anchor: 'newest',
  num_before: 1,
  num_after: 0,
  narrow: [['is', 'dm']],
  apply_markdown: false,
});

export const scheduledDelivery: Chapter = {
  about: 'Scheduled messages at their time',
  file,
  server: {},
  rows: [
    rule('a message is sent at its time, and not listed any more', [
      owner(post, toChannel({ client: 'Pigeon' })).keeps(kept),
      later(HOUR),
      inChannel({
        'messages[0].content': 'Good morning',
        'messages[0].sender_id': '{owner}',
        'messages[0].client': 'Pigeon',
        'messages[0].subject': 'logo',
        'messages[0].id': integer,
      }),
      owner(list).shows({ scheduled_messages: [] }),
      owner(patch, { content: 'x' }).refused('BAD_REQUEST', 'Scheduled message was already sent'),
      owner(remove).refused(...missing),
    ]),
    parameter('read_by_sender', 'true makes it read by its author', [
      owner(post, toChannel({ read_by_sender: true })),
      later(HOUR),
      owner('GET /messages', {
        anchor: 'newest',
        num_before: 1,
        num_after: 0,
        narrow: [['channel', '{channel}']],
      }).shows({ 'messages[0].flags': including('read') }),
    ]),
    parameter('read_by_sender', 'left out, is false of a script', [
      owner(post, toChannel()),
      later(HOUR),
      owner('GET /messages', {
        anchor: 'newest',
        num_before: 1,
        num_after: 0,
        narrow: [['channel', '{channel}']],
      }).shows({ 'messages[0].flags': lacking('read') }),
    ]),
    rule('a message that may not be sent any more fails, and its author is notified why', [
      scheduled,
      owner('DELETE /streams/{channel}'),
      later(HOUR),
      isShown({ failed: true, content: 'Good morning' }),
      ofBot.shows({
        'messages[0].content': matching(/was not sent:\s+> Not authorized to send to channel/),
        'messages[0].sender_full_name': text,
      }),
    ]),
    rule('a message that failed needs another time, and waits for it then', [
      scheduled,
      owner('DELETE /streams/{channel}'),
      later(HOUR),
      owner(patch, { content: 'x' }).refused('BAD_REQUEST', 'Scheduled delivery time must be in the future.'),
      owner('PATCH /streams/{channel}', { is_archived: false }),
      owner(patch, { scheduled_delivery_timestamp: '{tomorrow}' }).shows(),
      isShown({ failed: false }),
      owner(remove).shows(),
    ]),
    rule('a message more than ten minutes late is not sent', [
      scheduled,
      later(HOUR + 601),
      isShown({ failed: true }),
      ofBot.shows({
        'messages[0].content': matching(/Message could not be sent at the scheduled time\./),
      }),
      owner(remove).shows(),
    ]),
  ],
};
