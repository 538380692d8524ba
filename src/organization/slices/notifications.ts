/**
 * People's notification settings as far as they differ from the defaults: sets of people, so that a message
 * checks all its recipients at once.
 */
import type { ChannelId, MessageId, UserId } from '../../base/ids.ts';
import type { EventTypes } from '../../events/catalog.ts';
import type { Wildcard } from '../../events/messages.ts';
import type { UserGroupId } from '../../events/userGroups.ts';
import { NOTIFICATION_SETTINGS } from '../../events/users.ts';
import { type Bitset, idSet, NOBODY } from '../containers/bitset.ts';
import { cell, map } from '../containers/containers.ts';
import { slice } from '../containers/define.ts';
import { wasInGroup, type WithMembershipHistory } from './memberships.ts';

type Setting = keyof typeof NOTIFICATION_SETTINGS;

/** Settings that a channel can override: on, off, or not set. */
type ChannelSetting = 'pushNotifications' | 'wildcardMentionsNotify';

export const notificationsSlice = slice({
  version: 3,
  state: () => ({
    /** Setting → people whose value is not the default. */
    otherwise: map<Setting, Bitset<UserId>>(idSet()),
    /** Defaults of the organization's own that differ from the server's: new people have these otherwise. */
    otherDefaults: cell<readonly Setting[]>([]),
    /** By `choiceKey`. */
    inChannels: map<string, Bitset<UserId>>(idSet()),
    /** Channels whose messages are pushed to subscribers who have set nothing for them. */
    pushedChannels: cell<readonly ChannelId[]>([]),
  }),
  evolve: {
    DefaultSettingChanged({ otherDefaults }, { property, newValue }) {
      if (!isNotificationSetting(property)) return;
      const others = otherDefaults.get().filter((setting) => setting !== property);
      const isOther = newValue !== NOTIFICATION_SETTINGS[property].byDefault;
      otherDefaults.set(isOther ? [...others, property] : others);
    },
    UserCreated({ otherwise, otherDefaults }, { userId, bot }) {
      if (bot !== null) return;
      for (const setting of otherDefaults.get())
        otherwise.set(setting, (otherwise.get(setting) ?? NOBODY).with(userId));
    },
    PersonalSettingChanged({ otherwise }, { userId, property, newValue }) {
      if (!isNotificationSetting(property)) return;
      const people = otherwise.get(property) ?? NOBODY;
      const isOther = newValue !== NOTIFICATION_SETTINGS[property].byDefault;
      otherwise.set(property, isOther ? people.with(userId) : people.without(userId));
    },
    SubscriptionSettingChanged({ inChannels }, { userId, channelId, property, newValue }) {
      if (property !== 'pushNotifications' && property !== 'wildcardMentionsNotify') return;
      for (const choice of [true, false]) {
        const key = choiceKey(property, choice, channelId);
        const people = inChannels.get(key) ?? NOBODY;
        const next = newValue === choice ? people.with(userId) : people.without(userId);
        if (next !== people) inChannels.set(key, next);
      }
    },
    ChannelPushDefaultChanged({ pushedChannels }, { channelId, isPushed }) {
      const others = pushedChannels.get().filter((each) => each !== channelId);
      pushedChannels.set(isPushed ? [...others, channelId] : others);
    },
    UsersUnsubscribed({ inChannels }, { userIds, channelIds }) {
      for (const channelId of channelIds)
        for (const key of choiceKeysOf(channelId)) {
          const people = inChannels.get(key);
          if (people) inChannels.set(key, people.without(userIds));
        }
    },
  },
});

const isNotificationSetting = (property: string): property is Setting =>
  Object.hasOwn(NOTIFICATION_SETTINGS, property);

const choiceKey = (setting: ChannelSetting, choice: boolean, channelId: ChannelId): string =>
  `${setting}:${choice}:${channelId}`;

const choiceKeysOf = (channelId: ChannelId): readonly string[] =>
  (['pushNotifications', 'wildcardMentionsNotify'] as const).flatMap((setting) =>
    [true, false].map((choice) => choiceKey(setting, choice, channelId)),
  );

/** State with notification settings. */
interface WithNotifications {
  readonly notifications: ReturnType<typeof notificationsSlice.state>;
}

/** Those among the people who have a setting on, for all channels. */
export function peopleWithSetting(
  { notifications }: WithNotifications,
  people: Bitset<UserId>,
  setting: Setting,
): Bitset<UserId> {
  const others = notifications.otherwise.get(setting) ?? NOBODY;
  return NOTIFICATION_SETTINGS[setting].byDefault ? people.difference(others) : people.intersection(others);
}

/** Whether a channel's messages are pushed to subscribers without a setting of their own. */
export const isPushedByDefault = ({ notifications }: WithNotifications, channelId: ChannelId): boolean =>
  notifications.pushedChannels.get().includes(channelId);

/**
 * Those among the people who have a setting on for a channel, or if they have none for this one, by the channel's
 * default or for all channels.
 */
export function peopleWithChannelSetting(
  organization: WithNotifications,
  channelId: ChannelId,
  people: Bitset<UserId>,
  [setting, otherwise]: readonly [ChannelSetting, Setting],
): Bitset<UserId> {
  const { inChannels } = organization.notifications;
  const isOn = setting === 'pushNotifications' && isPushedByDefault(organization, channelId);
  const [yes, no] = [true, false].map(
    (choice) => inChannels.get(choiceKey(setting, choice, channelId)) ?? NOBODY,
  ) as [Bitset<UserId>, Bitset<UserId>];
  const others = isOn ? people : peopleWithSetting(organization, people, otherwise);
  return others.difference(no).union(people.intersection(yes));
}

// The people whom a message notifies, determined when it is sent or edited (docs/decisions/0026).

/** The part of a message that determines whom it notifies. */
export interface MentionFields {
  readonly mentionedUserIds?: readonly UserId[];
  readonly mentionedGroupIds?: readonly UserGroupId[];
  readonly wildcards?: readonly Wildcard[];
  /** Recipients of a topic-wide mention: participants at that time. */
  readonly topicParticipantIds?: readonly UserId[];
  /** Revision of the last edit. */
  readonly editRevision?: number;
}

/** The ways in which a message notifies one person. */
export interface MentionFlags {
  /** Directly or through a group. */
  readonly mentioned: boolean;
  readonly channelWildcardMentioned: boolean;
  readonly topicWildcardMentioned: boolean;
}

/** For somebody who never received the message. */
export const NOT_MENTIONED: MentionFlags = {
  mentioned: false,
  channelWildcardMentioned: false,
  topicWildcardMentioned: false,
};

/** The ways in which a message notifies a recipient. */
export function mentionFlagsFor(
  organization: WithMembershipHistory,
  userId: UserId,
  message: MentionFields & { readonly messageId: MessageId },
): MentionFlags {
  const { mentionedUserIds = [], mentionedGroupIds = [], wildcards = [], topicParticipantIds = [] } = message;
  const { messageId, editRevision: calledAt = messageId - 1 } = message;
  return {
    mentioned:
      mentionedUserIds.includes(userId) ||
      mentionedGroupIds.some((groupId) => wasInGroup(organization, userId, groupId, calledAt)),
    channelWildcardMentioned: wildcards.includes('channel'),
    topicWildcardMentioned: topicParticipantIds.includes(userId),
  };
}

/** Directly, through a group or by a wildcard. */
export const isMentioned = (calls: MentionFlags): boolean =>
  calls.mentioned || calls.channelWildcardMentioned || calls.topicWildcardMentioned;

/** Only the mentions of a message; absent ones take no space. */
export const mentionFieldsOf = (calling: CallingData): MentionFields => ({
  ...(calling.mentionedUserIds && { mentionedUserIds: calling.mentionedUserIds }),
  ...(calling.mentionedGroupIds && { mentionedGroupIds: calling.mentionedGroupIds }),
  ...(calling.wildcards && { wildcards: calling.wildcards }),
  ...(calling.topicParticipantIds && { topicParticipantIds: calling.topicParticipantIds }),
});
type CallingData = Pick<
  EventTypes['MessageSent'],
  'mentionedUserIds' | 'mentionedGroupIds' | 'wildcards' | 'topicParticipantIds'
>;

/** A message without its mentions. */
export function withoutMentionFields<Fact extends MentionFields>(fact: Fact): Omit<Fact, keyof CallingData> {
  const {
    mentionedUserIds: _1,
    mentionedGroupIds: _2,
    wildcards: _3,
    topicParticipantIds: _4,
    ...rest
  } = fact;
  return rest;
}
