/** The stand-in as a process of its own: killed, frozen, told to end, and started again on its file and its port. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { credentials } from '@grpc/grpc-js';
import { OperationsClient } from '@eventstore/db-client/generated/operations_grpc_pb.js';
import operationsPb from '@eventstore/db-client/generated/operations_pb.js';
import { freePort } from '../ports.ts';
import { programPath } from '../process.ts';
import type { Version } from './ways.ts';

const running = new Set<StandInProcess>();
process.on('exit', () => {
  for (const standIn of running) standIn.discard();
});

export interface StandInProcessOptions {
  readonly like: Version;
  /** Whether it offers BatchAppend; it does unless told otherwise. */
  readonly batchAppend?: boolean;
  /** Milliseconds that it goes on for when it is told to end. */
  readonly ending?: number;
  /** Milliseconds that each page of a read takes. */
  readonly pageDelay?: number;
}

export class StandInProcess {
  readonly #options: StandInProcessOptions;
  readonly #folder = mkdtempSync(join(tmpdir(), 'hansard-eventstoredb-'));
  #child: ChildProcess | undefined;
  /** Whether it has been told to end, and knows. */
  isEnding = false;
  #port = '';

  private constructor(options: StandInProcessOptions) {
    this.#options = options;
  }

  static async start(options: StandInProcessOptions): Promise<StandInProcess> {
    const standIn = new StandInProcess(options);
    standIn.#port = await freePort();
    running.add(standIn);
    await standIn.restart();
    return standIn;
  }

  get url(): string {
    return `esdb://127.0.0.1:${this.#port}?tls=false`;
  }

  /** Starts again with all that was stored, on the same port, which no other server is given meanwhile. */
  async restart(): Promise<void> {
    const { like, batchAppend = true, ending = 0, pageDelay = 0 } = this.#options;
    const words = [
      ...(batchAppend ? [] : ['unary']),
      '--like',
      like,
      '--file',
      join(this.#folder, 'events'),
      '--port',
      this.#port,
    ];
    const child = spawn(
      process.execPath,
      [programPath('log'), ...words, '--ending', String(ending), '--page-delay', String(pageDelay)],
      { stdio: ['ignore', 'pipe', 'inherit'] },
    );
    this.#child = child;
    this.isEnding = false;
    await untilListening(child);
    child.stdout.once('data', () => (this.isEnding = true));
  }

  /** Ends it as a power cut would. */
  async kill(): Promise<void> {
    await this.#end('SIGKILL');
  }

  /** Asks it to end, and waits until it has. */
  async stop(): Promise<void> {
    await this.#end('SIGTERM');
  }

  /** Connections stay open and nothing is answered. */
  freeze(): void {
    this.#child?.kill('SIGSTOP');
  }

  thaw(): void {
    this.#child?.kill('SIGCONT');
  }

  scavenge(): Promise<void> {
    const client = new OperationsClient(`127.0.0.1:${this.#port}`, credentials.createInsecure());
    return new Promise((resolve, reject) => {
      client.startScavenge(new operationsPb.StartScavengeReq(), (error) => {
        client.close();
        if (error) reject(error);
        else resolve();
      });
    });
  }

  /** Ends it without waiting and deletes its events. */
  discard(): void {
    this.#child?.kill('SIGKILL');
    rmSync(this.#folder, { recursive: true, force: true, maxRetries: 3 });
    running.delete(this);
  }

  async #end(signal: NodeJS.Signals): Promise<void> {
    const child = this.#child;
    this.#child = undefined;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const gone = once(child, 'exit');
    child.kill(signal);
    await gone;
  }
}

/** Resolves when it has said that it listens. */
async function untilListening(child: ChildProcess): Promise<void> {
  const ended = once(child, 'exit').then(([code]) => {
    throw new Error(`The stand-in ended with ${String(code)} instead of starting.`);
  });
  const firstOutput = once(child.stdout!, 'data') as Promise<[Buffer]>;
  ended.catch(() => {});
  await Promise.race([firstOutput, ended]);
}
