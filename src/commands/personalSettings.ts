/** Decisions about one's own account: name, password, personal settings. */
import { Refused, requireThat } from '../errors.ts';
import { PasswordChanged } from '../events/credentials.ts';
import { readErasable } from '../events/define.ts';
import {
  DEFAULTABLE_SETTINGS,
  DefaultSettingChanged,
  PersonalSettingChanged,
  type PersonalSettings,
} from '../events/users.ts';
import { namesIn } from '../events/settings.ts';
import type { CredentialId } from '../ids.ts';
import { canChangeOwnEmail, canChangeOwnName } from '../organization/access/people.ts';
import type { User } from '../organization/users.ts';
import { requireAdministrator } from './authority.ts';
import { command, type DecidedEvent } from './define.ts';
import { endOtherSessions } from './sessions.ts';
import { emailChangeEvent, type RequestedEmailChange } from './emailChanges.ts';
import { fullNameChange } from './users.ts';

export interface ChangeOwnAccountInput {
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
          : [PasswordChanged({ userId, credentialId }), ...endOtherSessions(organization, userId, sessionId)];
      const addressed = emailChangeEvent(organization, user, email, context);
      const mayMove = addressed.length === 0 || canChangeOwnEmail(organization, actor);
      requireThat(mayMove, 'Email address changes are disabled in this organization.');
      const asked = addressed.find((event) => event.type === 'EmailChangeRequested');
      return {
        events: [...renamed, ...addressed, ...passwordChanged, ...settingChanges(user, settings)],
        result: { emailToProve: asked && readErasable(asked.data.newEmail, undefined) },
      };
    },
  },
);

type SettingName = keyof PersonalSettings;

const settingChanges = (
  { userId, settings }: User,
  wanted: ChangeOwnAccountInput['settings'],
): DecidedEvent[] =>
  (Object.keys(wanted) as SettingName[]).flatMap((property) => {
    const [oldValue, newValue] = [settings[property], wanted[property]];
    if (newValue === undefined || newValue === oldValue) return [];
    return [PersonalSettingChanged({ userId, property, oldValue, newValue })];
  });

/** Settings that an organization has a default of its own for. */
type DefaultSettings = Pick<PersonalSettings, keyof typeof DEFAULTABLE_SETTINGS>;

/** What new people begin with; undefined stays as it is. */
export const changeDefaultSettings = command<
  { readonly [Name in keyof DefaultSettings]?: DefaultSettings[Name] | undefined },
  void
>({
  name: 'ChangeDefaultSettings',
  decide(organization, wanted, context) {
    requireAdministrator(organization, context);
    const present = organization.users.defaults.get();
    const events = namesIn(DEFAULTABLE_SETTINGS).flatMap((property) => {
      const [oldValue, newValue] = [present[property], wanted[property]];
      if (newValue === undefined || newValue === oldValue) return [];
      return [DefaultSettingChanged({ property, oldValue, newValue })];
    });
    return { events, result: undefined };
  },
});
