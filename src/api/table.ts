/** Every route of the API, by area, in the order in which the reference page lists them. */
import { channelRoutes } from './channels/channels.ts';
import { channelFolderRoutes } from './channels/folders.ts';
import { newChannelRoutes } from './channels/newChannels.ts';
import { subscriptionRoutes } from './channels/subscriptions.ts';
import { subscriptionSettingRoutes } from './channels/subscriptionSettings.ts';
import { topicRoutes } from './channels/topics.ts';
import { credentialRoutes, legacyTokenRoutes } from './credentials/credentials.ts';
import { deviceRoutes } from './credentials/devices.ts';
import { sessionRoutes } from './credentials/sessions.ts';
import { fileRoutes } from './files/files.ts';
import type { Route } from './http/route.ts';
import { eventRoutes } from './live/events.ts';
import { registerRoutes } from './live/register.ts';
import { messageChangeRoutes } from './messages/changes.ts';
import { flagRoutes } from './messages/flags.ts';
import { messageRoutes } from './messages/messages.ts';
import { reactionRoutes, renderRoutes, reportRoutes, submessageRoutes } from './messages/reactions.ts';
import { messageReadingRoutes } from './messages/reading.ts';
import { scheduledMessageRoutes } from './messages/scheduledMessages.ts';
import { typingRoutes } from './messages/typing.ts';
import { emojiRoutes } from './organization/emoji.ts';
import { exportRoutes } from './organization/exports.ts';
import { domainRoutes, linkifierRoutes, playgroundRoutes } from './organization/linkifiers.ts';
import { organizationRoutes } from './organization/organizations.ts';
import { organizationPictureRoutes } from './organization/pictures.ts';
import { recordRoutes } from './organization/record.ts';
import { callRoutes, serverSettingsRoutes } from './organization/serverSettings.ts';
import { accountRoutes } from './people/accounts.ts';
import { avatarRoutes } from './people/avatars.ts';
import { botRoutes } from './people/bots.ts';
import { botStorageRoutes, webhookRoutes } from './people/botStorage.ts';
import { invitationRoutes } from './people/invitations.ts';
import { presenceRoutes } from './people/presence.ts';
import { profileDataRoutes } from './people/profileData.ts';
import { profileFieldRoutes } from './people/profileFields.ts';
import { userGroupMemberRoutes, userGroupRoutes } from './people/userGroups.ts';
import { userRoutes } from './people/users.ts';
import { alertWordRoutes, onboardingRoutes } from './personal/alertWords.ts';
import { draftRoutes } from './personal/drafts.ts';
import { navigationViewRoutes } from './personal/navigationViews.ts';
import { reminderRoutes } from './personal/reminders.ts';
import { savedSnippetRoutes } from './personal/savedSnippets.ts';
import { settingsRoutes } from './personal/settings.ts';
import { mutedUserRoutes, userStatusRoutes } from './personal/status.ts';

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
