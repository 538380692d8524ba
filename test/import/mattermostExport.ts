/** A small handwritten bulk export of Mattermost. */
import { PIXEL } from './slackExport.ts';
import type { Files } from './zips.ts';

const AT = 1_577_952_000_000;

const user = (username: string, email: string, names: object, ...channels: readonly string[]) => ({
  type: 'user',
  user: {
    username,
    email,
    auth_service: null,
    roles: 'system_user',
    delete_at: 0,
    ...names,
    teams: [{ name: 'crew', roles: 'team_user', channels: channels.map((name) => ({ name })) }],
  },
});

const channel = (name: string, type: 'O' | 'P', more: object = {}) => ({
  type: 'channel',
  channel: { team: 'crew', name, display_name: name, type, ...more },
});

const post = (channelName: string, username: string, after: number, message: string, more: object = {}) => ({
  type: 'post',
  post: {
    team: 'crew',
    channel: channelName,
    user: username,
    type: '',
    message,
    create_at: AT + after * 1_000,
    props: {},
    edit_at: 0,
    reactions: null,
    replies: null,
    attachments: null,
    ...more,
  },
});

const direct = (members: readonly string[], username: string, after: number, message: string) => ({
  type: 'direct_post',
  direct_post: {
    channel_members: members,
    user: username,
    message,
    create_at: AT + after * 1_000,
    props: null,
  },
});

/** A message with links to channels, to one that is not in the export, and to a message. */
const OLD =
  'old: https://chat.example.com/crew/channels/plans, [vault](https://chat.example.com/crew/channels/vault), ' +
  'https://chat.example.com/other/channels/plans and https://chat.example.com/crew/pl/1234';

/** The lines: three people and a bot, a public, a private and an archived channel, direct conversations, posts. */
export const mattermostLines = (): readonly object[] => [
  { type: 'version', version: 1, info: { generator: 'mattermost-server', version: '9.11.0' } },
  { type: 'role', role: { name: 'custom' } },
  { type: 'emoji', emoji: { name: 'party_pixel', image: 'exported_emoji/e1/image' } },
  { type: 'emoji', emoji: { name: 'lost_pixel', image: 'exported_emoji/e2/image' } },
  { type: 'team', team: { name: 'crew', display_name: 'Crew', type: 'O' } },
  channel('plans', 'O', { purpose: 'What comes' }),
  channel('attic', 'O', { deleted_at: AT }),
  channel('vault', 'P'),
  user('ann', 'ann@example.com', { nickname: 'Ann', first_name: 'Anna' }, 'plans', 'vault'),
  user(
    'bob',
    'bob@example.com',
    { first_name: 'Bob', last_name: 'Builder', profile_image: 'pictures/bob.png' },
    'plans',
    'attic',
    'vault',
  ),
  user('carol', 'carol@example.com', { profile_image: 'pictures/lost.png' }, 'plans'),
  { type: 'user', user: { nickname: 'nobody' } },
  { type: 'bot', bot: { username: 'robot', display_name: 'Robot', owner: 'bob' } },
  post('plans', 'bob', 5, '', {
    attachments: [{ path: '20200102/p/pixel.png' }, { path: '20200102/p/lost.txt' }],
  }),
  post('plans', 'ann', 1, 'Ship **it**, @bob. See ~vault, `@bob` and @nobody', {
    edit_at: AT + 70_000,
    is_pinned: true,
    flagged_by: ['ann', 'stranger'],
    reactions: [
      { user: 'bob', create_at: AT, emoji_name: '+1' },
      { user: 'carol', create_at: AT, emoji_name: '+1' },
      { user: 'carol', create_at: AT, emoji_name: 'party_pixel' },
      { user: 'carol', create_at: AT, emoji_name: 'no_such_emoji' },
    ],
    replies: [
      { user: 'bob', message: 'Yes & soon', create_at: AT + 2_000, reactions: null },
      { user: 'carol', message: 'Done', create_at: AT + 86_400_000, attachments: [] },
      { user: 'carol', message: 'without a time' },
    ],
  }),
  post('plans', 'carol', 0, 'carol joined the channel.', { type: 'system_join_channel' }),
  post('plans', 'robot', 6, '', {
    props: {
      attachments: [
        { fallback: 'Build', title: 'Build 7', title_link: 'https://example.com/7', text: 'green' },
      ],
    },
  }),
  post('plans', 'bob', 7, 'deployed', { props: { from_webhook: 'true', override_username: 'Deployer' } }),
  post('plans', 'bob', 8, 'twice'),
  post('plans', 'bob', 8, 'twice'),
  post('attic', 'bob', 3, OLD),
  post('vault', 'bob', 4, 'a secret'),
  post('gone', 'bob', 4, 'somewhere'),
  { type: 'direct_channel', direct_channel: { members: ['ann', 'bob'], favorited_by: null, header: '' } },
  direct(['ann', 'bob'], 'ann', 2, 'Hello, Bob'),
  direct(['carol', 'ann', 'bob'], 'carol', 9, 'Hello, both'),
];

const jsonLines = (lines: readonly object[]): Buffer =>
  Buffer.from(lines.map((line) => `${JSON.stringify(line)}\n`).join(''));

/** The lines alone, as a file of their own. */
export const mattermostFile = (lines = mattermostLines()): Buffer => jsonLines(lines);

/** The zip file's content: the lines, and the bytes of files. */
export const mattermostFiles = (lines = mattermostLines()): Files => ({
  'import.jsonl': jsonLines(lines),
  'data/20200102/p/pixel.png': PIXEL,
  'data/exported_emoji/e1/image': PIXEL,
  'data/profile_pictures/ann.png': PIXEL,
  'data/pictures/bob.png': PIXEL,
});

/** The export with one message more, of somebody in the channel. */
export const mattermostWith = (fields: object): Buffer => {
  const post = { team: 'crew', channel: 'plans', user: 'bob', ...fields };
  return mattermostFile([...mattermostLines(), { type: 'post', post }]);
};
