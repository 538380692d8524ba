/** Who may say what to whom, whatever channel it is in (spec/endpoint-details.md 1.3, 1.4). */
import type { UserId } from '../../ids.ts';
import { anyOf, holds, type Rule } from './rules.ts';

/** Wildcards that reach more than 15 people (1.4). */
export const canMentionMany = holds('can_mention_many_users_group');
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
