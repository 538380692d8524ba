/** JSON Web Tokens put together by hand, good ones and others. */
import { createHmac, type KeyObject, sign } from 'node:crypto';

export const SECRET = 'a shared secret of some forty characters';
export const OTHER_SECRET = 'another secret that has forty characters';

type Json = Readonly<Record<string, unknown>>;

export const encoded = (value: unknown): string =>
  Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)).toString('base64url');

/** Header and payload as they are signed. */
const signed = (header: Json, payload: unknown): string => `${encoded(header)}.${encoded(payload)}`;

/** Signed with a shared secret; `header` adds to `alg`, or replaces it. */
export function hmacToken(payload: unknown, secret: string | Buffer = SECRET, header: Json = {}): string {
  const text = signed({ alg: 'HS256', typ: 'JWT', ...header }, payload);
  return `${text}.${createHmac('sha256', secret).update(text).digest('base64url')}`;
}

/** Signed with a private key by RSASSA-PKCS1-v1_5, ECDSA or Ed25519. */
export function keyToken(payload: unknown, key: KeyObject, header: Json): string {
  const text = signed({ typ: 'JWT', ...header }, payload);
  const isEdwards = key.asymmetricKeyType === 'ed25519';
  const options = { key, dsaEncoding: 'ieee-p1363' as const };
  return `${text}.${sign(isEdwards ? null : 'sha256', Buffer.from(text), options).toString('base64url')}`;
}

/** Signed by nobody. */
export const unsignedToken = (payload: unknown, alg: unknown = 'none', signature = ''): string =>
  `${signed({ alg, typ: 'JWT' }, payload)}.${signature}`;
