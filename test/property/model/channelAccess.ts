/** Access to a channel: the people who see it and who may act there. */
import {
  BOT_OWNER,
  type Channel,
  type ChannelSetting,
  isAdministrator,
  isGiven,
  isMember,
  type Organization,
  type Who,
} from './organization.ts';

/** Guests never hold these three, even where they are listed. */
export const NOT_FOR_GUESTS: readonly ChannelSetting[] = [
  'can_add_subscribers_group',
  'can_administer_channel_group',
  'can_subscribe_group',
];

const holds = (organization: Organization, who: Who, channel: Channel, setting: ChannelSetting): boolean =>
  isGiven(organization, who, channel.settings[setting]) &&
  (isMember(organization, who) || !NOT_FOR_GUESTS.includes(setting));

const isSubscriber = (organization: Organization, who: Who, { subscribers }: Channel): boolean =>
  organization.people[who].active && subscribers.has(who);

const letsIn = (organization: Organization, who: Who, channel: Channel): boolean =>
  holds(organization, who, channel, 'can_subscribe_group') ||
  holds(organization, who, channel, 'can_add_subscribers_group');

/** Content access; administrators have none of it by being administrators. */
export const reads = (organization: Organization, who: Who, channel: Channel): boolean =>
  channel.privacy === 'web-public' ||
  isSubscriber(organization, who, channel) ||
  (channel.privacy === 'public' && isMember(organization, who)) ||
  (channel.privacy === 'private' && letsIn(organization, who, channel));

export const administers = (organization: Organization, who: Who, channel: Channel): boolean =>
  isAdministrator(organization, who) || holds(organization, who, channel, 'can_administer_channel_group');

/** Metadata access: without it, the answer is that there is no such channel. */
export const sees = (organization: Organization, who: Who, channel: Channel): boolean =>
  reads(organization, who, channel) || administers(organization, who, channel);

/** Privacy and permissions of a private channel are changed from inside only. */
export const changesAccess = (organization: Organization, who: Who, channel: Channel): boolean =>
  administers(organization, who, channel) &&
  (channel.privacy !== 'private' || isSubscriber(organization, who, channel));

/** Subscribing others, besides content access. */
export const adds = (organization: Organization, who: Who, channel: Channel): boolean =>
  isMember(organization, who) &&
  (isGiven(organization, who, organization.constitution.can_add_subscribers_group) ||
    administers(organization, who, channel) ||
    holds(organization, who, channel, 'can_add_subscribers_group'));

export const removes = (organization: Organization, who: Who, channel: Channel): boolean =>
  administers(organization, who, channel) ||
  holds(organization, who, channel, 'can_remove_subscribers_group');

/** People who may send; a bot also where its owner may, and is subscribed. */
export function posts(organization: Organization, who: Who, channel: Channel): boolean {
  const either = (may: (who: Who) => boolean): boolean => may(who) || (who === 'bot' && may(BOT_OWNER));
  return (
    either((one) => holds(organization, one, channel, 'can_send_message_group')) &&
    !channel.archived &&
    (channel.privacy === 'web-public' ||
      (channel.privacy === 'public' && isMember(organization, who)) ||
      either((one) => isSubscriber(organization, one, channel)) ||
      (channel.privacy === 'private' &&
        channel.sharesHistory &&
        isMember(organization, who) &&
        letsIn(organization, who, channel)))
  );
}
