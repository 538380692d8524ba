/** Invitations on the wire, with what they grant now. */
import { z } from 'zod';
import { Role } from '../events/users.ts';
import type { Device } from '../organization/slices/credentials.ts';
import type { Invitation } from '../organization/slices/invitations.ts';
import { eventShape, named, plainEventShape } from './define.ts';

/**
 * Times in UNIX seconds. A mailed invitation has an address, a reusable one its link, for viewers who may
 * know it. What its inviter may no longer grant is left out; if that is the role, the invitation is unusable
 * and grants nothing.
 */
export const WireInvitation = named(
  'Invitation',
  z.strictObject({
    id: z.int(),
    invited_by_user_id: z.int(),
    invited: z.int(),
    expiry_date: z.int().nullable(),
    invited_as: Role,
    is_multiuse: z.boolean(),
    notify_referrer_on_join: z.boolean().optional(),
    stream_ids: z.array(z.int()),
    group_ids: z.array(z.int()),
    include_realm_default_subscriptions: z.boolean(),
    is_usable: z.boolean(),
    email: z.string().optional(),
    link_url: z.string().optional(),
  }),
);

/**
 * `offer` is what it grants as far as the viewer may know; undefined if the invitation is unusable. `linkUrl`
 * is undefined unless the link may be shown.
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
  stream_ids: [...(offer?.channelIds ?? [])],
  group_ids: [...(offer?.groupIds ?? [])],
  include_realm_default_subscriptions: offer !== undefined && invitation.withDefaultChannels,
  is_usable: offer !== undefined,
  ...(invitation.email !== null && {
    email: invitation.email,
    notify_referrer_on_join: invitation.notifiesInviter,
  }),
  ...(linkUrl !== undefined && { link_url: linkUrl }),
});

/** Client events of invitations. */
const invitationPayloads = {
  /** Clients then reload the list. */
  invites_changed: plainEventShape('invites_changed', {}),
} as const;

// Devices on the wire, as their owners see them.

/** A device in answers. */
const DeviceShape = named(
  'Device',
  z.strictObject({
    push_key_id: z.int().nullable(),
    push_token_id: z.string().nullable(),
    pending_push_token_id: z.string().nullable(),
    /** UNIX seconds. */
    push_token_last_updated_timestamp: z.int().nullable(),
    push_registration_error_code: z.string().nullable(),
  }),
);

export const wireDevice = ({ key, token, offered, offeredAt, errorCode }: Device) => ({
  push_key_id: key?.keyId ?? null,
  push_token_id: token?.tokenId ?? null,
  pending_push_token_id: offered?.tokenId ?? null,
  push_token_last_updated_timestamp: offeredAt === null ? null : Math.floor(offeredAt / 1000),
  push_registration_error_code: errorCode,
});

const aboutDevice = <Op extends string, Shape extends z.core.$ZodLooseShape>(op: Op, shape: Shape) =>
  eventShape('device', op, { device_id: z.int(), ...shape });

const devicePayloads = {
  'device/add': aboutDevice('add', {}),
  'device/update': aboutDevice('update', {
    push_key_id: z.int().optional(),
    push_token_id: z.string().optional(),
    pending_push_token_id: z.string().nullable().optional(),
    push_token_last_updated_timestamp: z.int().optional(),
    push_registration_error_code: z.string().nullable().optional(),
  }),
  'device/remove': aboutDevice('remove', {}),
} as const;

/** Client events of the area. */
export const payloads = {
  ...invitationPayloads,
  ...devicePayloads,
};

/** Fields of POST /register, by fetch type. */
export const snapshotFields = {
  device: { devices: z.record(z.string(), DeviceShape) },
} as const;
