/** The reactor that registers devices' push tokens with the bouncer. */
import type { Clock } from '../../clock.ts';
import type { DeviceId } from '../../events/devices.ts';
import type { OrganizationId } from '../../ids.ts';
import { type Device, isPending, type OfferedToken } from '../../organization/devices.ts';
import { defineReactor, type Effect, type Reactor } from '../define.ts';
import { BouncerFailure } from './bouncer.ts';
import { BouncerRetries } from './patience.ts';

/** The result of registering a token. */
export interface Registered {
  readonly organizationId: OrganizationId;
  readonly deviceId: DeviceId;
  readonly tokenId: string;
  /** Why it was refused; null if it was accepted. */
  readonly errorCode: string | null;
  readonly correlationId: string;
}

export interface RegistrationDependencies {
  readonly clock: Clock;
  /** Registers a device's token with the bouncer; fails with `BouncerFailure`. */
  readonly register: (
    organizationId: OrganizationId,
    deviceId: DeviceId,
    offered: OfferedToken,
  ) => Promise<void>;
  readonly record: (outcome: Registered) => Promise<void>;
}

/** A failing device does not delay the others. */
const CONCURRENCY = 8;

export const pushRegistration = ({ clock, register, record }: RegistrationDependencies): Reactor =>
  defineReactor({
    name: 'pushRegistration',
    atOnce: CONCURRENCY,
    on: {
      PushTokenOffered(event, { organizationId, devices }) {
        const { deviceId, tokenId } = event.data;
        const patience = new BouncerRetries(clock, event.metadata.time);
        const { $correlationId: correlationId } = event.metadata;
        const carryOut = async (): Promise<void> => {
          const device = devices.byId.get(deviceId);
          if (!isStillOffered(device, tokenId)) return;
          const asking = patience.call(() => register(organizationId, deviceId, device.offered));
          const errorCode = await asking.then(() => null, codeOf);
          await record({ organizationId, deviceId, tokenId, errorCode, correlationId });
        };
        return [{ id: `registration:${event.id}`, run: carryOut }] satisfies readonly Effect[];
      },
    },
  });

/** A device may have been removed meanwhile, or may have offered another token after a refusal. */
const isStillOffered = (
  device: Device | undefined,
  tokenId: string,
): device is Device & { readonly offered: OfferedToken } =>
  device !== undefined && isPending(device) && device.offered.tokenId === tokenId;

/** The bouncer's own code, if it sent one; other errors are rethrown. */
function codeOf(error: unknown): string {
  if (error instanceof BouncerFailure) return error.answeredCode ?? error.code;
  throw error;
}
