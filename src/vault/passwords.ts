import { createHash } from 'node:crypto';
import type { Worker } from 'node:worker_threads';
import { NotReady } from '../base/errors.ts';
import { programUrl, reportLoss, startWorker, whenEnded } from '../base/workerThread.ts';
import type { PasswordAnswer, PasswordJob } from './passwordWorker.ts';

/** Hashing and checking passwords, off the main thread. */
export interface Passwords {
  /** The bcrypt hash to store. Errors: `NotReady` when too many passwords are waiting. */
  hash(password: string): Promise<string>;
  /**
   * True if the password belongs to the hash. Without a hash (unknown address) it takes as long and returns
   * false, so that response times do not reveal accounts. Errors: `NotReady`.
   */
  verify(password: string, hash: string | null): Promise<boolean>;
  close(): Promise<void>;
}

/** Settings of password hashing; the cost is the logarithm of bcrypt's rounds. */
export interface PasswordsOptions {
  readonly cost?: number;
  readonly queueLimit?: number;
  /** The program of the threads; tests start others. */
  readonly module?: URL;
}

/** More would take processors away from the rest of the server. */
const THREADS = 2;

interface PendingHash {
  readonly job: PasswordJob;
  readonly resolve: (answer: PasswordAnswer) => void;
  readonly reject: (error: Error) => void;
}

/** bcrypt reads 72 bytes and stops at a zero byte; a base64 digest avoids both and loses nothing. */
const digestOf = (password: string): string =>
  createHash('sha256').update(password.normalize('NFKC')).digest('base64');

/** A pool of two threads, started when first needed, with one queue in front. */
export function createPasswords({
  cost = 10,
  queueLimit = 500,
  module = programUrl('vault/passwordWorker'),
}: PasswordsOptions = {}): Passwords {
  const pool = new HashingPool(queueLimit, module);
  return {
    hash: async (password) => String(await pool.run({ digest: digestOf(password), cost })),
    async verify(password, hash) {
      const digest = digestOf(password);
      const answer = await pool.run(hash === null ? { digest, cost } : { digest, hash });
      return answer === true;
    },
    close: () => pool.close(),
  };
}

class HashingPool {
  readonly #queueLimit: number;
  readonly #module: URL;
  readonly #waiting: PendingHash[] = [];
  readonly #working = new Map<Worker, PendingHash>();
  readonly #idle: Worker[] = [];
  #closed = false;

  constructor(queueLimit: number, module: URL) {
    this.#queueLimit = queueLimit;
    this.#module = module;
  }

  run(job: PasswordJob): Promise<PasswordAnswer> {
    if (this.#closed || this.#waiting.length >= this.#queueLimit) {
      return Promise.reject(new NotReady('Too many passwords are being checked'));
    }
    return new Promise((resolve, reject) => {
      this.#waiting.push({ job, resolve, reject });
      this.#next();
    });
  }

  async close(): Promise<void> {
    this.#closed = true;
    const threads = [...this.#idle.splice(0), ...this.#working.keys()];
    for (const { reject } of [...this.#working.values(), ...this.#waiting.splice(0)]) {
      reject(new NotReady('The server is stopping'));
    }
    this.#working.clear();
    await Promise.all(threads.map((thread) => thread.terminate()));
  }

  #next(): void {
    if (this.#waiting.length === 0 || this.#working.size === THREADS) return;
    const thread = this.#idle.pop() ?? this.#start();
    const pending = this.#waiting.shift();
    if (!pending) return;
    this.#working.set(thread, pending);
    thread.postMessage(pending.job);
  }

  #start(): Worker {
    const thread = startWorker(this.#module);
    thread.on('message', (answer: PasswordAnswer) => {
      const pending = this.#working.get(thread);
      if (!this.#working.delete(thread)) return;
      this.#idle.push(thread);
      pending?.resolve(answer);
      this.#next();
    });
    whenEnded(thread, (reason) => this.#lose(thread, reason));
    return thread;
  }

  #lose(thread: Worker, reason: Error): void {
    if (this.#closed) return;
    const cause = reportLoss('checks passwords', reason);
    const idleAt = this.#idle.indexOf(thread);
    if (idleAt >= 0) this.#idle.splice(idleAt, 1);
    const pending = this.#working.get(thread);
    this.#working.delete(thread);
    pending?.reject(new NotReady('Passwords cannot be checked now: a thread has ended.', 1, { cause }));
    this.#next();
  }
}
