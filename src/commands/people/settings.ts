/** Decisions about one's own account: name, password, personal settings. */
import { NotFound, Refused, requireThat } from '../../base/errors.ts';
import type { CredentialId, UserId } from '../../base/ids.ts';
import { newEvent } from '../../events/catalog.ts';
import { namesIn, readErasable } from '../../events/define.ts';
import { DEFAULTABLE_SETTINGS, type PersonalSettings } from '../../events/users.ts';
import { canChangeOwnEmail, canChangeOwnName } from '../../organization/access/people.ts';
import { credentialsOf } from '../../organization/slices/credentials.ts';
import { emailChangeRequestTimes, type User } from '../../organization/slices/users.ts';
import type { OrganizationState } from '../../organization/state.ts';
import { endOtherSessions } from '../credentials/credentials.ts';
import { done, command, type DecidedEvent, type DecisionContext, requireAdministrator } from '../define.ts';
import { checkedNewEmail, type RequestedEmail } from './accounts.ts';
import { fullNameChange } from './users.ts';

// Decisions about another e-mail address of one's own.

/** The requested address. */
interface RequestedEmailChange extends RequestedEmail {
  /** Whether the address has to be proved by mail; without a mail server it cannot be. */
  readonly isMailed: boolean;
}

/** Maximum numbers of one person's requests, each within so many milliseconds. */
const LIMITS = [
  [60 * 60 * 1000, 2],
  [24 * 60 * 60 * 1000, 5],
] as const;

/** The event that changes the address, or requests a proof of it; none if it is the present one. */
function emailChangeEvent(
  organization: OrganizationState,
  { userId, email: oldEmail, bot }: User,
  requested: RequestedEmailChange | undefined,
  { now }: DecisionContext,
): DecidedEvent[] {
  if (requested === undefined || requested.email.trim() === oldEmail) return [];
  requireThat(bot === null, 'Bots do not change their address.');
  const newEmail = checkedNewEmail(organization, userId, requested);
  if (!requested.isMailed) return [newEvent('UserEmailChanged', { userId, oldEmail, newEmail })];
  requireWithinLimits(emailChangeRequestTimes(organization, userId), now);
  return [newEvent('EmailChangeRequested', { userId, newEmail })];
}

function requireWithinLimits(requestTimes: readonly number[], now: number): void {
  for (const [period, most] of LIMITS) {
    const within = requestTimes.filter((time) => time > now - period);
    const [first] = within.slice(-most);
    if (within.length < most || first === undefined) continue;
    const seconds = Math.ceil((first + period - now) / 1000);
    throw new Refused('You asked for another address too often.', 'RATE_LIMIT_HIT', {
      'retry-after': seconds,
    });
  }
}

interface ProvenEmail extends RequestedEmail {
  readonly userId: UserId;
  /** The address at the time of the request: a proof is void once it has changed. */
  readonly oldEmail: string;
  /** The password of that time, so that changing it voids an intruder's request. Links of 0.1.0 do not have it. */
  readonly passwordCredentialId?: CredentialId | undefined;
}

/** Whether a proof is still valid: the account is active, with the address and password of the time of the request. */
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
    passwordCredentialId === undefined ||
    passwordCredentialId === credentialsOf(organization, userId).password;
  return user?.active === true && user.email === oldEmail && isSamePassword;
}

/** Changes the address after its proof. `Absent` if the proof is void. */
export const confirmEmail = command<ProvenEmail, void>({
  name: 'ConfirmEmail',
  decide(organization, proven) {
    if (!isProofCurrent(organization, proven)) throw new NotFound('This link is not valid any more');
    const { userId, oldEmail } = proven;
    const newEmail = checkedNewEmail(organization, userId, proven);
    return done(newEvent('UserEmailChanged', { userId, oldEmail, newEmail }));
  },
});

interface ChangeOwnAccountInput {
  readonly fullName: string | undefined;
  readonly email?: RequestedEmailChange | undefined;
  /** Credential ID of the new password's hash. */
  readonly passwordCredentialId: CredentialId | undefined;
  /** The session of the request, which a new password does not end; all others end. */
  readonly sessionId?: CredentialId | undefined;
  /** undefined means no change. */
  readonly settings: { readonly [Name in keyof PersonalSettings]?: PersonalSettings[Name] | undefined };
}

/**
 * Changes name, address, password or settings; unchanged values cause no event. The result is the address that has to be
 * proven first.
 */
export const changeOwnAccount = command<ChangeOwnAccountInput, { readonly emailToProve: string | undefined }>(
  {
    name: 'ChangeOwnAccount',
    decide(organization, { fullName, email, passwordCredentialId, sessionId, settings }, context) {
      const { actor } = context;
      const user = actor === null ? undefined : organization.users.byId.get(actor);
      if (user === undefined) throw new Refused('No such user');
      const renamed = fullNameChange(organization, user, fullName);
      const may = renamed.length === 0 || canChangeOwnName(organization, actor);
      requireThat(may, 'Name changes are disabled in this organization.');
      const { userId } = user;
      const credentialId = passwordCredentialId;
      const passwordChanged =
        credentialId === undefined
          ? []
          : [
              newEvent('PasswordChanged', { userId, credentialId }),
              ...endOtherSessions(organization, userId, sessionId),
            ];
      const addressed = emailChangeEvent(organization, user, email, context);
      const mayMove = addressed.length === 0 || canChangeOwnEmail(organization, actor);
      requireThat(mayMove, 'Email address changes are disabled in this organization.');
      const request = addressed.find((event) => event.type === 'EmailChangeRequested');
      return {
        events: [...renamed, ...addressed, ...passwordChanged, ...settingChanges(user, settings)],
        result: { emailToProve: request && readErasable(request.data.newEmail, undefined) },
      };
    },
  },
);

type SettingName = keyof PersonalSettings;

const settingChanges = (
  { userId, settings }: User,
  requested: ChangeOwnAccountInput['settings'],
): DecidedEvent[] =>
  (Object.keys(requested) as SettingName[]).flatMap((property) => {
    const [oldValue, newValue] = [settings[property], requested[property]];
    if (newValue === undefined || newValue === oldValue) return [];
    return [newEvent('PersonalSettingChanged', { userId, property, oldValue, newValue })];
  });

/** Settings that an organization has a default of its own for. */
type DefaultSettings = Pick<PersonalSettings, keyof typeof DEFAULTABLE_SETTINGS>;

/** Default settings of new people; undefined means no change. */
export const changeDefaultSettings = command<
  { readonly [Name in keyof DefaultSettings]?: DefaultSettings[Name] | undefined },
  void
>({
  name: 'ChangeDefaultSettings',
  decide(organization, requested, context) {
    requireAdministrator(organization, context);
    const present = organization.users.defaults.get();
    const events = namesIn(DEFAULTABLE_SETTINGS).flatMap((property) => {
      const [oldValue, newValue] = [present[property], requested[property]];
      if (newValue === undefined || newValue === oldValue) return [];
      return [newEvent('DefaultSettingChanged', { property, oldValue, newValue })];
    });
    return done(...events);
  },
});
