/** Back-ups in a bucket of Amazon S3, or of a service that speaks its protocol. */
import type { AwsClient } from 'aws4fetch';
import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import { Misconfigured, OperatorError } from '../base/errors.ts';
import { decodeEntities } from '../base/html.ts';
import {
  type BackupStore,
  BackupUnavailable,
  isObjectName,
  limitBytes,
  requireObjectName,
  type Sized,
  type StoredObject,
} from './store.ts';

/** The URL, credentials and endpoint of a bucket. */
export interface S3Options {
  /** `s3://bucket/prefix`. */
  readonly location: string;
  readonly accessKeyId: string | undefined;
  readonly secretAccessKey: string | undefined;
  readonly sessionToken: string | undefined;
  readonly region: string;
  /** URL of a compatible service; Amazon's if absent. */
  readonly endpoint: string | undefined;
}

/** Attempts after the first one; the pauses in between grow to about twelve seconds. */
const RETRIES = 8;

/** A page of a listing has a thousand objects at most. */
const MAX_LISTING_BYTES = 4_000_000;
const MAX_ERROR_BYTES = 100_000;

const BUCKET_URL = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])(?:\/(.*?))?\/*$/;

/** Opens a bucket; OperatorError if the URL or the credentials are missing or malformed. */
export async function openS3Store(options: S3Options): Promise<BackupStore> {
  const { location, accessKeyId, secretAccessKey, sessionToken, region, endpoint } = options;
  const [, bucket, prefix = ''] = BUCKET_URL.exec(location) ?? [];
  if (bucket === undefined) throw new OperatorError(`${location} is not a bucket: write s3://bucket/prefix.`);
  if (accessKeyId === undefined || secretAccessKey === undefined)
    throw new OperatorError('A bucket needs AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.');
  const { AwsClient } = await import('aws4fetch');
  const credentials = { accessKeyId, secretAccessKey, ...(sessionToken !== undefined && { sessionToken }) };
  const clientWith = (retries: number) => new AwsClient({ ...credentials, region, service: 's3', retries });
  const clients: Clients = { retrying: clientWith(RETRIES), single: clientWith(0) };
  const base =
    endpoint === undefined
      ? `https://${bucket}.s3.${region}.amazonaws.com`
      : `${endpoint.replace(/\/+$/, '')}/${bucket}`;
  return new S3Store(clients, location, base, prefix === '' ? '' : `${prefix}/`);
}

/** One that retries, and one that does not. */
interface Clients {
  readonly retrying: AwsClient;
  readonly single: AwsClient;
}

class S3Store implements BackupStore {
  readonly location: string;
  readonly #clients: Clients;
  readonly #base: string;
  readonly #prefix: string;

  constructor(clients: Clients, location: string, base: string, prefix: string) {
    this.#clients = clients;
    this.location = location;
    this.#base = base;
    this.#prefix = prefix;
  }

  /** Buckets have no locks: the operator runs one process at a time. */
  async lock(): Promise<void> {}

  async list(prefix: string): Promise<readonly StoredObject[]> {
    const objects: StoredObject[] = [];
    for (let token: string | undefined = ''; token !== undefined;) {
      const query = new URLSearchParams({ 'list-type': '2', prefix: this.#prefix + prefix });
      if (token !== '') query.set('continuation-token', token);
      const answer = await this.#ask(`${this.#base}/?${query.toString()}`);
      const listing = await textWithin(answer, MAX_LISTING_BYTES);
      for (const [, text = ''] of listing.matchAll(/<Contents>(.*?)<\/Contents>/gs)) {
        const name = (textIn(text, 'Key') ?? '').slice(this.#prefix.length);
        const size = Number.parseInt(textIn(text, 'Size') ?? '', 10);
        const modifiedAt = Date.parse(textIn(text, 'LastModified') ?? '');
        if (isObjectName(name))
          objects.push({ name, size: Number.isNaN(size) ? undefined : size, modifiedAt });
      }
      token = textIn(listing, 'NextContinuationToken');
    }
    return objects;
  }

  async read(name: string): Promise<Readable | undefined> {
    const answer = await this.#askAny(this.#urlOf(name), {}, this.#clients.retrying);
    if (answer.status === 404) return undefined;
    if (!answer.ok) await this.#ask(this.#urlOf(name)); // fails with the reason
    return answer.body === null ? Readable.from([]) : Readable.fromWeb(answer.body as ReadableStream);
  }

  async write(name: string, content: Uint8Array | Sized): Promise<void> {
    if (content instanceof Uint8Array) return this.#put(name, content, content.length);
    await this.#put(name, Readable.toWeb(content.source) as ReadableStream<Uint8Array>, content.size);
  }

  async remove(name: string): Promise<void> {
    await this.#ask(this.#urlOf(name), { method: 'DELETE' });
  }

  async close(): Promise<void> {}

  async #put(name: string, body: Uint8Array | ReadableStream<Uint8Array>, size: number): Promise<void> {
    const headers = { 'content-length': String(size), 'content-type': 'application/octet-stream' };
    const init = { method: 'PUT', headers, body: body as NonNullable<RequestInit['body']> };
    // A stream can be read once only.
    await this.#ask(
      this.#urlOf(name),
      init,
      body instanceof Uint8Array ? this.#clients.retrying : this.#clients.single,
    );
  }

  /** An answer of 2xx. */
  async #ask(url: string, init: RequestInit = {}, client = this.#clients.retrying): Promise<Response> {
    const answer = await this.#askAny(url, init, client);
    if (answer.ok) return answer;
    const code = textIn(await textWithin(answer, MAX_ERROR_BYTES), 'Code') ?? String(answer.status);
    if (answer.status >= 300 && answer.status < 400)
      throw new Misconfigured(
        `${this.location} is at another address (${code}), which the credentials are not sent to: check AWS_REGION and AWS_ENDPOINT_URL.`,
      );
    if (answer.status >= 500 || answer.status === 429)
      throw new BackupUnavailable(`${this.location} cannot be used now (${code}).`);
    throw new Misconfigured(
      `${this.location} refuses the request (${code}): check the bucket and its credentials.`,
    );
  }

  /** Redirects are not followed: the request, with its credentials, is meant for this address alone. */
  async #askAny(url: string, init: RequestInit, client: AwsClient): Promise<Response> {
    try {
      return await client.fetch(url, { ...init, redirect: 'manual' });
    } catch (cause) {
      throw new BackupUnavailable(`${this.location} cannot be reached.`, { cause });
    }
  }

  #urlOf(name: string): string {
    requireObjectName(name);
    const path = (this.#prefix + name).split('/').map(encodeURIComponent).join('/');
    return `${this.#base}/${path}`;
  }
}

/** The text of an answer; fails with BackupUnavailable if it has more bytes. */
async function textWithin({ body }: Response, bytes: number): Promise<string> {
  const tooLong = () => new BackupUnavailable('The bucket gives an answer that is too long.');
  const chunks: Uint8Array[] = [];
  const source = body === null ? [] : Readable.fromWeb(body as ReadableStream);
  for await (const chunk of limitBytes(source as AsyncIterable<Uint8Array>, bytes, tooLong))
    chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

/** The text of the first element of that name. */
function textIn(xml: string, element: string): string | undefined {
  const [, text] = new RegExp(`<${element}>([^<]*)</${element}>`).exec(xml) ?? [];
  return text === undefined ? undefined : decodeEntities(text);
}
