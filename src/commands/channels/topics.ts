/** Decisions about topic policies: set by people, and automatic ones for people who take part. */
import { Refused, requireThat } from '../../base/errors.ts';
import type { ChannelId, UserId } from '../../base/ids.ts';
import { type EventTypes, newEvent } from '../../events/catalog.ts';
import type { Conversation } from '../../events/messages.ts';
import { type AutomaticTopicPolicy, policyNumber, type TopicPolicy } from '../../events/subscriptions.ts';
import type { PersonalSettings } from '../../events/users.ts';
import { accessOf } from '../../organization/access/access.ts';
import { hasContentAccess } from '../../organization/access/channels.ts';
import { isActive } from '../../organization/access/rules.ts';
import { type Channel, type ChannelReference, resolveChannel } from '../../organization/slices/channels.ts';
import type { ConversationFact } from '../../organization/slices/messageFacts.ts';
import { isUserMuted } from '../../organization/slices/mutedUsers.ts';
import { isSubscribed } from '../../organization/slices/subscriptions.ts';
import { isChannelMuted, peopleWithAnyPolicy, topicPolicyOf } from '../../organization/slices/topics.ts';
import type { OrganizationState } from '../../organization/state.ts';
import {
  done,
  command,
  type DecidedEvent,
  type Decision,
  type DecisionContext,
  nothingToDo,
  requireCaller,
} from '../define.ts';
import type { CheckedTopic } from '../text.ts';

interface TopicInput {
  readonly channel: ChannelReference;
  /** May be a topic without messages. */
  readonly topic: CheckedTopic;
}

interface TopicPolicyInput extends TopicInput {
  readonly policy: TopicPolicy;
}

/** Mutes, unmutes or follows a topic, or resets its policy. */
export const setTopicPolicy = command<TopicPolicyInput, void>({
  name: 'SetTopicPolicy',
  decide: (organization, input, context) =>
    changedPolicy(organization, input, context, invalidChannel(input.channel)),
});

/**
 * Resets a topic's policy. Unlike `setTopicPolicy` it answers for a hidden channel that nothing is muted there.
 */
export const unmuteTopic = command<TopicInput, void>({
  name: 'UnmuteTopic',
  decide: (organization, input, context) =>
    changedPolicy(organization, { ...input, policy: 'none' }, context, 'Topic is not muted'),
});

/** A policy may always be removed; setting one requires that the caller may read the channel's content. */
function changedPolicy(
  organization: OrganizationState,
  { channel: reference, topic, policy }: TopicPolicyInput,
  context: DecisionContext,
  refusal: string,
): Decision<void> {
  const userId = requireCaller(context);
  const channel = resolveChannel(organization, reference);
  if (channel === undefined) throw new Refused(refusal);
  const present = topicPolicyOf(organization, userId, channel.channelId, topic);
  const takesBack = policy === 'none' && present !== 'none';
  if (!takesBack && !hasContentAccess(organization, userId, channel)) throw new Refused(refusal);
  if (policy === present) return nothingToDo(undefined);
  const hasCapacity = present !== 'none' || hasCapacityForPolicy(organization, userId);
  requireThat(hasCapacity, `Too many topics with a policy of yours (maximum ${MAX_POLICIES_PER_USER}).`);
  const conversation = { channelId: channel.channelId, topic };
  return done(...policyEvents(organization, conversation, new Map([[userId, policy]])));
}

/** The channel, if the caller may read it; absent and hidden ones are refused alike. */
export function readableChannel(
  organization: OrganizationState,
  { actor }: DecisionContext,
  reference: ChannelReference,
): Channel {
  const channel = resolveChannel(organization, reference);
  if (channel === undefined || !hasContentAccess(organization, actor, channel))
    throw new Refused(invalidChannel(reference));
  return channel;
}

const invalidChannel = (reference: ChannelReference): string =>
  'id' in reference ? 'Invalid channel ID' : `Invalid channel name '${reference.name}'`;

/** Topics for which one person has a policy; beyond, automatic ones are left out. */
const MAX_POLICIES_PER_USER = 10_000;

const hasCapacityForPolicy = ({ topics }: OrganizationState, userId: UserId): boolean =>
  (topics.keysOf.get(userId)?.length ?? 0) < MAX_POLICIES_PER_USER;

interface ChannelTopic {
  readonly channelId: ChannelId;
  readonly topic: string;
}

/** One event for all people with the same old and new policy. */
function policyEvents(
  organization: OrganizationState,
  { channelId, topic }: ChannelTopic,
  policies: ReadonlyMap<UserId, TopicPolicy>,
): DecidedEvent[] {
  const groups = new Map<string, EventTypes['TopicPolicySet'] & { readonly userIds: UserId[] }>();
  for (const [userId, newPolicy] of policies) {
    const oldPolicy = topicPolicyOf(organization, userId, channelId, topic);
    const key = `${oldPolicy} ${newPolicy}`;
    const group = groups.get(key) ?? { userIds: [], channelId, topic, oldPolicy, newPolicy };
    group.userIds.push(userId);
    groups.set(key, group);
  }
  return [...groups.values()].map((group) => newEvent('TopicPolicySet', group));
}

/** Removes all policies of a deleted topic. */
export const policyRemovals = (organization: OrganizationState, conversation: ChannelTopic): DecidedEvent[] =>
  policyEvents(
    organization,
    conversation,
    new Map(
      peopleWithAnyPolicy(organization, conversation.channelId, conversation.topic).map((userId) => [
        userId,
        'none',
      ]),
    ),
  );

/**
 * Moves policies when a topic is renamed, for people who may read it there: nobody else may learn its name.
 * If the destination had messages, the more visible of two policies wins.
 */
export function policyMoves(
  organization: OrganizationState,
  from: ChannelTopic,
  to: ChannelTopic,
  isNew: boolean,
): DecidedEvent[] {
  const people = peopleWithAnyPolicy(organization, from.channelId, from.topic).filter((userId) =>
    isReader(organization, userId, to.channelId),
  );
  const policies = people.map((userId) => {
    const policy = topicPolicyOf(organization, userId, from.channelId, from.topic);
    const there = topicPolicyOf(organization, userId, to.channelId, to.topic);
    return [userId, isNew || shows(policy) > shows(there) ? policy : there] as const;
  });
  const changed = policies.filter(
    ([userId, policy]) => policy !== topicPolicyOf(organization, userId, to.channelId, to.topic),
  );
  return [...policyRemovals(organization, from), ...policyEvents(organization, to, new Map(changed))];
}

/** May read the channel, or could if their account were active. */
function isReader(organization: OrganizationState, userId: UserId, channelId: ChannelId): boolean {
  const readsNow = accessOf(organization, userId).readsContent(channelId);
  return readsNow || isSubscribed(organization, userId, channelId);
}

/** The visibility of a topic under a policy; `none` ranks above `muted`. */
const shows = (policy: TopicPolicy): number => ['muted', 'none', 'unmuted', 'followed'].indexOf(policy);

/** Kinds of participation by weight; a setting applies to its weight and heavier ones. */
const WEIGHTS = { participating: 1, sending: 2, starting: 3 } as const;
type Act = keyof typeof WEIGHTS;

/** Automatic changes caused by a message: the sender's new policy, if any, and all events. */
interface AutomaticPolicies {
  readonly ofSender: AutomaticTopicPolicy | undefined;
  readonly events: readonly DecidedEvent[];
}

const NONE: AutomaticPolicies = { ofSender: undefined, events: [] };

interface SentMessage {
  readonly senderId: UserId;
  readonly conversation: Conversation;
  readonly mentionedUserIds: readonly UserId[];
  /** The conversation before the message; undefined if it had none. */
  readonly known: ConversationFact | undefined;
}

/** Automatic policies of a message's sender and of mentioned people. */
export function policiesAfterSend(organization: OrganizationState, sent: SentMessage): AutomaticPolicies {
  const { senderId, conversation, mentionedUserIds } = sent;
  if (conversation.kind === 'direct') return NONE;
  const channel = organization.channels.byId.get(conversation.channelId);
  if (channel === undefined) return NONE;
  const act = startsTopic(organization, channel, sent) ? 'starting' : 'sending';
  const ofSender = policyByTakingPart(organization, senderId, conversation, act);
  if (ofSender === undefined && mentionedUserIds.length === 0) return NONE;
  const policies = new Map<UserId, AutomaticTopicPolicy>(ofSender && [[senderId, ofSender]]);
  for (const userId of mentionedUserIds)
    if (
      !isUserMuted(organization, userId, senderId) &&
      followsWhereMentioned(organization, userId, channel, conversation.topic)
    )
      policies.set(userId, 'followed');
  return { ofSender: policies.get(senderId), events: policyEvents(organization, conversation, policies) };
}

/** Automatic policy of somebody who reacts to a message, or votes in its poll. */
export function policiesAfterParticipation(
  organization: OrganizationState,
  userId: UserId,
  conversation: Conversation,
): DecidedEvent[] {
  if (conversation.kind === 'direct') return [];
  const policy = policyByTakingPart(organization, userId, conversation, 'participating');
  return policy ? policyEvents(organization, conversation, new Map([[userId, policy]])) : [];
}

/** Only people have automatic policies, and they never become less visible. */
function policyByTakingPart(
  organization: OrganizationState,
  userId: UserId,
  { channelId, topic }: ChannelTopic,
  act: Act,
): AutomaticTopicPolicy | undefined {
  const user = organization.users.byId.get(userId);
  if (user === undefined || user.bot !== null) return undefined;
  const policy = automaticPolicy(user.settings, act, () => isChannelMuted(organization, userId, channelId));
  if (policy === undefined) return undefined;
  const present = topicPolicyOf(organization, userId, channelId, topic);
  if (present === 'none' && !hasCapacityForPolicy(organization, userId)) return undefined;
  return policyNumber(policy) > policyNumber(present) ? policy : undefined;
}

function automaticPolicy(
  settings: PersonalSettings,
  act: Act,
  isMuted: () => boolean,
): AutomaticTopicPolicy | undefined {
  if (settings.automaticallyFollowTopics <= WEIGHTS[act]) return 'followed';
  return settings.automaticallyUnmuteTopics <= WEIGHTS[act] && isMuted() ? 'unmuted' : undefined;
}

/** Starting a topic means sending a message where the sender can read none yet. */
function startsTopic(
  organization: OrganizationState,
  channel: Channel,
  { senderId, known }: SentMessage,
): boolean {
  if (known === undefined) return true;
  if (channel.historyPublicToSubscribers) return false;
  const readable = accessOf(organization, senderId).readableIntervals(channel.channelId);
  if (typeof readable === 'string') return readable === 'none';
  return !readable.some(({ from, to }) => from <= known.lastMessageId && known.firstMessageId <= to);
}

/** A mention does not make people follow a topic that they muted. */
function followsWhereMentioned(
  organization: OrganizationState,
  userId: UserId,
  channel: Channel,
  topic: string,
): boolean {
  const user = organization.users.byId.get(userId);
  if (user?.bot !== null || !user.settings.automaticallyFollowWhereMentioned) return false;
  const reads = isActive(organization, userId) && hasContentAccess(organization, userId, channel);
  const present = topicPolicyOf(organization, userId, channel.channelId, topic);
  return (
    reads && (present === 'unmuted' || (present === 'none' && hasCapacityForPolicy(organization, userId)))
  );
}
