/** Encrypts notifications and sends them to the bouncer in batches. */
import type { CredentialId } from '../../ids.ts';
import type { ActiveDevice } from '../../organization/devices.ts';
import { nextTurn } from '../../turns.ts';
import type { Bouncer, PushNotification } from './bouncer.ts';
import type { PushPayload } from './payloads.ts';
import { encryptForDevice } from './sealing.ts';

/** The content for one device. */
export interface DeviceNotification {
  /** The same for the same content and device. */
  readonly id: string;
  readonly device: ActiveDevice;
  readonly payload: PushPayload;
}

/** Notifications per request, and how many are encrypted between two turns of the event loop. */
const NOTIFICATIONS_PER_REQUEST = 100;
const ENCRYPTED_PER_TURN = 20;

export class Pusher {
  readonly #bouncer: Bouncer;
  readonly #keyOf: (credentialId: CredentialId) => Promise<string | undefined>;

  constructor(bouncer: Bouncer, keyOf: (credentialId: CredentialId) => Promise<string | undefined>) {
    this.#bouncer = bouncer;
    this.#keyOf = keyOf;
  }

  /** Fails with `BouncerFailure`; `onHandedOver` receives the number sent so far. */
  async push(
    letters: readonly DeviceNotification[],
    onHandedOver: (count: number) => void = () => {},
  ): Promise<void> {
    for (let at = 0; at < letters.length; at += NOTIFICATIONS_PER_REQUEST) {
      const some = letters.slice(at, at + NOTIFICATIONS_PER_REQUEST);
      await this.#bouncer.notify(some[0]!.payload.realm_url, await this.#sealed(some));
      onHandedOver(at + some.length);
    }
  }

  async #sealed(letters: readonly DeviceNotification[]): Promise<readonly PushNotification[]> {
    const notifications: PushNotification[] = [];
    for (const [index, { id, device, payload }] of letters.entries()) {
      if (index % ENCRYPTED_PER_TURN === 0) await nextTurn();
      const key = await this.#keyOf(device.key.credentialId);
      if (key === undefined) continue;
      notifications.push({
        id,
        device_id: device.deviceId,
        token_id: device.token.tokenId,
        token_kind: device.token.tokenKind,
        push_key_id: device.key.keyId,
        encrypted_data: await encryptForDevice(JSON.stringify(payload), key),
      });
    }
    return notifications;
  }
}
