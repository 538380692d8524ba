/** Every route of the API, by area, in the order in which the reference page lists them. */
import { accountRoutes } from './accounts.ts';
import { alertWordRoutes } from './alertWords.ts';
import { avatarRoutes } from './avatars.ts';
import { botRoutes } from './bots.ts';
import { botStorageRoutes } from './botStorage.ts';
import { callRoutes } from './calls.ts';
import { channelFolderRoutes } from './channelFolders.ts';
import { channelRoutes } from './channels.ts';
import { deviceRoutes } from './devices.ts';
import { credentialRoutes } from './credentials.ts';
import { domainRoutes } from './domains.ts';
import { draftRoutes } from './drafts.ts';
import { exportRoutes } from './exports.ts';
import { fileRoutes } from './files.ts';
import { flagRoutes } from './flags.ts';
import { legacyTokenRoutes } from './legacyTokens.ts';
import { linkifierRoutes } from './linkifiers.ts';
import { messageChangeRoutes } from './messageChanges.ts';
import { messageReadingRoutes } from './messageReading.ts';
import { messageRoutes } from './messages.ts';
import { presenceRoutes } from './presence.ts';
import { eventRoutes } from './events.ts';
import { recordRoutes } from './record.ts';
import { registerRoutes } from './register.ts';
import { emojiRoutes } from './emoji.ts';
import { invitationRoutes } from './invitations.ts';
import { profileDataRoutes } from './profileData.ts';
import { profileFieldRoutes } from './profileFields.ts';
import { renderRoutes } from './render.ts';
import { submessageRoutes } from './submessages.ts';
import { reactionRoutes } from './reactions.ts';
import { mutedUserRoutes } from './mutedUsers.ts';
import { navigationViewRoutes } from './navigationViews.ts';
import { onboardingRoutes } from './onboarding.ts';
import { newChannelRoutes } from './newChannels.ts';
import { organizationPictureRoutes } from './organizationPictures.ts';
import { organizationRoutes } from './organizations.ts';
import type { Route } from './http/route.ts';
import { playgroundRoutes } from './playgrounds.ts';
import { reminderRoutes } from './reminders.ts';
import { reportRoutes } from './reports.ts';
import { savedSnippetRoutes } from './savedSnippets.ts';
import { scheduledMessageRoutes } from './scheduledMessages.ts';
import { serverSettingsRoutes } from './serverSettings.ts';
import { sessionRoutes } from './sessions.ts';
import { settingsRoutes } from './settings.ts';
import { subscriptionSettingRoutes } from './subscriptionSettings.ts';
import { subscriptionRoutes } from './subscriptions.ts';
import { typingRoutes } from './typing.ts';
import { topicRoutes } from './topics.ts';
import { userGroupMemberRoutes } from './userGroupMembers.ts';
import { userGroupRoutes } from './userGroups.ts';
import { userStatusRoutes } from './userStatus.ts';
import { userRoutes } from './users.ts';
import { webhookRoutes } from './webhooks.ts';

const areas: Readonly<Record<string, readonly (readonly Route[])[]>> = {
  Messages: [messageRoutes, messageReadingRoutes, messageChangeRoutes, renderRoutes, reportRoutes],
  'Scheduled messages': [scheduledMessageRoutes],
  'Drafts, snippets and reminders': [draftRoutes, savedSnippetRoutes, reminderRoutes],
  'Reactions and emoji': [reactionRoutes, submessageRoutes, emojiRoutes],
  Files: [fileRoutes, avatarRoutes],
  Flags: [flagRoutes],
  'Real-time events': [registerRoutes, eventRoutes, typingRoutes],
  'Subscriptions and topics': [subscriptionRoutes, topicRoutes, subscriptionSettingRoutes],
  Channels: [channelRoutes, newChannelRoutes, channelFolderRoutes],
  Users: [
    userRoutes,
    profileDataRoutes,
    presenceRoutes,
    accountRoutes,
    profileFieldRoutes,
    mutedUserRoutes,
    userStatusRoutes,
  ],
  Bots: [botRoutes, botStorageRoutes],
  Invitations: [invitationRoutes],
  Webhooks: [webhookRoutes],
  Settings: [settingsRoutes, alertWordRoutes, navigationViewRoutes, onboardingRoutes],
  'User groups': [userGroupRoutes, userGroupMemberRoutes],
  Organizations: [
    organizationRoutes,
    linkifierRoutes,
    playgroundRoutes,
    domainRoutes,
    exportRoutes,
    organizationPictureRoutes,
  ],
  Credentials: [credentialRoutes, sessionRoutes],
  'The record': [recordRoutes],
  Devices: [deviceRoutes, legacyTokenRoutes],
  Calls: [callRoutes],
  Server: [serverSettingsRoutes],
};

export const apiRoutes: readonly Route[] = Object.entries(areas).flatMap(([area, groups]) =>
  groups.flat().map((route) => ({ ...route, area })),
);
