/** The reactor that mails invitations, each with a secret link. */
import type { Clock } from '../clock.ts';
import type { OrganizationEvents } from '../events/catalog.ts';
import { type RecordedEvent, readErasable } from '../events/define.ts';
import type { CredentialId } from '../ids.ts';
import { type Letter, renderLetter } from '../mail/letter.ts';
import type { Mailer } from '../mail/mail.ts';
import { usableInvitation } from '../organization/access/invitations.ts';
import type { Invitation } from '../organization/invitations.ts';
import { organizationName } from '../organization/organizations.ts';
import type { OrganizationState } from '../organization/state.ts';
import { defineReactor, type Effect, type Reactor } from './define.ts';
import { refuseOutdatedMail } from './timely.ts';

/** What sending the mails needs. */
export interface InvitationMailDependencies {
  readonly clock: Pick<Clock, 'now'>;
  readonly mailer: Pick<Mailer, 'send'>;
  readonly links: InvitationLinks;
}

/** The links of mailed invitations. */
export interface InvitationLinks {
  /** In clear text until it is forgotten; undefined afterwards. */
  show(organization: OrganizationState, credentialId: CredentialId): Promise<string | undefined>;
  /** The mail has the link, so it need not be shown again. */
  forget(credentialId: CredentialId): Promise<void>;
}

/** An address whose server postpones delivery, even for a day, delays none of the others. */
const CONCURRENCY = 200;

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
  return defineReactor({ name: 'invitationMail', on, atOnce: CONCURRENCY });
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
  await mailer.send({ id, to, fromName, ...renderLetter(letterOf(invitation, organization, link)) });
  return true;
}

function letterOf(
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
      { says: 'Follow this link to choose a name and a password', url },
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
