/** Whom a message notifies, determined when it is sent or edited (docs/decisions/0026). */
import type { EventTypes } from '../events/catalog.ts';
import type { Wildcard } from '../events/messages.ts';
import type { UserGroupId } from '../events/userGroups.ts';
import type { MessageId, UserId } from '../ids.ts';
import { wasInGroup, type WithMembershipHistory } from './pastMembers.ts';

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

/** How a message notifies one person. */
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

/** How a message notifies a recipient. */
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
