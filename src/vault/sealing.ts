/** How secrets are sealed and looked up with the keys of the server's ring. */
import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';
import type { Clock } from '../clock.ts';
import type { RingKey } from './vault.ts';

/** A ring key with what is derived from it: one key for look-ups, one for sealing. */
export interface DerivedKey {
  readonly keyId: string;
  readonly lookup: Buffer;
  readonly seal: Buffer;
}

/** A new key for the ring. */
export const newRingKey = (clock: Clock): RingKey => ({
  keyId: randomBytes(6).toString('base64url'),
  material: randomBytes(32).toString('base64url'),
  createdAt: clock.now(),
});

/** A ring key with its two keys. */
export const deriveKeys = ({ keyId, material }: RingKey): DerivedKey => ({
  keyId,
  lookup: derive(material, 'lookup'),
  seal: derive(material, 'seal'),
});

const derive = (material: string, purpose: string): Buffer =>
  Buffer.from(hkdfSync('sha256', Buffer.from(material, 'base64url'), '', `hansard ${purpose}`, 32));

/** The keyed hash by which a presented secret is found. */
export const lookupHash = (key: DerivedKey, secret: string): string =>
  createHmac('sha256', key.lookup).update(secret).digest('base64url');

/** The format of `sealed`. */
export const SEALED = /^[\w-]{8}\.[\w-]{16}\.[\w-]*\.[\w-]{22}$/;

/** AES-256-GCM, bound to the secret's name, or to a purpose: `keyId.nonce.text.tag`. */
export function seal(key: DerivedKey, bound: string, secret: string): string {
  const nonce = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', key.seal, nonce).setAAD(Buffer.from(bound));
  const text = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()]);
  const parts = [nonce, text, cipher.getAuthTag()].map((part) => part.toString('base64url'));
  return [key.keyId, ...parts].join('.');
}

/** The text that was sealed; throws for anything that was changed or is bound to something else. */
export function unseal(key: DerivedKey, bound: string, sealed: string): string {
  const [nonce, text, tag] = sealed
    .split('.')
    .slice(1)
    .map((part) => Buffer.from(part, 'base64url'));
  if (nonce === undefined || text === undefined || tag === undefined)
    throw new Error('A sealed secret is damaged.');
  const decipher = createDecipheriv('aes-256-gcm', key.seal, nonce)
    .setAAD(Buffer.from(bound))
    .setAuthTag(tag);
  return Buffer.concat([decipher.update(text), decipher.final()]).toString('utf8');
}
