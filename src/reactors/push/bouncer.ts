/**
 * The push bouncer, which forwards notifications to the phone vendors, by the protocol of
 * docs/push-bouncer.md. Time and answer size are limited.
 */
import type { Clock } from '../../base/clock.ts';
import { NotReady, type RefusalCode, Refused } from '../../base/errors.ts';
import type { DeviceId, TokenKind } from '../../events/credentials.ts';

/** Registers a device's token with the bouncer. */
export interface PushRegistration {
  readonly device_id: DeviceId;
  readonly token_id: string;
  readonly token_kind: TokenKind;
  readonly bouncer_public_key: string;
  readonly encrypted_push_registration: string;
}

/** A notification, encrypted end to end. */
export interface PushNotification {
  /** The same for every attempt to send the same thing to the same device. */
  readonly id: string;
  readonly device_id: DeviceId;
  readonly token_id: string;
  readonly token_kind: TokenKind;
  readonly push_key_id: number;
  /** Base64 of nonce and box. */
  readonly encrypted_data: string;
}

/** Both fail with `BouncerFailure`. */
export interface Bouncer {
  register(realmUrl: string, registration: PushRegistration): Promise<void>;
  notify(realmUrl: string, notifications: readonly PushNotification[]): Promise<void>;
}

type FailureCode = Extract<RefusalCode, 'ADMIN_ACTION_REQUIRED' | `${string}BOUNCER`>;

/** The bouncer refused or failed; the caller gets its message. */
export class BouncerFailure extends Refused {
  declare readonly code: FailureCode;
  /** The bouncer's own error code, if it sent one. */
  readonly answeredCode: string | undefined;
  /** True if a retry may help. */
  readonly isTransient: boolean;

  constructor(code: FailureCode, message: string, more: { isTransient: boolean; answeredCode?: string }) {
    super(message, code);
    this.name = 'BouncerFailure';
    this.isTransient = more.isTransient;
    this.answeredCode = more.answeredCode;
  }
}

interface BouncerOptions {
  /** PUSH_BOUNCER_URL; user name and password in it become credentials. */
  readonly url: string;
  /** The ID of this server's event log. */
  readonly server: string;
  readonly clock: Clock;
}

/** Milliseconds until the bouncer must have answered. */
const TIMEOUT_MS = 10_000;
/** Bytes of an answer that are read. */
const MAX_RESPONSE_BYTES = 64 * 1024;
/** Statuses below 500 after which a retry may help. */
const TRANSIENT_STATUSES: ReadonlySet<number> = new Set([408, 425, 429]);

export function createBouncer({ url, server, clock }: BouncerOptions): Bouncer {
  const { base, headers } = addressOf(url);
  const post = (path: string, body: object): Promise<void> =>
    asking(clock, async (signal) => {
      const text = JSON.stringify({ server, ...body });
      const request = { method: 'POST', headers, body: text, redirect: 'manual', signal } as const;
      const answer = await fetch(`${base}/remotes/push/e2ee/${path}`, request);
      const failure = failureIn(answer, await beginningOf(answer));
      if (failure) throw failure;
    });
  return {
    register: (realmUrl, registration) => post('register', { realm_url: realmUrl, ...registration }),
    notify: (realmUrl, notifications) => post('notify', { realm_url: realmUrl, notifications }),
  };
}

/** The URL without credentials and trailing slash, and the headers of every request. */
function addressOf(text: string) {
  const url = new URL(text);
  const name = [url.username, url.password].map(decoded).join(':');
  url.username = url.password = '';
  const authorization =
    name === ':' ? {} : { authorization: `Basic ${Buffer.from(name).toString('base64')}` };
  const headers = { 'content-type': 'application/json', 'user-agent': 'hansard', ...authorization };
  return { base: `${url.origin}${url.pathname.replace(/\/+$/, '')}`, headers };
}

/** A percent sign that begins no escape is kept. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Any other error, and a timeout, means that the bouncer is unavailable. */
async function asking(clock: Clock, ask: (signal: AbortSignal) => Promise<void>): Promise<void> {
  const aborting = new AbortController();
  const cancel = clock.after(TIMEOUT_MS, () => aborting.abort());
  try {
    await ask(aborting.signal);
  } catch (error) {
    if (error instanceof BouncerFailure) throw error;
    const message = 'Network error while connecting to the push notification service';
    throw new BouncerFailure('FAILED_TO_CONNECT_BOUNCER', message, { isTransient: true });
  } finally {
    cancel();
    aborting.abort();
  }
}

function failureIn(answer: Response, body: string): BouncerFailure | undefined {
  if (answer.ok) return undefined;
  if (answer.status >= 500) {
    const message = 'The push notification service had an internal error';
    return new BouncerFailure('INTERNAL_SERVER_ERROR_ON_BOUNCER', message, { isTransient: true });
  }
  const answeredCode = codeIn(body);
  const message = 'The push notification service refused this server: an administrator has to act';
  const isTransient = TRANSIENT_STATUSES.has(answer.status);
  return new BouncerFailure('ADMIN_ACTION_REQUIRED', message, {
    isTransient,
    ...(answeredCode !== undefined && { answeredCode }),
  });
}

/** The first bytes of an answer; reading it to its end keeps the connection for the next request. */
async function beginningOf({ body }: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of (body ?? []) as AsyncIterable<Uint8Array>) {
    chunks.push(chunk);
    length += chunk.byteLength;
    if (length > MAX_RESPONSE_BYTES) break;
  }
  return Buffer.concat(chunks).toString('utf8');
}

const MAX_CODE_LENGTH = 100;

/** `{"code": "REQUEST_EXPIRED"}`. */
function codeIn(text: string): string | undefined {
  try {
    const { code } = Object(JSON.parse(text)) as { readonly code?: unknown };
    return typeof code === 'string' && /^[A-Z_]+$/.test(code) ? code.slice(0, MAX_CODE_LENGTH) : undefined;
  } catch {
    return undefined;
  }
}

// Time limit of retries: push notifications are useless after an hour.

/** Milliseconds. */
const USEFUL_MS = 60 * 60 * 1000;
/** A bouncer that answers with errors may fail because of the request. */
const MAX_FAULTS = 8;

/** Whether a notification of something at that time is still useful. */
export const isStillUseful = (clock: Clock, happenedAt: number): boolean =>
  clock.now() - happenedAt <= USEFUL_MS;

/** Calls the bouncer repeatedly; one object per request. */
export class BouncerRetries {
  readonly #clock: Clock;
  readonly #happenedAt: number;
  #faults = 0;

  constructor(clock: Clock, happenedAt: number) {
    this.#clock = clock;
    this.#happenedAt = happenedAt;
  }

  /** Fails with `NotReady` if it should be called again, otherwise with `BouncerFailure`. */
  async call(bouncer: () => Promise<void>): Promise<void> {
    try {
      await bouncer();
    } catch (error) {
      if (error instanceof BouncerFailure && this.#bears(error)) throw new NotReady(error.message);
      throw error;
    }
  }

  #bears({ code, isTransient }: BouncerFailure): boolean {
    if (code === 'INTERNAL_SERVER_ERROR_ON_BOUNCER') this.#faults += 1;
    return isTransient && this.#faults < MAX_FAULTS && isStillUseful(this.#clock, this.#happenedAt);
  }
}
