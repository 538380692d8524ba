/** The reactor that tells the bouncer by which tokens devices are reached. */
import type { Clock } from '../../clock.ts';
import type { DeviceId } from '../../events/devices.ts';
import type { OrganizationId } from '../../ids.ts';
import { type Device, isPending, type OfferedToken } from '../../organization/devices.ts';
import { defineReactor, type Effect, type Reactor } from '../define.ts';
import { BouncerFailure } from './bouncer.ts';
import { Patience } from './patience.ts';

/** What became of the token that a device offered. */
export interface Registered {
  readonly organizationId: OrganizationId;
  readonly deviceId: DeviceId;
  readonly tokenId: string;
  /** Why it was refused; null where it was not. */
  readonly errorCode: string | null;
  readonly correlationId: string;
}

export interface RegistrationParts {
  readonly clock: Clock;
  /** Tells the bouncer of a device's token; fails with `BouncerFailure`. */
  readonly register: (
    organizationId: OrganizationId,
    deviceId: DeviceId,
    offered: OfferedToken,
  ) => Promise<void>;
  readonly record: (outcome: Registered) => Promise<void>;
}

/** A device of which the bouncer cannot be told does not hold up the others. */
const AT_ONCE = 8;

export const pushRegistration = ({ clock, register, record }: RegistrationParts): Reactor =>
  defineReactor({
    name: 'pushRegistration',
    atOnce: AT_ONCE,
    on: {
      PushTokenOffered(event, { organizationId, devices }) {
        const { deviceId, tokenId } = event.data;
        const patience = new Patience(clock, event.metadata.time);
        const { $correlationId: correlationId } = event.metadata;
        const carryOut = async (): Promise<void> => {
          const device = devices.byId.get(deviceId);
          if (!isStillOffered(device, tokenId)) return;
          const asking = patience.ask(() => register(organizationId, deviceId, device.offered));
          const errorCode = await asking.then(() => null, codeOf);
          await record({ organizationId, deviceId, tokenId, errorCode, correlationId });
        };
        return [{ id: `registration:${event.id}`, carryOut }] satisfies readonly Effect[];
      },
    },
  });

/** A device may be removed meanwhile, or may have offered another token after a refusal. */
const isStillOffered = (
  device: Device | undefined,
  tokenId: string,
): device is Device & { readonly offered: OfferedToken } =>
  device !== undefined && isPending(device) && device.offered.tokenId === tokenId;

/** The bouncer's own word for it, where it has one; what is no refusal goes on being a failure. */
function codeOf(error: unknown): string {
  if (error instanceof BouncerFailure) return error.answeredCode ?? error.code;
  throw error;
}
