/** Encrypts notifications and sends them to the bouncer in batches. */
import type { crypto_secretbox_easy, randombytes_buf } from 'libsodium-wrappers';
import { nextTurn } from '../../base/concurrency.ts';
import type { ChannelId, CredentialId, MessageId, UserId } from '../../base/ids.ts';
import type { UserGroupId } from '../../events/userGroups.ts';
import type { ActiveDevice } from '../../organization/slices/credentials.ts';
import type { Bouncer, PushNotification } from './bouncer.ts';

// Payloads of push notifications, before encryption.

/** The recipient's organization and account. */
export interface Addressed {
  readonly realm_name: string;
  readonly realm_url: string;
  readonly user_id: UserId;
}

export type RecipientFields =
  | {
      readonly recipient_type: 'channel';
      readonly channel_id: ChannelId;
      readonly channel_name: string;
      readonly topic: string;
    }
  | { readonly recipient_type: 'direct'; readonly recipient_user_ids: readonly UserId[] };

interface MessageContent {
  readonly type: 'message';
  readonly sender_id: UserId;
  readonly sender_full_name: string;
  readonly sender_avatar_url: string;
  /** Plain text. */
  readonly content: string;
  readonly message_id: MessageId;
  /** UNIX seconds. */
  readonly time: number;
  /** If the recipient is mentioned as a member of a group. */
  readonly mentioned_user_group_id?: UserGroupId;
  readonly mentioned_user_group_name?: string;
}

/** A notification of a message. */
export type MessagePayload = Addressed & MessageContent & RecipientFields;

/** Withdraws notifications. */
interface RemovePayload extends Addressed {
  readonly type: 'remove';
  readonly message_ids: readonly MessageId[];
}

/** A test notification. */
interface TestPayload extends Addressed {
  readonly type: 'test';
  /** UNIX seconds. */
  readonly time: number;
}

export type PushPayload = MessagePayload | RemovePayload | TestPayload;

// End-to-end encryption: XSalsa20-Poly1305 with the device's key.

/** The functions used of the library. */
interface Sodium {
  readonly ready: Promise<void>;
  readonly crypto_secretbox_easy: typeof crypto_secretbox_easy;
  readonly crypto_secretbox_NONCEBYTES: number;
  readonly randombytes_buf: typeof randombytes_buf;
}

let loading: Promise<Sodium> | undefined;

/** Compiles WebAssembly, on first use. */
const sodium = (): Promise<Sodium> =>
  (loading ??= import('libsodium-wrappers').then(async ({ default: loaded }) => {
    await loaded.ready;
    return loaded;
  }));

/** A nonce and box in base64, with a key whose first byte names its cryptosystem. */
async function encryptForDevice(text: string, pushKey: string): Promise<string> {
  const { crypto_secretbox_easy: box, crypto_secretbox_NONCEBYTES: length, randombytes_buf } = await sodium();
  const nonce = randombytes_buf(length);
  const key = Buffer.from(pushKey, 'base64').subarray(1);
  return Buffer.concat([nonce, box(text, nonce, key)]).toString('base64');
}

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
    notifications: readonly DeviceNotification[],
    onSent: (count: number) => void = () => {},
  ): Promise<void> {
    for (let at = 0; at < notifications.length; at += NOTIFICATIONS_PER_REQUEST) {
      const some = notifications.slice(at, at + NOTIFICATIONS_PER_REQUEST);
      await this.#bouncer.notify(some[0]!.payload.realm_url, await this.#sealed(some));
      onSent(at + some.length);
    }
  }

  async #sealed(deviceNotifications: readonly DeviceNotification[]): Promise<readonly PushNotification[]> {
    const notifications: PushNotification[] = [];
    for (const [index, { id, device, payload }] of deviceNotifications.entries()) {
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
