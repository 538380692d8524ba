/** The load generator, in a process of its own: sockets and bytes, so that it costs little of what it measures. */
import type { ChildProcess } from 'node:child_process';
import { ask, end, startModule } from './child.ts';

/** One load: each connection sends the next request when its last one is answered. */
export interface LoadJob {
  readonly port: number;
  readonly connections: number;
  readonly milliseconds: number;
  /** Requests as they go over the wire, taken in turns. */
  readonly requests: readonly string[];
  /** Milliseconds that a connection waits before its next request. */
  readonly pause?: number;
  /** Milliseconds from one request of a connection to its next one; the connections begin one after the other. */
  readonly pace?: number;
}

/** The result of a load; percentiles are of the latency in milliseconds. */
export interface Load {
  readonly perSecond: number;
  readonly p50: number;
  readonly p95: number;
  readonly p99: number;
  readonly answered: number;
  /** Answers other than 200. */
  readonly refused: number;
}

export class LoadGenerator {
  readonly #process: ChildProcess = startModule('bench/support/loadProcess');

  async run(job: LoadJob): Promise<Load & Readonly<Record<string, number>>> {
    const load = await ask<Load>(this.#process, job);
    return { ...load };
  }

  stop(): Promise<void> {
    return end(this.#process);
  }
}
