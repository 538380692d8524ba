/** Every chapter of `docs/generated/contract.md`, in its order. */
import { listedAlertWords, newAlertWords, removedAlertWords } from './alertWords.ts';
import { messageFields } from './messageFields.ts';
import { messages } from './messages.ts';
import { reactions, removedReactions } from './reactions.ts';
import { registering } from './register.ts';
import { profileData, profilesShown, removedProfileData } from './profileData.ts';
import {
  changedProfileFields,
  deletedProfileFields,
  listedProfileFields,
  orderedProfileFields,
} from './profileFields.ts';
import { readingOneMessage, readReceipts } from './oneMessage.ts';
import { narrowMatches, searchMatches } from './matches.ts';
import { readingMessages } from './reading.ts';
import { recipients } from './recipients.ts';
import { conventions } from './conventions.ts';
import { serverSettings } from './serverSettings.ts';
import { users } from './users.ts';
import type { Chapter } from './row.ts';
import { changedChannelPermissions, newChannelPermissions } from './channelPermissions.ts';
import { channelArchiving, channelChangers } from './channelChangers.ts';
import { channelChanges } from './channelChanges.ts';
import { changedFolders, listedFolders, newFolders, orderedFolders } from './channelFolders.ts';
import { changedBots, deactivatedBots, renewedBotKeys } from './botChanges.ts';
import { botMakers, newBots } from './bots.ts';
import { ownBots } from './ownBots.ts';
import { channelListing, webPublicListing } from './channelListing.ts';
import { listedChannels } from './channelFields.ts';
import { channelId, channelMembers, channelTopics, oneChannel, oneSubscription } from './oneChannel.ts';
import { subscriptionProperties, subscriptions, subscriptionSetting } from './subscriptionSettings.ts';
import { mutedTopics, topicDeletion, userTopics } from './topics.ts';
import { unsubscribing } from './unsubscribing.ts';
import { channelRights } from './channelRights.ts';
import { channelVisibility } from './channelVisibility.ts';
import { outdatedInChanges, outdatedInNewChannels } from './outdatedParameters.ts';
import { narrows, narrowsOfSpectators } from './narrows.ts';
import { outdatedWords } from './outdatedWords.ts';
import { newProfileFields } from './newProfileFields.ts';
import { newChannels } from './newChannels.ts';
import { subscribing } from './subscribing.ts';
import { changingAccounts, creatingAccounts } from './accounts.ts';
import { defaultSettings } from './clientSettings.ts';
import { automaticPolicies, mentions } from './mentions.ts';
import { customEmoji, submessages } from './emoji.ts';
import { invitationFailures, invitationLimit } from './invitationFailures.ts';
import { invitations } from './invitations.ts';
import { changedInvitations, invitationLinks, listedInvitations } from './invitationLists.ts';
import { attachments, fileUrls, removedAttachments, uploadLimits, uploads } from './files.ts';
import { avatars, removedAvatars } from './avatars.ts';
import { flagsInNarrows, markingRead, messageFlags } from './flags.ts';
import { events } from './events.ts';
import { markdown } from './markdown.ts';
import { editing } from './messageChanges.ts';
import { newDevices, pushRegistrations, removedDevices, testPushes, withoutBouncer } from './devices.ts';
import { changedDrafts, deletedDrafts, listedDrafts, newDrafts } from './drafts.ts';
import { deleting, messageHistory } from './messageHistory.ts';
import { moving } from './messageMoves.ts';
import { muting, unmuting } from './mutedUsers.ts';
import { botStorage } from './botStorage.ts';
import { channelCreation, smallRoutes } from './channelCreation.ts';
import { navigation } from './navigationViews.ts';
import { playgroundsAndDomains } from './domains.ts';
import { linkifiers } from './linkifiers.ts';
import { organizationPictures } from './organizationPictures.ts';
import { exports_ } from './exports.ts';
import { oneUser } from './oneUser.ts';
import { organizationDeactivation, organizationSettings } from './organization.ts';
import { organizationChoices } from './organizationChoices.ts';
import { organizationPermissions } from './organizationPermissions.ts';
import {
  endedKeys,
  endedPasswordKeys,
  guessedKeys,
  keys,
  keysWithoutTokens,
  newSessions,
  renewedKeys,
  tokenKeys,
  tokenKeysLimited,
} from './keys.ts';
import { presentSettings } from './presentSettings.ts';
import { compatibility, methods, rateLimits } from './protocol.ts';
import { allPresences, onePresence, presence } from './presence.ts';
import { record } from './record.ts';
import { pushTokens, reports, welcomePreview } from './reports.ts';
import { keptForLater } from './reminders.ts';
import { recipientForms, sendingRules } from './sendingRules.ts';
import { passwords, settings } from './settings.ts';
import {
  scheduledDelivery,
  scheduledDeletion,
  scheduledEditing,
  scheduledListing,
} from './scheduledChanges.ts';
import { sessions } from './sessions.ts';
import { scheduling } from './scheduledMessages.ts';
import { changedUserGroups } from './userGroupChanges.ts';
import { userGroupMembers } from './userGroupMembers.ts';
import { newUserGroups, userGroupFields } from './userGroups.ts';
import { typingAndDefaults } from './typing.ts';
import { oneStatus, ownStatus, statusOfOthers } from './userStatus.ts';
import { usersSeen } from './usersSeen.ts';
import { outgoingWebhooks } from './webhooks.ts';

export const chapters: readonly Chapter[] = [
  messages,
  recipients,
  recipientForms,
  sendingRules,
  mentions,
  automaticPolicies,
  messageFields,
  readingMessages,
  narrows,
  narrowsOfSpectators,
  searchMatches,
  narrowMatches,
  readingOneMessage,
  readReceipts,
  editing,
  moving,
  deleting,
  messageHistory,
  ...reports,
  markdown,
  scheduling,
  scheduledListing,
  scheduledEditing,
  scheduledDeletion,
  scheduledDelivery,
  listedDrafts,
  newDrafts,
  changedDrafts,
  deletedDrafts,
  ...keptForLater,
  ...navigation,
  ...botStorage,
  messageFlags,
  flagsInNarrows,
  markingRead,
  submessages,
  customEmoji,
  reactions,
  removedReactions,
  registering,
  ...events,
  ...typingAndDefaults,
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
  channelListing,
  webPublicListing,
  listedChannels,
  oneChannel,
  channelId,
  channelMembers,
  oneSubscription,
  channelTopics,
  unsubscribing,
  ...channelCreation,
  subscriptions,
  subscriptionSetting,
  subscriptionProperties,
  mutedTopics,
  userTopics,
  topicDeletion,
  ...smallRoutes,
  newFolders,
  changedFolders,
  orderedFolders,
  listedFolders,
  users,
  usersSeen,
  oneUser,
  creatingAccounts,
  changingAccounts,
  invitations,
  invitationFailures,
  invitationLimit,
  invitationLinks,
  listedInvitations,
  changedInvitations,
  ...presentSettings,
  settings,
  defaultSettings,
  passwords,
  newBots,
  botMakers,
  ownBots,
  changedBots,
  deactivatedBots,
  renewedBotKeys,
  newProfileFields,
  changedProfileFields,
  orderedProfileFields,
  deletedProfileFields,
  listedProfileFields,
  profileData,
  removedProfileData,
  profilesShown,
  presence,
  onePresence,
  allPresences,
  ownStatus,
  statusOfOthers,
  oneStatus,
  listedAlertWords,
  newAlertWords,
  removedAlertWords,
  uploads,
  uploadLimits,
  fileUrls,
  attachments,
  removedAttachments,
  avatars,
  removedAvatars,
  muting,
  unmuting,
  newUserGroups,
  userGroupFields,
  changedUserGroups,
  userGroupMembers,
  organizationSettings,
  organizationChoices,
  organizationPermissions,
  organizationDeactivation,
  welcomePreview,
  ...linkifiers,
  ...playgroundsAndDomains,
  ...exports_,
  ...organizationPictures,
  ...sessions,
  ...record,
  newDevices,
  pushRegistrations,
  removedDevices,
  testPushes,
  ...pushTokens,
  ...withoutBouncer,
  outgoingWebhooks,
  serverSettings,
  conventions,
  outdatedWords,
  methods,
  rateLimits,
  keys,
  newSessions,
  guessedKeys,
  endedPasswordKeys,
  tokenKeys,
  keysWithoutTokens,
  tokenKeysLimited,
  endedKeys,
  renewedKeys,
  compatibility,
];
