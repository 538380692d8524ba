/** Whom a message is for: looked up, and refused where nobody is there (spec/endpoint-details.md 1.2). */
import { Refused, requireThat } from '../../errors.ts';
import { escapedHtml } from '../../html.ts';
import type { UserId } from '../../ids.ts';
import { seesUser } from '../../organization/access/people.ts';
import { type Channel, channelMeant, type ChannelReference } from '../../organization/channels.ts';
import type { OrganizationState } from '../../organization/state.ts';
import { userByEmail } from '../../organization/users.ts';

type Recipients = { readonly ids: readonly UserId[] } | { readonly emails: readonly string[] };

/** A channel by ID or by name, or the other people of a direct conversation by IDs or by addresses. */
export type Addressee =
  | { readonly kind: 'channel'; readonly channel: ChannelReference }
  | { readonly kind: 'direct'; readonly recipients: Recipients };

/** The channel that is meant, seen or not; refused where there is none. */
export function existingChannel(organization: OrganizationState, named: ChannelReference): Channel {
  const channel = channelMeant(organization, named);
  if (channel !== undefined) return channel;
  if ('id' in named) {
    const { id } = named;
    throw new Refused('STREAM_DOES_NOT_EXIST', `Channel with ID '${id}' does not exist`, { stream_id: id });
  }
  const { name } = named;
  const stream = escapedHtml(name);
  throw new Refused('STREAM_DOES_NOT_EXIST', `Channel '${name}' does not exist`, { stream });
}

/** Everybody in a direct conversation, the sender among them, ascending. Unknown recipients are left out. */
export function participantsOf(
  organization: OrganizationState,
  senderId: UserId,
  recipients: Recipients,
): readonly UserId[] {
  const others = recipientsOf(organization, recipients);
  return [...new Set([senderId, ...others])].sort((one, other) => one - other);
}

function recipientsOf(organization: OrganizationState, recipients: Recipients): readonly UserId[] {
  if ('ids' in recipients) return recipients.ids;
  return recipients.emails.flatMap((email) => userByEmail(organization, email)?.userId ?? []);
}

/** Refuses recipients whom the organization does not have, whom the sender may not know, or who have left. */
export function requireRecipients(
  organization: OrganizationState,
  senderId: UserId,
  recipients: Recipients,
): void {
  requireExisting(organization, recipients);
  const recipientIds = recipientsOf(organization, recipients);
  requireThat(recipientIds.length > 0, 'BAD_REQUEST', 'Message must have recipients');
  const areSeen = recipientIds.every((userId) => seesUser(organization, senderId, userId));
  const unseen = 'You do not have permission to access some of the recipients.';
  requireThat(areSeen, 'BAD_REQUEST', unseen);
  for (const userId of recipientIds) requireActive(organization, userId);
}

function requireExisting(organization: OrganizationState, recipients: Recipients): void {
  if ('ids' in recipients) {
    const unknown = recipients.ids.find((id) => !organization.users.byId.has(id));
    requireThat(unknown === undefined, 'BAD_REQUEST', `Invalid user ID ${unknown}`);
    return;
  }
  const unknown = recipients.emails.find((email) => userByEmail(organization, email) === undefined);
  requireThat(unknown === undefined, 'BAD_REQUEST', `Invalid email '${unknown}'`);
}

function requireActive(organization: OrganizationState, userId: UserId): void {
  const user = organization.users.byId.get(userId);
  requireThat(user?.active === true, 'BAD_REQUEST', `'${user?.email}' is no longer using the service.`);
}
