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

const area = (name: string, description: string, groups: readonly (readonly Route[])[]): readonly Route[] => {
  const described = { name, description };
  return groups.flat().map((route) => ({ ...route, area: described }));
};

export const apiRoutes: readonly Route[] = [
  ...area('Messages', 'Sending, reading, searching, editing, moving and deleting messages.', [
    messageRoutes,
    messageReadingRoutes,
    messageChangeRoutes,
    renderRoutes,
    reportRoutes,
  ]),
  ...area('Scheduled messages', 'Messages that are sent later.', [scheduledMessageRoutes]),
  ...area(
    'Drafts, snippets and reminders',
    'Unsent texts, texts for repeated use, and reminders of messages.',
    [draftRoutes, savedSnippetRoutes, reminderRoutes],
  ),
  ...area('Reactions and emoji', 'Reactions, votes in polls, and the organization’s own emoji.', [
    reactionRoutes,
    submessageRoutes,
    emojiRoutes,
  ]),
  ...area('Files', 'Uploaded files and pictures of people.', [fileRoutes, avatarRoutes]),
  ...area('Flags', 'What is read, starred or collapsed, and who has read a message.', [flagRoutes]),
  ...area('Real-time events', 'A snapshot of the present state, and everything that changes afterwards.', [
    registerRoutes,
    eventRoutes,
    typingRoutes,
  ]),
  ...area('Subscriptions and topics', 'Who is subscribed to which channels, their settings, and topics.', [
    subscriptionRoutes,
    topicRoutes,
    subscriptionSettingRoutes,
  ]),
  ...area('Channels', 'Channels and the folders in which they are displayed.', [
    channelRoutes,
    newChannelRoutes,
    channelFolderRoutes,
  ]),
  ...area('Users', 'People, their accounts, profiles, presence and status.', [
    userRoutes,
    profileDataRoutes,
    presenceRoutes,
    accountRoutes,
    profileFieldRoutes,
    mutedUserRoutes,
    userStatusRoutes,
  ]),
  ...area('Bots', 'Bots and what they store.', [botRoutes, botStorageRoutes]),
  ...area('Invitations', 'Invitations by mail, and links that anybody may use.', [invitationRoutes]),
  ...area('Webhooks', 'For receivers of outgoing webhooks; docs/webhooks.md describes them.', [
    webhookRoutes,
  ]),
  ...area('Settings', 'Personal settings, alert words and navigation views.', [
    settingsRoutes,
    alertWordRoutes,
    navigationViewRoutes,
    onboardingRoutes,
  ]),
  ...area('User groups', 'Groups of people, which are mentioned and given permissions.', [
    userGroupRoutes,
    userGroupMemberRoutes,
  ]),
  ...area(
    'Organizations',
    'Settings of the organization, linkifiers, allowed domains, exports and pictures.',
    [
      organizationRoutes,
      linkifierRoutes,
      playgroundRoutes,
      domainRoutes,
      exportRoutes,
      organizationPictureRoutes,
    ],
  ),
  ...area('Credentials', 'API keys, sessions in browsers, and who is logged in.', [
    credentialRoutes,
    sessionRoutes,
  ]),
  ...area('The record', 'What has happened, for owners.', [recordRoutes]),
  ...area('Devices', 'Devices that get push notifications.', [deviceRoutes, legacyTokenRoutes]),
  ...area('Calls', 'Calls by providers that the server is configured for.', [callRoutes]),
  ...area('Server', 'What a client needs to know before it logs in.', [serverSettingsRoutes]),
];
