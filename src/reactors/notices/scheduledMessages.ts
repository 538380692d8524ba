/** Notices to authors of scheduled messages that failed. */
import { readErasable } from '../../events/define.ts';
import { isOrganizationActive } from '../../organization/organizations.ts';
import type { OrganizationState } from '../../organization/state.ts';
import type { EventOf, Notice, NoticesOf } from './define.ts';

/** Deactivated people, and members of deactivated organizations, find it when they return. */
function failure(
  { data }: EventOf<'ScheduledSendFailed'>,
  organization: OrganizationState,
): readonly Notice[] {
  const { authorId, deliverAt, reason } = data;
  if (!isOrganizationActive(organization) || organization.users.byId.get(authorId)?.active !== true)
    return [];
  const content =
    `The message that you scheduled for <time:${new Date(deliverAt).toISOString()}> was not sent:\n\n` +
    `> ${readErasable(reason, '…')}\n\n` +
    'It is still among your scheduled messages. Give it another time to have it sent, or delete it.';
  return [{ about: 'author', to: { userId: authorId }, content }];
}

export const scheduledMessageNotices = { ScheduledSendFailed: failure } as const satisfies NoticesOf;
