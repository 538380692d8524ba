/** A server that speaks as much of Amazon S3's protocol as back-ups need, and checks the signature of every request. */
import { createHash, createHmac } from 'node:crypto';
import {
  createServer,
  type IncomingMessage,
  type OutgoingHttpHeaders,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';

const ACCESS_KEY = 'bucket-user';
const SECRET_KEY = 'bucket-secret';
const REGION = 'eu-test-1';
/** Few, so that listings have several pages. */
const PAGE = 3;

interface Kept {
  readonly bytes: Buffer;
  readonly modified: string;
}

const sha256 = (content: string | Buffer): string => createHash('sha256').update(content).digest('hex');
const hmac = (key: string | Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest();
const encoded = (text: string): string =>
  encodeURIComponent(text).replace(/[!'()*]/g, (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`);

export class Bucket {
  readonly objects = new Map<string, Kept>();
  /** Requests that are answered 503 before the next ones are served. */
  troubles = 0;
  /** The answer to all requests, instead of serving them. */
  answer:
    { readonly status: number; readonly headers?: OutgoingHttpHeaders; readonly code: string } | undefined;
  readonly #server: Server;

  private constructor() {
    this.#server = createServer((request, response) => void this.#answer(request, response));
  }

  static async start(): Promise<Bucket> {
    const bucket = new Bucket();
    await new Promise<void>((resolve) => bucket.#server.listen(0, '127.0.0.1', resolve));
    return bucket;
  }

  /** Settings with which commands find it. */
  get settings(): Readonly<Record<string, string>> {
    const { port } = this.#server.address() as AddressInfo;
    return {
      AWS_ACCESS_KEY_ID: ACCESS_KEY,
      AWS_SECRET_ACCESS_KEY: SECRET_KEY,
      AWS_REGION: REGION,
      AWS_ENDPOINT_URL: `http://127.0.0.1:${port}`,
    };
  }

  stop(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const bytes = Buffer.concat(chunks);
    const url = new URL(request.url ?? '', 'http://bucket');
    const fail = (status: number, code: string): void =>
      void response.writeHead(status).end(`<Error><Code>${code}</Code></Error>`);
    if (this.answer) {
      response.writeHead(this.answer.status, this.answer.headers ?? {});
      return void response.end(`<Error><Code>${this.answer.code}</Code></Error>`);
    }
    if (this.troubles > 0) return ((this.troubles -= 1), fail(503, 'SlowDown'));
    if (!isSigned(request, url, bytes)) return fail(403, 'SignatureDoesNotMatch');
    const [, bucket, name = ''] = /^\/([^/]+)\/?(.*)$/.exec(decodeURIComponent(url.pathname)) ?? [];
    if (bucket !== 'chat') return fail(404, 'NoSuchBucket');
    if (name === '') return void response.end(this.#listing(url.searchParams));
    if (request.method === 'PUT') {
      if (request.headers['content-length'] === undefined) return fail(411, 'MissingContentLength');
      this.objects.set(name, { bytes, modified: new Date().toISOString() });
      return void response.end();
    }
    if (request.method === 'DELETE') {
      this.objects.delete(name);
      return void response.writeHead(204).end();
    }
    const found = this.objects.get(name);
    if (found) response.end(found.bytes);
    else fail(404, 'NoSuchKey');
  }

  #listing(query: URLSearchParams): string {
    const [prefix, after] = [query.get('prefix') ?? '', query.get('continuation-token') ?? ''];
    const names = [...this.objects.keys()].filter((name) => name.startsWith(prefix) && name > after).sort();
    const page = names.slice(0, PAGE).map((name) => {
      const { modified, bytes } = this.objects.get(name) as Kept;
      return `<Contents><Key>${name.replaceAll('&', '&amp;')}</Key><LastModified>${modified}</LastModified><Size>${bytes.length}</Size></Contents>`;
    });
    const token =
      names.length > PAGE ? `<NextContinuationToken>${names[PAGE - 1]}</NextContinuationToken>` : '';
    return `<ListBucketResult>${page.join('')}${token}</ListBucketResult>`;
  }
}

/** Signature version 4, as Amazon describes it. */
function isSigned(request: IncomingMessage, url: URL, bytes: Buffer): boolean {
  const pattern =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, SignedHeaders=([^,]+), Signature=(\w+)$/;
  const [, user, day = '', region = '', headers = '', signature] =
    pattern.exec(request.headers.authorization ?? '') ?? [];
  const content = String(request.headers['x-amz-content-sha256']);
  if (user !== ACCESS_KEY || region !== REGION) return false;
  if (content !== 'UNSIGNED-PAYLOAD' && content !== sha256(bytes)) return false;
  const query = [...url.searchParams].map((pair) => pair.map(encoded).join('=')).sort();
  const canonical = [
    request.method,
    url.pathname
      .split('/')
      .map((part) => encoded(decodeURIComponent(part)))
      .join('/'),
    query.join('&'),
    ...headers.split(';').map((name) => `${name}:${String(request.headers[name])}`),
    '',
    headers,
    content,
  ].join('\n');
  const time = String(request.headers['x-amz-date']);
  const text = ['AWS4-HMAC-SHA256', time, `${day}/${region}/s3/aws4_request`, sha256(canonical)].join('\n');
  const key = hmac(hmac(hmac(hmac(`AWS4${SECRET_KEY}`, day), region), 's3'), 'aws4_request');
  return hmac(key, text).toString('hex') === signature;
}
