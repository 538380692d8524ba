/** Every route of the API, in the order in which the reference page lists them. */
import { accountRoutes } from './accounts.ts';
import { botRoutes } from './bots.ts';
import { channelFolderRoutes } from './channelFolders.ts';
import { channelRoutes } from './channels.ts';
import { deviceRoutes } from './devices.ts';
import { credentialRoutes } from './credentials.ts';
import { flagRoutes } from './flags.ts';
import { messageChangeRoutes } from './messageChanges.ts';
import { messageReadingRoutes } from './messageReading.ts';
import { messageRoutes } from './messages.ts';
import { presenceRoutes } from './presence.ts';
import { emojiRoutes } from './emoji.ts';
import { invitationRoutes } from './invitations.ts';
import { profileDataRoutes } from './profileData.ts';
import { profileFieldRoutes } from './profileFields.ts';
import { renderRoutes } from './render.ts';
import { submessageRoutes } from './submessages.ts';
import { reactionRoutes } from './reactions.ts';
import { organizationRoutes } from './organizations.ts';
import type { Route } from './route.ts';
import { scheduledMessageRoutes } from './scheduledMessages.ts';
import { serverSettingsRoutes } from './serverSettings.ts';
import { settingsRoutes } from './settings.ts';
import { subscriptionSettingRoutes } from './subscriptionSettings.ts';
import { subscriptionRoutes } from './subscriptions.ts';
import { topicRoutes } from './topics.ts';
import { userGroupMemberRoutes } from './userGroupMembers.ts';
import { userGroupRoutes } from './userGroups.ts';
import { userRoutes } from './users.ts';
import { webhookRoutes } from './webhooks.ts';

export const apiRoutes: readonly Route[] = [
  ...messageRoutes,
  ...messageReadingRoutes,
  ...messageChangeRoutes,
  ...renderRoutes,
  ...scheduledMessageRoutes,
  ...reactionRoutes,
  ...submessageRoutes,
  ...emojiRoutes,
  ...flagRoutes,
  ...subscriptionRoutes,
  ...topicRoutes,
  ...subscriptionSettingRoutes,
  ...channelRoutes,
  ...channelFolderRoutes,
  ...userRoutes,
  ...profileDataRoutes,
  ...presenceRoutes,
  ...accountRoutes,
  ...profileFieldRoutes,
  ...botRoutes,
  ...invitationRoutes,
  ...webhookRoutes,
  ...settingsRoutes,
  ...userGroupRoutes,
  ...userGroupMemberRoutes,
  ...organizationRoutes,
  ...credentialRoutes,
  ...deviceRoutes,
  ...serverSettingsRoutes,
];
