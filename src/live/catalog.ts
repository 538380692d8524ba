/**
 * What clients are told of every event of an organization and of presence in it, which events tell them nothing, and
 * what they are told when they register.
 */
import type { AnyEvent, OrganizationEvents } from '../events/catalog.ts';
import { botsLive, botsSnapshot } from './bots.ts';
import { channelFoldersLive, channelFoldersSnapshot, channelsLive, channelsSnapshot } from './channels.ts';
import { exportsLive, filesLive } from './files.ts';
import { flagsLive, messagesSnapshot } from './flags.ts';
import { devicesLive, devicesSnapshot, invitationsLive } from './invitations.ts';
import { messageChangesLive } from './messageChanges.ts';
import { messagesLive, reactionsLive } from './messages.ts';
import {
  domainsLive,
  domainsSnapshot,
  emojiLive,
  emojiSnapshot,
  linkifiersLive,
  linkifiersSnapshot,
  organizationPicturesLive,
  organizationsLive,
  playgroundsLive,
  playgroundsSnapshot,
} from './organizations.ts';
import {
  alertWordsLive,
  alertWordsSnapshot,
  draftsLive,
  draftsSnapshot,
  mutedUsersLive,
  mutedUsersSnapshot,
  navigationViewsLive,
  navigationViewsSnapshot,
  onboardingLive,
  onboardingSnapshot,
  remindersLive,
  remindersSnapshot,
  savedSnippetsLive,
  savedSnippetsSnapshot,
  scheduledMessagesLive,
  scheduledMessagesSnapshot,
  userStatusLive,
  userStatusSnapshot,
} from './personal.ts';
import { presenceLive, typingLive } from './presence.ts';
import { profileFieldsLive, profileFieldsSnapshot } from './profileFields.ts';
import { realmSnapshot } from './realm.ts';
import {
  subscriptionSettingsLive,
  subscriptionsLive,
  subscriptionsSnapshot,
  topicsLive,
  topicsSnapshot,
} from './subscriptions.ts';
import type { ClientEvent, LiveTransition } from './translation/define.ts';
import { type FetchType, snapshot } from './translation/snapshot.ts';
import { userGroupsLive, userGroupsSnapshot } from './userGroups.ts';
import { usersLive, usersSnapshot } from './users.ts';

// * Parts that this server does not support: well-formed and empty, so that clients which require them can
// start.

const unsupportedSnapshot = snapshot({
  default_stream_groups: () => ({ realm_default_stream_groups: [] }),
  giphy: () => ({ giphy_api_key: '' }),
  tenor: () => ({ tenor_api_key: '' }),
  klipy: () => ({ klipy_api_key: '' }),
  realm_billing: () => ({ realm_billing: { has_pending_sponsorship_request: false } }),
  realm_embedded_bots: () => ({ realm_embedded_bots: [] }),
  realm_filters: () => ({ realm_filters: [] }),
  realm_incoming_webhook_bots: () => ({ realm_incoming_webhook_bots: [] }),
  stop_words: () => ({ stop_words: [] }),
  video_calls: () => ({ has_zoom_token: false, has_webex_token: false }),
});

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
  BotMessageUndelivered: 'its owner is told by a message',
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
