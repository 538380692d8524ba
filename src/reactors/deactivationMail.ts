/** The reactor that mails people about their deactivation. */
import type { Clock } from '../clock.ts';
import type { OrganizationEvents } from '../events/catalog.ts';
import { type RecordedEvent, readErasable } from '../events/define.ts';
import type { UserId } from '../ids.ts';
import { renderLetter } from '../mail/letter.ts';
import type { Mail, Mailer } from '../mail/mail.ts';
import { organizationName } from '../organization/organizations.ts';
import type { OrganizationState } from '../organization/state.ts';
import { defineReactor, type Reactor } from './define.ts';
import { refuseOutdatedMail } from './timely.ts';

/** What sending the mails needs. */
export interface DeactivationMailDependencies {
  readonly clock: Pick<Clock, 'now'>;
  readonly mailer: Pick<Mailer, 'send'>;
}

/** A mail server that postpones delivery delays nobody else's mail. */
const CONCURRENCY = 200;

type Deactivated = RecordedEvent<'UserDeactivated', OrganizationEvents['UserDeactivated']>;

/** One mail per comment, unless the account is active again. */
export function deactivationMail({ clock, mailer }: DeactivationMailDependencies): Reactor {
  const mailOf = (event: Deactivated, organization: OrganizationState) => {
    const id = `mail:${event.id}`;
    const run = async (): Promise<void> => {
      refuseOutdatedMail(clock, event.metadata.time);
      const mail = saidOf(event, organization);
      if (mail) await mailer.send({ id, ...mail });
    };
    return event.data.comment === undefined ? [] : [{ id, run }];
  };
  return defineReactor({ name: 'deactivationMail', on: { UserDeactivated: mailOf }, atOnce: CONCURRENCY });
}

function saidOf(
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
