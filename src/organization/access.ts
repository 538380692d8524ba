/**
 * Who may see and do what, as a table: the one place of permission rules. Commands ask single questions, reads
 * ask for an `Access` and filter by it (spec/endpoint-details.md 1.3, 3.4, 7, 14; beyond.md 5.5).
 */
import type { ChannelPermissionName, ChannelPrivacy, TopicsPolicy } from '../events/channels.ts';
import type { GroupSettingValue, SystemGroupName } from '../events/userGroups.ts';
import type { ChannelId, MessageId, UserId } from '../ids.ts';
import type { Channel } from './channels.ts';
import { ORGANIZATION_TOPICS_POLICY, type OrganizationPermission, permissionOf } from './organizations.ts';
import type { OrganizationState } from './state.ts';
import {
  channelsEverOf,
  channelsOf,
  isSubscribed,
  type MessageInterval,
  subscriptionIntervals,
} from './subscriptions.ts';
import { isInSystemGroup, satisfies, systemGroupId } from './userGroups.ts';
import type { EmailAddressVisibility, User } from './users.ts';

/** Whoever asks; null is somebody who is not logged in. Deactivated people may nothing more than he. */
export type Actor = UserId | null;

/** A statement about an actor, and about what he acts on. */
type Rule<On extends readonly unknown[] = []> = (
  organization: OrganizationState,
  actor: Actor,
  ...on: On
) => boolean;
type ChannelRule = Rule<[channel: Channel]>;

const anyOf =
  <On extends readonly unknown[] = []>(...rules: readonly Rule<On>[]): Rule<On> =>
  (organization, actor, ...on) =>
    rules.some((rule) => rule(organization, actor, ...on));

const allOf =
  <On extends readonly unknown[] = []>(...rules: readonly Rule<On>[]): Rule<On> =>
  (organization, actor, ...on) =>
    rules.every((rule) => rule(organization, actor, ...on));

const inGroup =
  (name: SystemGroupName): Rule =>
  (organization, actor) =>
    actor !== null && isInSystemGroup(organization, actor, name);

const holds =
  (permission: OrganizationPermission): Rule =>
  (organization, actor) =>
    actor !== null && satisfies(organization, actor, permissionOf(permission));

const isActive = inGroup('role:everyone');
/** Everybody but guests. */
export const isMember = inGroup('role:members');
/** Moderators, administrators and owners. */
export const isModerator = inGroup('role:moderators');
/** Administrators and owners. */
export const isAdministrator = inGroup('role:administrators');
/** Owners. */
export const isOwner = inGroup('role:owners');
/** People who see only what they are subscribed to, and web-public channels. */
export const isGuest: Rule = (organization, actor) =>
  isActive(organization, actor) && !isMember(organization, actor);

/** Channel settings that guests never hold, even where they are listed (3.3, footnote 1). */
const NOT_FOR_GUESTS: readonly ChannelPermissionName[] = [
  'canAddSubscribers',
  'canAdministerChannel',
  'canSubscribe',
];

const given =
  (permission: ChannelPermissionName): ChannelRule =>
  (organization, actor, channel) =>
    actor !== null &&
    satisfies(organization, actor, channel.permissions[permission]) &&
    (isMember(organization, actor) || !NOT_FOR_GUESTS.includes(permission));

const isSubscriber: ChannelRule = (organization, actor, { channelId }) =>
  actor !== null && isSubscribed(organization, actor, channelId) && isActive(organization, actor);
const isWebPublic: ChannelRule = (_organization, _actor, { privacy }) => privacy === 'web-public';
const isPublic: ChannelRule = (_organization, _actor, { privacy }) => privacy === 'public';
const isPrivate: ChannelRule = (_organization, _actor, { privacy }) => privacy === 'private';
const isOpen: ChannelRule = (_organization, _actor, { archived }) => !archived;
const sharesHistory: ChannelRule = (_organization, _actor, channel) => channel.historyPublicToSubscribers;
/** May let himself or others into a private channel. */
const letsIn: ChannelRule = anyOf(given('canSubscribe'), given('canAddSubscribers'));

/** Making, changing and deactivating people. */
export const canAdministerUsers = isAdministrator;
/** Making somebody an owner, and changing or deactivating one. */
export const canAdministerOwners = isOwner;
/** Wildcards that reach more than 15 people (1.4). */
export const canMentionMany = holds('can_mention_many_users_group');
/** Giving a channel's delete permissions to anybody (3.4). */
export const canSetDeleteMessagePolicy = anyOf(isAdministrator, holds('can_set_delete_message_policy_group'));

const CREATES_CHANNEL: Readonly<Record<ChannelPrivacy, Rule>> = {
  'web-public': allOf(isMember, holds('can_create_web_public_channel_group')),
  public: allOf(isMember, holds('can_create_public_channel_group')),
  private: allOf(isMember, holds('can_create_private_channel_group')),
};
/** Creating a channel of the given privacy (3.4). */
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

/** Metadata access: to know that the channel is there. A channel without it is as good as absent (14). */
export const hasMetadataAccess: ChannelRule = anyOf(hasContentAccess, canAdministerChannel);

/** The first of the two questions of 1.3, which has a refusal of its own. */
export const canPostIn: ChannelRule = given('canSendMessage');

/** 1.3, in its order; a person of the organization is presumed, for nobody else sends. */
export const canSendTo: ChannelRule = allOf(
  canPostIn,
  isOpen,
  anyOf(
    isWebPublic,
    allOf<[Channel]>(isPublic, isMember),
    isSubscriber,
    allOf<[Channel]>(isPrivate, sharesHistory, isMember, letsIn),
  ),
);

/** Asked only where the topic has no messages yet. */
export const canCreateTopic: ChannelRule = given('canCreateTopic');
/** Guests subscribe themselves to nothing; whoever is subscribed already stays so. */
export const canSubscribeSelf: ChannelRule = allOf<[Channel]>(isMember, hasContentAccess);
/** Subscribing others to a channel that is there already (3.4). */
export const canSubscribeOthers: ChannelRule = allOf<[Channel]>(
  isMember,
  hasContentAccess,
  anyOf<[Channel]>(holds('can_add_subscribers_group'), canAdministerChannel, given('canAddSubscribers')),
);
/** Ending the subscriptions of others (beyond.md 5.4). */
export const canUnsubscribeOthers: ChannelRule = anyOf(canAdministerChannel, given('canRemoveSubscribers'));

/** The channel's topics policy, or the organization's where it inherits. */
export const topicsPolicyOf = ({ topicsPolicy }: Channel): Exclude<TopicsPolicy, 'inherit'> =>
  topicsPolicy === 'inherit' ? ORGANIZATION_TOPICS_POLICY : topicsPolicy;

const NEVER: readonly SystemGroupName[] = ['role:internet'];

/** The system group that a channel setting cannot be set to but that a value names (3.3); undefined if none. */
export function forbiddenGroupIn(
  permission: ChannelPermissionName,
  value: GroupSettingValue,
): SystemGroupName | undefined {
  const named = typeof value === 'number' ? [value] : value.directSubgroups;
  const forbidden = NOT_FOR_GUESTS.includes(permission) ? ([...NEVER, 'role:everyone'] as const) : NEVER;
  return forbidden.find((name) => named.includes(systemGroupId(name)));
}

type ConversationRule = Rule<[participantIds: readonly UserId[]]>;

const isToOneself: ConversationRule = (_organization, actor, participantIds) =>
  participantIds.every((userId) => userId === actor);

/** Any one participant of a conversation, the sender included, who is permitted permits it (1.3). */
export const canSendDirect: ConversationRule = anyOf(isToOneself, (organization, _actor, participantIds) =>
  participantIds.some((userId) => holds('direct_message_permission_group')(organization, userId)),
);
/** Asked only where the conversation has no messages yet. */
export const canInitiateDirect: ConversationRule = anyOf<[readonly UserId[]]>(
  isToOneself,
  holds('direct_message_initiator_group'),
);

/** Whose e-mail address who may see (7). One's own always; a person's setting decides for the others. */
const SEES_EMAIL: Readonly<Record<EmailAddressVisibility, Rule>> = {
  1: () => true,
  2: isMember,
  3: isAdministrator,
  4: () => false,
  5: isModerator,
};

/** Where a message is, as far as reading it is concerned. */
interface MessagePlace {
  readonly messageId: MessageId;
  readonly channelId?: ChannelId | undefined;
  readonly participantIds?: readonly UserId[] | undefined;
}

/**
 * What one viewer may see. Its answers are those of the organization at the moment of asking, so a right that is
 * withdrawn while a read waits is withdrawn for that read too. Unknown channels are seen by nobody.
 */
export interface Access {
  readonly viewerId: Actor;
  /** Metadata access. */
  seesChannel(channelId: ChannelId): boolean;
  /** Content access. */
  readsContent(channelId: ChannelId): boolean;
  /** Which messages of a channel may be read: of a protected history only those sent while subscribed. */
  readableIntervals(channelId: ChannelId): 'all' | 'none' | readonly MessageInterval[];
  /** Which messages of a channel belong to the viewer's own narrow: sent while subscribed, and still readable. */
  receivedIntervals(channelId: ChannelId): readonly MessageInterval[];
  /** Channels whose `receivedIntervals` may be other than []. */
  receivedChannels(): readonly ChannelId[];
  visibleChannels(): readonly ChannelId[];
  /** Channels the viewer is subscribed to, archived ones among them. */
  subscribedChannels(): readonly ChannelId[];
  seesEmailOf(user: Pick<User, 'userId' | 'emailAddressVisibility'>): boolean;
  mayReadMessage(message: MessagePlace): boolean;
}

/** What a person (or, with null, somebody who is not logged in) may see. */
export const accessOf = (organization: OrganizationState, viewerId: Actor): Access =>
  new AccessTo(organization, viewerId);

class AccessTo implements Access {
  readonly viewerId: Actor;
  readonly #organization: OrganizationState;

  constructor(organization: OrganizationState, viewerId: Actor) {
    this.#organization = organization;
    this.viewerId = viewerId;
  }

  seesChannel(channelId: ChannelId): boolean {
    return this.#may(hasMetadataAccess, channelId);
  }

  readsContent(channelId: ChannelId): boolean {
    return this.#may(hasContentAccess, channelId);
  }

  readableIntervals(channelId: ChannelId): 'all' | 'none' | readonly MessageInterval[] {
    if (!this.readsContent(channelId)) return 'none';
    if (this.#may(sharesHistory, channelId)) return 'all';
    const received = this.receivedIntervals(channelId);
    return received.length === 0 ? 'none' : received;
  }

  receivedIntervals(channelId: ChannelId): readonly MessageInterval[] {
    if (this.viewerId === null || !this.readsContent(channelId)) return [];
    return subscriptionIntervals(this.#organization, this.viewerId, channelId);
  }

  receivedChannels(): readonly ChannelId[] {
    if (this.viewerId === null) return [];
    return [...channelsEverOf(this.#organization, this.viewerId)].filter((channelId) =>
      this.readsContent(channelId),
    );
  }

  visibleChannels(): readonly ChannelId[] {
    return [...this.#organization.channels.byId.keys()].filter((channelId) => this.seesChannel(channelId));
  }

  subscribedChannels(): readonly ChannelId[] {
    return this.viewerId === null ? [] : [...channelsOf(this.#organization, this.viewerId)];
  }

  seesEmailOf(user: Pick<User, 'userId' | 'emailAddressVisibility'>): boolean {
    return (
      user.userId === this.viewerId ||
      SEES_EMAIL[user.emailAddressVisibility](this.#organization, this.viewerId)
    );
  }

  mayReadMessage({ channelId, participantIds, messageId }: MessagePlace): boolean {
    if (channelId === undefined)
      return this.viewerId !== null && (participantIds?.includes(this.viewerId) ?? false);
    const readable = this.readableIntervals(channelId);
    if (typeof readable === 'string') return readable === 'all';
    return readable.some(({ from, to }) => from <= messageId && messageId <= to);
  }

  #may(rule: ChannelRule, channelId: ChannelId): boolean {
    const channel = this.#organization.channels.byId.get(channelId);
    return channel !== undefined && rule(this.#organization, this.viewerId, channel);
  }
}
