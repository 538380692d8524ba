/** Who may say what to whom, and change, move and delete what was said. */
import type { UserId } from '../../ids.ts';
import type { Channel } from '../channels.ts';
import { permissionOf, settingsOf } from '../organizations.ts';
import { systemGroupId } from '../userGroups.ts';
import {
  canDeleteAnyMessageIn,
  canDeleteOwnMessageIn,
  canMoveOutOfChannel,
  canMoveWithinChannel,
  canResolveTopicsIn,
} from './channels.ts';
import { isBot, ownsBot } from './people.ts';
import { anyOf, holds, isAdministrator, isModerator, type Rule } from './rules.ts';

/** Wildcards that reach more than 15 people. */
export const canMentionMany = holds('can_mention_many_users_group');
type ConversationRule = Rule<[participantIds: readonly UserId[]]>;

/** With bots alone, or with oneself, anybody may talk; bots may with everybody. */
const asksNothing: ConversationRule = (organization, actor, participantIds) =>
  isBot(organization, actor) ||
  participantIds.every((userId) => userId === actor || isBot(organization, userId));

/** Whether direct messages are given to nobody at all. */
export const areDirectMessagesOff: Rule = (organization) =>
  permissionOf(organization, 'direct_message_permission_group') === systemGroupId('role:nobody');

/** Any one participant of a conversation, the sender included, who is permitted permits it. */
export const canSendDirect: ConversationRule = anyOf(asksNothing, (organization, _actor, participantIds) =>
  participantIds.some((userId) => holds('direct_message_permission_group')(organization, userId)),
);
/** Asked only where the conversation has no messages yet. */
export const canInitiateDirect: ConversationRule = anyOf<[readonly UserId[]]>(
  asksNothing,
  holds('direct_message_initiator_group'),
);

/** A message as its rules see it: its channel is undefined for direct messages. */
interface MessageOf {
  readonly senderId: UserId;
  readonly channel: Channel | undefined;
}
type MessageRule = Rule<[message: MessageOf]>;

const inItsChannel =
  (rule: Rule<[channel: Channel]>): MessageRule =>
  (organization, actor, { channel }) =>
    channel !== undefined && rule(organization, actor, channel);

/** Deleting whatever anybody has said, at any time. */
export const canDeleteAnyMessage: MessageRule = anyOf<[MessageOf]>(
  isAdministrator,
  holds('can_delete_any_message_group'),
  inItsChannel(canDeleteAnyMessageIn),
);
const isOwn: MessageRule = (organization, actor, { senderId }) =>
  senderId === actor || ownsBot(organization, actor, senderId);
const deletesOwn: MessageRule = anyOf<[MessageOf]>(
  holds('can_delete_own_message_group'),
  inItsChannel(canDeleteOwnMessageIn),
);
/** Deleting what oneself or one's bot has said, within the time that the organization has set. */
export const canDeleteOwnMessage: MessageRule = (organization, actor, message) =>
  isOwn(organization, actor, message) && deletesOwn(organization, actor, message);

/** Learning who has read a message: for everybody, or nobody. */
export const canSeeReadReceipts: Rule = (organization) => settingsOf(organization).enableReadReceipts;

/** Giving messages of a channel another topic. */
export const canMoveBetweenTopics = anyOf<[Channel]>(
  holds('can_move_messages_between_topics_group'),
  canMoveWithinChannel,
);
/** Giving messages of a channel to another one. */
export const canMoveBetweenChannels = anyOf<[Channel]>(
  holds('can_move_messages_between_channels_group'),
  canMoveOutOfChannel,
);
export const canResolveTopics = anyOf<[Channel]>(holds('can_resolve_topics_group'), canResolveTopicsIn);
/** Who may move messages however old they are. */
export const movesAtAnyTime = isModerator;
