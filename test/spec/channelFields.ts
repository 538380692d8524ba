/** The fields of a channel, wherever one is shown. */
import { newChannel, PERMISSIONS } from './channelSteps.ts';
import { absent, type Chapter, field, integer, owner, type Row, type Shown, type Step } from './row.ts';

/**
 * Where a channel `{id}` is shown: the request, the name of its fields in the contract, and their path in
 * the answer.
 */
interface Listing {
  readonly asks: Step;
  readonly prefix: string;
  readonly path: string;
}

type Promised = readonly [name: string, promise: string, settings: Shown, value: unknown];

const TOUCHED: readonly Promised[] = [
  ['stream_id', 'is the ID', {}, '{id}'],
  ['name', 'is the name', {}, '{fresh}'],
  ['description', 'is Markdown', described('*Wide*'), '*Wide*'],
  ['rendered_description', 'is HTML', described('*Wide*'), '<p><em>Wide</em></p>'],
  ['date_created', 'is UNIX seconds', {}, integer],
  ['creator_id', 'is who made it', {}, '{owner}'],
  ['is_archived', 'is false', {}, false],
  ['invite_only', 'is false of a public channel', {}, false],
  ['invite_only', 'is true of a private channel', { invite_only: true }, true],
  ['is_web_public', 'is false of most', {}, false],
  ['history_public_to_subscribers', 'is true of a public channel', {}, true],
  [
    'history_public_to_subscribers',
    'is false where new subscribers see only new messages',
    { invite_only: true },
    false,
  ],
  ['message_retention_days', 'is null where it is that of the organization', {}, null],
  ['message_retention_days', 'is a number of days', { message_retention_days: 7 }, 7],
  ['message_retention_days', 'is -1 for ever', { message_retention_days: 'unlimited' }, -1],
  ['topics_policy', 'is one of four words', {}, 'inherit'],
  ['first_message_id', 'is null of a channel without messages', {}, null],
  ['folder_id', 'is null of a channel in no folder', {}, null],
  ['folder_id', 'is the folder', { folder_id: '{folder}' }, '{folder}'],
  ['is_recently_active', 'is false without messages', {}, false],
  ['stream_post_policy', 'is 1 where everybody may write', {}, 1],
  ['stream_post_policy', 'is 2 where administrators may', senders('{administrators}'), 2],
  ['stream_post_policy', 'is 3 where full members may', senders('{fullmembers}'), 3],
  ['stream_post_policy', 'is 4 where moderators may', senders('{moderators}'), 4],
  ['stream_post_policy', 'is 1 where any others may', senders('{owners}'), 1],
  ['is_announcement_only', 'is true where administrators may write', senders('{administrators}'), true],
  ['is_announcement_only', 'is false where others may', {}, false],
  ...Object.entries(PERMISSIONS).map(([name, value]): Promised => [
    name,
    'is a group-setting value',
    {},
    value,
  ]),
  [
    'subscriber_count',
    'counts who follows it (feature level 394)',
    { principals: ['{owner}', '{member}'] },
    2,
  ],
  ['stream_weekly_traffic', 'is null in the first 7 days', {}, null],
];

function described(description: string): Shown {
  return { subscriptions: [{ name: '{fresh}', description }] };
}

function senders(group: string): Shown {
  return { can_send_message_group: group };
}

const sends = owner('POST /messages', { type: 'channel', to: '{id}', topic: 't', content: 'x' });

/** The rows of a channel's fields in one place. */
export function channelFieldRows({ asks, prefix, path }: Listing): readonly Row[] {
  const shown = (name: string, value: unknown): Step => asks.shows({ [`${path}.${name}`]: value });
  const promised = (name: string, promise: string, steps: readonly Step[], value: unknown): Row =>
    field(`${prefix}.${name}`, promise, [...steps, shown(name, value)]);
  const withMessage = [...newChannel(), sends.keeps({ said: 'id' })];
  return [
    ...TOUCHED.map(([name, promise, settings, value]) =>
      promised(name, promise, newChannel(settings), value),
    ),
    promised('first_message_id', 'is the oldest message that is left', withMessage, '{said}'),
    promised(
      'first_message_id',
      'is null again when all are gone',
      [...withMessage, owner('DELETE /messages/{said}')],
      null,
    ),
    promised('is_recently_active', 'is true of a channel with a message of today', withMessage, true),
    promised(
      'is_recently_active',
      'is false again when all are gone',
      [...withMessage, owner('DELETE /messages/{said}')],
      false,
    ),
  ];
}

export const listedChannels: Chapter = {
  about: 'GET /streams: channels',
  file: 'channelFields.ts',
  rows: [
    ...channelFieldRows({
      asks: owner('GET /streams', { include_public: false }),
      prefix: 'streams[]',
      path: 'streams[stream_id={id}]',
    }),
    field('streams[].is_default', 'is present with include_default', [
      ...newChannel(),
      owner('GET /streams', { include_default: true }).shows({ 'streams[stream_id={id}].is_default': false }),
    ]),
    field('streams[].is_default', 'is absent without', [
      ...newChannel(),
      owner('GET /streams').shows({ 'streams[stream_id={id}].is_default': absent }),
    ]),
  ],
};
