import { z } from 'zod';
import { ChannelId, CredentialId, numericId, UserId } from '../ids.ts';
import { defineEvents, erasable, fact } from './define.ts';
import { UserGroupId } from './userGroups.ts';
import { Role } from './users.ts';

/** ID of an invitation, mailed or by link: the two kinds count on together, so that no two share one. */
export const InvitationId = numericId<'InvitationId'>();
export type InvitationId = z.infer<typeof InvitationId>;

/** What an invitation grants, and who answers for it. */
const terms = {
  invitationId: InvitationId,
  /** The vault's name of what the link is made of. */
  credentialId: CredentialId,
  inviterId: UserId,
  role: Role,
  channelIds: z.array(ChannelId),
  groupIds: z.array(UserGroupId),
  /** Besides `channelIds`, the default channels of the day of joining. */
  withDefaultChannels: z.boolean(),
  /** Markdown; null is the organization's own text, '' none at all. */
  welcomeMessage: erasable('person:inviterId', z.string().nullable()),
  /** UNIX milliseconds; null is never. */
  expiresAt: z.number().int().nullable(),
} as const;

/** Facts of invitations: one by mail brings in one person, one by link anybody who follows it. */
export const invitationEvents = defineEvents('organization', {
  /** One address was invited; several at once are as many events, for each can be erased by itself. */
  InvitationSent: fact(1, {
    ...terms,
    email: erasable('invitation:invitationId', z.string()),
    /** Whether the inviter is told when the account is there. */
    notifiesInviter: z.boolean(),
    /** All invitations of one request; said of the last of them, of which clients are told. */
    sentTogether: z.array(InvitationId).min(1).optional(),
  }),
  /** Mailed anew, under another link; the one before leads nowhere any more. */
  InvitationResent: fact(1, {
    invitationId: InvitationId,
    credentialId: CredentialId,
    email: erasable('invitation:invitationId', z.string()),
    oldExpiresAt: z.number().int().nullable(),
    newExpiresAt: z.number().int().nullable(),
  }),
  InvitationLinkCreated: fact(1, terms),
  /** Taken back by somebody, by its inviter's leaving, or because the person invited is there already. */
  InvitationsRevoked: fact(1, { invitationIds: z.array(InvitationId).min(1) }),
  /** Their time is over. */
  InvitationsExpired: fact(1, { invitationIds: z.array(InvitationId).min(1) }),
  /** Somebody has joined by it; a link stays open for the next. */
  InvitationAccepted: fact(1, {
    invitationId: InvitationId,
    isLink: z.boolean(),
    inviterId: UserId,
    userId: UserId,
    notifiesInviter: z.boolean(),
    /** What the notification bot says to the newcomer; null is the server's own text, '' none at all. */
    welcomeMessage: erasable('person:inviterId', z.string().nullable()),
  }),
});
export const {
  InvitationSent,
  InvitationResent,
  InvitationLinkCreated,
  InvitationsRevoked,
  InvitationsExpired,
  InvitationAccepted,
} = invitationEvents.make;
