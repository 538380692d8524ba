/** Which outgoing webhooks receive a message. */
import type { EventTypes } from '../events/catalog.ts';
import type { UserId } from '../ids.ts';
import { isBot } from './access/people.ts';
import type { OrganizationState } from './state.ts';
import { membersOf } from './userGroups.ts';

type TriggeringMessage = Pick<
  EventTypes['MessageSent'],
  'senderId' | 'channelId' | 'participantIds' | 'mentionedUserIds' | 'mentionedGroupIds'
>;

/**
 * The outgoing webhooks that a message triggers: in a channel those mentioned, also through groups; in a
 * direct message the recipients.
 */
export function webhooksTriggeredBy(
  organization: OrganizationState,
  said: TriggeringMessage,
): readonly UserId[] {
  const outgoing = organization.bots.outgoing.get();
  if (outgoing.size === 0 || isBot(organization, said.senderId)) return [];
  const { channelId, participantIds = [], mentionedUserIds = [], mentionedGroupIds = [] } = said;
  const inGroups = mentionedGroupIds.flatMap((groupId) => [
    ...membersOf(organization, groupId).intersection(outgoing),
  ]);
  const called = channelId === undefined ? participantIds : [...mentionedUserIds, ...inGroups];
  return [...new Set(called)].filter(
    (userId) => outgoing.has(userId) && organization.users.byId.get(userId)?.active === true,
  );
}
