/**
 * JSON Web Tokens for logging in. The settings decide which algorithms are accepted, never the token; each
 * has one key, imported at the start. Headers that name keys (`kid`, `jku`, `x5u`, `jwk`) are ignored.
 */
import type * as JoseModule from 'jose';
import type { Clock } from '../../base/clock.ts';
import type { JwtKeys } from '../../base/config.ts';
import { OperatorError, Refused, requireThat } from '../../base/errors.ts';
import type { Logger } from '../../base/logger.ts';

/** Verifies tokens with the configured keys. */
export interface WebTokens {
  /** The `email` claim of a valid token; refuses with one of four texts. */
  emailIn(subdomain: string, token: string): Promise<string>;
}

interface TokenDependencies {
  readonly clock: Clock;
  readonly logger: Pick<Logger, 'warn'>;
}

type Jose = typeof JoseModule;
/** Algorithm → key. */
type Keys = ReadonlyMap<string, CryptoKey>;

/** Seconds by which the issuer's clock may be ahead of ours. */
const CLOCK_TOLERANCE_SECONDS = 10;
/** In characters; longer than any reasonable token. */
const MAX_TOKEN_LENGTH = 16_384;

/** Imports the keys; a key that does not fit its algorithms is an `OperatorError`. */
export async function openWebTokens(settings: JwtKeys = {}, around: TokenDependencies): Promise<WebTokens> {
  const entries = Object.entries(settings);
  if (entries.length === 0) return { emailIn: async () => notEnabled() };
  const jose = await import('jose');
  const keysOf = new Map<string, Keys>();
  for (const [subdomain, { key, algorithms }] of entries)
    keysOf.set(subdomain, await imported(jose, { subdomain, key, algorithms }, around.logger));
  return {
    async emailIn(subdomain, token) {
      const keys = keysOf.get(subdomain) ?? notEnabled();
      requireThat(token !== '', 'No JSON web token passed in request');
      const { email } = await claimsOf(jose, keys, token, around.clock.now());
      const isText = typeof email === 'string' && email.trim() !== '';
      requireThat(isText, 'No email specified in JSON web token claims');
      return email.trim();
    },
  };
}

function notEnabled(): never {
  throw new Refused('JWT authentication is not enabled for this organization');
}

/** The claims of a token whose signature and times are valid at `now`, in UNIX milliseconds. */
async function claimsOf(jose: Jose, keys: Keys, token: string, now: number) {
  const bad = new Refused('Bad JSON web token');
  if (token.length > MAX_TOKEN_LENGTH) throw bad;
  const options = {
    algorithms: [...keys.keys()],
    currentDate: new Date(now),
    clockTolerance: CLOCK_TOLERANCE_SECONDS,
  };
  try {
    // Algorithms that are not accepted are refused before their key is requested.
    const { payload } = await jose.jwtVerify(
      token,
      ({ alg }: JoseModule.CompactJWSHeaderParameters) => keys.get(alg) as CryptoKey,
      options,
    );
    const seconds = now / 1000;
    const { exp = Infinity, iat = 0 } = payload;
    if (exp <= seconds || iat > seconds + CLOCK_TOLERANCE_SECONDS) throw bad;
    return payload;
  } catch (error) {
    throw error instanceof jose.errors.JOSEError ? bad : error;
  }
}

interface JwtKeyEntry {
  readonly subdomain: string;
  readonly key: string;
  readonly algorithms: readonly string[];
}

async function imported(jose: Jose, entry: JwtKeyEntry, logger: TokenDependencies['logger']): Promise<Keys> {
  const keys = new Map<string, CryptoKey>();
  const whose = entry.subdomain === '' ? 'the root organization' : entry.subdomain;
  for (const algorithm of entry.algorithms) {
    try {
      const key = await importedFor(jose, entry.key, algorithm);
      keys.set(algorithm, key);
      if (isShort(key))
        logger.warn(
          { event: 'jwt.key_too_short', subdomain: entry.subdomain, algorithm },
          `The key of JWT_AUTH_KEYS for ${whose} is shorter than ${algorithm} requires.`,
        );
    } catch (cause) {
      const expectedKey = algorithm.startsWith('HS') ? 'a shared secret' : 'a public key in PEM';
      throw new OperatorError(
        `JWT_AUTH_KEYS has a key for ${whose} that does not fit ${algorithm}, which takes ${expectedKey}.`,
        { cause },
      );
    }
  }
  return keys;
}

const MIN_MODULUS_BITS = 2048;

/** If a public key were taken for a shared secret, anybody who knows it could sign with it. */
async function importedFor(jose: Jose, key: string, algorithm: string): Promise<CryptoKey> {
  if (algorithm.startsWith('HS')) {
    if (key.includes('-----BEGIN')) throw new Error('A PEM file is not a shared secret.');
    const hash = `SHA-${algorithm.slice(2)}`;
    return crypto.subtle.importKey('raw', Buffer.from(key), { name: 'HMAC', hash }, false, ['verify']);
  }
  const publicKey = await jose.importSPKI(key, algorithm);
  const { modulusLength = MIN_MODULUS_BITS } = publicKey.algorithm as Partial<RsaHashedKeyAlgorithm>;
  if (modulusLength < MIN_MODULUS_BITS) throw new Error('The modulus is too short.');
  return publicKey;
}

/** RFC 7518, 3.2: a shared secret must be at least as long as the hash. */
function isShort({ algorithm }: CryptoKey): boolean {
  const { name, hash, length = Infinity } = algorithm as Partial<HmacKeyAlgorithm>;
  return name === 'HMAC' && length < Number(hash?.name.slice('SHA-'.length));
}
