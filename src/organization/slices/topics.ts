/**
 * Topic policies and muted channels, as far as rules need them. Organized by topic, because sends and
 * deletions concern one topic; one number per person.
 */
import type { ChannelId, UserId } from '../../base/ids.ts';
import { ERASED } from '../../events/define.ts';
import { conversationKey } from '../../events/messages.ts';
import { policyNumber, TopicPolicy } from '../../events/subscriptions.ts';
import { Bitset } from '../containers/bitset.ts';
import { type Codec, map } from '../containers/containers.ts';
import { slice } from '../containers/define.ts';

/** Four times a person's ID plus the index of their policy in `TopicPolicy`; never for `none`. */
type PackedPolicy = number;

const POLICIES = TopicPolicy.options;
const pack = (userId: UserId, policy: TopicPolicy): PackedPolicy =>
  userId * POLICIES.length + policyNumber(policy);
const userOf = (packed: PackedPolicy): UserId => Math.floor(packed / POLICIES.length) as UserId;
const policyOf = (packed: PackedPolicy): TopicPolicy => POLICIES[packed % POLICIES.length] ?? 'none';

const channelSet: Codec<Bitset<ChannelId>> = {
  save: (set) => set.save(),
  load: (saved) => Bitset.load(saved as string),
};
const noChannels = Bitset.of<ChannelId>();

export const topicsSlice = slice({
  version: 2,
  state: () => ({
    /** By conversation key; only topics for which somebody has a policy. */
    policies: map<string, readonly PackedPolicy[]>(),
    /** The keys of the topics for which a person has a policy. */
    keysOf: map<UserId, readonly string[]>(),
    mutedChannels: map<UserId, Bitset<ChannelId>>(channelSet),
  }),
  evolve: {
    TopicPolicySet({ policies, keysOf }, { userIds, channelId, topic, newPolicy }) {
      if (topic === ERASED) return; // A policy for an erased topic has no effect.
      const key = keyOf(channelId, topic);
      const changed = new Set<number>(userIds);
      const others = (policies.get(key) ?? []).filter((packed) => !changed.has(userOf(packed)));
      const set = newPolicy === 'none' ? [] : userIds.map((userId) => pack(userId, newPolicy));
      if (others.length + set.length === 0) policies.delete(key);
      else policies.set(key, [...others, ...set]);
      for (const userId of userIds) {
        const left = (keysOf.get(userId) ?? []).filter((other) => other !== key);
        const keys = newPolicy === 'none' ? left : [...left, key];
        if (keys.length === 0) keysOf.delete(userId);
        else keysOf.set(userId, keys);
      }
    },
    SubscriptionSettingChanged({ mutedChannels }, { userId, channelId, property, newValue }) {
      if (property !== 'isMuted') return;
      const muted = mutedChannels.get(userId) ?? noChannels;
      mutedChannels.set(userId, newValue === true ? muted.with(channelId) : muted.without(channelId));
    },
    UsersUnsubscribed({ mutedChannels }, { userIds, channelIds }) {
      for (const userId of userIds) {
        const muted = mutedChannels.get(userId);
        if (muted) mutedChannels.set(userId, muted.without(channelIds));
      }
    },
  },
});
type Topics = ReturnType<typeof topicsSlice.state>;

/** State with topic policies. */
interface WithTopics {
  readonly topics: Topics;
}

const keyOf = (channelId: ChannelId, topic: string): string =>
  conversationKey({ kind: 'channel', channelId, topic });

const packedIn = ({ topics }: WithTopics, key: string): readonly PackedPolicy[] =>
  topics.policies.get(key) ?? [];

const policyUnder = (organization: WithTopics, userId: UserId, key: string): TopicPolicy => {
  const packed = packedIn(organization, key).find((each) => userOf(each) === userId);
  return packed === undefined ? 'none' : policyOf(packed);
};

/** A person's policy for a topic, in any case. */
export const topicPolicyOf = (
  organization: WithTopics,
  userId: UserId,
  channelId: ChannelId,
  topic: string,
): TopicPolicy => policyUnder(organization, userId, keyOf(channelId, topic));

/** The conversation keys of the topics for which a person has one of these policies, by channel. */
export function topicsWithPolicy(
  organization: WithTopics,
  userId: UserId,
  policies: readonly TopicPolicy[],
): ReadonlyMap<ChannelId, readonly string[]> {
  const keys = organization.topics.keysOf.get(userId) ?? [];
  const held = keys.filter((key) => policies.includes(policyUnder(organization, userId, key)));
  const byChannel = new Map<ChannelId, string[]>();
  for (const key of held) {
    const channelId = channelOfKey(key);
    const others = byChannel.get(channelId);
    if (others) others.push(key);
    else byChannel.set(channelId, [key]);
  }
  return byChannel;
}

const channelOfKey = (key: string): ChannelId => Number(key.split(':', 2)[1]) as ChannelId;

/** Everybody with a policy for a topic, in any case. */
export const peopleWithAnyPolicy = (
  organization: WithTopics,
  channelId: ChannelId,
  topic: string,
): readonly UserId[] => packedIn(organization, keyOf(channelId, topic)).map(userOf);

/** Everybody with this policy for a topic, in any case. */
export const peopleWithPolicy = (
  organization: WithTopics,
  policy: TopicPolicy,
  channelId: ChannelId,
  topic: string,
): Bitset<UserId> =>
  Bitset.of(
    packedIn(organization, keyOf(channelId, topic))
      .filter((packed) => policyOf(packed) === policy)
      .map(userOf),
  );

/** Whether a subscriber has muted a channel. */
export const isChannelMuted = (organization: WithTopics, userId: UserId, channelId: ChannelId): boolean =>
  organization.topics.mutedChannels.get(userId)?.has(channelId) ?? false;
