/** Client event of a changed list of invitations, for people who may see the change. */
import type { UserId } from '../base/ids.ts';
import type { DeviceId } from '../events/credentials.ts';
import type { InvitationId } from '../events/invitations.ts';
import { seesInvitation } from '../organization/access/invitations.ts';
import { Bitset } from '../organization/containers/bitset.ts';
import { devicesOf } from '../organization/slices/credentials.ts';
import type { OrganizationState } from '../organization/state.ts';
import { wireDevice } from '../wire/invitations.ts';
import { activeAmong, everybody } from './translation/audiences.ts';
import {
  type AddressedPayload,
  type LiveTransition,
  payloadTo,
  toUnixSeconds,
  translate,
} from './translation/define.ts';
import { snapshot } from './translation/snapshot.ts';

const invitationsLive = translate({
  InvitationSent: ({ data: { batchInvitationIds = [] } }, moment) => changed(moment, batchInvitationIds),
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

// Client events about a user's devices, for that user.

const devicesLive = translate({
  DeviceRegistered: ({ data: { userId, deviceId } }, { after }) =>
    payloadTo(activeAmong(after, [userId]), { type: 'device', op: 'add', device_id: deviceId }),
  DeviceRemoved: ({ data: { userId, deviceId } }, { after }) =>
    payloadTo(activeAmong(after, [userId]), { type: 'device', op: 'remove', device_id: deviceId }),
  PushKeyChanged: ({ data }, moment) => updated(moment, data, { push_key_id: data.newKeyId }),
  PushTokenOffered: ({ data, metadata }, moment) =>
    updated(moment, data, {
      pending_push_token_id: data.tokenId,
      push_token_last_updated_timestamp: toUnixSeconds(metadata.time),
      push_registration_error_code: null,
    }),
  PushTokenAccepted: ({ data }, moment) =>
    updated(moment, data, { push_token_id: data.tokenId, pending_push_token_id: null }),
  PushTokenRefused: ({ data }, moment) =>
    updated(moment, data, { push_registration_error_code: data.errorCode }),
});

type DevicePatch = Omit<
  Extract<AddressedPayload['payload'], { type: 'device'; op: 'update' }>,
  'type' | 'op' | 'device_id'
>;

const updated = (
  { after }: LiveTransition,
  { userId, deviceId }: { readonly userId: UserId; readonly deviceId: DeviceId },
  change: DevicePatch,
): readonly AddressedPayload[] =>
  payloadTo(activeAmong(after, [userId]), { type: 'device', op: 'update', device_id: deviceId, ...change });

export const snapshotParts = snapshot({
  device: ({ state, viewerId }) => ({
    devices: Object.fromEntries(
      (viewerId === null ? [] : devicesOf(state, viewerId)).map((device) => [
        String(device.deviceId),
        wireDevice(device),
      ]),
    ),
  }),
});

/** What clients are sent of the events of the area. */
export const translations = {
  ...invitationsLive,
  ...devicesLive,
};
