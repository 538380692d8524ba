/** PATCH and DELETE /streams/{stream_id}: who may. */
import { channelIs, newChannel, PERMISSIONS } from './channelSteps.ts';
import { permits } from './permissionSteps.ts';
import {
  administrator,
  asksForLogin,
  type Chapter,
  error,
  guest,
  member,
  moderator,
  owner,
  parameter,
  type Row,
  rule,
  type Shown,
  type Step,
} from './row.ts';

const badRequest = 'BAD_REQUEST';
const patch = 'PATCH /streams/{id}';
const hidden = { invite_only: true };
const let_ = (name: string): Shown => ({ [name]: '{members}' });
const notYours = [
  'CANNOT_ADMINISTER_CHANNEL',
  'You do not have permission to administer this channel.',
] as const;
const contentAccess = 'Channel content access is required.';
const spectators = (enabled: boolean): Step =>
  owner('PATCH /realm', { enable_spectator_access: enabled }).shows();

/** The settings that name a channel. */
const allIn = (channel: unknown): Shown => ({
  new_stream_announcements_stream_id: channel,
  signup_announcements_stream_id: channel,
  moderation_request_channel_id: channel,
});

/** A state that asks for a permission is not reached by somebody without it, whoever administers the channel. */
const asksToCreate = (name: string, permission: string, value: boolean, before: Shown): Row =>
  parameter(name, `asks for ${permission}`, [
    ...newChannel({ ...let_('can_administer_channel_group'), ...before }, member),
    ...(name === 'is_archived' ? [member('DELETE /streams/{id}').shows()] : []),
    permits(permission, '{owners}'),
    member(patch, { [name]: value }).refused(badRequest, 'Insufficient permission'),
    permits(permission, '{members}'),
    member(patch, { [name]: value }).shows(),
  ]);

/** Whoever administers a channel without reading it may not say who else does. */
const asksForContent = (name: string, value: unknown): Row =>
  parameter(name, 'of a private channel asks for somebody who follows it', [
    ...newChannel(hidden),
    administrator(patch, { [name]: value }).refused(badRequest, contentAccess),
  ]);

export const channelChangers: Chapter = {
  about: 'PATCH /streams/:stream_id: who may',
  file: 'channelChangers.ts',
  server: { WEB_PUBLIC_CHANNELS: 'on' },
  rows: [
    rule('administrators change every public channel', [
      ...newChannel(),
      administrator(patch, { description: 'new' }).shows(),
      channelIs({ description: 'new' }),
    ]),
    rule('members of can_administer_channel_group change the channel', [
      ...newChannel(let_('can_administer_channel_group')),
      member(patch, { description: 'new' }).shows(),
      channelIs({ description: 'new' }),
    ]),
    rule('guests never do, even where they are listed', [
      ...newChannel({
        principals: ['{guest}'],
        can_administer_channel_group: { direct_members: ['{guest}'], direct_subgroups: [] },
      }),
      guest(patch, { description: 'new' }).refused(...notYours),
    ]),
    error('CANNOT_ADMINISTER_CHANNEL', 'answers others who see the channel', [
      ...newChannel(),
      moderator(patch, { description: 'new' }).refused(...notYours),
    ]),
    parameter('stream_id', 'is the channel', [
      owner('PATCH /streams/{quiet}', { description: 'new' }).shows(),
      channelIs({ description: 'new' }, '{quiet}'),
    ]),
    parameter('stream_id', 'is an existing channel', [
      owner('PATCH /streams/{nobody}', { description: 'new' }).refused(badRequest, 'Invalid channel ID'),
    ]),
    error(badRequest, 'answers hidden channels like absent ones', [
      member('PATCH /streams/{hidden}', { description: 'new' }).refused(badRequest, 'Invalid channel ID'),
    ]),
    asksForLogin('PATCH /streams/{quiet}', { description: 'new' }),
    ...(['new_name', 'description'] as const).map((name) =>
      parameter(name, 'of a private channel may be changed from outside by administrators', [
        ...newChannel(hidden),
        administrator(patch, { [name]: 'by {fresh}' }).shows(),
        channelIs({ [name === 'new_name' ? 'name' : name]: 'by {fresh}' }),
      ]),
    ),
    parameter('folder_id', 'of a private channel may be changed from outside by administrators', [
      ...newChannel(hidden),
      administrator(patch, { folder_id: '{folder}' }).shows(),
      channelIs({ folder_id: '{folder}' }),
    ]),
    asksForContent('is_private', false),
    asksForContent('is_web_public', true),
    asksForContent('history_public_to_subscribers', true),
    ...Object.keys(PERMISSIONS).map((name) => asksForContent(name, { new: '{moderators}' })),
    parameter('is_default_stream', 'is for administrators', [
      ...newChannel(let_('can_administer_channel_group')),
      member(patch, { is_default_stream: true }).refused(
        badRequest,
        'You do not have permission to change default channels.',
      ),
    ]),
    error('UNAUTHORIZED_PRINCIPAL', 'answers administrators who set message_retention_days', [
      ...newChannel(),
      administrator(patch, { message_retention_days: 30 }).refused(
        'UNAUTHORIZED_PRINCIPAL',
        'Must be an organization owner',
      ),
    ]),
    parameter('topics_policy', 'is for can_set_topics_policy_group and administrators', [
      permits('can_set_topics_policy_group', '{noone}'),
      ...newChannel(let_('can_administer_channel_group')),
      member(patch, { topics_policy: 'disable_empty_topic' }).refused(badRequest, 'Insufficient permission'),
      administrator(patch, { topics_policy: 'disable_empty_topic' }).shows(),
      permits('can_set_topics_policy_group', '{members}'),
    ]),
    ...['can_delete_any_message_group', 'can_delete_own_message_group'].map((name) =>
      parameter(name, 'is for can_set_delete_message_policy_group and administrators', [
        ...newChannel(let_('can_administer_channel_group')),
        member(patch, { [name]: { new: '{moderators}' } }).refused(badRequest, 'Insufficient permission'),
        administrator(patch, { [name]: { new: '{moderators}' } }).shows(),
      ]),
    ),
    asksToCreate('is_private', 'can_create_public_channel_group', false, hidden),
    asksToCreate('is_private', 'can_create_private_channel_group', true, {}),
    asksToCreate('is_archived', 'can_create_public_channel_group', false, {}),
    asksToCreate('is_archived', 'can_create_private_channel_group', false, hidden),
    parameter('is_web_public', 'asks for an organization that lets spectators in', [
      ...newChannel(),
      owner(patch, { is_web_public: true }).refused(badRequest, 'Web-public channels are not enabled.'),
    ]),
    parameter('is_web_public', 'asks for can_create_web_public_channel_group, the owners at first', [
      ...newChannel(),
      spectators(true),
      administrator(patch, { is_web_public: true }).refused(badRequest, 'Insufficient permission'),
      spectators(false),
    ]),
    parameter('is_web_public', 'true opens it to everybody, false makes it public', [
      ...newChannel(),
      spectators(true),
      owner(patch, { is_web_public: true }).shows(),
      spectators(false),
      channelIs({ is_web_public: true, invite_only: false }),
      owner(patch, { is_web_public: false }).shows(),
      channelIs({ is_web_public: false, invite_only: false }),
    ]),
    parameter('is_web_public', 'is not true of a channel that stays private', [
      ...newChannel(hidden),
      spectators(true),
      owner(patch, { is_web_public: true }).refused(badRequest, 'Invalid parameters'),
      channelIs({ is_web_public: false, invite_only: true }),
      owner(patch, { is_web_public: true, is_private: false }).shows(),
      channelIs({ is_web_public: true, invite_only: false }),
      spectators(false),
    ]),
    parameter('is_private', 'true closes a web-public channel', [
      spectators(true),
      ...newChannel({ is_web_public: true }),
      spectators(false),
      owner(patch, { is_private: true }).shows(),
      channelIs({ is_web_public: false, invite_only: true }),
    ]),
    parameter('history_public_to_subscribers', 'is not false of a web-public channel', [
      spectators(true),
      ...newChannel({ is_web_public: true }),
      spectators(false),
      owner(patch, { history_public_to_subscribers: false }).refused(badRequest, 'Invalid parameters'),
    ]),
    parameter('is_private', 'is not false of the channel for moderation requests', [
      ...newChannel(hidden),
      owner('PATCH /realm', { moderation_request_channel_id: '{id}' }).shows(),
      owner(patch, { is_private: false }).refused(badRequest, 'Moderation request channel must be private.'),
      owner('PATCH /realm', { moderation_request_channel_id: -1 }).shows(),
    ]),
  ],
};

const archive = 'DELETE /streams/{id}';

export const channelArchiving: Chapter = {
  about: 'DELETE /streams/:stream_id',
  file: 'channelChangers.ts',
  rows: [
    parameter('stream_id', 'is the channel that is archived', [
      ...newChannel(),
      owner(archive).shows(),
      channelIs({ is_archived: true }),
    ]),
    parameter('stream_id', 'is an existing channel', [
      owner('DELETE /streams/{nobody}').refused(badRequest, 'Invalid channel ID'),
    ]),
    error(badRequest, 'answers hidden channels like absent ones', [
      member('DELETE /streams/{hidden}').refused(badRequest, 'Invalid channel ID'),
    ]),
    error('CANNOT_ADMINISTER_CHANNEL', 'answers others who see the channel', [
      ...newChannel(),
      moderator(archive).refused(...notYours),
    ]),
    asksForLogin('DELETE /streams/{quiet}'),
    rule('administrators archive private channels from outside', [
      ...newChannel(hidden),
      administrator(archive).shows(),
      channelIs({ is_archived: true }),
    ]),
    rule('members of can_administer_channel_group archive the channel', [
      ...newChannel(let_('can_administer_channel_group')),
      member(archive).shows(),
      channelIs({ is_archived: true }),
    ]),
    rule('an archived channel keeps its subscribers', [
      ...newChannel({ principals: ['{owner}', '{member}'] }),
      owner(archive).shows(),
      channelIs({ subscriber_count: 2 }),
    ]),
    rule('an archived channel is no default channel', [
      ...newChannel({ is_default_stream: true }),
      owner(archive).shows(),
      owner('GET /streams', { include_default: true, exclude_archived: false }).shows({
        'streams[stream_id={id}].is_default': false,
      }),
    ]),
    rule('an archived channel is named by no setting of the organization any more', [
      ...newChannel(hidden),
      owner('PATCH /realm', allIn('{id}')).shows(),
      owner(patch, { is_archived: true }).shows().records(0),
      owner(archive).shows().records(4),
      owner('PATCH /realm', allIn(-1)).shows().records(0),
      owner('PATCH /realm', allIn('{id}')).refused(badRequest, 'Invalid channel ID'),
    ]),
    rule('an archived channel is archived no second time', [
      ...newChannel(),
      owner(archive).shows(),
      owner(archive).shows().records(0),
    ]),
    rule('nobody writes into an archived channel', [
      ...newChannel(),
      owner(archive).shows(),
      owner('POST /messages', { type: 'channel', to: '{id}', topic: 't', content: 'x' }).refused(
        badRequest,
        "Not authorized to send to channel '{fresh}'",
      ),
    ]),
  ],
};
