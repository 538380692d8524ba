/**
 * What clients are told of every event of an organization and of presence in it, which events tell them nothing, and
 * what they are told when they register.
 */
import type { AnyEvent, OrganizationEvents } from '../events/catalog.ts';
import { alertWordsLive, alertWordsSnapshot } from './alertWords.ts';
import { botsLive, botsSnapshot } from './bots.ts';
import { channelFoldersLive, channelFoldersSnapshot } from './channelFolders.ts';
import { channelsLive, channelsSnapshot } from './channels.ts';
import type { ClientEvent, LiveTransition } from './define.ts';
import { devicesLive, devicesSnapshot } from './devices.ts';
import { domainsLive, domainsSnapshot } from './domains.ts';
import { draftsLive, draftsSnapshot } from './drafts.ts';
import { emojiLive, emojiSnapshot } from './emoji.ts';
import { exportsLive } from './exports.ts';
import { filesLive } from './files.ts';
import { flagsLive } from './flags.ts';
import { invitationsLive } from './invitations.ts';
import { linkifiersLive, linkifiersSnapshot } from './linkifiers.ts';
import { messageChangesLive } from './messageChanges.ts';
import { messagesLive } from './messages.ts';
import { mutedUsersLive, mutedUsersSnapshot } from './mutedUsers.ts';
import { navigationViewsLive, navigationViewsSnapshot } from './navigationViews.ts';
import { onboardingLive, onboardingSnapshot } from './onboarding.ts';
import { organizationPicturesLive } from './organizationPictures.ts';
import { organizationsLive } from './organizations.ts';
import { playgroundsLive, playgroundsSnapshot } from './playgrounds.ts';
import { profileFieldsLive, profileFieldsSnapshot } from './profileFields.ts';
import { presenceLive } from './presence.ts';
import { reactionsLive } from './reactions.ts';
import { savedSnippetsLive, savedSnippetsSnapshot } from './savedSnippets.ts';
import { scheduledMessagesLive, scheduledMessagesSnapshot } from './scheduledMessages.ts';
import { subscriptionsLive, subscriptionsSnapshot } from './subscriptions.ts';
import { subscriptionSettingsLive } from './subscriptionSettings.ts';
import { messagesSnapshot } from './messageSummaries.ts';
import { remindersLive, remindersSnapshot } from './reminders.ts';
import { unsupportedSnapshot } from './snapshot/absent.ts';
import type { FetchType } from './snapshot/define.ts';
import { realmSnapshot } from './snapshot/realm.ts';
import { topicsLive, topicsSnapshot } from './topics.ts';
import { typingLive } from './typing.ts';
import { userGroupsLive, userGroupsSnapshot } from './userGroups.ts';
import { userStatusLive, userStatusSnapshot } from './userStatus.ts';
import { usersLive, usersSnapshot } from './users.ts';

/** All translations; each event has at most one. */
export const translations = {
  ...organizationsLive,
  ...usersLive,
  ...profileFieldsLive,
  ...botsLive,
  ...devicesLive,
  ...userGroupsLive,
  ...channelsLive,
  ...channelFoldersLive,
  ...subscriptionsLive,
  ...subscriptionSettingsLive,
  ...topicsLive,
  ...messagesLive,
  ...messageChangesLive,
  ...reactionsLive,
  ...emojiLive,
  ...filesLive,
  ...flagsLive,
  ...invitationsLive,
  ...scheduledMessagesLive,
  ...mutedUsersLive,
  ...alertWordsLive,
  ...draftsLive,
  ...savedSnippetsLive,
  ...userStatusLive,
  ...remindersLive,
  ...navigationViewsLive,
  ...onboardingLive,
  ...linkifiersLive,
  ...playgroundsLive,
  ...domainsLive,
  ...exportsLive,
  ...organizationPicturesLive,
  ...presenceLive,
  ...typingLive,
};

/** Every part, by fetch type; one that is missing is no program. */
export const snapshotParts = {
  ...unsupportedSnapshot,
  ...realmSnapshot,
  ...usersSnapshot,
  ...profileFieldsSnapshot,
  ...botsSnapshot,
  ...devicesSnapshot,
  ...userGroupsSnapshot,
  ...channelsSnapshot,
  ...channelFoldersSnapshot,
  ...subscriptionsSnapshot,
  ...topicsSnapshot,
  ...messagesSnapshot,
  ...emojiSnapshot,
  ...scheduledMessagesSnapshot,
  ...mutedUsersSnapshot,
  ...alertWordsSnapshot,
  ...draftsSnapshot,
  ...savedSnippetsSnapshot,
  ...userStatusSnapshot,
  ...remindersSnapshot,
  ...navigationViewsSnapshot,
  ...onboardingSnapshot,
  ...linkifiersSnapshot,
  ...playgroundsSnapshot,
  ...domainsSnapshot,
} satisfies Readonly<Record<FetchType, unknown>>;

/** Events without client events, and why. */
export const UNTRANSLATED = {
  OrganizationFounded: 'nobody is there yet',
  OrganizationRestored: 'queues that have events of what was lost end',
  SystemGroupsCreated: 'nobody is there yet',
  PasswordChanged: 'secrets are nobody’s business',
  PasswordResetRequired: 'secrets are nobody’s business',
  ApiKeyRegenerated: 'secrets are nobody’s business',
  RecordConsulted: 'the record shows it to owners',
  SessionStarted: 'GET /sessions shows it to its owner',
  SessionsEnded: 'GET /sessions shows it to its owner',
  BotSigningSecretIssued: 'secrets are nobody’s business',
  BotServiceDisabled: 'GET /bots shows it; events have no word for it',
  BotServiceEnabled: 'GET /bots shows it; events have no word for it',
  BotSentInVain: 'its owner is told by a message',
  BotStorageWritten: 'bots read what they have stored',
  BotStorageCleared: 'bots read what they have stored',
  ChannelPushDefaultChanged: 'channels do not show it: strict clients refuse a field more',
  EmailChangeRequested: 'the person is mailed',
  MessageReported: 'the moderators are told by a message',
  LegacyTokenRegistered: 'nothing shows these tokens',
  LegacyTokenRemoved: 'nothing shows these tokens',
  ScheduledSendStarted: 'what it comes to is told: that it was sent, or has failed',
} as const satisfies { readonly [Type in keyof OrganizationEvents]?: string };

/** The client events of an event, in order. */
export function clientEventsOf(event: AnyEvent, moment: LiveTransition): readonly ClientEvent[] {
  const translation = (translations as Readonly<Record<string, unknown>>)[event.type];
  return translation === undefined
    ? []
    : (translation as (event: AnyEvent, moment: LiveTransition) => readonly ClientEvent[])(event, moment);
}
