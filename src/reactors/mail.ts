/** The reactor that mails people about their deactivation. */
import type { Clock } from '../base/clock.ts';
import { type Config, organizationUrl } from '../base/config.ts';
import { Refused } from '../base/errors.ts';
import type { CredentialId, UserId } from '../base/ids.ts';
import type { EventOf, OrganizationEvents } from '../events/catalog.ts';
import { readErasable, type RecordedEvent } from '../events/define.ts';
import { type Letter, type Mail, type Mailer, renderLetter } from '../mail/mail.ts';
import { usableInvitation } from '../organization/access/invitations.ts';
import type { Invitation } from '../organization/slices/invitations.ts';
import { organizationName, subdomainOf } from '../organization/slices/organizations.ts';
import type { OrganizationState } from '../organization/state.ts';
import type { Secrets } from '../vault/secrets.ts';
import { defineReactor, type Effect, type Reactor } from './running/define.ts';

// Expiry of mails.

const MAIL_EXPIRY_MS = 24 * 60 * 60 * 1000;

/** Refuses an outdated mail; `time` is when it was due, in UNIX milliseconds. */
function refuseOutdatedMail(clock: Pick<Clock, 'now'>, time: number): void {
  if (clock.now() - time > MAIL_EXPIRY_MS) throw new Refused('The mail could not be sent within a day.');
}

/** Dependencies of sending the mails. */
interface DeactivationMailDependencies {
  readonly clock: Pick<Clock, 'now'>;
  readonly mailer: Pick<Mailer, 'send'>;
}

/** A mail server that postpones delivery delays nobody else's mail. */
const DEACTIVATION_MAIL_CONCURRENCY = 200;

type Deactivated = EventOf<'UserDeactivated'>;

/** One mail per comment, unless the account is active again. */
export function deactivationMail({ clock, mailer }: DeactivationMailDependencies): Reactor {
  const mailOf = (event: Deactivated, organization: OrganizationState) => {
    const id = `mail:${event.id}`;
    const run = async (): Promise<void> => {
      refuseOutdatedMail(clock, event.metadata.time);
      const mail = deactivationContent(event, organization);
      if (mail) await mailer.send({ id, ...mail });
    };
    return event.data.comment === undefined ? [] : [{ id, run }];
  };
  return defineReactor({
    name: 'deactivationMail',
    on: { UserDeactivated: mailOf },
    atOnce: DEACTIVATION_MAIL_CONCURRENCY,
  });
}

function deactivationContent(
  { data, metadata }: Deactivated,
  organization: OrganizationState,
): Omit<Mail, 'id'> | undefined {
  const { users } = organization;
  const user = users.byId.get(data.userId);
  const comment = readErasable(data.comment, '')?.trim() ?? '';
  if (user === undefined || user.active || comment === '') return undefined;
  const name = organizationName(organization);
  const administrator = users.byId.get(metadata.actor as UserId)?.fullName ?? 'The operator';
  const paragraphs = [
    `${administrator} has deactivated your account at ${name}. You cannot use it any more; what you wrote there stays.`,
    `${administrator} says:`,
    ...comment.split(/\n+/),
  ];
  return {
    to: user.email,
    fromName: name,
    ...renderLetter({ subject: `Your account at ${name}`, paragraphs }),
  };
}

// The reactor that mails invitations, each with a secret link.

/** Dependencies of sending the mails. */
interface InvitationMailDependencies {
  readonly clock: Pick<Clock, 'now'>;
  readonly mailer: Pick<Mailer, 'send'>;
  readonly links: InvitationLinks;
}

/** The links of mailed invitations. */
interface InvitationLinks {
  /** In clear text until it is forgotten; undefined afterwards. */
  show(organization: OrganizationState, credentialId: CredentialId): Promise<string | undefined>;
  /** The mail has the link, so it need not be shown again. */
  forget(credentialId: CredentialId): Promise<void>;
}

/** An address whose server postpones delivery, even for a day, delays none of the others. */
const INVITATION_MAIL_CONCURRENCY = 200;

type Mailed = 'InvitationSent' | 'InvitationResent';
type MailedEvent = { [Type in Mailed]: RecordedEvent<Type, OrganizationEvents[Type]> }[Mailed];

/** One mail each time an invitation is sent, unless it cannot be used any more. */
export function invitationMail(parts: InvitationMailDependencies): Reactor {
  const mailOf = (event: MailedEvent, organization: OrganizationState): readonly Effect[] => {
    const id = `mail:${event.id}`;
    const { links } = parts;
    let isSent = false;
    const carryOut = async (): Promise<void> => {
      // If forgetting the link fails it is retried, without a second mail.
      isSent ||= await mail(id, event, organization, parts);
      if (isSent) await links.forget(event.data.credentialId);
    };
    return [{ id, run: carryOut }];
  };
  const on = { InvitationSent: mailOf, InvitationResent: mailOf };
  return defineReactor({ name: 'invitationMail', on, atOnce: INVITATION_MAIL_CONCURRENCY });
}

/**
 * Returns whether it has been sent. A mail sent just before a crash is sent again with the same ID, unless
 * its link has been forgotten.
 */
async function mail(
  id: string,
  { data, metadata }: MailedEvent,
  organization: OrganizationState,
  { clock, mailer, links }: InvitationMailDependencies,
): Promise<boolean> {
  const { credentialId } = data;
  refuseOutdatedMail(clock, metadata.time);
  const invitation = usableInvitation(organization, credentialId, clock.now());
  const to = readErasable(data.email, '');
  const link = await links.show(organization, credentialId);
  if (invitation === undefined || to === '' || link === undefined) return false;
  const fromName = organizationName(organization);
  await mailer.send({ id, to, fromName, ...renderLetter(invitationLetter(invitation, organization, link)) });
  return true;
}

function invitationLetter(
  { inviterId, expiresAt }: Invitation,
  organization: OrganizationState,
  url: string,
): Letter {
  const name = organizationName(organization);
  const inviter = organization.users.byId.get(inviterId)?.fullName ?? 'Somebody';
  return {
    subject: `${inviter} invites you to ${name}`,
    paragraphs: [
      `${inviter} invites you to join ${name}, where people talk in channels and directly.`,
      { label: 'Follow this link to choose a name and a password', url },
      expiresAt === null
        ? 'The link works once, and is for you alone.'
        : `The link works once, until ${timeOf(expiresAt)}, and is for you alone.`,
      'If you did not expect this, you need do nothing: without you nothing happens.',
    ],
  };
}

/** Created once, because that takes longer than the rest of a mail. */
const AS_WRITTEN = new Intl.DateTimeFormat('en-GB', {
  dateStyle: 'long',
  timeStyle: 'short',
  timeZone: 'UTC',
});

/** A time for people, in UTC, because their time zone is not known yet. */
const timeOf = (time: number): string => `${AS_WRITTEN.format(time)} UTC`;

// Provides the links of invitation mails, whose secrets are not in the log.

export const invitationLinks = (secrets: Secrets, config: Config): InvitationLinks => ({
  async show(organization, credentialId) {
    const key = await secrets.showInvitation(credentialId);
    const base = organizationUrl(config, subdomainOf(organization));
    return key && `${base}/accounts/do_confirm/${key}`;
  },
  forget: (credentialId) => secrets.forgetInvitation(credentialId),
});
