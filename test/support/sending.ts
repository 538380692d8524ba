/** Many messages over many connections, each with a content of its own, and what became of each. */
import { Agent, request } from 'node:http';
import type { Person } from './hansard.ts';

/** Where senders send to. */
interface Target {
  /** Of the API. */
  readonly url: string;
  readonly person: Person;
  readonly channel: string;
  /** What measures how long sends take; milliseconds. */
  readonly now?: () => number;
}

/** One send and its fate: `waiting`, `under way`, `answered`, or `broken` where the connection ended first. */
export interface Send {
  readonly content: string;
  readonly key: string | undefined;
  fate: 'waiting' | 'under way' | 'answered' | 'broken';
  status: number;
  /** Milliseconds from its beginning to its end. */
  took: number;
  /** Of the message that was made. */
  id: number | undefined;
  code: string | undefined;
  retryAfter: string | undefined;
}

/** Sends of texts that nobody else sends. */
export const distinctSends = (name: string, count: number, keyed = false): Send[] =>
  Array.from({ length: count }, (_, index) => ({
    content: `${name} ${index}`,
    key: keyed ? `${name}/${index}` : undefined,
    fate: 'waiting',
    status: 0,
    took: 0,
    id: undefined,
    code: undefined,
    retryAfter: undefined,
  }));

export const isAcknowledged = ({ fate, status }: Send): boolean => fate === 'answered' && status === 200;

/** Connections to one server that are kept open. */
export class Senders {
  readonly #target: Target;
  readonly #agent: Agent;
  readonly #connections: number;
  underWay = 0;
  answered = 0;
  acknowledged = 0;

  constructor(target: Target, connections: number) {
    this.#target = target;
    this.#connections = connections;
    this.#agent = new Agent({ keepAlive: true, maxSockets: connections });
  }

  /** Sends all of them, as many at a time as there are connections; goes on after failures unless told not to. */
  async sendAll(sends: readonly Send[], goesOn: () => boolean = () => true): Promise<void> {
    const queue = sends.values();
    const loop = async (): Promise<void> => {
      for (const send of queue) {
        if (!goesOn()) return;
        await this.send(send);
      }
    };
    await Promise.all(Array.from({ length: this.#connections }, loop));
  }

  /**
   * Sends so many a second, whatever becomes of them, while it is told to go on, and fewer where they are answered more
   * slowly than that: never more at a time than there are connections. Answers all of them.
   */
  async sendAtRate(perSecond: number, name: string, goesOn: () => boolean): Promise<readonly Send[]> {
    const sends: Send[] = [];
    const pending: Promise<void>[] = [];
    const began = performance.now();
    while (goesOn()) {
      const due = Math.floor(((performance.now() - began) / 1_000) * perSecond);
      while (sends.length < due && this.underWay < this.#connections) {
        const [send] = distinctSends(`${name} ${sends.length}`, 1) as [Send];
        sends.push(send);
        pending.push(this.send(send));
      }
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
    await Promise.all(pending);
    return sends;
  }

  /** Never fails: the send itself tells what became of it. */
  send(send: Send): Promise<void> {
    const { url, person, channel, now = () => performance.now() } = this.#target;
    const body = new URLSearchParams({ type: 'channel', to: channel, topic: 'load', content: send.content });
    const headers = {
      authorization: `Basic ${Buffer.from(`${person.email}:${person.key}`).toString('base64')}`,
      'content-type': 'application/x-www-form-urlencoded',
      ...(send.key !== undefined && { 'idempotency-key': send.key }),
    };
    send.fate = 'under way';
    const began = now();
    this.underWay += 1;
    return new Promise<void>((resolve) => {
      const end = (fate: Send['fate']): void => {
        if (send.fate !== 'under way') return;
        send.fate = fate;
        send.took = now() - began;
        this.underWay -= 1;
        if (fate === 'answered') this.answered += 1;
        if (isAcknowledged(send)) this.acknowledged += 1;
        resolve();
      };
      const outgoing = request(
        `${url}/messages`,
        { method: 'POST', agent: this.#agent, headers },
        (answer) => {
          let text = '';
          answer.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
          answer.on('error', () => end('broken'));
          answer.on('end', () => {
            if (!answer.complete) return end('broken');
            note(send, answer.statusCode ?? 0, answer.headers['retry-after'], text);
            end('answered');
          });
        },
      );
      outgoing.on('error', () => end('broken'));
      outgoing.end(body.toString());
    });
  }

  close(): void {
    this.#agent.destroy();
  }
}

function note(send: Send, status: number, retryAfter: string | undefined, text: string): void {
  const { id, code } = JSON.parse(text) as { id?: number; code?: string };
  Object.assign(send, { status, retryAfter, id, code });
}
