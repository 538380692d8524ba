/** All personal settings as clients see them; those that cannot be changed yet have their defaults. */
import { z } from 'zod';
import { byWireName, tableColumn } from '../events/define.ts';
import { DEFAULTABLE_SETTINGS, PERSONAL_SETTINGS, type PersonalSettings, SOUNDS } from '../events/users.ts';
import { eventShape, named } from './define.ts';

const CHOICES = {
  emojiset_choices: [
    { key: 'google', text: 'Google' },
    { key: 'google-blob', text: 'Google blobs' },
    { key: 'twitter', text: 'Twitter' },
    { key: 'text', text: 'Plain text' },
  ],
  available_notification_sounds: [...SOUNDS],
};

export const UserSettings = named(
  'UserSettings',
  z.strictObject({
    ...byWireName(PERSONAL_SETTINGS, (name) => PERSONAL_SETTINGS[name].schema),
    emojiset_choices: z.array(z.strictObject({ key: z.string(), text: z.string() })),
    available_notification_sounds: z.array(z.string()),
  }),
);

/** A person's settings; without a person, the defaults. */
export const wireUserSettings = (
  settings: PersonalSettings = tableColumn(PERSONAL_SETTINGS, 'byDefault'),
) => ({
  ...byWireName(PERSONAL_SETTINGS, (name) => settings[name]),
  ...CHOICES,
});

/** Settings that older clients read beside the others: the terminal client does not start without them. */
const legacyUserSettingFields = {
  twenty_four_hour_time: z.boolean(),
  pm_content_in_desktop_notifications: z.boolean(),
} as const;

export const legacyUserSettings = (
  settings: PersonalSettings = tableColumn(PERSONAL_SETTINGS, 'byDefault'),
) => ({
  twenty_four_hour_time: settings.twentyFourHourTime,
  pm_content_in_desktop_notifications: settings.pmContentInDesktopNotifications,
});

/** Client events of personal settings. */
const SettingValue = z.union([z.boolean(), z.int(), z.string()]);

/** The English name of a language, which is told with its code. */
export const languageName = (code: string): string =>
  new Intl.DisplayNames(['en'], { type: 'language' }).of(code) ?? code;

export const payloads = {
  'user_settings/update': eventShape('user_settings', 'update', {
    property: z.enum(Object.values(PERSONAL_SETTINGS).map(({ wireName }) => wireName)),
    value: SettingValue,
    language_name: z.string().optional(),
  }),
  'realm_user_settings_defaults/update': eventShape('realm_user_settings_defaults', 'update', {
    property: z.enum(Object.values(DEFAULTABLE_SETTINGS).map(({ wireName }) => wireName)),
    value: SettingValue,
  }),
} as const;

/** Fields of POST /register, by fetch type. */
export const snapshotFields = {
  realm_user_settings_defaults: { realm_user_settings_defaults: UserSettings },
  user_settings: { user_settings: UserSettings, ...legacyUserSettingFields },
} as const;
