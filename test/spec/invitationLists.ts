/** Links to join by, and the invitations that are there. */
import { invite } from './invitations.ts';
import {
  absent,
  administrator,
  anonymous,
  type Chapter,
  error,
  field,
  guest,
  integer,
  later,
  matching,
  member,
  moderator,
  owner,
  parameter,
  rule,
  type Shown,
} from './row.ts';

const server = { INVITATIONS_PER_DAY: '1000' };
const link = (fields: Shown = {}, by = administrator) => by('POST /invites/multiuse', fields);
const LINK = matching(/^https:\/\/chat\.example\.com\/join\/[A-Za-z0-9]{32}\/$/);
const made = 'invites[link_url={link}]';
const makes = (fields: Shown = {}, by = administrator) => link(fields, by).keeps({ link: 'invite_link' });
const may = (permission: string, who: string) => owner('PATCH /realm', { [permission]: { new: who } });
const notThere = matching(/^Invalid channel ID \d+\. No invites were sent\.$/);

export const invitationLinks: Chapter = {
  about: 'POST /invites/multiuse',
  file: 'invitationLists.ts',
  server,
  rows: [
    field('invite_link', 'is the URL that newcomers visit', [link().shows({ invite_link: LINK })]),
    parameter('invite_expires_in_minutes', 'is when the link ends', [
      makes({ invite_expires_in_minutes: 10 }),
      later(9 * 60),
      owner('GET /invites').shows({ [`${made}.is_multiuse`]: true }),
      later(2 * 60),
      owner('GET /invites').shows({ [made]: absent }),
    ]),
    parameter('invite_expires_in_minutes', 'null is never', [
      makes({ invite_expires_in_minutes: null }),
      owner('GET /invites').shows({ [`${made}.expiry_date`]: null }),
    ]),
    parameter('invite_expires_in_minutes', 'is ten days where it is left out', [
      makes(),
      later(14_399 * 60),
      owner('GET /invites').shows({ [`${made}.is_multiuse`]: true }),
      later(60),
      owner('GET /invites').shows({ [made]: absent }),
    ]),
    parameter('invite_as', 'is the role of people who join by it, by default that of a member', [
      makes(),
      owner('GET /invites').shows({ [`${made}.invited_as`]: 400 }),
      link({ invite_as: 600 }).keeps({ other: 'invite_link' }),
      owner('GET /invites').shows({ 'invites[link_url={other}].invited_as': 600 }),
    ]),
    parameter('invite_as', '100 is for owners', [
      link({ invite_as: 100 }).refused('UNAUTHORIZED_PRINCIPAL', 'Must be an organization owner'),
      link({ invite_as: 100 }, owner).shows(),
    ]),
    parameter('invite_as', '200 and 300 are for administrators', [
      may('create_multiuse_invite_group', '{members}').shows(),
      link({ invite_as: 200 }, moderator).refused('BAD_REQUEST', 'Must be an organization administrator'),
      link({ invite_as: 300 }, moderator).refused('BAD_REQUEST', 'Must be an organization administrator'),
      link({ invite_as: 300 }).shows(),
      may('create_multiuse_invite_group', '{administrators}').shows(),
    ]),
    parameter('stream_ids', 'are the channels of people who join by it', [
      link({ stream_ids: ['{channel}'] }).shows(),
    ]),
    parameter('stream_ids', 'exist and are known to the inviter', [
      link({ stream_ids: ['{nobody}'] }).refused('BAD_REQUEST', notThere),
      may('create_multiuse_invite_group', '{members}').shows(),
      link({ stream_ids: ['{hidden}'] }, member).refused('BAD_REQUEST', notThere),
      may('create_multiuse_invite_group', '{administrators}').shows(),
    ]),
    parameter('stream_ids', 'are default channels where the inviter may not subscribe others', [
      may('create_multiuse_invite_group', '{members}').shows(),
      may('can_add_subscribers_group', '{administrators}').shows(),
      link({ stream_ids: ['{quiet}'] }, member).refused(
        'BAD_REQUEST',
        'You do not have permission to subscribe other users to channels.',
      ),
      link({ include_realm_default_subscriptions: true }, member).shows(),
      may('can_add_subscribers_group', '{members}').shows(),
      may('create_multiuse_invite_group', '{administrators}').shows(),
    ]),
    parameter('group_ids', 'are groups that the inviter may add people to', [
      link({ group_ids: ['{group}'] }, owner).shows(),
      link({ group_ids: ['{members}'] }, owner).refused('BAD_REQUEST', 'Insufficient permission'),
    ]),
    parameter('include_realm_default_subscriptions', 'is a boolean', [
      link({ include_realm_default_subscriptions: true }).shows(),
      link({ include_realm_default_subscriptions: 'yes' }).refused(
        'BAD_REQUEST',
        'include_realm_default_subscriptions is not valid JSON',
      ),
    ]),
    parameter('welcome_message_custom_text', 'has 8000 characters at most', [
      link({ welcome_message_custom_text: 'Hello!' }).shows(),
      link({ welcome_message_custom_text: '{tooLong}' }).refused(
        'BAD_REQUEST',
        'welcome_message_custom_text is too long (limit: 8000 characters)',
      ),
    ]),
    error('BAD_REQUEST', 'answers people who may invite but not make links', [
      link({}, moderator).refused('BAD_REQUEST', 'Insufficient permission'),
      invite({}, moderator).shows(),
    ]),
    rule('others than administrators make links where the organization lets them', [
      may('create_multiuse_invite_group', '{members}').shows(),
      link({}, member).shows({ invite_link: LINK }),
      link({}, guest).refused('BAD_REQUEST', 'Not allowed for guest users'),
      may('create_multiuse_invite_group', '{administrators}').shows(),
    ]),
  ],
};

const mailed = 'invites[email={fresh}@example.org]';
const byMail = (fields: Shown = {}, by = member) => [
  invite(fields, by).shows(),
  by('GET /invites').keeps({ id: `${mailed}.id` }),
];
const byLink = [makes(), administrator('GET /invites').keeps({ id: `${made}.id` })];
const noSuch = ['BAD_REQUEST', 'No such invitation'] as const;

export const listedInvitations: Chapter = {
  about: 'GET /invites',
  file: 'invitationLists.ts',
  server,
  rows: [
    ...(
      [
        ['id', 'is an integer', integer],
        ['invited_by_user_id', 'is who invited', '{member}'],
        ['invited', 'is when it was sent, in UNIX seconds', integer],
        ['expiry_date', 'is when it ends, in UNIX seconds', integer],
        ['invited_as', 'is the role', 400],
        ['is_multiuse', 'is false of an invitation by mail', false],
        ['notify_referrer_on_join', 'says whether the inviter is notified', true],
        ['stream_ids', 'are the channels that it gives', []],
        ['group_ids', 'are the groups that it gives', []],
        ['include_realm_default_subscriptions', 'says whether it gives the default channels, too', false],
        ['is_usable', 'says whether it can be followed', true],
        ['email', 'is the address that it went to', '{fresh}@example.org'],
      ] as const
    ).map(([name, promise, value]) =>
      field(`invites[].${name}`, promise, [
        ...byMail(),
        member('GET /invites').shows({ [`${mailed}.${name}`]: value, [`${mailed}.link_url`]: absent }),
      ]),
    ),
    field('invites[].link_url', 'is the link of an invitation by link', [
      ...byLink,
      administrator('GET /invites').shows({
        [`${made}.link_url`]: LINK,
        [`${made}.is_multiuse`]: true,
        [`${made}.email`]: absent,
        [`${made}.notify_referrer_on_join`]: absent,
      }),
    ]),
    field('invites[].stream_ids', 'are not those that the inviter may not give any more', [
      ...byMail({ stream_ids: ['{quiet}'] }),
      member('GET /invites').shows({ [`${mailed}.stream_ids`]: ['{quiet}'] }),
      may('can_add_subscribers_group', '{administrators}').shows(),
      member('GET /invites').shows({ [`${mailed}.stream_ids`]: [] }),
      may('can_add_subscribers_group', '{members}').shows(),
    ]),
    field('invites[].is_usable', 'is false where the inviter may not offer it any more', [
      ...byMail(),
      may('can_invite_users_group', '{administrators}').shows(),
      administrator('GET /invites').shows({ [`${mailed}.is_usable`]: false }),
      administrator('POST /invites/{id}/resend').refused(
        'BAD_REQUEST',
        'Whoever has made this invitation may not offer it any more',
      ),
      may('can_invite_users_group', '{members}').shows(),
    ]),
    rule('administrators see all invitations, others their own', [
      ...byMail(),
      administrator('GET /invites').shows({ [`${mailed}.invited_by_user_id`]: '{member}' }),
      moderator('GET /invites').shows({ [mailed]: absent }),
      guest('GET /invites').refused('BAD_REQUEST', 'Not allowed for guest users'),
    ]),
    error('UNAUTHORIZED', 'answers callers who are not logged in', [
      anonymous('GET /invites').refused('UNAUTHORIZED', matching(/^Missing authorization/), {}, 401),
    ]),
  ],
};

export const changedInvitations: Chapter = {
  about: 'DELETE /invites/:invite_id, DELETE /invites/multiuse/:invite_id, POST /invites/:invite_id/resend',
  file: 'invitationLists.ts',
  server,
  rows: [
    rule('an invitation by mail is gone once it is revoked', [
      ...byMail(),
      member('DELETE /invites/{id}').shows(),
      member('GET /invites').shows({ [mailed]: absent }),
      member('DELETE /invites/{id}').refused(...noSuch),
      member('POST /invites/{id}/resend').refused(...noSuch),
    ]),
    rule('an invitation by link is gone once it is revoked, and known to have been', [
      ...byLink,
      administrator('DELETE /invites/multiuse/{id}').shows(),
      administrator('GET /invites').shows({ [made]: absent }),
      owner('DELETE /invites/multiuse/{id}').refused('BAD_REQUEST', 'Invitation has already been revoked'),
      member('DELETE /invites/multiuse/{id}').refused(...noSuch),
    ]),
    rule('administrators revoke and resend others’ invitations, which are hidden from everybody else', [
      ...byMail(),
      moderator('DELETE /invites/{id}').refused(...noSuch),
      moderator('POST /invites/{id}/resend').refused(...noSuch),
      administrator('POST /invites/{id}/resend').shows(),
      administrator('DELETE /invites/{id}').shows(),
    ]),
    rule('an invitation to become an owner is for owners', [
      ...byMail({ invite_as: 100 }, owner),
      ...['DELETE /invites/{id}', 'POST /invites/{id}/resend'].map((request) =>
        administrator(request).refused('UNAUTHORIZED_PRINCIPAL', 'Must be an organization owner'),
      ),
      owner('DELETE /invites/{id}').shows(),
    ]),
    rule('each kind has its own way', [
      ...byLink,
      administrator('DELETE /invites/{id}').refused(...noSuch),
      administrator('POST /invites/{id}/resend').refused(...noSuch),
      administrator('DELETE /invites/multiuse/{id}').shows(),
    ]),
    rule('an invitation that is sent again lasts as long again', [
      ...byMail({ invite_expires_in_minutes: 10 }),
      later(9 * 60),
      member('POST /invites/{id}/resend').shows(),
      later(9 * 60),
      member('GET /invites').shows({ [`${mailed}.id`]: '{id}' }),
      later(2 * 60),
      member('POST /invites/{id}/resend').refused(...noSuch),
    ]),
    error('UNAUTHORIZED_PRINCIPAL', 'answers administrators about a link to become an owner', [
      owner('POST /invites/multiuse', { stream_ids: [], invite_as: 100 }).keeps({ url: 'invite_link' }),
      owner('GET /invites').keeps({ id: 'invites[link_url={url}].id' }),
      administrator('DELETE /invites/multiuse/{id}').refused(
        'UNAUTHORIZED_PRINCIPAL',
        'Must be an organization owner',
      ),
      owner('DELETE /invites/multiuse/{id}').shows(),
    ]),
    parameter('invite_id', 'is that of an invitation', [
      owner('DELETE /invites/{nobody}').refused(...noSuch),
      owner('DELETE /invites/multiuse/{nobody}').refused(...noSuch),
      owner('POST /invites/{nobody}/resend').refused(...noSuch),
    ]),
  ],
};
