/** Who may see channels, say something in them, and change them. */
import {
  CHANNEL_PERMISSIONS,
  type ChannelPermissionName,
  type ChannelPrivacy,
  type TopicsPolicy,
} from '../../events/channels.ts';
import { isForGuests } from '../../events/userGroups.ts';
import { BOT_TYPES } from '../../events/users.ts';
import type { Channel } from '../channels.ts';
import { settingsOf } from '../organizations.ts';
import type { OrganizationState } from '../state.ts';
import { isSubscribed, subscribersOf } from '../subscriptions.ts';
import { isSystemBot } from './people.ts';
import {
  allOf,
  anyOf,
  fact,
  holds,
  isActive,
  isAdministrator,
  isAmong,
  isMember,
  isOwner,
  orItsOwner,
  permission,
  regardless,
  type Rule,
  ruleFor,
} from './rules.ts';
import { unlessInactive } from './explanation.ts';

type ChannelRule = Rule<[channel: Channel]>;

/** Anybody who is named by a permission of the channel may do in it what `act` says, up to the channel's name. */
const given = (name: ChannelPermissionName, act: string): ChannelRule => {
  const isNamed = isAmong<[Channel]>((_organization, { permissions }) => permissions[name], actIn(act));
  return isForGuests(CHANNEL_PERMISSIONS[name]) ? isNamed : allOf<[Channel]>(isNamed, isMember);
};
const may = (act: string, rule: ChannelRule): ChannelRule => permission(actIn(act), rule);
const actIn =
  (act: string) =>
  ({ name }: Channel): string =>
    `${act} #${name}`;

const isSubscriber: ChannelRule = fact<[Channel]>(
  unlessInactive(({ who, not }, { name }: Channel) => `${who} is${not} subscribed to #${name}`),
  (organization, actor, { channelId }) =>
    actor !== null && isSubscribed(organization, actor, channelId) && isActive(organization, actor),
  (organization, { channelId }) => subscribersOf(organization, channelId),
);
const has = (privacy: ChannelPrivacy): ChannelRule =>
  regardless<[Channel]>(
    ({ not }, { name }) => `#${name} is${not} ${privacy}`,
    (_organization, channel) => channel.privacy === privacy,
  );
const isWebPublic = has('web-public');
const isPublic = has('public');
const isPrivate = has('private');
/** Not archived. */
export const isOpen: ChannelRule = regardless<[Channel]>(
  ({ holds }, { name }) => `#${name} is ${holds ? 'not ' : ''}archived`,
  (_organization, { archived }) => !archived,
);
/** Subscribers of today read what was said before they came. */
export const sharesHistory: ChannelRule = regardless<[Channel]>(
  ({ holds }, { name }) => `#${name} ${holds ? 'shares' : 'does not share'} its history with new subscribers`,
  (_organization, { historyPublicToSubscribers }) => historyPublicToSubscribers,
);
const maySubscribe = given('canSubscribe', 'subscribe to');
const mayAddSubscribers = given('canAddSubscribers', 'add subscribers to');
/** May let themselves or others into a private channel. */
const letsIn: ChannelRule = anyOf(maySubscribe, mayAddSubscribers);

/** Saying which topics a channel may have. */
export const canSetTopicsPolicy = permission(
  () => 'set the topics policy of channels',
  anyOf(isAdministrator, holds('can_set_topics_policy_group', 'set the topics policy of channels')),
);
/** Saying how long messages are kept. */
export const canSetRetention = isOwner;
/** Making channels default ones, and taking that back. */
export const canChangeDefaultChannels = isAdministrator;
/** Whether the organization has web-public channels at all; the server must allow them too. */
export const hasSpectatorAccess: Rule = regardless(
  ({ holds }) => `the organization ${holds ? 'allows' : 'does not allow'} web-public channels`,
  (organization) => settingsOf(organization).enableSpectatorAccess,
);
/** Whether anybody at all may read something: a channel that is web-public, where such channels are allowed. */
export const hasWebPublicChannels = (organization: OrganizationState): boolean =>
  hasSpectatorAccess(organization, null) &&
  [...organization.channels.byId.values()].some(
    ({ privacy, archived }) => privacy === 'web-public' && !archived,
  );
/** Giving a channel's delete permissions to anybody. */
export const canSetDeleteMessagePolicy = permission(
  () => 'set who may delete messages in channels',
  anyOf(
    isAdministrator,
    holds('can_set_delete_message_policy_group', 'set who may delete messages in channels'),
  ),
);

const CREATES_CHANNEL: Readonly<Record<ChannelPrivacy, Rule>> = {
  'web-public': holds('can_create_web_public_channel_group', 'create web-public channels'),
  public: holds('can_create_public_channel_group', 'create public channels'),
  private: holds('can_create_private_channel_group', 'create private channels'),
};
/** Creating a channel of the given privacy. */
export const canCreateChannel = ruleFor<[privacy: ChannelPrivacy]>((privacy) => CREATES_CHANNEL[privacy]);

/** Content access: to read and to subscribe. Being an administrator does not give it. */
export const hasContentAccess = may(
  'read',
  anyOf(isWebPublic, isSubscriber, allOf<[Channel]>(isPublic, isMember), allOf(isPrivate, letsIn)),
);

/** An organization's administrator, or one of the channel's. */
export const canAdministerChannel = may(
  'administer',
  anyOf<[Channel]>(isAdministrator, given('canAdministerChannel', 'administer')),
);

/** Who sees a private channel, and who may do what in it: of its administrators only subscribers. */
export const canChangeAccess = may(
  'change who has access to',
  allOf<[Channel]>(canAdministerChannel, anyOf<[Channel]>(isWebPublic, isPublic, isSubscriber)),
);

/** May have what is said in a channel told without following it: guests may not. */
export const mayListenIn = may(
  'receive messages without a subscription to',
  allOf<[Channel]>(isMember, anyOf(isWebPublic, isPublic)),
);

/** Metadata access: to know that the channel is there. A channel without it is as good as absent. */
export const hasMetadataAccess = may('see', anyOf(hasContentAccess, canAdministerChannel));

/** The first of the two questions before sending, which has a refusal of its own. */
export const canPostIn = may(
  'post in',
  anyOf<[Channel]>(isSystemBot, orItsOwner(given('canSendMessage', 'post in'))),
);

/**
 * In this order; a person of the organization is presumed, for nobody else sends. Its own bots say wherever it is
 * what has happened there, also that it is archived.
 */
export const canSendTo = may(
  'send messages to',
  anyOf<[Channel]>(
    isSystemBot,
    allOf(
      canPostIn,
      isOpen,
      anyOf(
        isWebPublic,
        allOf<[Channel]>(isPublic, isMember),
        orItsOwner(isSubscriber),
        allOf<[Channel]>(isPrivate, sharesHistory, isMember, letsIn),
      ),
    ),
  ),
);

const isOutgoingWebhook: Rule = fact(
  unlessInactive(({ who, not }) => `${who} is${not} an outgoing webhook`),
  (organization, actor) =>
    actor !== null &&
    isActive(organization, actor) &&
    organization.users.byId.get(actor)?.bot?.type === BOT_TYPES.outgoingWebhook,
);
/** Answering where one was named, be it a channel that one may not speak in otherwise. */
export const canReplyIn = may('reply in', allOf<[Channel]>(isOutgoingWebhook, isOpen));

/** Asked only where the topic has no messages yet. */
export const canCreateTopic = may(
  'begin topics in',
  anyOf<[Channel]>(isSystemBot, orItsOwner(given('canCreateTopic', 'begin topics in'))),
);

/** Deleting anybody's messages in a channel. */
export const canDeleteAnyMessageIn = given('canDeleteAnyMessage', 'delete any message in');
export const canDeleteOwnMessageIn = given('canDeleteOwnMessage', 'delete their own messages in');
/** Moving messages to other topics, and to other channels; resolving topics. Each adds to the organization's. */
export const canMoveWithinChannel = given('canMoveMessagesWithinChannel', 'move messages within');
export const canMoveOutOfChannel = given('canMoveMessagesOutOfChannel', 'move messages out of');
export const canResolveTopicsIn = given('canResolveTopics', 'resolve topics in');

/** Guests subscribe themselves to nothing; anybody who is subscribed already stays so. */
export const canSubscribeSelf = may('subscribe themselves to', allOf<[Channel]>(isMember, hasContentAccess));
/** Adding subscribers to any channel, as far as the organization says. */
export const canAddSubscribers = holds('can_add_subscribers_group', 'add subscribers to channels');

/** Subscribing others to a channel that is being made: its content is nobody's yet. */
export const canSubscribeOthersAtOnce = may(
  'subscribe others to the new channel',
  allOf<[Channel]>(isMember, anyOf<[Channel]>(canAddSubscribers, canAdministerChannel, mayAddSubscribers)),
);
/** Subscribing others to a channel that is there already. */
export const canSubscribeOthers = may(
  'subscribe others to',
  allOf(hasContentAccess, canSubscribeOthersAtOnce),
);
/** Ending the subscriptions of others. */
export const canUnsubscribeOthers = may(
  'unsubscribe others from',
  anyOf(canAdministerChannel, given('canRemoveSubscribers', 'unsubscribe others from')),
);

/** The channel's topics policy, or the organization's where it inherits. */
export const topicsPolicyOf = (
  organization: OrganizationState,
  { topicsPolicy }: Channel,
): Exclude<TopicsPolicy, 'inherit'> =>
  topicsPolicy === 'inherit' ? settingsOf(organization).topicsPolicy : topicsPolicy;
