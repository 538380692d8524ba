/** Looks up a message's recipients. */
import { Refused, requireThat } from '../../errors.ts';
import { escapeHtml } from '../../html.ts';
import type { UserId } from '../../ids.ts';
import { accessOf } from '../../organization/access.ts';
import { seesUser } from '../../organization/access/people.ts';
import { type Channel, resolveChannel, type ChannelReference } from '../../organization/channels.ts';
import type { OrganizationState } from '../../organization/state.ts';

/** A channel by ID or by name, or the other people of a direct conversation. */
export type Addressee =
  | { readonly kind: 'channel'; readonly channel: ChannelReference }
  | { readonly kind: 'direct'; readonly recipientIds: readonly UserId[] };

/** The channel meant, visible or not; refused if it does not exist. */
export function requireExistingChannel(organization: OrganizationState, named: ChannelReference): Channel {
  const channel = resolveChannel(organization, named);
  if (channel !== undefined) return channel;
  if ('id' in named) {
    const { id } = named;
    throw new Refused(`Channel with ID '${id}' does not exist`, 'STREAM_DOES_NOT_EXIST', { stream_id: id });
  }
  const { name } = named;
  const stream = escapeHtml(name);
  throw new Refused(`Channel '${name}' does not exist`, 'STREAM_DOES_NOT_EXIST', { stream });
}

/** Everybody in a direct conversation, the sender included, ascending. */
export const participantsOf = (senderId: UserId, recipientIds: readonly UserId[]): readonly UserId[] =>
  [...new Set([senderId, ...recipientIds])].sort((one, other) => one - other);

/** Refuses recipients who do not exist, are deactivated, or whom the sender may not know. */
export function requireRecipients(
  organization: OrganizationState,
  senderId: UserId,
  recipientIds: readonly UserId[],
): void {
  const unknown = recipientIds.find((id) => !organization.users.byId.has(id));
  requireThat(unknown === undefined, `Invalid user ID ${unknown}`);
  requireThat(recipientIds.length > 0, 'Message must have recipients');
  const areSeen = recipientIds.every((userId) => seesUser(organization, senderId, userId));
  const unseen = 'You do not have permission to access some of the recipients.';
  requireThat(areSeen, unseen);
  for (const userId of recipientIds) requireActive(organization, senderId, userId);
}

/** The refusal names deactivated people by their address if the sender may know it. */
function requireActive(organization: OrganizationState, senderId: UserId, userId: UserId): void {
  const user = organization.users.byId.get(userId);
  if (user === undefined || user.active) return;
  const name = accessOf(organization, senderId).seesEmailOf(user) ? user.email : user.fullName;
  throw new Refused(`'${name}' is no longer using the service.`);
}
