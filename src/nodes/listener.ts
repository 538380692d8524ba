/** Receives the commands of other nodes and submits them to the lanes of this one. */
import { timingSafeEqual } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { promisify } from 'node:util';
import type { Lanes } from '../commands/lane/lanes.ts';
import { FORWARDED_COMMANDS } from './forwardedCommands.ts';
import {
  COMMANDS_PATH,
  decodeRequests,
  encodeMessages,
  type ForwardedAnswer,
  type ForwardedRequest,
  serializeError,
} from './protocol.ts';

/** Bytes of a request: 256 commands with the longest texts, HTML included, are below it. */
const MAX_REQUEST_BYTES = 64 * 1024 * 1024;

export class NodeListener {
  readonly #server: Server;
  readonly #lanes: Pick<Lanes, 'opened'>;
  readonly #credential: Buffer;
  #isLeaving = false;

  constructor(lanes: Pick<Lanes, 'opened'>, secret: string) {
    this.#lanes = lanes;
    this.#credential = Buffer.from(`Bearer ${secret}`);
    this.#server = createServer((request, response) => void this.#answer(request, response));
    // A connection that is closed for being idle could swallow a request that is just sent.
    this.#server.keepAliveTimeout = 0;
  }

  /** Listens at the port, or at a free one for 0; resolves with it. */
  async listen(host: string, port: number): Promise<number> {
    this.#server.listen(port, host);
    await once(this.#server, 'listening');
    return (this.#server.address() as AddressInfo).port;
  }

  /** Takes nothing more. Whether other nodes are connected: each learns of it with its next command, and sends no other. */
  async leave(): Promise<boolean> {
    this.#isLeaving = true;
    return (await promisify(this.#server.getConnections.bind(this.#server))()) > 0;
  }

  /** Takes nothing more; resolves when what was taken has been answered. */
  async stop(): Promise<void> {
    this.#isLeaving = true;
    const closed = once(this.#server, 'close');
    this.#server.close();
    this.#server.closeIdleConnections();
    await closed;
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const status = this.#refusal(request);
    if (status !== undefined) {
      response.writeHead(status, { connection: 'close' }).end();
      return;
    }
    try {
      const requests = decodeRequests(await buffer(request));
      const answers = await Promise.all(requests.map((each) => this.#submitted(each)));
      response.end(encodeMessages(answers));
    } catch {
      // The other node has gone, or has sent what we do not understand.
      response.destroy();
    }
  }

  /** The status of a request that is not read. */
  #refusal({ url, method, headers }: IncomingMessage): number | undefined {
    const given = Buffer.from(headers.authorization ?? '');
    const isKnown = given.length === this.#credential.length && timingSafeEqual(given, this.#credential);
    if (!isKnown) return 401;
    if (url !== COMMANDS_PATH || method !== 'POST') return 404;
    if (!(Number(headers['content-length']) <= MAX_REQUEST_BYTES)) return 413;
    return this.#isLeaving ? 503 : undefined;
  }

  async #submitted({
    organizationId,
    command,
    input,
    submission,
  }: ForwardedRequest): Promise<ForwardedAnswer> {
    const definition = FORWARDED_COMMANDS.get(command);
    const lane = this.#lanes.opened(organizationId);
    if (definition === undefined || lane === undefined || lane.fault) return { outcome: 'not taken' };
    try {
      return { outcome: 'accepted', ...(await lane.submit(definition, input, submission)) };
    } catch (error) {
      return { outcome: 'failed', error: serializeError(error) };
    }
  }
}
