/** Inviting people by mail. */
import {
  absent,
  administrator,
  anonymous,
  type Chapter,
  error,
  field,
  guest,
  later,
  lacking,
  matching,
  member,
  moderator,
  owner,
  parameter,
  rule,
  type Shown,
  type Step,
  user,
} from './row.ts';

/** Invites somebody new, or whom the fields name. */
export const invite = (fields: Shown = {}, by = member): Step =>
  by('POST /invites', { invitee_emails: '{fresh}@example.org', stream_ids: [], ...fields });

export const row = 'invites[email={fresh}@example.org]';
export const listed = (shown: Shown, by = member) =>
  by('GET /invites').shows(Object.fromEntries(Object.entries(shown).map(([k, v]) => [`${row}.${k}`, v])));
const may = (permission: string, who: string) => owner('PATCH /realm', { [permission]: { new: who } });
const notThere = matching(/^Invalid channel ID \d+\. No invites were sent\.$/);

export const invitations: Chapter = {
  about: 'POST /invites',
  file: 'invitations.ts',
  server: { INVITATIONS_PER_DAY: '1000' },
  rows: [
    parameter('invitee_emails', 'are addresses between commas and line ends', [
      invite({ invitee_emails: '{fresh}@example.org, a{fresh}@example.org\nb{fresh}@example.org' }).shows(),
      member('GET /invites').shows({
        [`${row}.email`]: '{fresh}@example.org',
        'invites[email=a{fresh}@example.org].email': 'a{fresh}@example.org',
        'invites[email=b{fresh}@example.org].email': 'b{fresh}@example.org',
      }),
    ]),
    parameter('invitee_emails', 'may be names with addresses in brackets', [
      invite({ invitee_emails: 'Somebody New <{fresh}@example.org>' }).shows(),
      listed({ email: '{fresh}@example.org' }),
    ]),
    parameter('invitee_emails', 'name somebody', [
      invite({ invitee_emails: ' ,\n' }).refused(
        'BAD_REQUEST',
        'You must specify at least one email address.',
      ),
    ]),
    parameter('invitee_emails', 'count once, however often they are said', [
      invite({ invitee_emails: '{fresh}@example.org,{fresh}@EXAMPLE.ORG' }).shows(),
      member('GET /invites').shows({ 'invites[email={fresh}@EXAMPLE.ORG]': absent }),
    ]),
    parameter('invitee_emails', 'may be invited again while the first invitation is pending', [
      invite().shows(),
      invite().shows(),
    ]),
    parameter('invitee_emails', 'must be sent', [
      member('POST /invites', { stream_ids: [] }).refused(
        'REQUEST_VARIABLE_MISSING',
        "Missing 'invitee_emails' argument",
        { var_name: 'invitee_emails' },
      ),
    ]),
    parameter('invite_expires_in_minutes', 'is when the invitation ends', [
      invite({ invite_expires_in_minutes: 10 }).shows(),
      later(9 * 60),
      listed({ email: '{fresh}@example.org' }),
      later(2 * 60),
      member('GET /invites').shows({ [row]: absent }),
    ]),
    parameter('invite_expires_in_minutes', 'null is never', [
      invite({ invite_expires_in_minutes: null }).shows(),
      listed({ expiry_date: null }),
    ]),
    parameter('invite_expires_in_minutes', 'is 14400, ten days, where it is left out', [
      invite().shows(),
      later(14_399 * 60),
      listed({ email: '{fresh}@example.org' }),
      later(60),
      member('GET /invites').shows({ [row]: absent }),
    ]),
    parameter('invite_expires_in_minutes', 'is 1 at least', [
      invite({ invite_expires_in_minutes: 0 }).refused(
        'BAD_REQUEST',
        'invite_expires_in_minutes is too small',
      ),
    ]),
    parameter('invite_expires_in_minutes', 'is an integer', [
      invite({ invite_expires_in_minutes: '"10"' }).refused(
        'BAD_REQUEST',
        'invite_expires_in_minutes is not an integer',
      ),
    ]),
    parameter('invite_as', 'is the role, by default that of a member', [
      invite().shows(),
      listed({ invited_as: 400 }),
      invite({ invite_as: 600, invitee_emails: 'as{fresh}@example.org' }).shows(),
      member('GET /invites').shows({ 'invites[email=as{fresh}@example.org].invited_as': 600 }),
    ]),
    parameter('invite_as', 'is one of the roles', [
      invite({ invite_as: 500 }, owner).refused('BAD_REQUEST', 'Invalid invite_as'),
    ]),
    parameter('invite_as', '100 is for owners', [
      invite({ invite_as: 100 }, administrator).refused(
        'UNAUTHORIZED_PRINCIPAL',
        'Must be an organization owner',
      ),
      invite({ invite_as: 100 }, owner).shows(),
    ]),
    ...[200, 300].map((role) =>
      parameter('invite_as', `${role} is for administrators`, [
        invite({ invite_as: role }, moderator).refused(
          'BAD_REQUEST',
          'Must be an organization administrator',
        ),
        invite({ invite_as: role }, administrator).shows(),
      ]),
    ),
    parameter('stream_ids', 'are channels of the newcomer', [invite({ stream_ids: ['{channel}'] }).shows()]),
    parameter('stream_ids', 'must be sent, and may be empty', [
      member('POST /invites', { invitee_emails: '{fresh}@example.org' }).refused(
        'REQUEST_VARIABLE_MISSING',
        "Missing 'stream_ids' argument",
        { var_name: 'stream_ids' },
      ),
    ]),
    parameter('stream_ids', 'exist and are known to the inviter, else nobody is invited', [
      invite({ stream_ids: ['{channel}', '{nobody}'] }).refused('BAD_REQUEST', notThere),
      invite({ stream_ids: ['{channel}', '{hidden}'] }).refused('BAD_REQUEST', notThere),
      member('GET /invites').shows({ [row]: absent }),
    ]),
    parameter('stream_ids', 'are default channels where the inviter may not subscribe others', [
      may('can_add_subscribers_group', '{administrators}').shows(),
      invite({ stream_ids: ['{quiet}'] }).refused(
        'BAD_REQUEST',
        'You do not have permission to subscribe other users to channels.',
      ),
      owner('POST /default_streams', { stream_id: '{quiet}' }).shows(),
      invite({ stream_ids: ['{quiet}'] }).shows(),
      may('can_add_subscribers_group', '{members}').shows(),
    ]),
    parameter('group_ids', 'are groups that the inviter may add people to', [
      invite({ group_ids: ['{group}'] }, owner).shows(),
      invite({ group_ids: ['{group}'] }).refused('BAD_REQUEST', 'Insufficient permission'),
    ]),
    parameter('group_ids', 'are no system groups, and exist', [
      invite({ group_ids: ['{moderators}'] }, owner).refused('BAD_REQUEST', 'Insufficient permission'),
      invite({ group_ids: ['{nobody}'] }, owner).refused('BAD_REQUEST', 'Invalid user group'),
    ]),
    parameter(
      'include_realm_default_subscriptions',
      'may be true for people who may not subscribe others, and is a boolean',
      [
        may('can_add_subscribers_group', '{administrators}').shows(),
        invite({ include_realm_default_subscriptions: true }).shows(),
        may('can_add_subscribers_group', '{members}').shows(),
        invite({ include_realm_default_subscriptions: 1 }).refused(
          'BAD_REQUEST',
          'include_realm_default_subscriptions is not a boolean',
        ),
      ],
    ),
    parameter('notify_referrer_on_join', 'is true at first', [
      invite().shows(),
      listed({ notify_referrer_on_join: true }),
      invite({ notify_referrer_on_join: false, invitee_emails: 'n{fresh}@example.org' }).shows(),
      member('GET /invites').shows({ 'invites[email=n{fresh}@example.org].notify_referrer_on_join': false }),
    ]),
    parameter('welcome_message_custom_text', 'is Markdown of an administrator, null or empty', [
      invite({ welcome_message_custom_text: '**Hello!**' }, administrator).shows(),
      invite({ welcome_message_custom_text: '' }, administrator).shows(),
      invite({ welcome_message_custom_text: null }, administrator).shows(),
    ]),
    parameter('welcome_message_custom_text', 'of somebody else counts as null', [
      invite({ welcome_message_custom_text: 'Hello!' }).shows(),
    ]),
    parameter('welcome_message_custom_text', 'has 8000 characters at most', [
      invite({ welcome_message_custom_text: '{tooLong}' }, administrator).refused(
        'BAD_REQUEST',
        'welcome_message_custom_text is too long (limit: 8000 characters)',
      ),
    ]),
    field('is_mailed', 'says to the web page whether the server sends mail', [
      invite().with({ 'hansard-user': '1' }).shows({ is_mailed: false }),
    ]),
    error('BAD_REQUEST', 'answers people who may not invite', [
      may('can_invite_users_group', '{administrators}').shows(),
      invite().refused('BAD_REQUEST', 'Insufficient permission'),
      invite({}, administrator).shows(),
      may('can_invite_users_group', '{members}').shows(),
    ]),
    error('BAD_REQUEST', 'answers guests', [
      invite({}, guest).refused('BAD_REQUEST', 'Not allowed for guest users'),
    ]),
    error('UNAUTHORIZED', 'answers callers who are not logged in', [
      invite({}, anonymous).refused('UNAUTHORIZED', matching(/^Missing authorization/), {}, 401),
    ]),
    rule('people who are invited have no account yet, and need no other invitation once they have', [
      invite({ invitee_emails: '{fresh}@example.org' }).shows(),
      owner('POST /users', {
        email: '{fresh}@example.org',
        password: 'a stone in the river',
        full_name: 'New {fresh}',
      }).shows(),
      member('GET /invites').shows({ invites: lacking({ email: '{fresh}@example.org' }), [row]: absent }),
    ]),
    rule('deactivating people revokes their invitations', [
      invite({}, user).shows(),
      owner('DELETE /users/{user}').shows(),
      owner('GET /invites').shows({ [row]: absent }),
    ]),
  ],
};
