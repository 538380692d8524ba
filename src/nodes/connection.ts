/** Sends commands to one other node: those of one turn of the event loop together. */
import { Agent, request } from 'node:http';
import { buffer } from 'node:stream/consumers';
import type { Clock } from '../clock.ts';
import { NotReady } from '../errors.ts';
import { endOfTurn } from '../turns.ts';
import {
  decodeAnswers,
  COMMANDS_PATH,
  encodeMessages,
  type ForwardedAnswer,
  type ForwardedRequest,
} from './messages.ts';
import type { NodeRecord } from './registry.ts';

/** Milliseconds until an answer is given up, as in a lane. */
export const ANSWER_DEADLINE_MS = 4_500;
/** Milliseconds for which a node that took nothing is not asked again. */
const AVOID_MS = 2_000;
/** Most commands of a request. */
const MAX_COMMANDS_PER_REQUEST = 256;

const NOT_TAKEN: ForwardedAnswer = { outcome: 'not taken' };

interface PendingRequest {
  readonly request: ForwardedRequest;
  readonly resolve: (answer: ForwardedAnswer) => void;
  readonly reject: (error: unknown) => void;
}

export class NodeConnection {
  readonly #url: URL;
  readonly #secret: string;
  readonly #clock: Clock;
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 16 });
  #asked: PendingRequest[] = [];
  #avoidedUntil = -Infinity;

  constructor({ url, secret }: NodeRecord, clock: Clock) {
    this.#url = new URL(COMMANDS_PATH, url);
    this.#secret = secret;
    this.#clock = clock;
  }

  /** How the other node decided; fails with NotReady when that is not known. */
  ask(asked: ForwardedRequest): Promise<ForwardedAnswer> {
    if (this.#clock.monotonic() < this.#avoidedUntil) return Promise.resolve(NOT_TAKEN);
    return new Promise((resolve, reject) => {
      this.#asked.push({ request: asked, resolve, reject });
      if (this.#asked.length === 1) void endOfTurn().then(() => this.#sendAll());
    });
  }

  close(): void {
    this.#agent.destroy();
  }

  #sendAll(): void {
    const asked = this.#asked.splice(0);
    for (let first = 0; first < asked.length; first += MAX_COMMANDS_PER_REQUEST)
      void this.#send(asked.slice(first, first + MAX_COMMANDS_PER_REQUEST));
  }

  async #send(asked: readonly PendingRequest[]): Promise<void> {
    try {
      const answers = await this.#post(encodeMessages(asked.map((each) => each.request)));
      if (answers === undefined) this.#avoidedUntil = this.#clock.monotonic() + AVOID_MS;
      asked.forEach(({ resolve }, place) => resolve(answers?.[place] ?? NOT_TAKEN));
    } catch (cause) {
      const unknown = new NotReady(
        'The node that decides for this organization has not answered; what was asked for may have happened.',
        1,
        { cause },
      );
      for (const { reject } of asked) reject(unknown);
    }
  }

  /** Undefined if the other node has taken nothing. */
  #post(body: Buffer): Promise<readonly ForwardedAnswer[] | undefined> {
    return new Promise((resolve, reject) => {
      const headers = { authorization: `Bearer ${this.#secret}`, 'content-length': body.length };
      const posted = request(this.#url, { method: 'POST', agent: this.#agent, headers });
      const cancel = this.#clock.after(ANSWER_DEADLINE_MS, () =>
        posted.destroy(new Error('No answer in time.')),
      );
      posted.once('close', cancel);
      posted.once('error', (error) => (isUnsent(error) ? resolve(undefined) : reject(error)));
      posted.once('response', (response) => {
        const isTaken = response.statusCode === 200;
        buffer(response).then((bytes) => resolve(isTaken ? decodeAnswers(bytes) : undefined), reject);
      });
      posted.end(body);
    });
  }
}

/** Whether there was no connection yet. */
const isUnsent = ({ syscall }: NodeJS.ErrnoException): boolean =>
  syscall === 'connect' || syscall === 'getaddrinfo';
