/** The reactor that mails people about their deactivation. */
import type { Clock } from '../clock.ts';
import type { OrganizationEvents } from '../events/catalog.ts';
import { type RecordedEvent, revealed } from '../events/define.ts';
import type { UserId } from '../ids.ts';
import { written } from '../mail/letter.ts';
import type { Mail, Mailer } from '../mail/mail.ts';
import { organizationName } from '../organization/organizations.ts';
import type { OrganizationState } from '../organization/state.ts';
import { defineReactor, type Reactor } from './define.ts';
import { requireTimelyMail } from './timely.ts';

/** What sending the mails needs. */
export interface DeactivationMailParts {
  readonly clock: Pick<Clock, 'now'>;
  readonly mailer: Pick<Mailer, 'send'>;
}

/** A mail server that postpones delivery delays nobody else's mail. */
const AT_ONCE = 200;

type Deactivated = RecordedEvent<'UserDeactivated', OrganizationEvents['UserDeactivated']>;

/** One mail per comment, unless the account is active again. */
export function deactivationMail({ clock, mailer }: DeactivationMailParts): Reactor {
  const mailOf = (event: Deactivated, organization: OrganizationState) => {
    const id = `mail:${event.id}`;
    const carryOut = async (): Promise<void> => {
      requireTimelyMail(clock, event.metadata.time);
      const mail = saidOf(event, organization);
      if (mail) await mailer.send({ id, ...mail });
    };
    return event.data.comment === undefined ? [] : [{ id, carryOut }];
  };
  return defineReactor({ name: 'deactivationMail', on: { UserDeactivated: mailOf }, atOnce: AT_ONCE });
}

function saidOf(
  { data, metadata }: Deactivated,
  organization: OrganizationState,
): Omit<Mail, 'id'> | undefined {
  const { users } = organization;
  const user = users.byId.get(data.userId);
  const comment = revealed(data.comment, '')?.trim() ?? '';
  if (user === undefined || user.active || comment === '') return undefined;
  const name = organizationName(organization);
  const administrator = users.byId.get(metadata.actor as UserId)?.fullName ?? 'The operator';
  const paragraphs = [
    `${administrator} has deactivated your account at ${name}. You cannot use it any more; what you wrote there stays.`,
    `${administrator} says:`,
    ...comment.split(/\n+/),
  ];
  return { to: user.email, fromName: name, ...written({ subject: `Your account at ${name}`, paragraphs }) };
}
