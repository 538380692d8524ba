/** Samples of events about invitations. */
import { invitationEvents } from '../../../src/events/invitations.ts';
import { sample } from './sample.ts';

const terms = (invitationId: number) => ({
  invitationId,
  credentialId: `invitation-${invitationId}`,
  inviterId: 1,
  role: 400 as const,
  channelIds: [1],
  groupIds: [9],
  withDefaultChannels: false,
  welcomeMessage: null,
  expiresAt: null,
});

export const invitationExamples = {
  invitationSent: sample(invitationEvents, 'InvitationSent', ({ invitationId = 1 }) => ({
    ...terms(invitationId),
    email: `invited${invitationId}@example.com`,
    notifiesInviter: true,
    batchInvitationIds: [invitationId],
  })),
  invitationLinkCreated: sample(invitationEvents, 'InvitationLinkCreated', ({ invitationId = 2 }) =>
    terms(invitationId),
  ),
  invitationResent: sample(invitationEvents, 'InvitationResent', ({ invitationId = 1 }) => ({
    invitationId,
    credentialId: `invitation-${invitationId}-new`,
    email: `invited${invitationId}@example.com`,
    oldExpiresAt: null,
    newExpiresAt: null,
  })),
  invitationsRevoked: sample(invitationEvents, 'InvitationsRevoked', () => ({ invitationIds: [2] })),
  invitationsExpired: sample(invitationEvents, 'InvitationsExpired', () => ({ invitationIds: [2] })),
  invitationAccepted: sample(invitationEvents, 'InvitationAccepted', ({ invitationId = 1 }) => ({
    invitationId,
    isLink: false,
    inviterId: 1,
    userId: 2,
    notifiesInviter: true,
    welcomeMessage: null,
  })),
};
