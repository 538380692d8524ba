/** The process behind `LoadGenerator`. */
import { connect, type Socket } from 'node:net';
import type { Load, LoadJob } from './load.ts';

const HEAD_END = Buffer.from('\r\n\r\n');
const NOTHING = Buffer.alloc(0);
const LENGTH = /\r\ncontent-length: *(\d+)/i;

type OnAnswer = (milliseconds: number, isSuccess: boolean) => void;

/** One connection: a request, its answer, the next request. */
class Connection {
  readonly #socket: Socket;
  readonly #next: () => Buffer;
  readonly #onAnswer: OnAnswer;
  readonly #pause: number;
  readonly #pace: number;
  #head: Buffer = NOTHING;
  /** Bytes of the body that have not come yet. */
  #missing = 0;
  #isSuccess = false;
  #sentAt = 0;
  #ended = false;

  constructor(
    { port, pause = 0, pace = 0 }: LoadJob,
    next: () => Buffer,
    onAnswer: OnAnswer,
    /** Milliseconds until the first request. */
    delay: number,
  ) {
    this.#next = next;
    this.#onAnswer = onAnswer;
    this.#pause = pause;
    this.#pace = pace;
    const begin = (): void => void setTimeout(() => this.#send(), delay);
    this.#socket = connect(
      { port, host: '127.0.0.1', noDelay: true },
      delay > 0 ? begin : () => this.#send(),
    );
    this.#socket.on('data', (chunk) => this.#take(chunk));
    this.#socket.on('error', () => this.#onAnswer(0, false));
  }

  end(): void {
    this.#ended = true;
    this.#socket.destroy();
  }

  #send(): void {
    if (this.#ended) return;
    this.#sentAt = performance.now();
    this.#socket.write(this.#next());
  }

  /** Of a body only its length is looked at: it may be megabytes long. */
  #take(chunk: Buffer): void {
    if (this.#missing > 0) this.#missing -= chunk.length;
    else if (!this.#takeHead(chunk)) return;
    if (this.#missing > 0) return;
    const latency = performance.now() - this.#sentAt;
    this.#onAnswer(latency, this.#isSuccess);
    const wait = Math.max(this.#pause, this.#pace - latency);
    if (wait > 0) setTimeout(() => this.#send(), wait);
    else this.#send();
  }

  /** False until the head is complete. */
  #takeHead(chunk: Buffer): boolean {
    const received = this.#head.length === 0 ? chunk : Buffer.concat([this.#head, chunk]);
    const end = received.indexOf(HEAD_END);
    this.#head = end < 0 ? received : NOTHING;
    if (end < 0) return false;
    const text = received.toString('latin1', 0, end);
    this.#isSuccess = text.startsWith('HTTP/1.1 200');
    this.#missing = Number(LENGTH.exec(text)?.[1] ?? 0) - (received.length - end - HEAD_END.length);
    return true;
  }
}

async function run(job: LoadJob): Promise<Load> {
  const requests = job.requests.map((text) => Buffer.from(text));
  const latencies: number[] = [];
  let [sent, refused] = [0, 0];
  const next = (): Buffer => requests[sent++ % requests.length] as Buffer;
  const onAnswer = (milliseconds: number, isSuccess: boolean): void => {
    latencies.push(milliseconds);
    if (!isSuccess) refused += 1;
  };
  const started = performance.now();
  const { connections: count, pace = 0 } = job;
  const connections = Array.from(
    { length: count },
    (_, index) => new Connection(job, next, onAnswer, (index * pace) / count),
  );
  await new Promise((resolve) => setTimeout(resolve, job.milliseconds));
  const seconds = (performance.now() - started) / 1000;
  const answered = latencies.length;
  for (const connection of connections) connection.end();
  latencies.sort((one, other) => one - other);
  const percentile = (part: number): number => latencies[Math.floor(answered * part)] ?? NaN;
  const [p50, p95, p99] = [percentile(0.5), percentile(0.95), percentile(0.99)];
  return { perSecond: answered / seconds, p50, p95, p99, answered, refused };
}

process.on('message', (job: LoadJob) => void run(job).then((load) => process.send?.(load)));
process.on('disconnect', () => process.exit(0));
