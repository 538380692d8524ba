/**
 * One POST to a receiver that may be slow, hostile or gone. The name is resolved once and the checked address
 * is dialled; redirects are not followed; time, headers and the part of the body that is read are limited.
 */
import { Resolver } from 'node:dns/promises';
import { readFile } from 'node:fs/promises';
import { type ClientRequest, type IncomingMessage, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { BlockList, isIP } from 'node:net';
import { promisify } from 'node:util';
import {
  brotliDecompress,
  type BrotliOptions,
  gunzip,
  inflate,
  inflateRaw,
  type ZlibOptions,
} from 'node:zlib';
import { charsetIn, decodeAs } from '../../base/charsets.ts';
import type { Clock } from '../../base/clock.ts';

// IP addresses that may be called: not those of private networks or of this machine (RFC 6890).

const listOf = (family: 'ipv4' | 'ipv6', networks: readonly (readonly [string, number])[]): BlockList => {
  const list = new BlockList();
  for (const [address, bits] of networks) list.addSubnet(address, bits, family);
  return list;
};

/** This machine, private and shared networks, link-local, test, multicast and reserved ranges. */
const SPECIAL_IPV4 = listOf('ipv4', [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
]);

/** Public IPv6 addresses; private networks, and all but two embeddings of IPv4, are outside. */
const GLOBAL_IPV6 = listOf('ipv6', [['2000::', 3]]);
/** Tunnels (which embed an IPv4 address), other protocols, and examples. */
const SPECIAL_IPV6 = listOf('ipv6', [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
]);

/** Whether an IP address is one of the public internet. */
export function isPublicAddress(address: string): boolean {
  const family = isIP(address);
  if (family === 4) return !SPECIAL_IPV4.check(address, 'ipv4');
  return family === 6 && GLOBAL_IPV6.check(address, 'ipv6') && !SPECIAL_IPV6.check(address, 'ipv6');
}

// Resolves host names with the hosts file and name servers. The system's own look-up is not used: a name
// server that never answers would block one of four threads that other work needs.

/** All addresses of a name, IPv4 first; none if the name does not exist. */
type ResolveName = (name: string) => Promise<readonly string[]>;

const HOSTS = '/etc/hosts';
/** Milliseconds per query, and number of queries. */
const RESOLVER_OPTIONS = { timeout: 3_000, tries: 2 } as const;

const resolveName: ResolveName = async (name) => {
  const hostname = name.toLowerCase().replace(/\.$/, '');
  const known = addressesInHostsFile(await readFile(HOSTS, 'utf8').catch(() => ''), hostname);
  return known.length > 0 ? known : resolveByDns(hostname);
};

/** Addresses of a name in a hosts file, which has an address and its names on each line. */
export const addressesInHostsFile = (hosts: string, name: string): readonly string[] =>
  hosts
    .split('\n')
    .map((line) => line.replace(/#.*/, '').trim().toLowerCase().split(/\s+/))
    .filter(([, ...names]) => names.includes(name))
    .map(([address = '']) => address);

/** If neither kind of address can be resolved, the error is that of IPv4. */
async function resolveByDns(name: string): Promise<readonly string[]> {
  const resolver = new Resolver(RESOLVER_OPTIONS);
  const [ipv4, ipv6] = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)]);
  if (ipv4.status === 'rejected' && ipv6.status === 'rejected') throw ipv4.reason;
  return [ipv4, ipv6].flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
}

/** The content and destination of a request. */
export interface WebhookRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** JSON text. */
  readonly body: string;
  /** Selects one of several addresses: another one for each attempt, the first for 0. */
  readonly turn: number;
}

/** The outcome. `isWhole` is false if the body was longer than what is read, or could not be decoded as its headers say. */
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
      headers: {
        'accept-encoding': 'identity',
        ...headers,
        host,
        'content-length': Buffer.byteLength(body),
        connection: 'close',
      },
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
  const sent = Buffer.concat(chunks).subarray(0, MAX_BODY_BYTES);
  const bytes = await unpacked(sent, headers['content-encoding']).catch(() => undefined);
  const text = bytes && decodeAs(charsetIn(headers['content-type']) ?? 'utf-8', bytes);
  return {
    kind: 'answered',
    status,
    body: (text ?? bytes?.toString('utf8') ?? '').replace(/^\uFEFF/, ''),
    isWhole: size <= MAX_BODY_BYTES && text !== undefined,
    retryAfter: headers['retry-after'],
  };
}

// What receivers pack, although they are asked not to.

/** Encodings of one answer, one around the other. */
const MAX_ENCODINGS = 3;

const LIMITS = { maxOutputLength: MAX_BODY_BYTES };

const UNPACKERS: ReadonlyMap<string, (bytes: Buffer) => Promise<Buffer>> = new Map([
  ['identity', async (bytes) => bytes],
  ['gzip', (bytes) => promisify<Buffer, ZlibOptions, Buffer>(gunzip)(bytes, LIMITS)],
  ['br', (bytes) => promisify<Buffer, BrotliOptions, Buffer>(brotliDecompress)(bytes, LIMITS)],
  // Some senders leave out the head of the format, whose first byte ends with 8.
  [
    'deflate',
    (bytes) =>
      promisify<Buffer, ZlibOptions, Buffer>(((bytes[0] ?? 0) & 15) === 8 ? inflate : inflateRaw)(
        bytes,
        LIMITS,
      ),
  ],
]);

/** The bytes without their encodings. Fails for those that are not known, for damaged bytes, and for too many. */
async function unpacked(sent: Buffer, encoding = ''): Promise<Buffer> {
  const names = encoding
    .toLowerCase()
    .split(',')
    .map((name) => name.trim().replace(/^x-/, ''));
  const applied = names.filter((name) => name !== '').toReversed();
  if (applied.length > MAX_ENCODINGS) throw new Error('Too many encodings');
  let bytes = sent;
  for (const name of sent.length > 0 ? applied : []) {
    const unpack = UNPACKERS.get(name);
    if (!unpack) throw new Error('An unknown encoding');
    bytes = await unpack(bytes);
  }
  return bytes;
}
