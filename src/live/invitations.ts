/** Client event of a changed list of invitations, for people who may see the change. */
import type { InvitationId } from '../events/invitations.ts';
import type { UserId } from '../ids.ts';
import { seesInvitation } from '../organization/access/invitations.ts';
import { Bitset } from '../organization/bitset.ts';
import type { OrganizationState } from '../organization/state.ts';
import { everybody } from './audiences.ts';
import { type LiveTransition, payloadTo, type AddressedPayload, translate } from './define.ts';

export const invitationsLive = translate({
  InvitationSent: ({ data: { sentTogether = [] } }, moment) => changed(moment, sentTogether),
  InvitationLinkCreated: ({ data: { invitationId } }, moment) => changed(moment, [invitationId]),
  InvitationResent: ({ data: { invitationId } }, moment) => changed(moment, [invitationId]),
  InvitationsRevoked: ({ data: { invitationIds } }, moment) => changed(moment, invitationIds),
  InvitationsExpired: ({ data: { invitationIds } }, moment) => changed(moment, invitationIds),
  InvitationAccepted: ({ data: { invitationId } }, moment) => changed(moment, [invitationId]),
});

/** One event, however many changed. */
function changed(
  { before, after }: LiveTransition,
  invitationIds: readonly InvitationId[],
): readonly AddressedPayload[] {
  const inviters = new Set(
    invitationIds.flatMap((id) => inviterOf(before, id) ?? inviterOf(after, id) ?? []),
  );
  const seers = [...inviters].map((inviterId) => seesInvitation.holders(after, { inviterId }));
  const all = seers.reduce((some, more) => some.union(more), Bitset.of<UserId>());
  return payloadTo(all.intersection(everybody(after)), { type: 'invites_changed' });
}

const inviterOf = ({ invitations }: OrganizationState, invitationId: InvitationId): UserId | undefined =>
  invitations.open.get(invitationId)?.inviterId;
