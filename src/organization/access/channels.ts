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
  holds,
  isActive,
  isAdministrator,
  isAmong,
  isMember,
  isOwner,
  orItsOwner,
  regardless,
  type Rule,
  withHolders,
} from './rules.ts';

type ChannelRule = Rule<[channel: Channel]>;

const given = (permission: ChannelPermissionName): ChannelRule => {
  const isNamed = isAmong((_organization, { permissions }: Channel) => permissions[permission]);
  return isForGuests(CHANNEL_PERMISSIONS[permission]) ? isNamed : allOf<[Channel]>(isNamed, isMember);
};

const isSubscriber: ChannelRule = withHolders<[Channel]>(
  (organization, actor, { channelId }) =>
    actor !== null && isSubscribed(organization, actor, channelId) && isActive(organization, actor),
  (organization, { channelId }) => subscribersOf(organization, channelId),
);
const has = (privacy: ChannelPrivacy): ChannelRule =>
  regardless((_organization, channel) => channel.privacy === privacy);
const isWebPublic = has('web-public');
const isPublic = has('public');
const isPrivate = has('private');
/** Not archived. */
export const isOpen: ChannelRule = regardless((_organization, { archived }) => !archived);
/** Subscribers of today read what was said before they came. */
export const sharesHistory: ChannelRule = regardless(
  (_organization, { historyPublicToSubscribers }) => historyPublicToSubscribers,
);
/** May let himself or others into a private channel. */
const letsIn: ChannelRule = anyOf(given('canSubscribe'), given('canAddSubscribers'));

/** Saying which topics a channel may have. */
export const canSetTopicsPolicy = anyOf(isAdministrator, holds('can_set_topics_policy_group'));
/** Saying how long messages are kept (4). */
export const canSetRetention = isOwner;
/** Making channels default ones, and taking that back (4). */
export const canChangeDefaultChannels = isAdministrator;
/** Making, changing and ordering the folders that channels are in (8). */
export const canAdministerFolders = isAdministrator;
/** Whether the organization has web-public channels at all; the server must allow them too. */
export const hasSpectatorAccess: Rule = (organization) => settingsOf(organization).enableSpectatorAccess;
/** Whether anybody at all may read something: a channel that is web-public, where such channels are allowed. */
export const hasWebPublicChannels = (organization: OrganizationState): boolean =>
  hasSpectatorAccess(organization, null) &&
  [...organization.channels.byId.values()].some(
    ({ privacy, archived }) => privacy === 'web-public' && !archived,
  );
/** Giving a channel's delete permissions to anybody. */
export const canSetDeleteMessagePolicy = anyOf(isAdministrator, holds('can_set_delete_message_policy_group'));

const CREATES_CHANNEL: Readonly<Record<ChannelPrivacy, Rule>> = {
  'web-public': allOf(isMember, holds('can_create_web_public_channel_group')),
  public: allOf(isMember, holds('can_create_public_channel_group')),
  private: allOf(isMember, holds('can_create_private_channel_group')),
};
/** Creating a channel of the given privacy. */
export const canCreateChannel: Rule<[ChannelPrivacy]> = (organization, actor, privacy) =>
  CREATES_CHANNEL[privacy](organization, actor);

/** Content access: to read and to subscribe (14). Being an administrator does not give it. */
export const hasContentAccess: ChannelRule = anyOf(
  isWebPublic,
  isSubscriber,
  allOf<[Channel]>(isPublic, isMember),
  allOf(isPrivate, letsIn),
);

/** An organization's administrator, or one of the channel's. */
export const canAdministerChannel: ChannelRule = anyOf<[Channel]>(
  isAdministrator,
  given('canAdministerChannel'),
);

/** Who sees a private channel, and who may do what in it: of its administrators only subscribers. */
export const canChangeAccess: ChannelRule = allOf<[Channel]>(
  canAdministerChannel,
  anyOf<[Channel]>(isWebPublic, isPublic, isSubscriber),
);

/** May have what is said in a channel told without following it: guests may not. */
export const mayListenIn: ChannelRule = allOf<[Channel]>(isMember, anyOf(isWebPublic, isPublic));

/** Metadata access: to know that the channel is there. A channel without it is as good as absent (14). */
export const hasMetadataAccess: ChannelRule = anyOf(hasContentAccess, canAdministerChannel);

/** The first of the two questions of 1.3, which has a refusal of its own. */
export const canPostIn: ChannelRule = anyOf<[Channel]>(isSystemBot, orItsOwner(given('canSendMessage')));

/**
 * 1.3, in its order; a person of the organization is presumed, for nobody else sends. Its own bots say wherever it is
 * what has happened there, also that it is archived.
 */
export const canSendTo: ChannelRule = anyOf<[Channel]>(
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
);

const isOutgoingWebhook: ChannelRule = (organization, actor) =>
  actor !== null &&
  isActive(organization, actor) &&
  organization.users.byId.get(actor)?.bot?.type === BOT_TYPES.outgoingWebhook;
/** Answering where one was named, be it a channel that one may not speak in otherwise (16). */
export const canReplyIn: ChannelRule = allOf<[Channel]>(isOutgoingWebhook, isOpen);

/** Asked only where the topic has no messages yet. */
export const canCreateTopic: ChannelRule = anyOf<[Channel]>(isSystemBot, orItsOwner(given('canCreateTopic')));

/** Deleting anybody's messages in a channel. */
export const canDeleteAnyMessageIn = given('canDeleteAnyMessage');
export const canDeleteOwnMessageIn = given('canDeleteOwnMessage');
/** Moving messages to other topics, and to other channels; resolving topics. Each adds to the organization's. */
export const canMoveWithinChannel = given('canMoveMessagesWithinChannel');
export const canMoveOutOfChannel = given('canMoveMessagesOutOfChannel');
export const canResolveTopicsIn = given('canResolveTopics');

/** Guests subscribe themselves to nothing; whoever is subscribed already stays so. */
export const canSubscribeSelf: ChannelRule = allOf<[Channel]>(isMember, hasContentAccess);
/** Subscribing others to a channel that is being made: its content is nobody's yet. */
export const canSubscribeOthersAtOnce: ChannelRule = allOf<[Channel]>(
  isMember,
  anyOf<[Channel]>(holds('can_add_subscribers_group'), canAdministerChannel, given('canAddSubscribers')),
);
/** Subscribing others to a channel that is there already. */
export const canSubscribeOthers: ChannelRule = allOf(hasContentAccess, canSubscribeOthersAtOnce);
/** Ending the subscriptions of others. */
export const canUnsubscribeOthers: ChannelRule = anyOf(canAdministerChannel, given('canRemoveSubscribers'));

/** The channel's topics policy, or the organization's where it inherits. */
export const topicsPolicyOf = (
  organization: OrganizationState,
  { topicsPolicy }: Channel,
): Exclude<TopicsPolicy, 'inherit'> =>
  topicsPolicy === 'inherit' ? settingsOf(organization).topicsPolicy : topicsPolicy;
