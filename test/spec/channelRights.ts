/** POST /users/me/subscriptions: who may what. */
import { channelIs, newChannel, oneChannel, subscribe } from './channelSteps.ts';
import { permits } from './permissionSteps.ts';
import {
  administrator,
  type Chapter,
  error,
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
const insufficient = 'Insufficient permission';
const spectators = (enabled: boolean): Step =>
  owner('PATCH /realm', { enable_spectator_access: enabled }).shows();

/** What the organization lets a group do, and takes from the others; nobody is an administrator here. */
const organizationLets = (
  name: string,
  promise: string,
  group: string,
  settings: Shown,
  usual: string,
): Row =>
  rule(promise, [
    permits(name, group),
    member(subscribe, { ...oneChannel(), ...settings }).refused(badRequest, insufficient),
    moderator(subscribe, { ...oneChannel(), ...settings }).shows(),
    permits(name, usual),
  ]);

export const channelRights: Chapter = {
  about: 'POST /users/me/subscriptions: who may',
  file: 'channelRights.ts',
  server: { WEB_PUBLIC_CHANNELS: 'on' },
  rows: [
    organizationLets(
      'can_create_public_channel_group',
      'public channels are created by can_create_public_channel_group',
      '{moderators}',
      {},
      '{members}',
    ),
    organizationLets(
      'can_create_private_channel_group',
      'private channels are created by can_create_private_channel_group',
      '{moderators}',
      { invite_only: true },
      '{members}',
    ),
    parameter('is_web_public', 'asks for an organization that lets spectators in', [
      owner(subscribe, { ...oneChannel(), is_web_public: true }).refused(
        badRequest,
        'Web-public channels are not enabled.',
      ),
    ]),
    parameter('is_web_public', 'asks for can_create_web_public_channel_group, the owners at first', [
      spectators(true),
      administrator(subscribe, { ...oneChannel(), is_web_public: true }).refused(badRequest, insufficient),
      spectators(false),
    ]),
    parameter('is_web_public', 'true makes a channel for everybody', [
      spectators(true),
      ...newChannel({ is_web_public: true }),
      spectators(false),
      channelIs({ is_web_public: true, invite_only: false, history_public_to_subscribers: true }),
    ]),
    parameter('is_web_public', 'is not true of a private channel', [
      owner(subscribe, { ...oneChannel(), is_web_public: true, invite_only: true }).refused(
        badRequest,
        'Invalid parameters',
      ),
    ]),
    error(badRequest, 'answers people who change default channels and are not administrators', [
      moderator(subscribe, { ...oneChannel(), is_default_stream: true }).refused(
        badRequest,
        'You do not have permission to change default channels.',
      ),
    ]),
    error('UNAUTHORIZED_PRINCIPAL', 'answers administrators who set message_retention_days', [
      administrator(subscribe, { ...oneChannel(), message_retention_days: 30 }).refused(
        'UNAUTHORIZED_PRINCIPAL',
        'Must be an organization owner',
      ),
    ]),
    rule('anybody may say that messages are kept as the organization has it', [
      member(subscribe, { ...oneChannel(), message_retention_days: 'realm_default' }).shows(),
    ]),
    organizationLets(
      'can_set_topics_policy_group',
      'a topics policy is set by can_set_topics_policy_group',
      '{moderators}',
      { topics_policy: 'disable_empty_topic' },
      '{members}',
    ),
    rule('administrators set a topics policy in any case', [
      permits('can_set_topics_policy_group', '{noone}'),
      administrator(subscribe, { ...oneChannel(), topics_policy: 'allow_empty_topic' }).shows(),
      permits('can_set_topics_policy_group', '{members}'),
    ]),
    ...['can_delete_any_message_group', 'can_delete_own_message_group'].flatMap((name) => [
      parameter(name, 'is given by can_set_delete_message_policy_group, the moderators at first', [
        member(subscribe, { ...oneChannel(), [name]: '{members}' }).refused(badRequest, insufficient),
        moderator(subscribe, { ...oneChannel(), [name]: '{members}' }).shows(),
      ]),
      parameter(name, 'may be set to nobody by anyone', [
        member(subscribe, { ...oneChannel(), [name]: '{noone}' }).shows(),
      ]),
    ]),
    rule('any member follows a public channel', [
      member(subscribe, oneChannel('{quietName}')).shows({ subscribed: { '{member}': ['{quietName}'] } }),
    ]),
    ...['can_subscribe_group', 'can_add_subscribers_group'].map((name) =>
      parameter(name, 'lets people into a private channel', [
        ...newChannel({ invite_only: true, [name]: '{members}' }),
        member(subscribe, oneChannel()).shows({ subscribed: { '{member}': ['{fresh}'] } }),
      ]),
    ),
    rule('followers of a private channel are already subscribed', [
      member(subscribe, oneChannel('{secretName}')).shows({
        already_subscribed: { '{member}': ['{secretName}'] },
      }),
    ]),
    error(badRequest, 'answers people who may not subscribe others, always', [
      permits('can_add_subscribers_group', '{moderators}'),
      member(subscribe, {
        ...oneChannel('{quietName}'),
        principals: ['{guest}'],
        authorization_errors_fatal: false,
      }).refused(badRequest, insufficient),
      permits('can_add_subscribers_group', '{members}'),
    ]),
    parameter('principals', 'of the caller’s ID alone are nobody else', [
      permits('can_add_subscribers_group', '{moderators}'),
      member(subscribe, { ...oneChannel('{quietName}'), principals: ['{member}'] }).shows({
        subscribed: { '{member}': ['{quietName}'] },
      }),
      permits('can_add_subscribers_group', '{members}'),
    ]),
    parameter('principals', 'by address are always others', [
      permits('can_add_subscribers_group', '{moderators}'),
      member(subscribe, { ...oneChannel('{quietName}'), principals: ['{memberEmail}'] }).refused(
        badRequest,
        insufficient,
      ),
      permits('can_add_subscribers_group', '{members}'),
    ]),
    rule('administrators subscribe others in any case', [
      permits('can_add_subscribers_group', '{noone}'),
      administrator(subscribe, { ...oneChannel('{quietName}'), principals: ['{guest}'] }).shows({
        subscribed: { '{guest}': ['{quietName}'] },
      }),
      permits('can_add_subscribers_group', '{members}'),
    ]),
    ...['can_add_subscribers_group', 'can_administer_channel_group'].map((name) =>
      parameter(name, 'lets them subscribe others', [
        permits('can_add_subscribers_group', '{noone}'),
        ...newChannel({ [name]: '{members}' }),
        member(subscribe, { ...oneChannel(), principals: ['{guest}'] }).shows({
          subscribed: { '{guest}': ['{fresh}'] },
        }),
        permits('can_add_subscribers_group', '{members}'),
      ]),
    ),
    rule('others are subscribed only to what the caller could read', [
      administrator(subscribe, { ...oneChannel('{hiddenName}'), principals: ['{member}'] }).refused(
        badRequest,
        insufficient,
      ),
    ]),
    parameter('authorization_errors_fatal', 'does not count where others are subscribed', [
      administrator(subscribe, {
        ...oneChannel('{hiddenName}'),
        principals: ['{member}'],
        authorization_errors_fatal: false,
      }).refused(badRequest, insufficient),
    ]),
    rule('guests are let in by nobody but those who may subscribe others', [
      ...newChannel({ invite_only: true }),
      owner(subscribe, { ...oneChannel(), principals: ['{guest}'] }).shows({
        subscribed: { '{guest}': ['{fresh}'] },
      }),
    ]),
  ],
};
