/**
 * The `Vault` port: the secrets beside the log, a source of truth and part of every backup. A secret is
 * stored under a fresh credential ID before the event that names it is appended; unnamed ones are removed
 * after a day. Two engines implement it (SQLite, MongoDB); `test/contract/vault.ts` is the contract of both.
 */
import { Unavailable } from '../base/errors.ts';
import type { CredentialId, OrganizationId } from '../base/ids.ts';

/** A stored secret. No field contains it in clear text. */
export interface VaultEntry {
  readonly credentialId: CredentialId;
  readonly organizationId: OrganizationId;
  readonly kind:
    | 'password'
    | 'apiKey'
    | 'botToken'
    | 'signingSecret'
    | 'invitation'
    | 'invitationLink'
    | 'pushKey'
    | 'pushRegistration'
    | 'endedQueue'
    | 'session';
  /** Keyed hash by which a presented secret is found (API keys, invitations); unique within its kind. */
  readonly lookup?: string;
  /**
   * Password hash, or the API key, token or key, encrypted so that it can be shown; '' for an invitation that
   * has been mailed.
   */
  readonly sealed: string;
  /** UNIX milliseconds. */
  readonly createdAt: number;
}

/** A key of the server's ring, shared by all nodes; at most two are active at once. */
export interface RingKey {
  readonly keyId: string;
  /** 32 random bytes, base64url. */
  readonly material: string;
  readonly createdAt: number;
}

/** Where a seed stands: which node it is of which tree of an organization. */
export interface SeedLocation {
  readonly kind: number;
  readonly tree: number;
  readonly first: number;
  readonly depth: number;
}

/** A seed that keys of sealed texts are derived from (`src/sealing/seeds.ts`), encrypted. */
export interface StoredSeed extends SeedLocation {
  readonly sealed: string;
  /** Time of the tree's first seed, in UNIX milliseconds. */
  readonly createdAt: number;
}

export interface Vault {
  /**
   * Durable when it resolves; an existing credential ID is replaced. Fails with LookupTaken,
   * VaultUnavailable.
   */
  put(entry: VaultEntry): Promise<void>;
  get(credentialId: CredentialId): Promise<VaultEntry | undefined>;
  findByLookup(kind: VaultEntry['kind'], lookup: string): Promise<VaultEntry | undefined>;
  /** Entries created before the given time, and at or after `since` if that is given, oldest first, in pages. */
  createdBefore(time: number, since?: number): AsyncIterable<readonly VaultEntry[]>;
  remove(credentialIds: readonly CredentialId[]): Promise<void>;
  /** Keys, newest first. */
  ringKeys(): Promise<readonly RingKey[]>;
  /** Adds a key if the newest one is `after` (null: if there is none); false if another node was faster. */
  addRingKey(key: RingKey, after: string | null): Promise<boolean>;
  /** The seeds that an organization has left, in pages, in the order of kind, tree and first number. */
  seeds(organizationId: OrganizationId): AsyncIterable<readonly StoredSeed[]>;
  /**
   * Replaces seeds, all or none of them. When it resolves, that is durable and the removed ones are no longer in the
   * engine's files. Fails with SeedsChanged if one to be removed is not stored, or one to be added is; with
   * VaultUnavailable also if a reader keeps the removed ones in a file: then they are replaced, and a call without
   * seeds removes what is left of them.
   */
  replaceSeeds(
    organizationId: OrganizationId,
    removed: readonly SeedLocation[],
    added: readonly StoredSeed[],
  ): Promise<void>;
  /** The log this vault belongs to; the first call claims it for `logId`. */
  claimLog(logId: string): Promise<string>;
  /** The log that it has been claimed for, if any. */
  claim(): Promise<string | undefined>;
  /** Replaces a claim; false if the vault has another one. */
  replaceClaim(before: string, after: string): Promise<boolean>;
  close(): Promise<void>;
}

/** The vault cannot be reached or refuses to write now; a later attempt may succeed. */
export class VaultUnavailable extends Unavailable {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'VaultUnavailable';
  }
}

/** Another entry of the kind has the same look-up hash; nothing was stored. */
export class LookupTaken extends Error {
  constructor(kind: VaultEntry['kind']) {
    super(`Another ${kind} in the vault has the same look-up hash.`);
    this.name = 'LookupTaken';
  }
}

/** The seeds are not those that the caller has read: another node has replaced some. Nothing was stored. */
export class SeedsChanged extends Error {
  constructor() {
    super('The seeds in the vault have changed meanwhile.');
    this.name = 'SeedsChanged';
  }
}
