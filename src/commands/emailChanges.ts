/** Decisions about another e-mail address of one's own. */
import { NotFound, Refused, requireThat } from '../errors.ts';
import { EmailChangeRequested, UserEmailChanged } from '../events/users.ts';
import type { CredentialId, UserId } from '../ids.ts';
import { passwordOf } from '../organization/credentials.ts';
import { emailChangesAskedAt } from '../organization/emailChanges.ts';
import type { OrganizationState } from '../organization/state.ts';
import type { User } from '../organization/users.ts';
import { command, type DecidedEvent, type DecisionContext } from './define.ts';
import { type RequestedEmail, checkedNewEmail } from './people.ts';

/** The wanted address. */
export interface RequestedEmailChange extends RequestedEmail {
  /** Whether a mail asks for a proof; without a mail server nobody can be asked. */
  readonly isMailed: boolean;
}

/** How often one person may ask, by milliseconds. */
const LIMITS = [
  [60 * 60 * 1000, 2],
  [24 * 60 * 60 * 1000, 5],
] as const;

/** The event that changes the address, or asks for a proof of it; none if it is the present one. */
export function emailChangeEvent(
  organization: OrganizationState,
  { userId, email: oldEmail, bot }: User,
  wanted: RequestedEmailChange | undefined,
  { now }: DecisionContext,
): DecidedEvent[] {
  if (wanted === undefined || wanted.email.trim() === oldEmail) return [];
  requireThat(bot === null, 'Bots do not change their address.');
  const newEmail = checkedNewEmail(organization, userId, wanted);
  if (!wanted.isMailed) return [UserEmailChanged({ userId, oldEmail, newEmail })];
  requireWithinLimits(emailChangesAskedAt(organization, userId), now);
  return [EmailChangeRequested({ userId, newEmail })];
}

function requireWithinLimits(askedAt: readonly number[], now: number): void {
  for (const [period, most] of LIMITS) {
    const within = askedAt.filter((time) => time > now - period);
    const [first] = within.slice(-most);
    if (within.length < most || first === undefined) continue;
    const seconds = Math.ceil((first + period - now) / 1000);
    throw new Refused('You asked for another address too often.', 'RATE_LIMIT_HIT', {
      'retry-after': seconds,
    });
  }
}

export interface ProvenEmail extends RequestedEmail {
  readonly userId: UserId;
  /** The address at the time of asking: a proof is void once it has changed. */
  readonly oldEmail: string;
  /** The password of that time, so that changing it voids what an intruder asked for. Links of 0.1.0 do not say. */
  readonly passwordCredentialId?: CredentialId | undefined;
}

/** Whether a proof still counts: of an active account whose address and password are those of the time of asking. */
export function isProofCurrent(
  organization: OrganizationState,
  {
    userId,
    oldEmail,
    passwordCredentialId,
  }: Pick<ProvenEmail, 'userId' | 'oldEmail' | 'passwordCredentialId'>,
): boolean {
  const user = organization.users.byId.get(userId);
  const isSamePassword =
    passwordCredentialId === undefined || passwordCredentialId === passwordOf(organization, userId);
  return user?.active === true && user.email === oldEmail && isSamePassword;
}

/** Changes the address after its proof. `Absent` if the proof is void. */
export const confirmEmail = command<ProvenEmail, void>({
  name: 'ConfirmEmail',
  decide(organization, proven) {
    if (!isProofCurrent(organization, proven)) throw new NotFound('This link is not valid any more');
    const { userId, oldEmail } = proven;
    const newEmail = checkedNewEmail(organization, userId, proven);
    return { events: [UserEmailChanged({ userId, oldEmail, newEmail })], result: undefined };
  },
});
