/**
 * The server's secrets above the vault, sealed with the key ring. Each is stored before the event that names
 * it.
 */
import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  hkdfSync,
  randomBytes,
  randomInt,
  randomUUID,
} from 'node:crypto';
import type { Clock } from '../base/clock.ts';
import type { CredentialId, OrganizationId } from '../base/ids.ts';
import { LookupTaken, type RingKey, type Vault, type VaultEntry } from './vault.ts';

// Seals secrets and looks them up with the keys of the server's ring.

/** A ring key with what is derived from it: one key for look-ups, one for sealing, one for HMACs of snapshots. */
interface DerivedKey {
  readonly keyId: string;
  readonly lookup: Buffer;
  readonly seal: Buffer;
  readonly snapshot: Buffer;
}

/** A new key for the ring. */
const newRingKey = (clock: Clock): RingKey => ({
  keyId: randomBytes(6).toString('base64url'),
  material: randomBytes(32).toString('base64url'),
  createdAt: clock.now(),
});

/** A ring key with its three keys. */
const deriveKeys = ({ keyId, material }: RingKey): DerivedKey => ({
  keyId,
  lookup: derive(material, 'lookup'),
  seal: derive(material, 'seal'),
  snapshot: derive(material, 'snapshot'),
});

const derive = (material: string, purpose: string): Buffer =>
  Buffer.from(hkdfSync('sha256', Buffer.from(material, 'base64url'), '', `hansard ${purpose}`, 32));

/** The keys of HMACs that authenticate snapshots, newest first. */
export const snapshotKeys = async (vault: Pick<Vault, 'ringKeys'>): Promise<readonly Uint8Array[]> =>
  (await vault.ringKeys()).map((key) => deriveKeys(key).snapshot);

/** The keyed hash by which a presented secret is found. */
const lookupHash = (key: DerivedKey, secret: string): string =>
  createHmac('sha256', key.lookup).update(secret).digest('base64url');

/** The format of `sealed`. */
const SEALED = /^[\w-]{8}\.[\w-]{16}\.[\w-]*\.[\w-]{22}$/;

/** AES-256-GCM, bound to the secret's name, or to a purpose: `keyId.nonce.text.tag`. */
function seal(key: DerivedKey, bound: string, secret: string): string {
  const nonce = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', key.seal, nonce).setAAD(Buffer.from(bound));
  const text = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()]);
  const parts = [nonce, text, cipher.getAuthTag()].map((part) => part.toString('base64url'));
  return [key.keyId, ...parts].join('.');
}

/** The text that was sealed; throws for anything that was changed or is bound to something else. */
function unseal(key: DerivedKey, bound: string, sealed: string): string {
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

/** The result of looking up a presented secret. */
type FoundCredential = Pick<VaultEntry, 'credentialId' | 'organizationId'>;

/** Kinds of secrets that clients present; the others are only ever shown. */
const PRESENTED: ReadonlySet<VaultEntry['kind']> = new Set([
  'apiKey',
  'invitation',
  'invitationLink',
  'endedQueue',
  'session',
]);

/** Ring keys in use at once; older ones only decrypt. */
const ACTIVE_KEYS = 2;
const TOKEN_ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
const TOKEN_LENGTH = 32;
/** Milliseconds after which secrets that no event names are removed. */
const UNREFERENCED_GRACE_MS = 24 * 60 * 60 * 1000;

export class Secrets {
  readonly #vault: Vault;
  readonly #clock: Clock;
  #ring: readonly DerivedKey[];

  private constructor(vault: Vault, clock: Clock, ring: readonly RingKey[]) {
    this.#vault = vault;
    this.#clock = clock;
    this.#ring = ring.map(deriveKeys);
  }

  /** Reads the key ring; creates the first key of an empty vault. */
  static async open(vault: Vault, clock: Clock): Promise<Secrets> {
    if ((await vault.ringKeys()).length === 0) await vault.addRingKey(newRingKey(clock), null);
    return new Secrets(vault, clock, await vault.ringKeys());
  }

  /** The keys of HMACs that authenticate snapshots, newest first. */
  get snapshotKeys(): readonly Uint8Array[] {
    return this.#ring.map(({ snapshot }) => snapshot);
  }

  /** Stores a password hash and returns its credential ID. */
  async storePassword(organizationId: OrganizationId, passwordHash: string): Promise<CredentialId> {
    const credentialId = newCredentialId();
    const createdAt = this.#clock.now();
    await this.#vault.put({
      credentialId,
      organizationId,
      kind: 'password',
      sealed: passwordHash,
      createdAt,
    });
    return credentialId;
  }

  /** The bcrypt hash of a password; null for an unknown ID. */
  async passwordHash(credentialId: CredentialId): Promise<string | null> {
    const entry = await this.#vault.get(credentialId);
    return entry?.kind === 'password' ? entry.sealed : null;
  }

  /** Creates and stores an API key of 32 letters and digits (190 bits), replacing a lost one if that is given. */
  async issueApiKey(organizationId: OrganizationId, lost?: CredentialId): Promise<CredentialId> {
    return this.#keep(organizationId, 'apiKey', newToken(), lost);
  }

  /** Creates and stores a bot's token for its receiver; it is never looked up here. */
  async issueBotToken(organizationId: OrganizationId): Promise<CredentialId> {
    return this.#keep(organizationId, 'botToken', newToken());
  }

  /** Creates and stores the secrets of a number of mailed invitation links. */
  issueInvitations(organizationId: OrganizationId, count: number): Promise<readonly CredentialId[]> {
    const kept = Array.from({ length: count }, () => this.#keep(organizationId, 'invitation', newToken()));
    return Promise.all(kept);
  }

  /** Creates and stores the secret of a reusable invitation link. */
  async issueInvitationLink(organizationId: OrganizationId): Promise<CredentialId> {
    return this.#keep(organizationId, 'invitationLink', newToken());
  }

  /** An invitation link's secret in clear text, for the mail; undefined once mailed or if unknown. */
  async showInvitation(credentialId: CredentialId): Promise<string | undefined> {
    const entry = await this.#vault.get(credentialId);
    return entry?.sealed === '' ? undefined : this.#show('invitation', credentialId);
  }

  /** From now on only the keyed hash of an invitation link is stored; the mail has the secret. */
  async forgetInvitation(credentialId: CredentialId): Promise<void> {
    const entry = await this.#vault.get(credentialId);
    if (entry?.kind === 'invitation') await this.#vault.put({ ...entry, sealed: '' });
  }

  /** The secret of a reusable invitation link in clear text; undefined for an unknown ID. */
  showInvitationLink(credentialId: CredentialId): Promise<string | undefined> {
    return this.#show('invitationLink', credentialId);
  }

  /** The stored secret behind an invitation link, mailed (`invitation`) or reusable, current or not. */
  findInvitation(
    kind: 'invitation' | 'invitationLink',
    presented: string,
  ): Promise<FoundCredential | undefined> {
    return this.#find(kind, presented);
  }

  /** Stores the base64 key that encrypts a device's push notifications. */
  storePushKey(organizationId: OrganizationId, key: string): Promise<CredentialId> {
    return this.#keep(organizationId, 'pushKey', key);
  }

  /** Stores a device's registration, which only the push bouncer can read. */
  storePushRegistration(organizationId: OrganizationId, registration: string): Promise<CredentialId> {
    return this.#keep(organizationId, 'pushRegistration', registration);
  }

  /** An API key in clear text, for its owner; undefined for an unknown ID. */
  showApiKey(credentialId: CredentialId): Promise<string | undefined> {
    return this.#show('apiKey', credentialId);
  }

  /** Creates and stores the secret of a browser's session; the browser alone has it in clear text. */
  async issueSession(organizationId: OrganizationId): Promise<{ credentialId: CredentialId; token: string }> {
    const token = newToken();
    return { credentialId: await this.#keep(organizationId, 'session', token, newCredentialId(), ''), token };
  }

  /** The stored secret of a session that matches a presented one, ended or not. */
  findSession(presented: string): Promise<FoundCredential | undefined> {
    return this.#find('session', presented);
  }

  /** A bot's token in clear text, for its owner and its receiver; undefined for an unknown ID. */
  showBotToken(credentialId: CredentialId): Promise<string | undefined> {
    return this.#show('botToken', credentialId);
  }

  /** Creates and stores a webhook's signing secret: `whsec_` and 24 random bytes in base64. */
  async issueSigningSecret(organizationId: OrganizationId): Promise<CredentialId> {
    return this.#keep(organizationId, 'signingSecret', `whsec_${randomBytes(24).toString('base64')}`);
  }

  /** A signing secret in clear text, for the bot's owner and for signing; undefined if unknown. */
  showSigningSecret(credentialId: CredentialId): Promise<string | undefined> {
    return this.#show('signingSecret', credentialId);
  }

  /** The push key of a device as it was stored; undefined for an unknown ID. */
  showPushKey(credentialId: CredentialId): Promise<string | undefined> {
    return this.#show('pushKey', credentialId);
  }

  /** A device's registration for the bouncer, as it was stored; undefined for an unknown ID. */
  showPushRegistration(credentialId: CredentialId): Promise<string | undefined> {
    return this.#show('pushRegistration', credentialId);
  }

  /** The stored secret that matches a presented API key, current or not. */
  findApiKey(presented: string): Promise<FoundCredential | undefined> {
    return this.#find('apiKey', presented);
  }

  /** A text sealed for one purpose and safe in a URL: nobody can read, change or reuse it. */
  sealText(purpose: string, text: string): string {
    return seal(this.#newestKey(), purpose, text);
  }

  /** The text that was sealed for the purpose; undefined for anything else. */
  async openText(purpose: string, presented: string): Promise<string | undefined> {
    const key = SEALED.test(presented) ? await this.#keyOf(presented) : undefined;
    try {
      return key && unseal(key, purpose, presented);
    } catch {
      return undefined;
    }
  }

  /** Records on all nodes, for a day, that an event queue was ended; idempotent. */
  async endQueue(organizationId: OrganizationId, queueId: string): Promise<void> {
    await this.#keep(organizationId, 'endedQueue', queueId).catch((error: unknown) => {
      if (!(error instanceof LookupTaken)) throw error;
    });
  }

  async isEndedQueue(queueId: string): Promise<boolean> {
    return (await this.#find('endedQueue', queueId)) !== undefined;
  }

  /** Removes secrets older than a day that no event names; returns how many. */
  async sweep(isNamed: (entry: VaultEntry) => boolean): Promise<number> {
    let swept = 0;
    for await (const page of this.#vault.createdBefore(this.#clock.now() - UNREFERENCED_GRACE_MS)) {
      const unnamed = page.filter((entry) => !isNamed(entry)).map(({ credentialId }) => credentialId);
      if (unnamed.length > 0) await this.#vault.remove(unnamed);
      swept += unnamed.length;
    }
    return swept;
  }

  async #keep(
    organizationId: OrganizationId,
    kind: VaultEntry['kind'],
    secret: string,
    credentialId = newCredentialId(),
    shown = secret,
  ): Promise<CredentialId> {
    const key = this.#newestKey();
    await this.#vault.put({
      credentialId,
      organizationId,
      kind,
      ...(PRESENTED.has(kind) && { lookup: lookupHash(key, secret) }),
      sealed: shown === '' ? '' : seal(key, credentialId, shown),
      createdAt: this.#clock.now(),
    });
    return credentialId;
  }

  async #find(kind: VaultEntry['kind'], presented: string): Promise<FoundCredential | undefined> {
    for (const key of this.#ring.slice(0, ACTIVE_KEYS)) {
      const entry = await this.#vault.findByLookup(kind, lookupHash(key, presented));
      if (entry) return { credentialId: entry.credentialId, organizationId: entry.organizationId };
    }
    return undefined;
  }

  async #show(kind: VaultEntry['kind'], credentialId: CredentialId): Promise<string | undefined> {
    const entry = await this.#vault.get(credentialId);
    if (entry?.kind !== kind) return undefined;
    const key = await this.#keyOf(entry.sealed);
    if (key === undefined) throw new Error('A secret is sealed under a key that the ring does not have.');
    return unseal(key, credentialId, entry.sealed);
  }

  #newestKey(): DerivedKey {
    const key = this.#ring[0];
    if (key === undefined) throw new Error('The key ring is empty.');
    return key;
  }

  /** The ring key that something was sealed with, if any; another node may have just added it. */
  async #keyOf(sealed: string): Promise<DerivedKey | undefined> {
    const keyId = sealed.slice(0, sealed.indexOf('.'));
    const isIt = (key: DerivedKey): boolean => key.keyId === keyId;
    const known = this.#ring.find(isIt);
    if (known) return known;
    this.#ring = (await this.#vault.ringKeys()).map(deriveKeys);
    return this.#ring.find(isIt);
  }
}

const newToken = (): string =>
  Array.from({ length: TOKEN_LENGTH }, () => TOKEN_ALPHABET[randomInt(TOKEN_ALPHABET.length)]).join('');

const newCredentialId = (): CredentialId => randomUUID() as CredentialId;
