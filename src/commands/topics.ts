/**
 * Decisions about what topics are to people: by their will, and of
 * themselves where people take part in them.
 */
import { Refused } from '../errors.ts';
import type { Conversation } from '../events/messages.ts';
import {
  type AutomaticTopicPolicy,
  numberOfPolicy,
  type TopicPolicy,
  TopicPolicySet,
} from '../events/topics.ts';
import type { PersonalSettings } from '../events/users.ts';
import type { ChannelId, UserId } from '../ids.ts';
import { accessOf } from '../organization/access.ts';
import { hasContentAccess } from '../organization/access/channels.ts';
import { isActive } from '../organization/access/rules.ts';
import { type Channel, channelMeant, type ChannelReference } from '../organization/channels.ts';
import type { ConversationFact } from '../organization/messageFacts.ts';
import { isUserMuted } from '../organization/mutedUsers.ts';
import type { OrganizationState } from '../organization/state.ts';
import { isSubscribed } from '../organization/subscriptions.ts';
import { isChannelMuted, peopleWithAnyPolicy, topicPolicyOf } from '../organization/topics.ts';
import { command, type DecidedEvent, type Decision, type DecisionContext, nothingToDo } from './define.ts';
import type { CheckedTopic } from './text.ts';

interface TopicInput {
  readonly channel: ChannelReference;
  /** Need not have any messages. */
  readonly topic: CheckedTopic;
}

interface TopicPolicyInput extends TopicInput {
  readonly policy: TopicPolicy;
}

/** Mutes, unmutes or follows a topic, or has it as its channel again. */
export const setTopicPolicy = command<TopicPolicyInput, void>({
  name: 'SetTopicPolicy',
  decide: (organization, input, context) =>
    changedPolicy(organization, input, context, invalidChannel(input.channel)),
});

/** Has a topic as its channel again; unlike `setTopicPolicy` it says of hidden channels that nothing is muted there. */
export const unmuteTopic = command<TopicInput, void>({
  name: 'UnmuteTopic',
  decide: (organization, input, context) =>
    changedPolicy(organization, { ...input, policy: 'none' }, context, 'Topic is not muted'),
});

/** A policy may be taken back wherever there is one; to have one, the channel's content must be readable. */
function changedPolicy(
  organization: OrganizationState,
  { channel: reference, topic, policy }: TopicPolicyInput,
  context: DecisionContext,
  refusal: string,
): Decision<void> {
  const userId = callerOf(context);
  const channel = channelMeant(organization, reference);
  if (channel === undefined) throw new Refused(refusal);
  const present = topicPolicyOf(organization, userId, channel.channelId, topic);
  const takesBack = policy === 'none' && present !== 'none';
  if (!takesBack && !hasContentAccess(organization, userId, channel)) throw new Refused(refusal);
  if (policy === present) return nothingToDo(undefined);
  const place = { channelId: channel.channelId, topic };
  return { events: policyEvents(organization, place, new Map([[userId, policy]])), result: undefined };
}

/** The channel that a caller means and may read; absent and hidden ones are answered alike. */
export function readableChannel(
  organization: OrganizationState,
  { actor }: DecisionContext,
  reference: ChannelReference,
): Channel {
  const channel = channelMeant(organization, reference);
  if (channel === undefined || !hasContentAccess(organization, actor, channel))
    throw new Refused(invalidChannel(reference));
  return channel;
}

const invalidChannel = (reference: ChannelReference): string =>
  'id' in reference ? 'Invalid channel ID' : `Invalid channel name '${reference.name}'`;

/** Who calls: the operator has no personal settings. */
export function callerOf({ actor }: DecisionContext): UserId {
  if (actor === null) throw new Error('This is for people and bots.');
  return actor;
}

interface TopicPlace {
  readonly channelId: ChannelId;
  readonly topic: string;
}

/** One event for all who go from the same policy to the same. */
function policyEvents(
  organization: OrganizationState,
  { channelId, topic }: TopicPlace,
  wanted: ReadonlyMap<UserId, TopicPolicy>,
): DecidedEvent[] {
  const groups = new Map<string, Parameters<typeof TopicPolicySet>[0] & { readonly userIds: UserId[] }>();
  for (const [userId, newPolicy] of wanted) {
    const oldPolicy = topicPolicyOf(organization, userId, channelId, topic);
    const key = `${oldPolicy} ${newPolicy}`;
    const group = groups.get(key) ?? { userIds: [], channelId, topic, oldPolicy, newPolicy };
    group.userIds.push(userId);
    groups.set(key, group);
  }
  return [...groups.values()].map((group) => TopicPolicySet(group));
}

/** A topic that is gone is nothing to anybody any more. */
export const forgottenPolicies = (organization: OrganizationState, place: TopicPlace): DecidedEvent[] =>
  policyEvents(
    organization,
    place,
    new Map(
      peopleWithAnyPolicy(organization, place.channelId, place.topic).map((userId) => [userId, 'none']),
    ),
  );

/**
 * A topic has become another one: what it was to people, the other is now to those of them who may read it there, for
 * nobody else is to learn its name. Where there were messages already, the policy that shows more of the two holds.
 */
export function carriedPolicies(
  organization: OrganizationState,
  from: TopicPlace,
  to: TopicPlace,
  isNew: boolean,
): DecidedEvent[] {
  const people = peopleWithAnyPolicy(organization, from.channelId, from.topic).filter((userId) =>
    isReader(organization, userId, to.channelId),
  );
  const wanted = people.map((userId) => {
    const policy = topicPolicyOf(organization, userId, from.channelId, from.topic);
    const there = topicPolicyOf(organization, userId, to.channelId, to.topic);
    return [userId, isNew || shows(policy) > shows(there) ? policy : there] as const;
  });
  const changed = wanted.filter(
    ([userId, policy]) => policy !== topicPolicyOf(organization, userId, to.channelId, to.topic),
  );
  return [...forgottenPolicies(organization, from), ...policyEvents(organization, to, new Map(changed))];
}

/** May read a channel, or will again once their account is no longer deactivated. */
function isReader(organization: OrganizationState, userId: UserId, channelId: ChannelId): boolean {
  const readsNow = accessOf(organization, userId).readsContent(channelId);
  return readsNow || isSubscribed(organization, userId, channelId);
}

/** Of a topic without a policy one sees more than of a muted one. */
const shows = (policy: TopicPolicy): number => ['muted', 'none', 'unmuted', 'followed'].indexOf(policy);

/** How somebody takes part; what a person has set asks for an act of at most this weight. */
const WEIGHTS = { participating: 1, sending: 2, starting: 3 } as const;
type Act = keyof typeof WEIGHTS;

/** What follows of itself from a message: its sender's new policy, if there is one, and the events of all. */
export interface AutomaticPolicies {
  readonly ofSender: AutomaticTopicPolicy | undefined;
  readonly events: readonly DecidedEvent[];
}

const NONE: AutomaticPolicies = { ofSender: undefined, events: [] };

interface SentMessage {
  readonly senderId: UserId;
  readonly conversation: Conversation;
  readonly mentionedUserIds: readonly UserId[];
  /** What was known of the conversation before; undefined where it had no messages. */
  readonly known: ConversationFact | undefined;
}

/** What a topic becomes to who says something in it, and to those who are mentioned. */
export function policiesAfterSend(organization: OrganizationState, sent: SentMessage): AutomaticPolicies {
  const { senderId, conversation, mentionedUserIds } = sent;
  if (conversation.kind === 'direct') return NONE;
  const channel = organization.channels.byId.get(conversation.channelId);
  if (channel === undefined) return NONE;
  const act = startsTopic(organization, channel, sent) ? 'starting' : 'sending';
  const ofSender = policyByTakingPart(organization, senderId, conversation, act);
  if (ofSender === undefined && mentionedUserIds.length === 0) return NONE;
  const wanted = new Map<UserId, AutomaticTopicPolicy>(ofSender && [[senderId, ofSender]]);
  for (const userId of mentionedUserIds)
    if (
      !isUserMuted(organization, userId, senderId) &&
      followsWhereMentioned(organization, userId, channel, conversation.topic)
    )
      wanted.set(userId, 'followed');
  return { ofSender: wanted.get(senderId), events: policyEvents(organization, conversation, wanted) };
}

/** What a topic becomes to who reacts to a message in it, or votes in its poll. */
export function policiesAfterParticipation(
  organization: OrganizationState,
  userId: UserId,
  conversation: Conversation,
): DecidedEvent[] {
  if (conversation.kind === 'direct') return [];
  const policy = policyByTakingPart(organization, userId, conversation, 'participating');
  return policy ? policyEvents(organization, conversation, new Map([[userId, policy]])) : [];
}

/** Only people's topics change of themselves, and never downwards. */
function policyByTakingPart(
  organization: OrganizationState,
  userId: UserId,
  { channelId, topic }: TopicPlace,
  act: Act,
): AutomaticTopicPolicy | undefined {
  const user = organization.users.byId.get(userId);
  if (user === undefined || user.bot !== null) return undefined;
  const policy = policyAskedFor(user.settings, act, () => isChannelMuted(organization, userId, channelId));
  if (policy === undefined) return undefined;
  const present = topicPolicyOf(organization, userId, channelId, topic);
  return numberOfPolicy(policy) > numberOfPolicy(present) ? policy : undefined;
}

function policyAskedFor(
  settings: PersonalSettings,
  act: Act,
  isMuted: () => boolean,
): AutomaticTopicPolicy | undefined {
  if (settings.automaticallyFollowTopics <= WEIGHTS[act]) return 'followed';
  return settings.automaticallyUnmuteTopics <= WEIGHTS[act] && isMuted() ? 'unmuted' : undefined;
}

/** Starting a topic is to say something where one can read nothing yet. */
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

/** Who has muted a topic on purpose is not made to follow it by being mentioned. */
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
  return reads && (present === 'none' || present === 'unmuted');
}
