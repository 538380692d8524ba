/** A small handwritten export of Slack. */
import { type Files, zipOf } from './zips.ts';

/** A picture of one pixel. */
export const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==',
  'base64',
);

const person = (id: string, name: string, email?: string, more: object = {}) => ({
  id,
  name: name.toLowerCase(),
  profile: { real_name: `${name} Imported`, display_name: name, ...(email && { email }), ...more },
});

/** A message with a link to another one, to a channel, and to a channel that is not in the export. */
const OLD =
  'old: <https://crew.slack.com/archives/C1/p1577952001000200?thread_ts=1577952001.000200&amp;cid=C1>, ' +
  '<https://crew.slack.com/archives/G1|vault>, <https://crew.slack.com/archives/C9/p1577952001000200>';

/** Three people, a public, a private and an archived channel, two direct conversations, and two days. */
export const slackFiles = (): Files => ({
  'users.json': [
    person('U1', 'Ann', 'ann@example.com'),
    person('U2', 'Bob', 'bob@example.com'),
    person('U3', 'Carol', undefined, { image_original: 'https://avatars.example.com/carol.png' }),
    { name: 'nobody' },
  ],
  'channels.json': [
    { id: 'C1', name: 'plans', creator: 'U1', members: ['U1', 'U2', 'U3'], purpose: { value: 'What comes' } },
    { id: 'C2', name: 'attic', creator: 'U2', is_archived: true, members: ['U2'] },
  ],
  'groups.json': [{ id: 'G1', name: 'vault', creator: 'U2', members: ['U1', 'U2'] }],
  'dms.json': [{ id: 'D1', members: ['U1', 'U2'] }],
  'mpims.json': [{ id: 'M1', name: 'mpdm-ann--bob--carol-1', members: ['U1', 'U2', 'U3'] }],
  'usergroups.json': [
    {
      id: 'S1',
      name: 'Crew',
      handle: 'crew',
      description: 'All hands',
      created_by: 'U2',
      users: ['U1', 'U2', 'U9'],
    },
    { id: 'S2', name: 'Old', handle: 'old', date_delete: 1577952000, users: [] },
    { id: 'S3' },
  ],
  'integration_logs.json': [],
  'plans/2020-01-02.json': [
    { type: 'message', subtype: 'channel_join', user: 'U1', text: 'joined', ts: '1577952000.000100' },
    {
      type: 'message',
      user: 'U1',
      ts: '1577952001.000200',
      thread_ts: '1577952001.000200',
      text: 'Ship *it* on <https://example.com/a_b|the page>, <@U2>?',
      reactions: [
        { name: '+1', users: ['U2', 'U3'], count: 2 },
        { name: 'no_such_emoji', users: ['U3'], count: 1 },
      ],
    },
    {
      type: 'message',
      user: 'U2',
      ts: '1577952003.000400',
      thread_ts: '1577952001.000200',
      text: 'Yes &amp; soon',
      edited: { user: 'U2', ts: '1577952060.000000' },
    },
    {
      type: 'message',
      user: 'U3',
      ts: '1577952004.000500',
      text: 'Here is it',
      files: [
        {
          id: 'F1',
          name: 'pixel.png',
          mimetype: 'image/png',
          url_private: 'https://files.example.com/F1?t=xoxe',
        },
        {
          id: 'F2',
          name: 'lost.txt',
          mimetype: 'text/plain',
          url_private: 'https://files.example.com/F2?t=xoxe',
        },
      ],
    },
    {
      type: 'message',
      subtype: 'bot_message',
      bot_id: 'B1',
      username: 'Builder',
      text: 'green',
      ts: '1577952005.000600',
    },
    { type: 'message', user: 'U1' },
  ],
  'plans/2020-01-03.json': [
    { type: 'message', user: 'U3', ts: '1578038400.000100', thread_ts: '1577952001.000200', text: 'Done' },
  ],
  'attic/2020-01-02.json': [{ type: 'message', user: 'U2', ts: '1577952006.000100', text: OLD }],
  'vault/2020-01-02.json': [{ type: 'message', user: 'U2', ts: '1577952007.000100', text: 'a secret' }],
  'D1/2020-01-02.json': [{ type: 'message', user: 'U1', ts: '1577952002.000300', text: 'Hello, Bob' }],
  'mpdm-ann--bob--carol-1/2020-01-02.json': [
    { type: 'message', user: 'U3', ts: '1577952008.000100', text: 'Hello, both' },
  ],
  'gone/2020-01-02.json': [],
  '__uploads/F1/pixel.png': PIXEL,
});

/** The export with one message more: the last in a channel, of somebody in it. */
export const slackWith = (message: object): Buffer =>
  zipOf({ ...slackFiles(), 'plans/9999-12-31.json': [{ type: 'message', user: 'U1', ...message }] });
