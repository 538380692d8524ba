/** End-to-end encryption: XSalsa20-Poly1305 with the device's key. */

import type { crypto_secretbox_easy, randombytes_buf } from 'libsodium-wrappers';

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
export async function encryptForDevice(text: string, pushKey: string): Promise<string> {
  const { crypto_secretbox_easy: box, crypto_secretbox_NONCEBYTES: length, randombytes_buf } = await sodium();
  const nonce = randombytes_buf(length);
  const key = Buffer.from(pushKey, 'base64').subarray(1);
  return Buffer.concat([nonce, box(text, nonce, key)]).toString('base64');
}
