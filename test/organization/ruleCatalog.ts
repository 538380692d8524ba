/** All permission rules by name, for explanations, grouped by what they apply to besides the actor. */
import type { ChannelPrivacy } from '../../src/events/channels.ts';
import type { BotType, Role } from '../../src/events/users.ts';
import type { UserId } from '../../src/base/ids.ts';
import type { Channel } from '../../src/organization/slices/channels.ts';
import type { CustomEmoji } from '../../src/organization/slices/emoji.ts';
import type { UploadedFile } from '../../src/organization/slices/files.ts';
import type { Invitation } from '../../src/organization/slices/invitations.ts';
import type { ProfileField } from '../../src/organization/slices/profileFields.ts';
import type { UserGroup } from '../../src/organization/slices/userGroups.ts';
import type { EmailOwner, User } from '../../src/organization/slices/users.ts';
import * as bots from '../../src/organization/access/people.ts';
import { canAdministerFolders } from '../../src/organization/access/channels.ts';
import * as channels from '../../src/organization/access/channels.ts';
import * as emoji from '../../src/organization/access/files.ts';
import { canReadFile } from '../../src/organization/access/files.ts';
import * as invitations from '../../src/organization/access/invitations.ts';
import * as messages from '../../src/organization/access/messages.ts';
import * as people from '../../src/organization/access/people.ts';
import { seesPresence } from '../../src/organization/access/presence.ts';
import { canEditOwnValue } from '../../src/organization/access/people.ts';
import * as roles from '../../src/organization/access/rules.ts';
import type { Rule } from '../../src/organization/access/rules.ts';
import * as userGroups from '../../src/organization/access/userGroups.ts';

/** The arguments of the rules of each group. */
export interface RuleSubjects {
  readonly organization: [];
  readonly channel: [Channel];
  readonly newChannel: [ChannelPrivacy];
  readonly group: [UserGroup];
  readonly person: [UserId];
  readonly addressHolder: [EmailOwner];
  readonly bot: [User];
  readonly newBot: [BotType];
  readonly messageLocation: [messages.MessageLocation];
  readonly message: [messages.MessageOf];
  readonly conversation: [readonly UserId[]];
  readonly invitation: [Invitation];
  readonly role: [Role];
  readonly emoji: [CustomEmoji];
  readonly file: [UploadedFile];
  readonly profileField: [ProfileField];
}

export const ruleCatalog = {
  organization: {
    isActive: roles.isActive,
    isAdministrator: roles.isAdministrator,
    isGuest: roles.isGuest,
    isMember: roles.isMember,
    isModerator: roles.isModerator,
    isOwner: roles.isOwner,
    isBot: people.isBot,
    isSystemBot: people.isSystemBot,
    areDirectMessagesOff: messages.areDirectMessagesOff,
    canAddEmoji: emoji.canAddEmoji,
    canAddSubscribers: channels.canAddSubscribers,
    canAdministerFolders,
    canChangeDefaultChannels: channels.canChangeDefaultChannels,
    canChangeOwnAvatar: people.canChangeOwnAvatar,
    canChangeOwnEmail: people.canChangeOwnEmail,
    canChangeOwnName: people.canChangeOwnName,
    canCreateInvitationLink: invitations.canCreateInvitationLink,
    canCreateUserGroup: userGroups.canCreateUserGroup,
    canInvite: invitations.canInvite,
    canMentionMany: messages.canMentionMany,
    canOverrideEmoji: emoji.canOverrideEmoji,
    canSeeReadReceipts: messages.canSeeReadReceipts,
    canSetDeleteMessagePolicy: channels.canSetDeleteMessagePolicy,
    canSetTopicsPolicy: channels.canSetTopicsPolicy,
    canWriteWelcome: invitations.canWriteWelcome,
    hasSpectatorAccess: channels.hasSpectatorAccess,
    movesAtAnyTime: messages.movesAtAnyTime,
    seesEverybody: people.seesEverybody,
  },
  channel: {
    canAdministerChannel: channels.canAdministerChannel,
    canChangeAccess: channels.canChangeAccess,
    canCreateTopic: channels.canCreateTopic,
    canDeleteAnyMessageIn: channels.canDeleteAnyMessageIn,
    canDeleteOwnMessageIn: channels.canDeleteOwnMessageIn,
    canInviteTo: invitations.canInviteTo,
    canMoveBetweenChannels: messages.canMoveBetweenChannels,
    canMoveBetweenTopics: messages.canMoveBetweenTopics,
    canMoveOutOfChannel: channels.canMoveOutOfChannel,
    canMoveWithinChannel: channels.canMoveWithinChannel,
    canPostIn: channels.canPostIn,
    canReplyIn: channels.canReplyIn,
    canResolveTopics: messages.canResolveTopics,
    canResolveTopicsIn: channels.canResolveTopicsIn,
    canSendTo: channels.canSendTo,
    canSubscribeOthers: channels.canSubscribeOthers,
    canSubscribeOthersAtOnce: channels.canSubscribeOthersAtOnce,
    canSubscribeSelf: channels.canSubscribeSelf,
    canUnsubscribeOthers: channels.canUnsubscribeOthers,
    hasContentAccess: channels.hasContentAccess,
    hasMetadataAccess: channels.hasMetadataAccess,
    isUnarchived: channels.isUnarchived,
    mayListenIn: channels.mayListenIn,
    sharesHistory: channels.sharesHistory,
  },
  newChannel: { canCreateChannel: channels.canCreateChannel },
  group: {
    canAddMembers: userGroups.canAddMembers,
    canInviteInto: invitations.canInviteInto,
    canJoinUserGroup: userGroups.canJoinUserGroup,
    canLeaveUserGroup: userGroups.canLeaveUserGroup,
    canManageUserGroup: userGroups.canManageUserGroup,
    canMentionGroup: userGroups.canMentionGroup,
    canRemoveMembers: userGroups.canRemoveMembers,
  },
  person: {
    managesBot: people.managesBot,
    ownsBot: people.ownsBot,
    seesPresence,
    seesUser: people.seesUser,
  },
  addressHolder: { seesEmailOf: people.seesEmailOf },
  bot: { canAdministerBot: bots.canAdministerBot },
  newBot: { canCreateBot: bots.canCreateBot },
  messageLocation: { canChangeMessage: messages.canChangeMessage, canReadMessage: messages.canReadMessage },
  message: {
    canDeleteAnyMessage: messages.canDeleteAnyMessage,
    canDeleteOwnMessage: messages.canDeleteOwnMessage,
  },
  conversation: { canInitiateDirect: messages.canInitiateDirect, canSendDirect: messages.canSendDirect },
  invitation: {
    canAdministerInvitation: invitations.canAdministerInvitation,
    canOffer: invitations.canOffer,
    seesInvitation: invitations.seesInvitation,
    seesInvitationLink: invitations.seesInvitationLink,
  },
  role: { canInviteAs: invitations.canInviteAs },
  emoji: { canDeactivateEmoji: emoji.canDeactivateEmoji },
  file: { canReadFile },
  profileField: { canEditOwnValue },
} as const satisfies {
  readonly [Kind in keyof RuleSubjects]: Readonly<Record<string, Rule<RuleSubjects[Kind]>>>;
};
