/** Every chapter of `docs/contract.md`, in its order. */
import { messageFields } from './messageFields.ts';
import { messages } from './messages.ts';
import { reactions } from './reactions.ts';
import { recipients } from './recipients.ts';
import { conventions } from './conventions.ts';
import { serverSettings } from './serverSettings.ts';
import { users } from './users.ts';
import type { Chapter } from './row.ts';
import { changedChannelPermissions, newChannelPermissions } from './channelPermissions.ts';
import { channelArchiving, channelChangers } from './channelChangers.ts';
import { channelChanges } from './channelChanges.ts';
import { channelRights } from './channelRights.ts';
import { channelVisibility } from './channelVisibility.ts';
import { outdatedInChanges, outdatedInNewChannels } from './outdatedParameters.ts';
import { newChannels } from './newChannels.ts';
import { subscribing } from './subscribing.ts';
import { changingAccounts, creatingAccounts } from './accounts.ts';
import { oneUser } from './oneUser.ts';
import { organizationDeactivation, organizationSettings } from './organization.ts';
import { organizationPermissions } from './organizationPermissions.ts';
import { settings } from './settings.ts';
import { changedUserGroups } from './userGroupChanges.ts';
import { userGroupMembers } from './userGroupMembers.ts';
import { newUserGroups, userGroupFields } from './userGroups.ts';
import { usersSeen } from './usersSeen.ts';

export const chapters: readonly Chapter[] = [
  messages,
  recipients,
  messageFields,
  reactions,
  subscribing,
  newChannels,
  outdatedInNewChannels,
  newChannelPermissions,
  channelRights,
  channelChanges,
  channelVisibility,
  outdatedInChanges,
  changedChannelPermissions,
  channelChangers,
  channelArchiving,
  users,
  usersSeen,
  oneUser,
  creatingAccounts,
  changingAccounts,
  settings,
  newUserGroups,
  userGroupFields,
  changedUserGroups,
  userGroupMembers,
  organizationSettings,
  organizationPermissions,
  organizationDeactivation,
  serverSettings,
  conventions,
];
