/** How an invitation looks to those who may see it: with what it gives today. */
import { z } from 'zod';
import { Role } from '../events/users.ts';
import type { Invitation } from '../organization/invitations.ts';
import { plainRow } from './row.ts';

/**
 * Times in UNIX seconds; an invitation by mail has an address, one by link that link, for who may know it. What its
 * inviter may give no more is not among what it gives; where that is the role, it is not usable and gives nothing.
 */
export const WireInvitation = z.strictObject({
  id: z.int(),
  invited_by_user_id: z.int(),
  invited: z.int(),
  expiry_date: z.int().nullable(),
  invited_as: Role,
  is_multiuse: z.boolean(),
  notify_referrer_on_join: z.boolean(),
  stream_ids: z.array(z.int()),
  group_ids: z.array(z.int()),
  include_realm_default_subscriptions: z.boolean(),
  is_usable: z.boolean(),
  email: z.string().optional(),
  link_url: z.string().optional(),
});

/**
 * `offer` is what it gives as far as the viewer may know of it; undefined where nobody can follow it. `linkUrl` is the
 * link of an invitation that is one; undefined where it is not to be shown.
 */
export const wireInvitation = (
  invitation: Invitation,
  offer: Pick<Invitation, 'channelIds' | 'groupIds'> | undefined,
  linkUrl: string | undefined,
): z.infer<typeof WireInvitation> => ({
  id: invitation.invitationId,
  invited_by_user_id: invitation.inviterId,
  invited: Math.floor(invitation.invitedAt / 1000),
  expiry_date: invitation.expiresAt === null ? null : Math.floor(invitation.expiresAt / 1000),
  invited_as: invitation.role,
  is_multiuse: invitation.email === null,
  notify_referrer_on_join: invitation.notifiesInviter,
  stream_ids: [...(offer?.channelIds ?? [])],
  group_ids: [...(offer?.groupIds ?? [])],
  include_realm_default_subscriptions: offer !== undefined && invitation.withDefaultChannels,
  is_usable: offer !== undefined,
  ...(invitation.email !== null && { email: invitation.email }),
  ...(linkUrl !== undefined && { link_url: linkUrl }),
});

/** What clients are told of invitations. */
export const invitationPayloads = {
  /** Who is told asks for the list anew. */
  invites_changed: plainRow('invites_changed', {}),
} as const;
