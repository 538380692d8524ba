/** Why invitations fail. */
import { invite, listed, row } from './invitations.ts';
import {
  absent,
  administrator,
  type Chapter,
  error,
  later,
  matching,
  member,
  owner,
  parameter,
  rule,
  user,
} from './row.ts';

const failed = {
  errors: [],
  sent_invitations: false,
  daily_limit_reached: false,
  license_limit_reached: false,
};
const INVALID = "Some emails did not validate, so we didn't send any invitations.";
const NOBODY = "We weren't able to invite anyone.";
const SOME = 'Some of these addresses have accounts here already. Everybody else was invited.';
const set = (setting: string, value: unknown) => owner('PATCH /realm', { [setting]: value });

export const invitationFailures: Chapter = {
  about: 'POST /invites: failures',
  file: 'invitationFailures.ts',
  server: { INVITATIONS_PER_DAY: '1000' },
  rows: [
    error('INVITATION_FAILED', 'answers an address that is none: nobody is invited', [
      invite({ invitee_emails: '{fresh}@example.org, no address' }).refused('INVITATION_FAILED', INVALID, {
        ...failed,
        errors: [['no address', 'Invalid address.', false]],
      }),
      member('GET /invites').shows({ [row]: absent }),
    ]),
    error('INVITATION_FAILED', 'answers a disposable address', [
      invite({ invitee_emails: 'ada@mailinator.com' }).refused('INVITATION_FAILED', INVALID, {
        ...failed,
        errors: [['ada@mailinator.com', 'Please use your real email address.', false]],
      }),
    ]),
    error('INVITATION_FAILED', 'answers an address of the system’s own', [
      invite({ invitee_emails: 'ada@hansard.invalid' }).refused('INVITATION_FAILED', INVALID, {
        ...failed,
        errors: [['ada@hansard.invalid', 'Reserved for system bots.', false]],
      }),
    ]),
    error('INVITATION_FAILED', 'answers addresses that the organization does not take', [
      set('emails_restricted_to_domains', true).shows(),
      invite({ invitee_emails: 'ada@example.org, ada+1@example.org' }).refused('INVITATION_FAILED', INVALID, {
        ...failed,
        errors: [
          ['ada@example.org', 'Outside your domain.', false],
          ['ada+1@example.org', 'Email addresses containing + are not allowed.', false],
        ],
      }),
      set('emails_restricted_to_domains', false).shows(),
    ]),
    error('INVITATION_FAILED', 'answers where all have accounts', [
      invite({ invitee_emails: '{userEmail}, {leaverEmail}' }).refused('INVITATION_FAILED', NOBODY, {
        ...failed,
        errors: [
          ['{userEmail}', 'Already has an account.', false],
          ['{leaverEmail}', 'Account has been deactivated.', true],
        ],
      }),
    ]),
    error('INVITATION_FAILED', 'answers where some have accounts: the others are invited', [
      invite({ invitee_emails: '{userEmail}, {fresh}@example.org' }).refused('INVITATION_FAILED', SOME, {
        ...failed,
        errors: [['{userEmail}', 'Already has an account.', false]],
        sent_invitations: true,
      }),
      listed({ email: '{fresh}@example.org' }),
    ]),
    error('INVITATION_FAILED', 'answers newcomers where anybody may join by themselves', [
      set('invite_required', false).shows(),
      invite({}, user).refused('INVITATION_FAILED', matching(/^Your account is too new/), failed),
      invite({}, administrator).shows(),
      set('invite_required', true).shows(),
      invite({}, user).shows(),
    ]),
  ],
};

export const invitationLimit: Chapter = {
  about: 'POST /invites, POST /invites/:invite_id/resend: what the server has set',
  file: 'invitationFailures.ts',
  server: { INVITATIONS_PER_DAY: '2', INVITATION_LINK_VALIDITY_MINUTES: '30' },
  rows: [
    parameter('invite_expires_in_minutes', 'defaults to the server’s setting', [
      invite().shows(),
      later(29 * 60),
      listed({ email: '{fresh}@example.org' }),
      later(60),
      member('GET /invites').shows({ [row]: absent }),
    ]),
    error('INVITATION_FAILED', 'answers more addresses than may be invited within 24 hours', [
      later(24 * 60 * 60),
      invite({ invitee_emails: 'a{fresh}@example.org' }).shows(),
      invite({ invitee_emails: 'b{fresh}@example.org, c{fresh}@example.org' }, owner).refused(
        'INVITATION_FAILED',
        'This organization can send 2 invitations within a day. No invitations were sent.',
        { ...failed, daily_limit_reached: true },
      ),
      invite({ invitee_emails: 'b{fresh}@example.org' }, owner).shows(),
      later(24 * 60 * 60),
      invite({ invitee_emails: 'c{fresh}@example.org, d{fresh}@example.org' }).shows(),
    ]),
    rule('repeated requests count, too', [
      later(24 * 60 * 60),
      invite().shows(),
      member('GET /invites').keeps({ id: `${row}.id` }),
      member('POST /invites/{id}/resend').shows(),
      member('POST /invites/{id}/resend').refused(
        'INVITATION_FAILED',
        matching(/^This organization can send 2/),
        {
          daily_limit_reached: true,
        },
      ),
    ]),
  ],
};
