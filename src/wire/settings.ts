/** All personal settings as clients see them; those that cannot be changed yet have their defaults. */
import { z } from 'zod';
import { byWireName, tableColumn } from '../events/define.ts';
import { DEFAULTABLE_SETTINGS, PERSONAL_SETTINGS, type PersonalSettings, SOUNDS } from '../events/users.ts';
import { eventShape, named, newValue, settingName } from './define.ts';

const CHOICES = {
  emojiset_choices: [
    { key: 'google', text: 'Google' },
    { key: 'google-blob', text: 'Google blobs' },
    { key: 'twitter', text: 'Twitter' },
    { key: 'text', text: 'Plain text' },
  ],
  available_notification_sounds: [...SOUNDS],
};

/** What each setting means. */
const SETTINGS: Readonly<Record<keyof PersonalSettings, string>> = {
  emailAddressVisibility:
    'Who sees the address: 1 everybody, 2 members, 3 administrators, 4 nobody, 5 moderators.',
  automaticallyFollowTopics:
    'Which topics are followed by themselves: 1 joined, 2 written in, 3 begun, 4 none.',
  automaticallyUnmuteTopics:
    'Which topics of muted channels are unmuted by themselves: 1 joined, 2 written in, 3 begun, 4 none.',
  automaticallyFollowWhereMentioned: 'Whether topics are followed in which the person is mentioned.',
  presenceEnabled: 'Whether others see when the person is there.',
  translateEmoticons: 'Whether emoticons such as `:)` become emoji.',
  sendReadReceipts: 'Whether others see what the person has read.',
  sendPrivateTypingNotifications: 'Whether others see that the person writes a direct message.',
  sendStreamTypingNotifications: 'Whether others see that the person writes in a channel.',
  timezone: 'Time zone, as the IANA database names it; empty if unknown.',
  offlinePushNotifications: 'Whether direct messages and mentions are pushed to devices.',
  onlinePushNotifications: 'Whether notifications are also pushed while the person is active.',
  channelPushNotifications: 'Whether messages of channels are pushed to devices.',
  followedTopicPushNotifications: 'Whether messages of followed topics are pushed to devices.',
  wildcardMentionsNotify: 'Whether wildcard mentions notify like personal ones.',
  followedTopicWildcardMentionsNotify:
    'Whether wildcard mentions in followed topics notify like personal ones.',
  starredMessageCounts: 'Whether the number of starred messages is displayed.',
  receivesTypingNotifications: 'Whether the person sees who writes.',
  webSuggestUpdateTimezone: 'Whether the web page offers to change the time zone when it differs.',
  enableDraftsSynchronization: 'Whether drafts are stored on the server.',
  displayEmojiReactionUsers: 'Whether few reactions are displayed with names.',
  webEscapeNavigatesToHomeView: 'Whether the key Escape leads to the home view.',
  webNavigateToSentMessage: 'Whether the page goes to the conversation to which a message was sent.',
  followedTopicDesktopNotifications: 'Whether messages of followed topics notify on the desktop.',
  followedTopicEmailNotifications: 'Whether messages of followed topics are sent by mail.',
  followedTopicAudibleNotifications: 'Whether messages of followed topics make a sound.',
  desktopNotifications: 'Whether direct messages and mentions notify on the desktop.',
  pmContentInDesktopNotifications: 'Whether desktop notifications show the text of direct messages.',
  sounds: 'Whether direct messages and mentions make a sound.',
  offlineEmailNotifications: 'Whether direct messages and mentions are sent by mail to those who are away.',
  messageContentInEmailNotifications: 'Whether mails show the text of messages.',
  digestEmails: 'Whether the person wants digests by mail.',
  loginEmails: 'Whether the person wants a mail about each new login.',
  marketingEmails: 'Whether the person wants news of the operator by mail.',
  enterSends: 'Whether the key Enter sends a message.',
  leftSideUserlist: 'Whether narrow windows show the list of people on the left.',
  fluidLayoutWidth: 'Whether the page uses the whole width of wide windows.',
  highContrastMode: 'Whether the page has stronger contrasts.',
  twentyFourHourTime: 'Whether times are displayed with 24 hours.',
  channelDesktopNotifications: 'Whether messages of channels notify on the desktop.',
  channelEmailNotifications: 'Whether messages of channels are sent by mail.',
  channelAudibleNotifications: 'Whether messages of channels make a sound.',
  hideAiFeatures: 'Whether clients hide features that use language models.',
  allowPrivateDataExport: 'Whether exports may contain what only this person can read.',
  webLeftSidebarShowChannelFolders: 'Whether the list of channels is divided into folders.',
  webLeftSidebarUnreadsCountSummary: 'Whether the list of views shows numbers of unread messages.',
  defaultLanguage: 'Language of the interface, as an IETF tag such as `en` or `pt-BR`.',
  webHomeView: 'The view that opens first.',
  emojiset: 'The set of pictures for emoji.',
  notificationSound: 'What notifications sound like.',
  webAnimateImagePreviews: 'When animated pictures move.',
  resolvedTopicNoticeAutoReadPolicy: 'In which topics the notice that they were resolved counts as read.',
  colorScheme: '1 as the system says, 2 dark, 3 light.',
  demoteInactiveStreams: 'Whether inactive channels are listed last: 1 if there are many, 2 always, 3 never.',
  webMarkReadOnScrollPolicy:
    'Whether scrolling marks messages as read: 1 always, 2 in conversations only, 3 never.',
  webChannelDefaultView:
    'What a click on a channel opens: 1 its newest topic, 2 its messages, 3 its topics, 4 its unread topics.',
  userListStyle: 'How people are listed: 1 names, 2 with their status, 3 with their pictures.',
  webStreamUnreadsCountDisplayPolicy:
    'Which channels show numbers of unread messages: 1 all, 2 those not muted, 3 none.',
  desktopIconCountDisplay:
    'What the desktop icon counts: 1 all unread, 2 direct, mentions and followed, 3 direct and mentions, 4 nothing.',
  realmNameInEmailNotificationsPolicy:
    'Whether subjects of mails name the organization: 1 if it is one of several, 2 always, 3 never.',
  webFontSizePx: 'Size of the text on the page, in pixels.',
  webLineHeightPercent: 'Height of lines on the page, in percent of the text’s size.',
  emailNotificationsBatchingPeriodSeconds:
    'Seconds for which notifications are collected before a mail is sent.',
};

export const UserSettings = named(
  'UserSettings',
  'Personal settings.',
  z.strictObject({
    ...byWireName(PERSONAL_SETTINGS, (name) => PERSONAL_SETTINGS[name].schema.describe(SETTINGS[name])),
    emojiset_choices: z
      .array(
        z.strictObject({
          key: z.string().describe('Name of the set.'),
          text: z.string().describe('Name of the set for people.'),
        }),
      )
      .describe('The sets of pictures for emoji that can be chosen.'),
    available_notification_sounds: z.array(z.string()).describe('Names of the sounds that can be chosen.'),
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
  twenty_four_hour_time: z.boolean().describe(SETTINGS.twentyFourHourTime),
  pm_content_in_desktop_notifications: z.boolean().describe(SETTINGS.pmContentInDesktopNotifications),
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
    property: settingName(z.enum(Object.values(PERSONAL_SETTINGS).map(({ wireName }) => wireName))),
    value: newValue(SettingValue),
    language_name: z
      .string()
      .optional()
      .describe('English name of the language, where the language has changed.'),
  }).describe('A personal setting of the receiver has changed.'),
  'realm_user_settings_defaults/update': eventShape('realm_user_settings_defaults', 'update', {
    property: settingName(z.enum(Object.values(DEFAULTABLE_SETTINGS).map(({ wireName }) => wireName))),
    value: newValue(SettingValue),
  }).describe('A setting with which new people begin has changed.'),
} as const;

/** Fields of POST /register, by fetch type. */
export const snapshotFields = {
  realm_user_settings_defaults: {
    realm_user_settings_defaults: UserSettings.describe('Settings with which new people begin.'),
  },
  user_settings: {
    user_settings: UserSettings.describe('Settings of the person.'),
    ...legacyUserSettingFields,
  },
} as const;
