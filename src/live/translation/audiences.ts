/**
 * Audiences: sets computed from the permission rules (organization/access) for everybody at once. Nothing
 * here iterates over all people for a message, a reaction, an edit or a deletion; only for a message moved
 * from another channel the subscribers of that channel are checked one by one.
 */
import type { ChannelId, UserId } from '../../base/ids.ts';
import { accessOf } from '../../organization/access/access.ts';
import { hasMetadataAccess, mayListenIn, sharesHistory } from '../../organization/access/channels.ts';
import { type AddressedMessage, receivedBy } from '../../organization/access/messageAccess.ts';
import { managesBot, seesUser } from '../../organization/access/people.ts';
import { isActive, isMember } from '../../organization/access/rules.ts';
import { Bitset, NOBODY } from '../../organization/containers/bitset.ts';
import type { Channel } from '../../organization/slices/channels.ts';
import { leaversOf, subscribersOf, subscribersSince } from '../../organization/slices/subscriptions.ts';
import type { OrganizationState } from '../../organization/state.ts';
import type { Audience } from './define.ts';

/** All active people and bots. */
export const everybody = (organization: OrganizationState): Audience => isActive.holders(organization);

/** Everybody except guests. */
export const members = (organization: OrganizationState): Audience => isMember.holders(organization);

/** The active ones among them. */
export const activeAmong = (organization: OrganizationState, userIds: Iterable<UserId>): Audience =>
  Bitset.of(userIds).intersection(everybody(organization));

/** Who may know a channel; nobody for one that does not exist. */
export const channelViewers = (organization: OrganizationState, channelId: ChannelId): Audience =>
  ofChannel(organization, channelId, (channel) => hasMetadataAccess.holders(organization, channel));

/** Whose queues may receive a channel's messages without a subscription. */
export const channelListeners = (organization: OrganizationState, channelId: ChannelId): Audience =>
  ofChannel(organization, channelId, (channel) => mayListenIn.holders(organization, channel));

const ofChannel = (
  { channels }: OrganizationState,
  channelId: ChannelId,
  audience: (channel: Channel) => Audience,
): Audience => {
  const channel = channels.byId.get(channelId);
  return channel === undefined ? NOBODY : audience(channel);
};

/** Who may know a person. */
export const userViewers = (organization: OrganizationState, userId: UserId): Audience =>
  seesUser.holders(organization, userId);

/** Who sees a bot's settings: administrators and its owner. */
export const botManagers = (organization: OrganizationState, botId: UserId): Audience =>
  managesBot.holders(organization, botId);

/** Active subscribers of a channel. */
export const activeSubscribers = (organization: OrganizationState, channelId: ChannelId): Audience =>
  subscribersOf(organization, channelId).intersection(everybody(organization));

/** Recipients of a new message: its channel's subscribers and the people it mentions, or the conversation. */
export function messageRecipients(organization: OrganizationState, message: AddressedMessage): Audience {
  const { channelId, participantIds = [], mentionedUserIds = [] } = message;
  if (channelId === undefined) return activeAmong(organization, participantIds);
  const named = activeAmong(organization, mentionedUserIds);
  return activeSubscribers(organization, channelId).union(
    filterAudience(named, (userId) => accessOf(organization, userId).mayReadMessage(message)),
  );
}

/**
 * Recipients of changes of a message: everybody who received it and may still read it, and the channel's
 * current subscribers, limited to those who may read it if its history is protected. Only others are checked
 * one by one.
 */
export function messageReaders(organization: OrganizationState, message: AddressedMessage): Audience {
  const { messageId, channelId, participantIds = [], mentionedUserIds = [] } = message;
  if (channelId === undefined) return activeAmong(organization, participantIds);
  const followers = activeSubscribers(organization, channelId);
  const channel = organization.channels.byId.get(channelId);
  const isShared = channel !== undefined && sharesHistory(organization, null, channel);
  const sure = isShared
    ? followers
    : followers.intersection(subscribersSince(organization, channelId, messageId));
  const others = [channelId, ...(message.sentToChannelIds ?? [])]
    .map((sentTo) => subscribersOf(organization, sentTo).union(leaversOf(organization, sentTo)))
    .reduce((all, some) => all.union(some), activeAmong(organization, mentionedUserIds))
    .intersection(everybody(organization))
    .difference(sure);
  return sure.union(
    filterAudience(others, (userId) => {
      const access = accessOf(organization, userId);
      return followers.has(userId) ? access.mayReadMessage(message) : receivedBy(access)(message);
    }),
  );
}

/**
 * The members of an audience who received a message; only people who have not been subscribed ever since are
 * checked one by one.
 */
export function recipientsAmong(
  organization: OrganizationState,
  message: AddressedMessage,
  to: Audience,
): Audience {
  const { messageId, channelId, sentToChannelIds, mentionedUserIds = [] } = message;
  if (channelId === undefined) return to;
  const sentTo = sentToChannelIds?.[0] ?? channelId;
  const sure = to.intersection(subscribersSince(organization, sentTo, messageId));
  const others = leaversOf(organization, sentTo).with(mentionedUserIds).intersection(to).difference(sure);
  return sure.union(filterAudience(others, (userId) => receivedBy(accessOf(organization, userId))(message)));
}

/** The members of an audience who satisfy a condition. */
export const filterAudience = (audience: Audience, isMeant: (userId: UserId) => boolean): Audience =>
  audience.size === 0 ? audience : Bitset.of([...audience].filter(isMeant));

/** Groups things by audience, in the order of their first occurrence. */
export function byAudience<Thing>(
  things: readonly Thing[],
  audienceOf: (thing: Thing) => Audience,
): readonly { readonly to: Audience; readonly things: readonly Thing[] }[] {
  const groups = new Map<string, { readonly to: Audience; readonly things: Thing[] }>();
  for (const thing of things) {
    const to = audienceOf(thing);
    const key = to.save();
    const group = groups.get(key);
    if (group) group.things.push(thing);
    else if (to.size > 0) groups.set(key, { to, things: [thing] });
  }
  return [...groups.values()];
}
