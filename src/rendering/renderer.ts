import type { Worker } from 'node:worker_threads';
import type { Clock } from '../base/clock.ts';
import type { Requester } from '../base/concurrency.ts';
import { programUrl, startWorker, whenEnded } from '../base/workerThread.ts';
import { isShort, isWithinNesting } from './bounds.ts';
import { isPlain, isPlainWithEmoticons, plainHtml } from './plain.ts';
import { RenderProcess } from './process.ts';
import type { RenderDirectory, Rendered, RenderJob, RenderResult } from './rendered.ts';
import {
  type HostListener,
  type RenderHost,
  renderingUnavailable,
  RenderQueue,
  type StartHost,
} from './renderQueue.ts';

const MEMORY_MB = 256;

/** A worker thread that renders, and how far it has come. */
class RenderThread implements RenderHost {
  readonly #worker: Worker;
  readonly #finished = new Int32Array(new SharedArrayBuffer(4));
  readonly #loading = new Int32Array(new SharedArrayBuffer(4));
  #answered = 0;
  #ready = false;

  /** `timeLimit`: milliseconds for one text. */
  constructor(timeLimit: number, listener: (host: RenderHost) => HostListener) {
    const { ready, answered, lost } = listener(this);
    this.#worker = startWorker(programUrl('rendering/threadWorker'), {
      workerData: { finished: this.#finished, loading: this.#loading, timeLimit },
      resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB },
    });
    this.#worker.on('message', (message: 'ready' | readonly RenderResult[]) => {
      if (message === 'ready') {
        this.#ready = true;
        return ready();
      }
      this.#answered += message.length;
      answered(message);
    });
    whenEnded(this.#worker, ({ message }) => lost(message));
  }

  get ready(): boolean {
    return this.#ready;
  }

  get loading(): boolean {
    return Atomics.load(this.#loading, 0) === 1;
  }

  get current(): number {
    return this.finished - this.#answered;
  }

  get finished(): number {
    return Atomics.load(this.#finished, 0);
  }

  post(jobs: readonly RenderJob[]): void {
    this.#worker.postMessage(jobs.map(({ source, directory }) => ({ source, directory })));
  }

  async end(): Promise<void> {
    await this.#worker.terminate();
  }
}

/** Markdown to HTML, off the main thread. */
export interface Renderer {
  /**
   * Renders one message. Errors: `Refused('Unable to render message')` if the text would take too long or
   * grow too large, `NotReady` if too many texts are waiting, in total or of the same owner.
   */
  render(source: string, directory: RenderDirectory, asker: Requester): Promise<Rendered>;
  /** Sentences for texts that are refused because their host does not start, with the cause; none while all works. */
  faults(): readonly string[];
  /** Starts the hosts for short and for long messages in advance; resolves when they are ready or cannot be started. */
  warm(): Promise<void>;
  close(): Promise<void>;
}

/** Options of a renderer; tests shorten the time limit. */
export interface RendererOptions {
  readonly clock: Clock;
  /** Milliseconds for one message; every answer takes at most three times as long. */
  readonly timeLimit?: number;
  readonly queueLimit?: number;
  /** Called for every thread or process that has died, could not start or had to be ended. */
  readonly onLost?: (host: HostName, reason: string) => void;
  /** Starts what renders long texts; a process of ours unless given. */
  readonly startLong?: StartHost;
}

/** By the texts that a host renders; `apart` are long texts of owners whose last text was slow or failed. */
type HostName = 'short' | 'long' | 'apart';

/** Waiting texts per owner: a burst of short ones is over soon, long ones take about 50 ms each. */
const OWNER_LIMIT = { short: 250, long: 32 };

/**
 * Milliseconds for which somebody's long texts are rendered separately after one that was refused or slow.
 */
const SEPARATION_MS = 60_000;
/** Separated owners before expired ones are removed. */
const MAX_SEPARATED_OWNERS = 1_000;

/** The texts that each host renders, for the operator. */
const TEXTS: Readonly<Record<HostName, string>> = {
  short: 'Short texts with markup',
  long: 'Long texts, code and formulas',
  apart: 'Long texts, code and formulas of people whose last one was slow',
};

const NOTHING_MENTIONED = { mentionedUserIds: [], mentionedGroupIds: [], wildcards: [], links: [] };

/**
 * A renderer with three hosts, each started on first use: a thread for short messages, with short waits; a
 * process for long ones, formulas and code, in turn by asker; and a process for owners whose last text was
 * slow or failed, so that they delay nobody else.
 */
export function createRenderer(options: RendererOptions): Renderer {
  const { clock, timeLimit = 300, queueLimit = 1000, onLost } = options;
  const { startLong = (...how) => new RenderProcess(...how) } = options;
  const suspects = new Suspects(clock);
  const queueOf = (host: HostName, start: StartHost, limits: { window: number; ownerLimit: number }) =>
    new RenderQueue({
      clock,
      timeLimit,
      queueLimit,
      start,
      ...limits,
      onTrouble: (asker) => suspects.add(asker),
      onLost: (reason) => onLost?.(host, reason),
    });
  const forLong = { window: 1, ownerLimit: OWNER_LIMIT.long };
  const queues: Readonly<Record<HostName, RenderQueue>> = {
    short: queueOf('short', (...how) => new RenderThread(...how), {
      window: 32,
      ownerLimit: OWNER_LIMIT.short,
    }),
    long: queueOf('long', startLong, forLong),
    apart: queueOf('apart', startLong, forLong),
  };
  return {
    async render(source, directory, asker) {
      const isPlainText = directory.emoticons ? isPlainWithEmoticons : isPlain;
      if (directory.linkifiers.length === 0 && isPlainText(source))
        return { html: plainHtml(source), ...NOTHING_MENTIONED };
      if (!isWithinNesting(source)) throw renderingUnavailable();
      const queue = isShort(source) ? queues.short : suspects.has(asker) ? queues.apart : queues.long;
      return queue.render({ source, directory, asker });
    },
    faults: () =>
      Object.entries(queues).flatMap(([host, { fault }]) =>
        fault === undefined ? [] : `${TEXTS[host as HostName]} cannot be rendered: ${fault}.`,
      ),
    warm: async () => void (await Promise.all([queues.short.warm(), queues.long.warm()])),
    close: async () => void (await Promise.all(Object.values(queues).map((queue) => queue.close()))),
  };
}

/** Owners with a recent text that was slow or failed. */
class Suspects {
  readonly #clock: Clock;
  /** Until when, in milliseconds. */
  readonly #until = new Map<string, number>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  has(asker: Requester): boolean {
    return this.#isApart(keyOf(asker));
  }

  add(asker: Requester): void {
    if (this.#until.size >= MAX_SEPARATED_OWNERS)
      for (const known of this.#until.keys()) if (!this.#isApart(known)) this.#until.delete(known);
    this.#until.set(keyOf(asker), this.#clock.monotonic() + SEPARATION_MS);
  }

  #isApart(owner: string): boolean {
    return (this.#until.get(owner) ?? -Infinity) > this.#clock.monotonic();
  }
}

const keyOf = ({ organizationId, ownerId }: Requester): string => `${organizationId}:${ownerId}`;
