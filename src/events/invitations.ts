import { z } from 'zod';
import { ChannelId, CredentialId, numericId, UserId } from '../base/ids.ts';
import { defineEvents, erasable, eventType } from './define.ts';
import { UserGroupId } from './userGroups.ts';
import { Role } from './users.ts';

/** ID of an invitation; mailed ones and links share one counter. */
export const InvitationId = numericId<'InvitationId'>('ID of the invitation.');
export type InvitationId = z.infer<typeof InvitationId>;

/** The grants of an invitation, and its inviter. */
const terms = {
  invitationId: InvitationId,
  /** Credential ID of the link's secret. */
  credentialId: CredentialId,
  inviterId: UserId,
  role: Role,
  channelIds: z.array(ChannelId),
  groupIds: z.array(UserGroupId),
  /** In addition to `channelIds`, the default channels at the time of joining. */
  withDefaultChannels: z.boolean(),
  /** Markdown; null for the organization's own text, '' for none. */
  welcomeMessage: erasable('person:inviterId', z.string().nullable()),
  /** UNIX milliseconds; null for never. */
  expiresAt: z.number().int().nullable(),
} as const;

/** Events of invitations: a mailed one admits one person, a link anybody who follows it. */
export const invitationEvents = defineEvents('organization', 'listed', 'shared', {
  /** One address was invited; several are as many events, because each can be erased separately. */
  InvitationSent: eventType(1, {
    ...terms,
    email: erasable('invitation:invitationId', z.string()),
    /** Whether the inviter is notified when the person joins. */
    notifiesInviter: z.boolean(),
    /** All invitations of one request; present in the last one's event, which clients receive. */
    batchInvitationIds: z.array(InvitationId).min(1).optional(),
  }),
  /** Mailed again with another link; the previous link is invalid. */
  InvitationResent: eventType(1, {
    invitationId: InvitationId,
    credentialId: CredentialId,
    email: erasable('invitation:invitationId', z.string()),
    oldExpiresAt: z.number().int().nullable(),
    newExpiresAt: z.number().int().nullable(),
  }),
  InvitationLinkCreated: eventType(1, terms),
  /** Revoked by somebody, by the inviter's deactivation, or because the invited person has joined. */
  InvitationsRevoked: eventType(1, { invitationIds: z.array(InvitationId).min(1) }),
  /** Their lifetime is over. */
  InvitationsExpired: eventType(1, { invitationIds: z.array(InvitationId).min(1) }),
  /** Somebody has joined by it; a link stays open for others. */
  InvitationAccepted: eventType(1, {
    invitationId: InvitationId,
    isLink: z.boolean(),
    inviterId: UserId,
    userId: UserId,
    notifiesInviter: z.boolean(),
    /** The notification bot's message to the newcomer; null for the server's own text, '' for none. */
    welcomeMessage: erasable('person:inviterId', z.string().nullable()),
  }),
});
