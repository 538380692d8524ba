/** One's own account: name, password and personal settings. */
import { z } from 'zod';
import { requireThat } from '../../base/errors.ts';
import type { CredentialId } from '../../base/ids.ts';
import { requireAnotherPassword, requireStrongPassword } from '../../commands/credentials/credentials.ts';
import { changeDefaultSettings, changeOwnAccount } from '../../commands/people/settings.ts';
import { byInternalName, byWireName } from '../../events/define.ts';
import {
  CLIENT_SETTINGS,
  DEFAULTABLE_SETTINGS,
  PERSONAL_SETTINGS,
  type PersonalSettings,
} from '../../events/users.ts';
import { credentialsOf } from '../../organization/slices/credentials.ts';
import { UserSettings, wireUserSettings } from '../../wire/settings.ts';
import { json, type Parameter, type ParameterRecord, text } from '../http/parameters.ts';
import { read, routes, write, type WriteContext } from '../http/route.ts';
import { isLanguage } from '../organization/fields.ts';
import { mailEmailProof } from '../pages/newEmail.ts';

/** '' or the name of a time zone, deprecated names included; offsets are refused. */
const TimeZone = z.string().transform((sent, context) => {
  const name = sent === '' ? '' : timeZoneNamed(sent);
  if (name === undefined) context.addIssue('Invalid timezone');
  return name ?? z.NEVER;
});

/** In its canonical case; a deprecated name is kept, because its successor is a different name. */
function timeZoneNamed(name: string): string | undefined {
  if (!/^[A-Z]/.test(name)) return undefined;
  try {
    const { timeZone } = new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions();
    return timeZone.toLowerCase() === name.toLowerCase() ? timeZone : name;
  } catch {
    return undefined;
  }
}

type Settings = typeof PERSONAL_SETTINGS;
type ParameterOf = {
  readonly [Name in keyof Settings as Settings[Name]['wireName']]: Parameter<
    PersonalSettings[Name] | undefined
  >;
};

/** A language by its code. */
const Language = z.string().refine(isLanguage, 'Invalid default_language');

const Sound = z.string().transform((sent, context) => {
  const { data } = CLIENT_SETTINGS.notificationSound.schema.safeParse(sent);
  if (data === undefined) context.addIssue(`Invalid notification sound '${sent}'`);
  return data ?? z.NEVER;
});

const BatchingPeriod = z.int().transform((sent, context) => {
  const isValid = CLIENT_SETTINGS.emailNotificationsBatchingPeriodSeconds.schema.safeParse(sent).success;
  if (!isValid) context.addIssue(`Invalid email batching period: ${sent} seconds`);
  return isValid ? sent : z.NEVER;
});

/** Settings whose values are checked by more than their schema. */
const CHECKED: { readonly [Name in keyof Settings]?: Parameter<unknown> } = {
  timezone: text(TimeZone),
  defaultLanguage: text(Language),
  notificationSound: text(Sound),
  emailNotificationsBatchingPeriodSeconds: json(BatchingPeriod),
};

/** A boolean, one of some texts, or a number. */
function settingParam(name: keyof Settings): Parameter<unknown> {
  const { schema } = PERSONAL_SETTINGS[name] as { readonly schema: z.ZodType };
  const checked = CHECKED[name];
  if (checked) return checked.optional();
  if (schema instanceof z.ZodEnum) return text(schema).optional();
  const isBoolean = schema instanceof z.ZodBoolean;
  return json(isBoolean ? schema : z.int().pipe(schema as z.ZodType<unknown, number>)).optional();
}

const settingParams = byWireName(PERSONAL_SETTINGS, (name) =>
  settingParam(name).describe(UserSettings.shape[PERSONAL_SETTINGS[name].wireName]),
) as ParameterOf;
const { timezone: _timezone, ...defaultParams } = settingParams;

const accountParams = {
  full_name: text().optional().describe('The new name.'),
  email: text()
    .optional()
    .describe('Takes effect when a link is followed that is mailed there, at once on servers without mail.'),
  old_password: text().default('').describe('The present password.'),
  new_password: text().default('').describe('The new password; `old_password` is required with it.'),
} as const;

const params = { ...accountParams, ...settingParams };

/** One handler for several routes. */
const changeSettings = (summary: string, deprecated: boolean) =>
  write({
    who: 'user',
    summary,
    deprecated,
    params,
    errors: ['RATE_LIMIT_HIT'],
    async handle(context) {
      const { full_name: fullName, email } = context.params;
      const { organization, actor, services } = context;
      const { host } = organization;
      const change = {
        fullName,
        sessionId: actor.sessionId,
        email: email === undefined ? undefined : { email, host, isMailed: services.mailer.isSet },
        settings: byInternalName(PERSONAL_SETTINGS, context.params),
      };
      const unnamed = { ...change, passwordCredentialId: undefined };
      const { emailToProve } = await context.submitAfterDryRun(changeOwnAccount, unnamed, async () => ({
        ...change,
        passwordCredentialId: await newPassword(context),
      }));
      if (emailToProve !== undefined) {
        const { userId, email: oldEmail } = actor;
        const passwordCredentialId = credentialsOf(organization.state, userId).password;
        const proof = { userId, oldEmail, newEmail: emailToProve, passwordCredentialId };
        await mailEmailProof(services, organization, proof);
      }
      if (change.settings.presenceEnabled === false) await hidePresence(context);
    },
  });

export const settingsRoutes = routes({
  'GET /settings': read({
    who: 'user',
    summary: 'Get what you have set for yourself',
    params: {},
    response: z.strictObject({
      full_name: z.string().describe('The caller’s name.'),
      email: z.string().describe('The caller’s address.'),
      ...UserSettings.shape,
    }),
    handle({ actor, organization: { state } }) {
      const { fullName, email, settings } = state.users.byId.get(actor.userId) ?? {};
      return { full_name: fullName ?? '', email: email ?? '', ...wireUserSettings(settings) };
    },
  }),
  'PATCH /realm/user_settings_defaults': write({
    who: 'user',
    summary: 'Change the settings that new people begin with; for administrators',
    params: defaultParams,
    errors: ['UNAUTHORIZED_PRINCIPAL'],
    async handle({ params: sent, submit }) {
      await submit(changeDefaultSettings, byInternalName(DEFAULTABLE_SETTINGS, sent));
    },
  }),
  'PATCH /settings': changeSettings('Change your name, your password and what you set for yourself', false),
  'PATCH /settings/display': changeSettings('Deprecated: PATCH /settings', true),
  'PATCH /settings/notifications': changeSettings('Deprecated: PATCH /settings', true),
});

/** Hides the person's presence from the answer on; if that fails, the reactor does it later. */
export async function hidePresence({
  actor,
  organization,
}: Pick<WriteContext<'user', ParameterRecord>, 'actor' | 'organization'>): Promise<void> {
  try {
    const presence = await organization.presence();
    if (presence.state.people.has(actor.userId)) await presence.report(actor.userId, 'hidden');
  } catch {
    // The reactor tries again.
  }
}

/** Stores the hash of the new password if the old one is correct; undefined if no change is requested. */
async function newPassword({
  params: { old_password: oldPassword, new_password: password },
  actor,
  organization,
  services: { secrets, passwords },
  loginAttempts,
}: WriteContext<'user', typeof params>): Promise<CredentialId | undefined> {
  if (password === '') return undefined;
  loginAttempts.begin(actor.email);
  const present = credentialsOf(organization.state, actor.userId).password;
  const hash = present === undefined ? null : await secrets.passwordHash(present);
  requireThat(await passwords.verify(oldPassword, hash), 'Wrong password!');
  loginAttempts.succeeded(actor.email);
  requireStrongPassword(password, actor.email);
  requireAnotherPassword(organization.state, actor.userId, { oldPassword, password });
  return secrets.storePassword(organization.id, await passwords.hash(password));
}
