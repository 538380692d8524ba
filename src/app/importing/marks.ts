/** What people marked an export's messages with: stars, unread, collapsed. */
import type { MessageMarks } from '../../commands/messages/importMessages.ts';
import type { Conversation } from '../../events/messages.ts';
import type { UserId } from '../../ids.ts';
import type { Reconciliation } from '../../import/reconciliation.ts';
import type { MessageRecord } from '../../import/records.ts';
import type { OrganizationState } from '../../organization/state.ts';
import { isSubscribed } from '../../organization/subscriptions.ts';

/** Marks of a message: they are in its append, which is bounded. */
const MAX_MARKS_PER_MESSAGE = 1_000;

const TOO_MANY = `more than ${MAX_MARKS_PER_MESSAGE} marks on a message`;

export const countMarks = ({ starredBy = [], unreadBy = [], collapsedBy = [] }: MessageRecord): number =>
  starredBy.length + unreadBy.length + collapsedBy.length;

/** Who has marked a message. People do not see as unread what they do not receive. */
export function resolveMarks(
  record: MessageRecord,
  conversation: Conversation,
  organization: OrganizationState,
  {
    people,
    reconciliation,
  }: { readonly people: ReadonlyMap<string, UserId>; readonly reconciliation: Reconciliation },
): MessageMarks {
  const receives = (userId: UserId): boolean =>
    conversation.kind === 'direct'
      ? conversation.participantIds.includes(userId)
      : isSubscribed(organization, userId, conversation.channelId);
  let left = MAX_MARKS_PER_MESSAGE;
  const found = (keys: readonly string[] = [], isPossible: (userId: UserId) => boolean = () => true) => {
    const marking = new Set<UserId>();
    for (const key of keys) {
      const userId = people.get(key);
      const problem = problemOf(userId, marking, isPossible) ?? (left > 0 ? undefined : TOO_MANY);
      if (problem === undefined) {
        marking.add(userId as UserId);
        left -= 1;
      }
      if (problem !== undefined) reconciliation.skipped('marks', `${record.key}/${key}`, problem);
    }
    reconciliation.imported('marks', marking.size);
    return [...marking];
  };
  return {
    starredBy: found(record.starredBy),
    unreadBy: found(record.unreadBy, receives),
    collapsedBy: found(record.collapsedBy),
  };
}

function problemOf(
  userId: UserId | undefined,
  marking: ReadonlySet<UserId>,
  isPossible: (userId: UserId) => boolean,
): string | undefined {
  if (userId === undefined) return 'by an unknown person';
  if (marking.has(userId)) return 'twice';
  if (!isPossible(userId)) return 'unread by somebody who does not receive it';
  return undefined;
}
