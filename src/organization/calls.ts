/** Whom a message calls, settled when it is said or edited (docs/decisions/0026). */
import type { EventTypes } from '../events/catalog.ts';
import type { Wildcard } from '../events/messages.ts';
import type { UserGroupId } from '../events/userGroups.ts';
import type { MessageId, UserId } from '../ids.ts';
import { wasInGroup, type WithMembers } from './pastMembers.ts';

/** What of a message says whom it calls. */
export interface Calling {
  readonly mentionedUserIds?: readonly UserId[];
  readonly mentionedGroupIds?: readonly UserGroupId[];
  readonly wildcards?: readonly Wildcard[];
  /** Whom a wildcard of the topic called: those who took part in it then. */
  readonly topicParticipantIds?: readonly UserId[];
  /** Revision of the last change of the text. */
  readonly editRevision?: number;
}

/** How a message calls one person. */
export interface Calls {
  /** As a person or through a group. */
  readonly mentioned: boolean;
  readonly channelWildcardMentioned: boolean;
  readonly topicWildcardMentioned: boolean;
}

/** A message that somebody never received does not call them. */
export const NO_CALLS: Calls = {
  mentioned: false,
  channelWildcardMentioned: false,
  topicWildcardMentioned: false,
};

/** How a message calls somebody who received it. */
export function callsTo(
  organization: WithMembers,
  userId: UserId,
  message: Calling & { readonly messageId: MessageId },
): Calls {
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

/** By name, through a group or by a wildcard. */
export const isCalled = (calls: Calls): boolean =>
  calls.mentioned || calls.channelWildcardMentioned || calls.topicWildcardMentioned;

/** Whom a message calls, and nothing else of it; what is absent takes no room. */
export const callingOf = (calling: CallingData): Calling => ({
  ...(calling.mentionedUserIds && { mentionedUserIds: calling.mentionedUserIds }),
  ...(calling.mentionedGroupIds && { mentionedGroupIds: calling.mentionedGroupIds }),
  ...(calling.wildcards && { wildcards: calling.wildcards }),
  ...(calling.topicParticipantIds && { topicParticipantIds: calling.topicParticipantIds }),
});
type CallingData = Pick<
  EventTypes['MessageSent'],
  'mentionedUserIds' | 'mentionedGroupIds' | 'wildcards' | 'topicParticipantIds'
>;

/** The same without whom it called. */
export function callingNobody<Fact extends Calling>(fact: Fact): Omit<Fact, keyof CallingData> {
  const {
    mentionedUserIds: _1,
    mentionedGroupIds: _2,
    wildcards: _3,
    topicParticipantIds: _4,
    ...rest
  } = fact;
  return rest;
}
