/** Settings of PATCH /realm that clients follow, and those that say what people may change of their own. */
import { channel, flag, refuses, takes } from './organization.ts';
import {
  absent,
  administrator,
  type Chapter,
  matching,
  member,
  owner,
  parameter,
  type Row,
  rule,
  user,
} from './row.ts';

const change = 'PATCH /realm';
const PICTURE = 'https://example.com/bridge.png';
const NO_AVATARS = 'Avatar changes are disabled in this organization.';

const known = (name: string, promise: string, values: readonly unknown[], wrong: unknown): readonly Row[] => [
  takes(administrator, name, promise, values),
  refuses(name, wrong, `Invalid ${name}`),
];
/** A setting with one possible value, which is therefore never an answer's change. */
const only = (name: string, value: unknown, other: unknown): readonly Row[] => [
  parameter(name, `can only be ${JSON.stringify(value)}`, [
    owner(change, { [name]: value }).shows({ [name]: absent }),
  ]),
  refuses(name, other, `Invalid ${name}`),
];

export const organizationChoices: Chapter = {
  about: 'PATCH /realm: what clients follow',
  file: 'organizationChoices.ts',
  server: {},
  rows: [
    ...flag('avatar_changes_disabled', false),
    ...flag('digest_emails_enabled', false),
    ...flag('email_changes_disabled', false),
    ...flag('enable_guest_user_dm_warning', true),
    ...flag('enable_guest_user_indicator', true),
    ...flag('inline_image_preview', true),
    ...flag('inline_url_embed_preview', false),
    ...flag('message_content_allowed_in_email_notifications', true),
    ...flag('require_e2ee_push_notifications', false),
    ...flag('send_welcome_emails', false),
    ...flag('want_advertise_in_communities_directory', false),
    ...known('digest_weekday', 'is a weekday, from 0 for Monday', [0, 6, 1], 7),
    ...known('gif_rating_policy', 'is a rating', [0, 4, 1], 5),
    ...known('media_preview_size', 'is in percent', [150, 200, 100], 99),
    ...known('org_type', 'is a kind of organization', [10, 1000, 0], 11),
    ...known('video_chat_provider', 'is one that is available', [1, 0], 3),
    ...only('owner_full_content_access', false, true),
    takes(administrator, 'default_avatar_source', 'is G, or J for pictures that clients draw', ['J', 'G']),
    takes(administrator, 'default_code_block_language', 'is a language', ['python', '']),
    takes(administrator, 'default_language', 'is the code of a language', ['de', 'en']),
    refuses('default_language', 'xx', "Invalid language 'xx'"),
    parameter('default_language', 'is the default of new accounts', [
      owner(change, { default_language: 'de' }),
      user('GET /settings').shows({ default_language: 'de' }),
      owner(change, { default_language: 'en' }).shows({ default_language: 'en' }),
    ]),
    parameter('jitsi_server_url', 'is a URL, or "default" for none', [
      owner(change, { jitsi_server_url: 'https://meet.example.com' }).shows({
        jitsi_server_url: 'https://meet.example.com',
      }),
      owner(change, { jitsi_server_url: 'default' }).shows({ jitsi_server_url: null }),
    ]),
    refuses('jitsi_server_url', 'javascript:alert(1)', 'jitsi_server_url is not a URL'),
    ...channel('service_update_announcements_stream_id', 'channel'),
    rule('where avatars are not changed, people keep theirs and administrators change their own', [
      owner(change, { avatar_changes_disabled: true }),
      member('POST /users/me/avatar').uploads('pixel.png').refused('BAD_REQUEST', NO_AVATARS),
      administrator('POST /users/me/avatar').uploads('pixel.png').shows(),
      administrator('DELETE /users/me/avatar').shows(),
      owner(change, { avatar_changes_disabled: false }).shows(),
    ]),
    rule('where addresses are not changed, people keep theirs', [
      owner(change, { email_changes_disabled: true }),
      user('PATCH /settings', { email: '{fresh}@example.com' }).refused(
        'BAD_REQUEST',
        'Email address changes are disabled in this organization.',
      ),
      owner(change, { email_changes_disabled: false }).shows(),
    ]),
    rule('without previews, pictures are links', [
      owner(change, { inline_image_preview: false }),
      member('POST /messages/render', { content: PICTURE }).shows({
        rendered: `<p><a href="${PICTURE}">${PICTURE}</a></p>`,
      }),
      owner(change, { inline_image_preview: true }),
      member('POST /messages/render', { content: PICTURE }).shows({ rendered: matching(/<img/) }),
    ]),
  ],
};
