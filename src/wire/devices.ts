/** Devices on the wire, as their owners see them. */
import { z } from 'zod';
import type { Device } from '../organization/devices.ts';
import { named } from './named.ts';
import { eventShape } from './row.ts';

/** A device in answers. */
export const DeviceShape = named(
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

export const devicePayloads = {
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
