/** Rules for posting to a channel or topic and for mentions; sending, moving and editing share them. */
import { Refused, requireThat } from '../../base/errors.ts';
import type { UserId } from '../../base/ids.ts';
import { type Conversation, EMPTY_TOPIC_DISPLAY_NAME, type Wildcard } from '../../events/messages.ts';
import type { UserGroupId } from '../../events/userGroups.ts';
import { accessOf, type MessageLocation } from '../../organization/access/access.ts';
import {
  canCreateTopic,
  canPostIn,
  canReplyIn,
  canSendTo,
  hasMetadataAccess,
  topicsPolicyOf,
} from '../../organization/access/channels.ts';
import { canMentionMany } from '../../organization/access/messages.ts';
import { isBot } from '../../organization/access/people.ts';
import { canMentionGroup } from '../../organization/access/userGroups.ts';
import type { Channel } from '../../organization/slices/channels.ts';
import type { ConversationFact } from '../../organization/slices/messageFacts.ts';
import { subscribersOf } from '../../organization/slices/subscriptions.ts';
import type { OrganizationState } from '../../organization/state.ts';

/** Mentions found by rendering, without silent ones. */
export interface Mentions {
  readonly mentionedUserIds: readonly UserId[];
  readonly mentionedGroupIds: readonly UserGroupId[];
  readonly wildcards: readonly Wildcard[];
}

/** Wildcard mentions in larger channels require a permission. */
const WILDCARD_THRESHOLD = 15;

/**
 * Refuses posts that the sender may not send there. The order of the checks is fixed, so that the name of a
 * hidden channel is not revealed.
 */
export function requireMaySendTo(
  organization: OrganizationState,
  senderId: UserId,
  channel: Channel,
  named?: string,
): void {
  requireMayPostIn(organization, senderId, channel);
  if (canSendTo(organization, senderId, channel)) return;
  const name = hasMetadataAccess(organization, senderId, channel) ? channel.name : named;
  throw new Refused(`Not authorized to send to channel${name === undefined ? '' : ` '${name}'`}`);
}

/** Permission to read a channel does not imply permission to post or to change topics. */
export function requireMayPostIn(organization: OrganizationState, senderId: UserId, channel: Channel): void {
  const mayPost = canPostIn(organization, senderId, channel);
  requireThat(mayPost, 'You do not have permission to post in this channel.');
}

/** The conversations in which outgoing webhooks may reply (contract 16). */
export function requireMayReplyIn(organization: OrganizationState, botId: UserId, channel: Channel): void {
  const mayReply = canReplyIn(organization, botId, channel);
  requireThat(mayReply, `Not authorized to send to channel '${channel.name}'`);
}

/** Whether a topic may be started under this name; `known` is the topic as it exists. */
export function requireMayUseTopic(
  organization: OrganizationState,
  senderId: UserId,
  channel: Channel,
  topic: string,
  known: ConversationFact | undefined,
): void {
  const mayBegin = known !== undefined || canCreateTopic(organization, senderId, channel);
  requireThat(mayBegin, 'You do not have permission to create new topics in this channel.');
  const policy = topicsPolicyOf(organization, channel);
  if (policy === 'allow_empty_topic') return;
  const general = { empty_topic_display_name: EMPTY_TOPIC_DISPLAY_NAME };
  requireThat(
    policy !== 'disable_empty_topic' || topic !== '',
    `Sending messages to the *${EMPTY_TOPIC_DISPLAY_NAME}* topic is not allowed in this channel.`,
    'BAD_REQUEST',
    general,
  );
  requireThat(
    policy !== 'empty_topic_only' || topic === '',
    `Only the *${EMPTY_TOPIC_DISPLAY_NAME}* topic is allowed in this channel.`,
    'BAD_REQUEST',
    general,
  );
}

/** Whether a text may use its mentions in a conversation; wildcards in direct messages need no permission. */
export function requireMayMention(
  organization: OrganizationState,
  senderId: UserId,
  { wildcards, mentionedGroupIds }: Mentions,
  conversation: Conversation,
  known: ConversationFact | undefined,
): void {
  for (const groupId of mentionedGroupIds) requireMentionable(organization, senderId, groupId);
  if (wildcards.length === 0 || conversation.kind === 'direct') return;
  if (canMentionMany(organization, senderId)) return;
  const inactive = organization.userGroups.inactiveUsers.get();
  const subscribers = subscribersOf(organization, conversation.channelId).difference(inactive);
  requireThat(
    !(wildcards.includes('channel') && subscribers.size > WILDCARD_THRESHOLD),
    'You do not have permission to use channel wildcard mentions in this channel.',
    'STREAM_WILDCARD_MENTION_NOT_ALLOWED',
  );
  requireThat(
    !(wildcards.includes('topic') && (known?.participants.length ?? 0) > WILDCARD_THRESHOLD),
    'You do not have permission to use topic wildcard mentions in this topic.',
    'TOPIC_WILDCARD_MENTION_NOT_ALLOWED',
  );
}

function requireMentionable(organization: OrganizationState, senderId: UserId, groupId: UserGroupId): void {
  const group = organization.userGroups.byId.get(groupId);
  requireThat(
    group === undefined || canMentionGroup(organization, senderId, group),
    `You are not allowed to mention user group '${group?.name}'.`,
  );
}

/**
 * A text without mentions of people it does not reach: people who cannot read the message when they are
 * mentioned do not receive it later either. Bots stay mentioned, because mentions trigger webhooks (contract
 * 16), and so do people mentioned before an edit.
 */
export function withoutUnreachableMentions<Text extends Mentions>(
  organization: OrganizationState,
  text: Text,
  message: MessageLocation,
  namedBefore: readonly UserId[] = [],
): Text {
  const isReached = (userId: UserId): boolean =>
    isBot(organization, userId) ||
    namedBefore.includes(userId) ||
    accessOf(organization, userId).mayReadMessage(message);
  if (text.mentionedUserIds.every(isReached)) return text;
  return { ...text, mentionedUserIds: text.mentionedUserIds.filter(isReached) };
}

/** Recipients of a topic-wide mention: the topic's participants and the author. */
export const topicMentionAudience = (
  writerId: UserId,
  { wildcards }: Pick<Mentions, 'wildcards'>,
  conversation: Conversation,
  known: ConversationFact | undefined,
) =>
  wildcards.includes('topic') && conversation.kind === 'channel'
    ? { topicParticipantIds: [...new Set([...(known?.participants ?? []), writerId])] }
    : {};

export const conversationFields = (conversation: Conversation) =>
  conversation.kind === 'channel'
    ? { channelId: conversation.channelId, topic: conversation.topic }
    : { participantIds: conversation.participantIds };
