/** The only maker of sample events: sensible defaults, any field replaced by what a test is about. */
import type { z } from 'zod';
import {
  type AnyEvent,
  decode,
  definitionOf,
  type ErasedSubjects,
  type OrganizationEvents,
  validate,
} from '../../src/events/catalog.ts';
import { chained, chainStart } from '../../src/events/chain.ts';
import { botEvents } from '../../src/events/bots.ts';
import { channelFolderEvents } from '../../src/events/channelFolders.ts';
import { channelEvents } from '../../src/events/channels.ts';
import { credentialEvents } from '../../src/events/credentials.ts';
import type { DomainEvent, EventArea } from '../../src/events/define.ts';
import type { StoredEvent } from '../../src/events/log/eventLog.ts';
import { flagEvents } from '../../src/events/flags.ts';
import { messageEvents } from '../../src/events/messages.ts';
import { emojiEvents } from '../../src/events/emoji.ts';
import { organizationEvents } from '../../src/events/organizations.ts';
import { reactionEvents } from '../../src/events/reactions.ts';
import { submessageEvents } from '../../src/events/submessages.ts';
import { subscriptionSettingEvents } from '../../src/events/subscriptionSettings.ts';
import { subscriptionEvents } from '../../src/events/subscriptions.ts';
import { topicEvents } from '../../src/events/topics.ts';
import { SYSTEM_GROUP_NAMES, userGroupEvents } from '../../src/events/userGroups.ts';
import { userEvents } from '../../src/events/users.ts';
import { organizationStream, ROOT_ORGANIZATION } from '../../src/ids.ts';
import { emptyOrganization, type OrganizationState } from '../../src/organization/state.ts';

type Input<Area extends EventArea, Type extends keyof Area['definitions']> = z.input<
  Area['definitions'][Type]['schema']
>;

/** Makes the maker of one event's samples; the defaults may depend on the fields given. */
const sample =
  <Area extends EventArea, Type extends keyof Area['definitions'] & keyof OrganizationEvents & string>(
    area: Area,
    type: Type,
    defaults: (given: Partial<Input<Area, Type>>) => Input<Area, Type>,
  ) =>
  (given: Partial<Input<Area, Type>> = {}): DomainEvent<Type, OrganizationEvents[Type]> => {
    const data = { ...(defaults(given) as object), ...given };
    return { type, data: area.definitions[type]!.schema.parse(data) as OrganizationEvents[Type] };
  };

/** The eight groups, each but the narrowest and role:nobody with the next narrower one as its subgroup. */
const systemGroups = SYSTEM_GROUP_NAMES.map((name, index) => ({
  groupId: index + 1,
  name,
  directSubgroups: index < SYSTEM_GROUP_NAMES.indexOf('role:owners') ? [index + 2] : [],
}));

const EVERYONE = SYSTEM_GROUP_NAMES.indexOf('role:everyone') + 1;
const MEMBERS = SYSTEM_GROUP_NAMES.indexOf('role:members') + 1;
const NOBODY = SYSTEM_GROUP_NAMES.indexOf('role:nobody') + 1;
/** ID of the first group after the system groups. */
const FIRST_GROUP = SYSTEM_GROUP_NAMES.length + 1;

/** A new channel's permissions where its creator chose none (spec/endpoint-details.md 3.3), but without a creator. */
export const examplePermissions: Input<typeof channelEvents, 'ChannelCreated'>['permissions'] = {
  canAddSubscribers: NOBODY,
  canAdministerChannel: NOBODY,
  canCreateTopic: EVERYONE,
  canDeleteAnyMessage: NOBODY,
  canDeleteOwnMessage: NOBODY,
  canMoveMessagesOutOfChannel: NOBODY,
  canMoveMessagesWithinChannel: NOBODY,
  canRemoveSubscribers: SYSTEM_GROUP_NAMES.indexOf('role:administrators') + 1,
  canResolveTopics: NOBODY,
  canSendMessage: EVERYONE,
  canSubscribe: NOBODY,
};

const reaction = {
  messageId: 5,
  userId: 1,
  emojiName: 'tada',
  emojiCode: '1f389',
  reactionType: 'unicode_emoji',
  channelId: 1,
  topic: 'greetings',
} as const;

const place = (given: { readonly participantIds?: unknown }) =>
  given.participantIds === undefined ? { channelId: 1, topic: 'greetings' } : {};

/** The channel that an event tells a change of, after the renaming of the examples. */
const changed = ({ channelId = 1 }: { readonly channelId?: number }) => ({
  channelId,
  name: `renamed ${channelId}`,
});

/** `example.userCreated({ userId: 2 })`: one maker for every event of an organization. */
export const example = {
  organizationFounded: sample(organizationEvents, 'OrganizationFounded', () => ({
    organizationId: ROOT_ORGANIZATION,
    subdomain: '',
    name: 'Hansard',
  })),
  systemGroupsCreated: sample(userGroupEvents, 'SystemGroupsCreated', () => ({ groups: systemGroups })),
  userCreated: sample(userEvents, 'UserCreated', ({ userId = 1 }) => ({
    userId,
    email: `user${userId}@example.com`,
    fullName: `User ${userId}`,
    role: 400 as const,
    passwordCredentialId: `password-${userId}`,
    apiKeyCredentialId: `key-${userId}`,
    bot: null,
  })),
  userRenamed: sample(userEvents, 'UserRenamed', ({ userId = 1 }) => ({
    userId,
    oldFullName: `User ${userId}`,
    newFullName: `Somebody ${userId}`,
  })),
  userRoleChanged: sample(userEvents, 'UserRoleChanged', () => ({
    userId: 1,
    oldRole: 400 as const,
    newRole: 200 as const,
  })),
  userDeactivated: sample(userEvents, 'UserDeactivated', () => ({ userId: 1 })),
  userReactivated: sample(userEvents, 'UserReactivated', () => ({ userId: 1 })),
  passwordChanged: sample(credentialEvents, 'PasswordChanged', ({ userId = 1 }) => ({
    userId,
    credentialId: `password-${userId}-new`,
  })),
  apiKeyRegenerated: sample(credentialEvents, 'ApiKeyRegenerated', ({ userId = 1 }) => ({
    userId,
    credentialId: `key-${userId}-new`,
  })),
  channelCreated: sample(channelEvents, 'ChannelCreated', ({ channelId = 1, privacy = 'public' }) => ({
    channelId,
    name: `channel ${channelId}`,
    description: 'What it is for',
    renderedDescription: '<p>What it is for</p>',
    creatorId: 1,
    privacy,
    historyPublicToSubscribers: privacy !== 'private',
    topicsPolicy: 'inherit' as const,
    messageRetentionDays: null,
    folderId: null,
    permissions: examplePermissions,
    announced: false,
  })),
  usersSubscribed: sample(subscriptionEvents, 'UsersSubscribed', () => ({ channelIds: [1], userIds: [1] })),
  usersUnsubscribed: sample(subscriptionEvents, 'UsersUnsubscribed', () => ({
    channelIds: [1],
    userIds: [1],
  })),
  /** In channel 1, unless `participantIds` make it direct. */
  messageSent: sample(messageEvents, 'MessageSent', (given) => ({
    senderId: 1,
    ...place(given),
    content: 'Hello, everybody',
    rendererVersion: 0,
    readBySender: true,
  })),
  reactionAdded: sample(reactionEvents, 'ReactionAdded', () => reaction),
  reactionRemoved: sample(reactionEvents, 'ReactionRemoved', () => reaction),
  organizationRenamed: sample(organizationEvents, 'OrganizationRenamed', () => ({
    oldName: 'Hansard',
    newName: 'The House',
  })),
  organizationDescribed: sample(organizationEvents, 'OrganizationDescribed', () => ({
    authorId: 1,
    description: 'Who we are',
    renderedDescription: '<p>Who we are</p>',
  })),
  organizationSettingChanged: sample(organizationEvents, 'OrganizationSettingChanged', () => ({
    property: 'allowMessageEditing' as const,
    oldValue: true,
    newValue: false,
  })),
  organizationPermissionChanged: sample(organizationEvents, 'OrganizationPermissionChanged', () => ({
    permission: 'can_create_groups' as const,
    oldValue: MEMBERS,
    newValue: { directMembers: [1], directSubgroups: [] },
  })),
  userGroupCreated: sample(userGroupEvents, 'UserGroupCreated', ({ groupId = FIRST_GROUP }) => ({
    groupId,
    name: `group ${groupId}`,
    description: 'Who they are',
    creatorId: 1,
    memberIds: [1],
    directSubgroups: [],
    permissions: {
      canAddMembers: { directMembers: [1], directSubgroups: [] },
      canJoin: NOBODY,
      canLeave: EVERYONE,
      canManage: { directMembers: [1], directSubgroups: [] },
      canMention: EVERYONE,
      canRemoveMembers: NOBODY,
    },
  })),
  userGroupRenamed: sample(userGroupEvents, 'UserGroupRenamed', ({ groupId = FIRST_GROUP }) => ({
    groupId,
    oldName: `group ${groupId}`,
    newName: `renamed ${groupId}`,
  })),
  userGroupDescribed: sample(userGroupEvents, 'UserGroupDescribed', () => ({
    groupId: FIRST_GROUP,
    authorId: 1,
    description: 'What they do',
  })),
  userGroupPermissionChanged: sample(userGroupEvents, 'UserGroupPermissionChanged', () => ({
    groupId: FIRST_GROUP,
    permission: 'canJoin' as const,
    oldValue: NOBODY,
    newValue: MEMBERS,
  })),
  userGroupMembersAdded: sample(userGroupEvents, 'UserGroupMembersAdded', () => ({
    groupId: FIRST_GROUP,
    userIds: [2],
  })),
  userGroupMembersRemoved: sample(userGroupEvents, 'UserGroupMembersRemoved', () => ({
    groupId: FIRST_GROUP,
    userIds: [2],
  })),
  userGroupSubgroupsAdded: sample(userGroupEvents, 'UserGroupSubgroupsAdded', () => ({
    groupId: FIRST_GROUP,
    subgroupIds: [MEMBERS],
  })),
  userGroupSubgroupsRemoved: sample(userGroupEvents, 'UserGroupSubgroupsRemoved', () => ({
    groupId: FIRST_GROUP,
    subgroupIds: [MEMBERS],
  })),
  userGroupDeactivated: sample(userGroupEvents, 'UserGroupDeactivated', () => ({ groupId: FIRST_GROUP })),
  userGroupReactivated: sample(userGroupEvents, 'UserGroupReactivated', () => ({ groupId: FIRST_GROUP })),
  usersBecameNewMembers: sample(userGroupEvents, 'UsersBecameNewMembers', () => ({ userIds: [1] })),
  usersBecameFullMembers: sample(userGroupEvents, 'UsersBecameFullMembers', () => ({ userIds: [1] })),
  organizationDeactivated: sample(organizationEvents, 'OrganizationDeactivated', () => ({
    deletionDelayDays: null,
  })),
  messageEdited: sample(messageEvents, 'MessageEdited', (given) => ({
    messageId: 5,
    senderId: 1,
    editorId: 1,
    ...place(given),
    oldContent: 'Hello, everybody',
    oldRendererVersion: 0,
    newContent: 'Hello, all of you',
    newRendererVersion: 0,
  })),
  messagesMoved: sample(messageEvents, 'MessagesMoved', ({ messageId = 5 }) => ({
    messageId,
    messageIds: [messageId],
    editorId: 1,
    oldChannelId: 1,
    oldTopic: 'greetings',
    newChannelId: 1,
    newTopic: 'farewells',
    reach: 'one' as const,
    notifiesOldTopic: false,
    notifiesNewTopic: true,
    contributorIds: [1],
  })),
  messagesDeleted: sample(messageEvents, 'MessagesDeleted', (given) => ({
    messageIds: [5],
    deleterId: 1,
    ...place(given),
  })),
  channelFolderCreated: sample(channelFolderEvents, 'ChannelFolderCreated', ({ folderId = 1 }) => ({
    folderId,
    name: `folder ${folderId}`,
    description: 'What is in it',
    renderedDescription: '<p>What is in it</p>',
    creatorId: 1,
    order: folderId - 1,
  })),
  channelFolderRenamed: sample(channelFolderEvents, 'ChannelFolderRenamed', ({ folderId = 1 }) => ({
    folderId,
    oldName: `folder ${folderId}`,
    newName: 'Projects',
  })),
  channelFolderDescribed: sample(channelFolderEvents, 'ChannelFolderDescribed', () => ({
    folderId: 1,
    authorId: 1,
    description: 'What we work on',
    renderedDescription: '<p>What we work on</p>',
  })),
  channelFolderArchived: sample(channelFolderEvents, 'ChannelFolderArchived', () => ({ folderId: 1 })),
  channelFolderUnarchived: sample(channelFolderEvents, 'ChannelFolderUnarchived', () => ({ folderId: 1 })),
  channelFoldersReordered: sample(channelFolderEvents, 'ChannelFoldersReordered', () => ({ folderIds: [1] })),
  channelRenamed: sample(channelEvents, 'ChannelRenamed', ({ channelId = 1 }) => ({
    channelId,
    oldName: `channel ${channelId}`,
    newName: `renamed ${channelId}`,
  })),
  channelDescribed: sample(channelEvents, 'ChannelDescribed', (given) => ({
    ...changed(given),
    oldAuthorId: 1,
    newAuthorId: 1,
    oldDescription: 'What it is for',
    newDescription: 'What it is *really* for',
    newRenderedDescription: '<p>What it is <em>really</em> for</p>',
  })),
  channelPrivacyChanged: sample(channelEvents, 'ChannelPrivacyChanged', (given) => ({
    ...changed(given),
    oldPrivacy: 'public' as const,
    newPrivacy: 'private' as const,
    oldHistoryPublicToSubscribers: true,
    newHistoryPublicToSubscribers: false,
  })),
  channelPermissionChanged: sample(channelEvents, 'ChannelPermissionChanged', (given) => ({
    ...changed(given),
    permission: 'canAddSubscribers' as const,
    oldValue: NOBODY,
    newValue: { directMembers: [1], directSubgroups: [] },
  })),
  channelTopicsPolicyChanged: sample(channelEvents, 'ChannelTopicsPolicyChanged', (given) => ({
    ...changed(given),
    oldPolicy: 'inherit' as const,
    newPolicy: 'disable_empty_topic' as const,
  })),
  channelRetentionChanged: sample(channelEvents, 'ChannelRetentionChanged', (given) => ({
    ...changed(given),
    oldDays: null,
    newDays: 30,
  })),
  channelMovedToFolder: sample(channelEvents, 'ChannelMovedToFolder', (given) => ({
    ...changed(given),
    oldFolderId: null,
    newFolderId: 1,
  })),
  channelArchived: sample(channelEvents, 'ChannelArchived', (given) => changed(given)),
  channelUnarchived: sample(channelEvents, 'ChannelUnarchived', (given) => changed(given)),
  defaultChannelAdded: sample(channelEvents, 'DefaultChannelAdded', ({ channelId = 1 }) => ({
    channelId,
    defaultChannelIds: [channelId],
  })),
  defaultChannelRemoved: sample(channelEvents, 'DefaultChannelRemoved', () => ({
    channelId: 1,
    defaultChannelIds: [],
  })),
  messagesMarkedRead: sample(flagEvents, 'MessagesMarkedRead', () => ({ userId: 1, messages: [5] })),
  messagesMarkedUnread: sample(flagEvents, 'MessagesMarkedUnread', () => ({
    userId: 1,
    conversations: [{ channelId: 1, messages: [5, [7, 9]], mentioning: [7], isUnmuted: true as const }],
    topics: ['greetings'],
  })),
  messagesStarred: sample(flagEvents, 'MessagesStarred', () => ({ userId: 1, messages: [5, [7, 9]] })),
  messagesUnstarred: sample(flagEvents, 'MessagesUnstarred', () => ({ userId: 1, messages: [[7, 9]] })),
  messagesCollapsed: sample(flagEvents, 'MessagesCollapsed', () => ({ userId: 1, messages: [5] })),
  messagesUncollapsed: sample(flagEvents, 'MessagesUncollapsed', () => ({ userId: 1, messages: [5] })),
  userEmailChanged: sample(userEvents, 'UserEmailChanged', ({ userId = 1 }) => ({
    userId,
    oldEmail: `user${userId}@example.com`,
    newEmail: `somebody${userId}@example.com`,
  })),
  personalSettingChanged: sample(userEvents, 'PersonalSettingChanged', () => ({
    userId: 1,
    property: 'timezone' as const,
    oldValue: '',
    newValue: 'Europe/Vienna',
  })),
  customEmojiAdded: sample(emojiEvents, 'CustomEmojiAdded', ({ emojiId = 1 }) => ({
    emojiId,
    name: `emoji-${emojiId}`,
    authorId: 1,
    imageType: 'png' as const,
    image: 'iVBORw0KGgo=',
  })),
  customEmojiDeactivated: sample(emojiEvents, 'CustomEmojiDeactivated', ({ emojiId = 1 }) => ({
    emojiId,
    name: `emoji-${emojiId}`,
  })),
  submessageAdded: sample(submessageEvents, 'SubmessageAdded', () => ({
    messageId: 5,
    senderId: 1,
    messageType: 'widget' as const,
    content: '{"type":"vote","key":"canned,0","vote":1}',
    channelId: 1,
    topic: 'greetings',
  })),
  subscriptionSettingChanged: sample(subscriptionSettingEvents, 'SubscriptionSettingChanged', () => ({
    userId: 1,
    channelId: 1,
    property: 'isMuted' as const,
    oldValue: false,
    newValue: true,
  })),
  topicPolicySet: sample(topicEvents, 'TopicPolicySet', () => ({
    userIds: [1],
    channelId: 1,
    topic: 'greetings',
    oldPolicy: 'none' as const,
    newPolicy: 'followed' as const,
  })),
  botSetUp: sample(botEvents, 'BotSetUp', () => ({
    botId: 1,
    defaults: { sendingChannelId: null, eventsChannelId: null, allPublicChannels: false },
    service: {
      name: 'weather',
      interface: 1 as const,
      tokenCredentialId: 'token-1',
      baseUrl: 'https://weather.example.com/hook',
    },
  })),
  botDefaultChanged: sample(botEvents, 'BotDefaultChanged', () => ({
    botId: 1,
    property: 'sendingChannelId' as const,
    oldValue: null,
    newValue: 1,
  })),
  botServiceUrlChanged: sample(botEvents, 'BotServiceUrlChanged', () => ({
    botId: 1,
    name: 'weather',
    interface: 1 as const,
    tokenCredentialId: 'token-1',
    oldBaseUrl: 'https://weather.example.com/hook',
    newBaseUrl: 'https://weather.example.com/other',
  })),
  botOwnerChanged: sample(botEvents, 'BotOwnerChanged', () => ({ botId: 1, oldOwnerId: 2, newOwnerId: 3 })),
};

/** Where a made-up recording goes on: after the last event of `after`, by whom, at which pace. */
export interface RecordingOptions {
  readonly after?: Pick<OrganizationState, 'revision' | 'hash'> | undefined;
  readonly organizationId?: number;
  readonly actor?: number | null;
}

/** Time of revision 0 in samples; each event comes a second after the one before. */
export const EXAMPLE_START = Date.UTC(2026, 0, 1);

/** The events as a log would hold them: validated, chained, at positions with gaps. */
function stored(events: readonly DomainEvent[], options: RecordingOptions = {}): StoredEvent[] {
  const organization = options.organizationId ?? ROOT_ORGANIZATION;
  const stream = organizationStream(organization as typeof ROOT_ORGANIZATION);
  let last = options.after ?? { revision: -1, hash: chainStart(stream) };
  return events.map(({ type, data }) => {
    validate(type, data);
    const revision = last.revision + 1;
    const metadata = {
      version: definitionOf(type)?.version,
      organization,
      actor: options.actor ?? null,
      client: 'test',
      command: 'Example',
      time: EXAMPLE_START + revision * 1000,
      $correlationId: `correlation-${revision}`,
      $causationId: `cause-${revision}`,
    };
    const written = {
      id: `event-${revision}`,
      type,
      data: JSON.stringify(data),
      metadata: JSON.stringify(metadata),
    };
    const { hash, ...event } = chained(last.hash, written);
    last = { revision, hash };
    return { ...event, stream, revision, position: revision * 3 + 1 };
  });
}

/** The events as they are read back: with increasing revisions, positions and times, chained hashes. */
export const recorded = (
  events: readonly DomainEvent[],
  options?: RecordingOptions,
  erased?: ErasedSubjects,
): AnyEvent[] => stored(events, options).map((event) => decode(event, erased));

/** An organization founded with its system groups, and the state after the given events. */
export function organizationAfter(...events: readonly DomainEvent[]): OrganizationState {
  const state = emptyOrganization(ROOT_ORGANIZATION);
  return foldOn(state, example.organizationFounded(), example.systemGroupsCreated(), ...events);
}

/** Records the events after those that a state has folded, and folds them. */
export function foldOn(state: OrganizationState, ...events: readonly DomainEvent[]): OrganizationState {
  for (const event of recorded(events, { after: state })) state.fold(event);
  return state;
}
