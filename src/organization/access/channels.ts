/** Who may see channels, post in them and change them. */
import {
  CHANNEL_PERMISSIONS,
  type ChannelPermissionName,
  type ChannelPrivacy,
  type TopicsPolicy,
} from '../../events/channels.ts';
import { isForGuests } from '../../events/userGroups.ts';
import { BOT_TYPES } from '../../events/users.ts';
import type { Channel } from '../slices/channels.ts';
import { settingsOf } from '../slices/organizations.ts';
import { isSubscribed, subscribersOf } from '../slices/subscriptions.ts';
import type { OrganizationState } from '../state.ts';
import { describeUnlessInactive } from './explanation.ts';
import { isSystemBot } from './people.ts';
import {
  actorIndependent,
  allOf,
  anyOf,
  chooseRule,
  condition,
  hasPermission,
  isActive,
  isAdministrator,
  isInGroupSetting,
  isMember,
  orBotOwner,
  permission,
  type Rule,
} from './rules.ts';

type ChannelRule = Rule<[channel: Channel]>;

/** The actor has a permission of the channel; `act` describes it, up to the channel's name. */
const given = (name: ChannelPermissionName, act: string): ChannelRule => {
  const isNamed = isInGroupSetting<[Channel]>(
    (_organization, { permissions }) => permissions[name],
    actIn(act),
  );
  return isForGuests(CHANNEL_PERMISSIONS[name]) ? isNamed : allOf<[Channel]>(isNamed, isMember);
};
const may = (act: string, rule: ChannelRule): ChannelRule => permission(actIn(act), rule);
const actIn =
  (act: string) =>
  ({ name }: Channel): string =>
    `${act} #${name}`;

const isSubscriber: ChannelRule = condition<[Channel]>(
  describeUnlessInactive(({ who, not }, { name }: Channel) => `${who} is${not} subscribed to #${name}`),
  (organization, actor, { channelId }) =>
    actor !== null && isSubscribed(organization, actor, channelId) && isActive(organization, actor),
  (organization, { channelId }) => subscribersOf(organization, channelId),
);
const has = (privacy: ChannelPrivacy): ChannelRule =>
  actorIndependent<[Channel]>(
    ({ not }, { name }) => `#${name} is${not} ${privacy}`,
    (_organization, channel) => channel.privacy === privacy,
  );
const isWebPublic = has('web-public');
const isPublic = has('public');
const isPrivate = has('private');
/** Not archived. */
export const isUnarchived: ChannelRule = actorIndependent<[Channel]>(
  ({ holds }, { name }) => `#${name} is ${holds ? 'not ' : ''}archived`,
  (_organization, { archived }) => !archived,
);
/** Current subscribers can read earlier messages. */
export const sharesHistory: ChannelRule = actorIndependent<[Channel]>(
  ({ holds }, { name }) => `#${name} ${holds ? 'shares' : 'does not share'} its history with new subscribers`,
  (_organization, { historyPublicToSubscribers }) => historyPublicToSubscribers,
);
const maySubscribe = given('canSubscribe', 'subscribe to');
const mayAddSubscribers = given('canAddSubscribers', 'add subscribers to');
/** May subscribe to a private channel, or subscribe others. */
const letsIn: ChannelRule = anyOf(maySubscribe, mayAddSubscribers);

/** Setting a channel's topics policy. */
export const canSetTopicsPolicy = permission(
  () => 'set the topics policy of channels',
  anyOf(isAdministrator, hasPermission('can_set_topics_policy_group', 'set the topics policy of channels')),
);
/** Making channels default channels, or no longer. */
export const canChangeDefaultChannels = isAdministrator;
/** Whether the organization allows web-public channels; the server must allow them too. */
export const hasSpectatorAccess: Rule = actorIndependent(
  ({ holds }) => `the organization ${holds ? 'allows' : 'does not allow'} web-public channels`,
  (organization) => settingsOf(organization).enableSpectatorAccess,
);
/** Whether anybody can read something without logging in: web-public channels are allowed and one exists. */
export const hasWebPublicChannels = (organization: OrganizationState): boolean =>
  hasSpectatorAccess(organization, null) &&
  [...organization.channels.byId.values()].some(
    ({ privacy, archived }) => privacy === 'web-public' && !archived,
  );
/** Granting a channel's delete permissions. */
export const canSetDeleteMessagePolicy = permission(
  () => 'set who may delete messages in channels',
  anyOf(
    isAdministrator,
    hasPermission('can_set_delete_message_policy_group', 'set who may delete messages in channels'),
  ),
);

const CREATES_CHANNEL: Readonly<Record<ChannelPrivacy, Rule>> = {
  'web-public': hasPermission('can_create_web_public_channel_group', 'create web-public channels'),
  public: hasPermission('can_create_public_channel_group', 'create public channels'),
  private: hasPermission('can_create_private_channel_group', 'create private channels'),
};
/** Creating a channel of the given privacy. */
export const canCreateChannel = chooseRule<[privacy: ChannelPrivacy]>((privacy) => CREATES_CHANNEL[privacy]);

/** Content access: reading and subscribing. Administrators do not have it automatically. */
export const hasContentAccess = may(
  'read',
  anyOf(isWebPublic, isSubscriber, allOf<[Channel]>(isPublic, isMember), allOf(isPrivate, letsIn)),
);

/** An administrator of the organization or of the channel. */
export const canAdministerChannel = may(
  'administer',
  anyOf<[Channel]>(isAdministrator, given('canAdministerChannel', 'administer')),
);

/** Changing who may see a private channel and act in it: only administrators who are subscribed. */
export const canChangeAccess = may(
  'change who has access to',
  allOf<[Channel]>(canAdministerChannel, anyOf<[Channel]>(isWebPublic, isPublic, isSubscriber)),
);

/** May receive a channel's messages without subscribing; guests may not. */
export const mayListenIn = may(
  'receive messages without a subscription to',
  allOf<[Channel]>(isMember, anyOf(isWebPublic, isPublic)),
);

/** Metadata access: knowing that the channel exists. Without it a channel is treated as absent. */
export const hasMetadataAccess = may('see', anyOf(hasContentAccess, canAdministerChannel));

/** The first of two conditions for sending, which has its own refusal. */
export const canPostIn = may(
  'post in',
  anyOf<[Channel]>(isSystemBot, orBotOwner(given('canSendMessage', 'post in'))),
);

/**
 * In this order; the actor is assumed to belong to the organization. System bots may report in any channel
 * what happened there, also that it was archived.
 */
export const canSendTo = may(
  'send messages to',
  anyOf<[Channel]>(
    isSystemBot,
    allOf(
      canPostIn,
      isUnarchived,
      anyOf(
        isWebPublic,
        allOf<[Channel]>(isPublic, isMember),
        orBotOwner(isSubscriber),
        allOf<[Channel]>(isPrivate, sharesHistory, isMember, letsIn),
      ),
    ),
  ),
);

const isOutgoingWebhook: Rule = condition(
  describeUnlessInactive(({ who, not }) => `${who} is${not} an outgoing webhook`),
  (organization, actor) =>
    actor !== null &&
    isActive(organization, actor) &&
    organization.users.byId.get(actor)?.bot?.type === BOT_TYPES.outgoingWebhook,
);
/** Replying where one was mentioned, even without permission to post in the channel. */
export const canReplyIn = may('reply in', allOf<[Channel]>(isOutgoingWebhook, isUnarchived));

/** Checked only if the topic has no messages yet. */
export const canCreateTopic = may(
  'begin topics in',
  anyOf<[Channel]>(isSystemBot, orBotOwner(given('canCreateTopic', 'begin topics in'))),
);

/** Deleting anybody's messages in a channel. */
export const canDeleteAnyMessageIn = given('canDeleteAnyMessage', 'delete any message in');
export const canDeleteOwnMessageIn = given('canDeleteOwnMessage', 'delete their own messages in');
/**
 * Moving messages to other topics and channels, and resolving topics. Each adds to the organization's
 * permission.
 */
export const canMoveWithinChannel = given('canMoveMessagesWithinChannel', 'move messages within');
export const canMoveOutOfChannel = given('canMoveMessagesOutOfChannel', 'move messages out of');
export const canResolveTopicsIn = given('canResolveTopics', 'resolve topics in');

/** Guests cannot subscribe themselves; existing subscribers stay. */
export const canSubscribeSelf = may('subscribe themselves to', allOf<[Channel]>(isMember, hasContentAccess));
/** Adding subscribers to any channel, by the organization's permission. */
export const canAddSubscribers = hasPermission('can_add_subscribers_group', 'add subscribers to channels');

/** Subscribing others to a channel that is being created, which has no content yet. */
export const canSubscribeOthersAtOnce = may(
  'subscribe others to the new channel',
  allOf<[Channel]>(isMember, anyOf<[Channel]>(canAddSubscribers, canAdministerChannel, mayAddSubscribers)),
);
/** Subscribing others to an existing channel. */
export const canSubscribeOthers = may(
  'subscribe others to',
  allOf(hasContentAccess, canSubscribeOthersAtOnce),
);
/** Ending the subscriptions of others. */
export const canUnsubscribeOthers = may(
  'unsubscribe others from',
  anyOf(canAdministerChannel, given('canRemoveSubscribers', 'unsubscribe others from')),
);

/** The channel's topics policy, or the organization's if it inherits. */
export const topicsPolicyOf = (
  organization: OrganizationState,
  { topicsPolicy }: Channel,
): Exclude<TopicsPolicy, 'inherit'> =>
  topicsPolicy === 'inherit' ? settingsOf(organization).topicsPolicy : topicsPolicy;

// Who may change channel folders.

/** Creating, changing and ordering folders. */
export const canAdministerFolders = isAdministrator;
