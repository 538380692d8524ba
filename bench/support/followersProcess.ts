/** Clients of event queues, all in one process: each polls on a connection of its own, and sends are timed beside them. */
import { connect, type Socket } from 'node:net';
import { formRequest } from './server.ts';

/** A poller: its queue, and the last event of it. */
export interface Follower {
  readonly authorization: string;
  readonly queueId: string;
  readonly lastEventId: number;
}

export type FollowerJob =
  | { readonly do: 'follow'; readonly port: number; readonly followers: readonly Follower[] }
  | ({
      readonly do: 'send';
      readonly port: number;
      readonly authorization: string;
      readonly channel: string;
    } & {
      readonly perSecond: number;
      readonly milliseconds: number;
    })
  | { readonly do: 'burst'; readonly port: number; readonly authorization: string; readonly channel: string }
  | { readonly do: 'comeBack'; readonly port: number; readonly followers: readonly Follower[] }
  | { readonly do: 'leave' };

/** Milliseconds from the acknowledgment of a send to a follower's receipt, and how many were received. */
export interface Receipts {
  readonly p50: number;
  readonly p99: number;
  readonly received: number;
  readonly sent: number;
}

const HEAD_END = '\r\n\r\n';
const TAG = /#(\d+)#/g;
const LAST_ID = /"id":(\d+)\}\],"queue_id"/;

/** Tag of a message → when its send was acknowledged. */
const acknowledged = new Map<number, number>();
const receipts: { readonly tag: number; readonly at: number }[] = [];
let followers: Poller[] = [];
let onReceived = (): void => {};
let tags = 0;

/** A connection that polls again after each answer, and reconnects when it is lost, as clients do. */
class Exchange {
  readonly #port: number;
  readonly #onBody: (body: string) => void;
  #socket: Socket;
  #pendingRequest = '';
  #text = '';
  #isOver = false;

  constructor(port: number, onBody: (body: string) => void) {
    this.#port = port;
    this.#onBody = onBody;
    this.#socket = this.#connect();
  }

  ask(request: string): void {
    this.#pendingRequest = request;
    this.#socket.write(request);
  }

  end(): void {
    this.#isOver = true;
    this.#socket.destroy();
  }

  #connect(): Socket {
    const socket = connect({ port: this.#port, host: '127.0.0.1', noDelay: true });
    socket.setEncoding('utf8').on('data', (chunk: string) => this.#take(chunk));
    socket.on('error', () => {}).on('close', () => this.#lose());
    return socket;
  }

  #lose(): void {
    if (this.#isOver) return;
    this.#text = '';
    this.#socket = this.#connect();
    if (this.#pendingRequest !== '') this.#socket.write(this.#pendingRequest);
  }

  #take(chunk: string): void {
    this.#text += chunk;
    const head = this.#text.indexOf(HEAD_END);
    if (head < 0) return;
    const length = Number(/\r\ncontent-length: *(\d+)/i.exec(this.#text)?.[1]);
    const body = this.#text.slice(head + HEAD_END.length);
    if (Buffer.byteLength(body) < length) return;
    this.#text = '';
    this.#pendingRequest = '';
    this.#onBody(body);
  }
}

function pollRequest({ authorization, queueId }: Follower, last: number): string {
  const path = `/api/v1/events?queue_id=${queueId}&last_event_id=${last}`;
  return `GET ${path} HTTP/1.1\r\nHost: localhost\r\nAuthorization: ${authorization}\r\n\r\n`;
}

class Poller {
  readonly #exchange: Exchange;
  readonly #follower: Follower;
  #last: number;

  constructor(port: number, follower: Follower) {
    this.#follower = follower;
    this.#last = follower.lastEventId;
    this.#exchange = new Exchange(port, (body) => this.#take(body));
    this.#poll();
  }

  end(): void {
    this.#exchange.end();
  }

  #poll(): void {
    this.#exchange.ask(pollRequest(this.#follower, this.#last));
  }

  #take(body: string): void {
    const at = performance.now();
    this.#last = Number(LAST_ID.exec(body)?.[1] ?? this.#last);
    for (const [, tag] of body.matchAll(TAG)) receipts.push({ tag: Number(tag), at });
    onReceived();
    this.#poll();
  }
}

const sendRequest = ({ authorization, channel }: { authorization: string; channel: string }, tag: number) =>
  formRequest('/api/v1/messages', authorization, {
    type: 'channel',
    to: channel,
    topic: 'benchmarks',
    content: `Everybody is told of this #${tag}#`,
  });

/** Sends at a pace, on as many connections as are needed to hold it. */
async function send(job: Extract<FollowerJob, { do: 'send' }>): Promise<Receipts> {
  receipts.length = 0;
  const idle: ((tag: number) => void)[] = [];
  const sendOne = (tag: number): void => {
    const free = idle.pop();
    if (free) return free(tag);
    let current = tag;
    const exchange = new Exchange(job.port, () => {
      acknowledged.set(current, performance.now());
      idle.push((next) => {
        current = next;
        exchange.ask(sendRequest(job, next));
      });
    });
    exchange.ask(sendRequest(job, tag));
  };
  const first = tags + 1;
  const began = performance.now();
  for (let sent = 0; performance.now() - began < job.milliseconds;) {
    const due = Math.floor(((performance.now() - began) / 1_000) * job.perSecond);
    for (; sent < due; sent += 1) sendOne((tags += 1));
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
  await new Promise((resolve) => setTimeout(resolve, 500));
  const latencies = receipts
    .filter(({ tag }) => tag >= first && acknowledged.has(tag))
    .map(({ tag, at }) => Math.max(0, at - (acknowledged.get(tag) ?? at)))
    .sort((one, other) => one - other);
  const percentile = (part: number): number => latencies[Math.floor(latencies.length * part)] ?? NaN;
  return { p50: percentile(0.5), p99: percentile(0.99), received: latencies.length, sent: tags + 1 - first };
}

/** Milliseconds from one send to the last answer of all who poll. */
function burst(job: Extract<FollowerJob, { do: 'burst' }>): Promise<number> {
  receipts.length = 0;
  return new Promise((resolve) => {
    const began = performance.now();
    onReceived = () => {
      if (receipts.length < followers.length) return;
      onReceived = () => {};
      exchange.end();
      resolve(performance.now() - began);
    };
    const exchange = new Exchange(job.port, () => {});
    exchange.ask(sendRequest(job, (tags += 1)));
  });
}

/** Milliseconds until everybody has the first answer; nobody polls again. */
async function comeBack({ port, followers }: Extract<FollowerJob, { do: 'comeBack' }>): Promise<number> {
  const began = performance.now();
  await Promise.all(
    followers.map(
      (follower) =>
        new Promise<void>((resolve) => {
          const exchange = new Exchange(port, () => {
            exchange.end();
            resolve();
          });
          exchange.ask(pollRequest(follower, follower.lastEventId));
        }),
    ),
  );
  return performance.now() - began;
}

process.on('message', (job: FollowerJob) => {
  if (job.do === 'follow') {
    followers = job.followers.map((follower) => new Poller(job.port, follower));
    // Of a floor nobody can tell when all of them wait.
    setTimeout(() => process.send?.(true), 1_000 + followers.length / 4);
  } else if (job.do === 'send') void send(job).then((found) => process.send?.(found));
  else if (job.do === 'comeBack') void comeBack(job).then((took) => process.send?.(took));
  else if (job.do === 'burst') void burst(job).then((took) => process.send?.(took));
  else {
    for (const follower of followers) follower.end();
    followers = [];
    process.send?.(true);
  }
});
process.on('disconnect', () => process.exit(0));
