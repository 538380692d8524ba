/**
 * One POST to a receiver that may be slow, hostile or gone. The name is resolved once and the checked address
 * is dialled; redirects are not followed; time, headers and the part of the body that is read are limited.
 */
import { request as requestHttp, type ClientRequest, type IncomingMessage } from 'node:http';
import { request as requestHttps } from 'node:https';
import { isIP } from 'node:net';
import type { Clock } from '../../clock.ts';
import { isPublicAddress } from './addresses.ts';
import { resolveName, type ResolveName } from './names.ts';

/** The content and destination of a request. */
export interface WebhookRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** JSON text. */
  readonly body: string;
  /** Selects one of several addresses: another one for each attempt, the first for 0. */
  readonly turn: number;
}

/** The outcome. `isWhole` is false if the body was longer than what is read. */
export type WebhookResponse =
  | {
      readonly kind: 'answered';
      readonly status: number;
      readonly body: string;
      readonly isWhole: boolean;
      /** The `Retry-After` header. */
      readonly retryAfter: string | undefined;
    }
  | { readonly kind: 'unanswered'; readonly reason: string }
  /** No connection was attempted: none of the name's addresses is allowed. */
  | { readonly kind: 'forbidden' };

export interface PosterOptions {
  readonly clock: Clock;
  readonly allowsPrivateNetworks: boolean;
  readonly resolve?: ResolveName;
  /** Whether an IP address may be dialled. */
  readonly mayDial?: (address: string) => boolean;
}

/** Sends a request; if the server stops meanwhile, it counts as unanswered. Never fails. */
export type SendWebhook = (post: WebhookRequest, ending: AbortSignal) => Promise<WebhookResponse>;

/** Milliseconds from the look-up of the name to the last byte read. */
export const REQUEST_TIMEOUT_MS = 15_000;
/** Bytes of an answer's body that are read, and limit of its headers. */
export const MAX_BODY_BYTES = 65_536;
const MAX_HEADER_BYTES = 16_384;
/** Interim answers ("100 Continue") before the one that counts. */
const MAX_INTERIM_RESPONSES = 8;

export function createWebhookSender(options: PosterOptions): SendWebhook {
  const { clock, allowsPrivateNetworks, resolve = resolveName, mayDial = isPublicAddress } = options;
  return async (post, ending) => {
    const attempt = new AbortController();
    const end = (): void => attempt.abort();
    const cancel = clock.after(REQUEST_TIMEOUT_MS, end);
    ending.addEventListener('abort', end);
    try {
      const url = new URL(post.url);
      const addresses = await unlessAborted(addressesOf(url, resolve), attempt.signal);
      const allowed = allowsPrivateNetworks ? addresses : addresses.filter(mayDial);
      const address = allowed[post.turn % allowed.length];
      if (address !== undefined) return await exchange({ ...post, url, address }, attempt.signal);
      return addresses.length > 0 ? { kind: 'forbidden' } : unanswered('its name has no address');
    } catch (error) {
      return unanswered(attempt.signal.aborted ? 'no answer within 15 seconds' : reasonOf(error));
    } finally {
      cancel();
      ending.removeEventListener('abort', end);
    }
  };
}

const unanswered = (reason: string): WebhookResponse => ({ kind: 'unanswered', reason });

/** Codes only: messages may contain parts of the URL, which may be secret. */
const reasonOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : 'the connection broke';

/** The IP address in a URL without a host name; URLs normalize it. */
function literalIn({ hostname }: URL): string | undefined {
  const literal = hostname.replace(/^\[|\]$/g, '');
  return isIP(literal) ? literal : undefined;
}

async function addressesOf(url: URL, resolve: ResolveName): Promise<readonly string[]> {
  const literal = literalIn(url);
  return literal === undefined ? resolve(url.hostname) : [literal];
}

function unlessAborted<Value>(promise: Promise<Value>, signal: AbortSignal): Promise<Value> {
  const abortion = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
    if (signal.aborted) reject(signal.reason);
  });
  return Promise.race([promise, abortion]);
}

type Dialled = Omit<WebhookRequest, 'url'> & { readonly url: URL; readonly address: string };

/** Dials the address; the receiver gets the host name and must prove it by its certificate. */
function exchange({ url, address, headers, body }: Dialled, signal: AbortSignal): Promise<WebhookResponse> {
  const { hostname, host, port, pathname, search, protocol } = url;
  return new Promise((resolve, reject) => {
    const outgoing = (protocol === 'https:' ? requestHttps : requestHttp)({
      method: 'POST',
      host: address,
      port,
      path: pathname + search,
      headers: { ...headers, host, 'content-length': Buffer.byteLength(body), connection: 'close' },
      servername: literalIn(url) === undefined ? hostname.replace(/\.$/, '') : '',
      agent: false,
      maxHeaderSize: MAX_HEADER_BYTES,
      signal,
    });
    limitInterimAnswers(outgoing);
    let reading: Promise<WebhookResponse> | undefined;
    outgoing.on('response', (incoming) => resolve((reading = read(incoming))));
    // Reading reports its own errors.
    outgoing.on('error', (error) => reading ?? reject(error));
    // Some connections end without error or answer, for instance if the receiver wants to upgrade.
    outgoing.on('close', () => reading ?? reject(new Error('The connection was closed.')));
    outgoing.end(body);
  });
}

function limitInterimAnswers(outgoing: ClientRequest): void {
  let interim = 0;
  outgoing.on('information', () => {
    interim += 1;
    if (interim > MAX_INTERIM_RESPONSES)
      outgoing.destroy(new Error('The receiver never comes to its answer.'));
  });
}

/**
 * For a refusal, whatever arrived, because the status suffices; for any other answer the body must be
 * complete.
 */
async function read(incoming: IncomingMessage): Promise<WebhookResponse> {
  const { statusCode: status = 0, headers } = incoming;
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of incoming as AsyncIterable<Buffer>) {
      chunks.push(chunk);
      size += chunk.length;
      if (size > MAX_BODY_BYTES) break; // which ends the connection
    }
  } catch (error) {
    if (status >= 200 && status < 300) throw error;
  }
  const body = Buffer.concat(chunks).subarray(0, MAX_BODY_BYTES).toString('utf8');
  return {
    kind: 'answered',
    status,
    body,
    isWhole: size <= MAX_BODY_BYTES,
    retryAfter: headers['retry-after'],
  };
}
