/** How an invitation looks to those who may see it (spec/endpoint-details.md 9.3). */
import { z } from 'zod';
import { Role } from '../events/users.ts';
import type { Invitation } from '../organization/invitations.ts';

/** Times in UNIX seconds; an invitation by mail has an address, one by link that link, for who may know it. */
export const WireInvitation = z.strictObject({
  id: z.int(),
  invited_by_user_id: z.int(),
  invited: z.int(),
  expiry_date: z.int().nullable(),
  invited_as: Role,
  is_multiuse: z.boolean(),
  notify_referrer_on_join: z.boolean(),
  email: z.string().optional(),
  link_url: z.string().optional(),
});

/** `linkUrl` is the link of an invitation that is one; undefined where it is not to be shown. */
export const wireInvitation = (
  invitation: Invitation,
  linkUrl: string | undefined,
): z.infer<typeof WireInvitation> => ({
  id: invitation.invitationId,
  invited_by_user_id: invitation.inviterId,
  invited: Math.floor(invitation.invitedAt / 1000),
  expiry_date: invitation.expiresAt === null ? null : Math.floor(invitation.expiresAt / 1000),
  invited_as: invitation.role,
  is_multiuse: invitation.email === null,
  notify_referrer_on_join: invitation.notifiesInviter,
  ...(invitation.email !== null && { email: invitation.email }),
  ...(linkUrl !== undefined && { link_url: linkUrl }),
});
