/** Invitations on the wire, with what they grant now. */
import { z } from 'zod';
import { DeviceId } from '../events/credentials.ts';
import { Role } from '../events/users.ts';
import type { Device } from '../organization/slices/credentials.ts';
import type { Invitation } from '../organization/slices/invitations.ts';
import { eventShape, named, plainEventShape, sentenceOf } from './define.ts';

/**
 * Times in UNIX seconds. A mailed invitation has an address, a reusable one its link, for viewers who may
 * know it. What its inviter may no longer grant is left out; if that is the role, the invitation is unusable
 * and grants nothing.
 */
export const WireInvitation = named(
  'Invitation',
  'An invitation that can still be used: one by mail, or a link for any number of people.',
  z.strictObject({
    id: z.int().describe('ID of the invitation, for revoking it or mailing it again.'),
    invited_by_user_id: z.int().describe('Who invites.'),
    invited: z.int().describe('When the invitation was made, in UNIX seconds.'),
    expiry_date: z.int().nullable().describe('When it ends, in UNIX seconds; null if never.'),
    invited_as: Role.describe(
      'Role of the new account: 100 owner, 200 administrator, 300 moderator, 400 member, 600 guest.',
    ),
    is_multiuse: z.boolean().describe('Whether any number of people may use it.'),
    notify_referrer_on_join: z
      .boolean()
      .optional()
      .describe('Whether the inviter is told when the person joins; absent from reusable invitations.'),
    stream_ids: z.array(z.int()).describe('Channels to which the new account is subscribed.'),
    group_ids: z.array(z.int()).describe('Groups to which the new account is added.'),
    include_realm_default_subscriptions: z
      .boolean()
      .describe('Whether the new account is also subscribed to the default channels.'),
    is_usable: z
      .boolean()
      .describe('Whether it grants anything now: its inviter may have lost the right to give the role.'),
    email: z.string().optional().describe('The invited address; absent from reusable invitations.'),
    link_url: z.string().optional().describe('The link of a reusable invitation, for those who may know it.'),
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
  invites_changed: plainEventShape('invites_changed', {}).describe(
    'Invitations have changed: clients that display them ask again.',
  ),
} as const;

// Devices on the wire, as their owners see them.

/** A device in answers. */
const DeviceShape = named(
  'Device',
  'A device that gets push notifications.',
  z.strictObject({
    push_key_id: z
      .int()
      .nullable()
      .describe('ID of the key with which notifications are encrypted; null if none is registered.'),
    push_token_id: z
      .string()
      .nullable()
      .describe('ID of the token with which notifications reach the device; null if none is registered.'),
    pending_push_token_id: z
      .string()
      .nullable()
      .describe('ID of a token that is being registered; null if none is.'),
    /** UNIX seconds. */
    push_token_last_updated_timestamp: z
      .int()
      .nullable()
      .describe('When the token was registered last, in UNIX seconds; null if never.'),
    push_registration_error_code: z
      .string()
      .nullable()
      .describe('Why the last registration failed; null if it did not.'),
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
  eventShape('device', op, { device_id: DeviceId, ...shape });

const devicePayloads = {
  'device/add': aboutDevice('add', {}).describe('The receiver has registered a device.'),
  'device/update': aboutDevice('update', {
    push_key_id: z.int().optional().describe(sentenceOf(DeviceShape.shape.push_key_id)),
    push_token_id: z.string().optional().describe(sentenceOf(DeviceShape.shape.push_token_id)),
    pending_push_token_id: DeviceShape.shape.pending_push_token_id.optional(),
    push_token_last_updated_timestamp: z
      .int()
      .optional()
      .describe(sentenceOf(DeviceShape.shape.push_token_last_updated_timestamp)),
    push_registration_error_code: DeviceShape.shape.push_registration_error_code.optional(),
  }).describe('Something about a device has changed.'),
  'device/remove': aboutDevice('remove', {}).describe('The receiver has removed a device.'),
} as const;

/** Client events of the area. */
export const payloads = {
  ...invitationPayloads,
  ...devicePayloads,
};

/** Fields of POST /register, by fetch type. */
export const snapshotFields = {
  device: { devices: z.record(z.string(), DeviceShape).describe('The caller’s devices by their IDs.') },
} as const;
