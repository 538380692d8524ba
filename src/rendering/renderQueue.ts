import type { CancelTimer, Clock } from '../base/clock.ts';
import { FairQueue, type QueueLimits, type Requester } from '../base/concurrency.ts';
import { NotReady, Refused } from '../base/errors.ts';
import { timeLimitsFor } from './bounds.ts';
import type { Rendered, RenderJob, RenderResult } from './rendered.ts';

/** Renders texts outside the main thread, in the order in which they are posted. */
export interface RenderHost {
  /** Whether the parser is loaded and warmed up. */
  readonly ready: boolean;
  /**
   * Whether a library is being loaded, which happens once, or a text is rendered once more because the machine was busy:
   * neither counts against the text.
   */
  readonly loading: boolean;
  /** Finished but unreported jobs: the index of the current one among the unanswered. */
  readonly current: number;
  /** Number of finished jobs since the start. */
  readonly finished: number;
  post(jobs: readonly RenderJob[]): void;
  end(): Promise<void>;
}

/** Messages of a host to its queue. */
export interface HostListener {
  /** The parser is loaded and warmed up. */
  ready(): void;
  /** Outcomes of the oldest jobs, in order. */
  answered(outcomes: readonly RenderResult[]): void;
  /** The host has died during a job or could not start; `reason` is a clause, such as `exit code 9: bad option`. */
  lost(reason: string): void;
}

/** Starts a host that may spend so many milliseconds on one text. */
export type StartHost = (timeLimit: number, listener: (host: RenderHost) => HostListener) => RenderHost;

/** Options of a queue; jobs beyond its limits are refused. */
interface RenderQueueOptions extends QueueLimits {
  readonly clock: Clock;
  readonly start: StartHost;
  /** Milliseconds per text. */
  readonly timeLimit: number;
  /** Jobs sent to the host before the first of them is answered. */
  readonly window: number;
  /** Called for askers whose text was refused or exceeded the time limit. */
  readonly onTrouble?: (asker: Requester) => void;
  /** Called for every host that has died, could not start, or had to be ended. */
  readonly onLost?: (reason: string) => void;
}

/** A job and its asker. */
interface QueuedJob extends RenderJob {
  readonly asker: Requester;
}

interface PendingJob extends QueuedJob {
  readonly since: number;
  readonly resolve: (rendered: Rendered) => void;
  readonly reject: (error: Error) => void;
}

/** Checks of the watchdog per time limit. */
const LOOKS_PER_LIMIT = 6;

/** Checks without progress after which the host is considered unable to interrupt its text itself. */
const LOST_LOOKS = 8;

/** Checks without progress after which the current text may be one that never ends. */
const STUCK_LOOKS = 2;

/** Time limits that a job waits behind such a text: enough for one, not for two. */
const WAIT_LIMITS_WHEN_STUCK = 1.5;

/** Time limits that a job waits for a replacement host, which starts and warms up meanwhile. */
const WAIT_LIMITS_WITHOUT_HOST = 10;

/** Time limits that a job waits in a long queue that makes progress. */
const WAIT_LIMITS_WHEN_BUSY = 8;

/** Starts in a row that fail before the texts that wait are refused. */
const STARTS = 3;

/** Milliseconds after which a host that has not started is lost. */
const START_LIMIT = 30_000;

/** Seconds from such starts to the next one. */
const PAUSE = 30;

export const renderingUnavailable = (): Refused => new Refused('Unable to render message');
const busy = (): NotReady => new NotReady('Too many messages are waiting to be rendered');
const starting = (): NotReady => new NotReady('What renders messages is being started again');
const stopping = (): NotReady => new NotReady('The server is stopping');
const notWorking = (reason: string): NotReady =>
  new NotReady(
    'This server cannot render such messages at present: its operator has to look into it',
    PAUSE,
    {
      cause: new Error(reason),
    },
  );

/**
 * A host and the jobs waiting for it, which are taken in turns by owner. The host interrupts a job that
 * exceeds the time limit; if it fails to, it is killed and replaced, and the remaining jobs go to the next
 * one. Callers that have waited one and a half limits without progress, or ten for a starting host, get an error
 * that lets them retry: so every answer takes about three limits at most while there is a host. A host that does
 * not start is started again; after three such starts the texts are refused, and the next start is half a minute
 * later.
 */
export class RenderQueue {
  readonly #options: RenderQueueOptions;
  readonly #batch: number;
  readonly #waiting: FairQueue<PendingJob>;
  #sent: PendingJob[] = [];
  #warming: (() => void)[] = [];
  #host: RenderHost | undefined;
  #dispatchDue = false;
  /** Time when the host began its oldest jobs. */
  #begun = 0;
  #nextLook: CancelTimer | undefined;
  #finishedAtLastLook = 0;
  #looksWithoutProgress = 0;
  #everReady = false;
  /** Whether the host has been ready. */
  #hasBegun = false;
  #failedStarts = 0;
  #fault: string | undefined;
  #nextStart: CancelTimer | undefined;
  #closed = false;

  constructor(options: RenderQueueOptions) {
    this.#options = options;
    this.#batch = Math.ceil(options.window / 2);
    this.#waiting = new FairQueue(options);
  }

  /** Why texts are refused; undefined while they are rendered. */
  get fault(): string | undefined {
    return this.#fault;
  }

  /** Resolves when the host renders at full speed, or could not be started. */
  warm(): Promise<void> {
    this.#startUnlessStarted();
    const isOver = this.#closed || this.#fault !== undefined || this.#host?.ready === true;
    return isOver ? Promise.resolve() : new Promise((resolve) => this.#warming.push(resolve));
  }

  /** Renders in the host. Errors: `Refused` (too slow, too large), `NotReady` (too many jobs, no host, closed). */
  render(job: QueuedJob): Promise<Rendered> {
    return new Promise((resolve, reject) => {
      const pending = { since: this.#options.clock.monotonic(), resolve, reject, ...job };
      if (this.#closed) return reject(stopping());
      if (this.#fault !== undefined) return reject(notWorking(this.#fault));
      if (!this.#waiting.add(pending)) return reject(busy());
      this.#startUnlessStarted();
      this.#dispatchSoon();
    });
  }

  /** Ends the host; waiting callers get an error that lets them retry. */
  async close(): Promise<void> {
    this.#closed = true;
    this.#nextLook?.();
    this.#nextStart?.();
    const host = this.#host;
    this.#abandon(stopping());
    await host?.end();
  }

  #startUnlessStarted(): void {
    if (this.#host === undefined && this.#fault === undefined && !this.#closed) this.#start();
  }

  #start(): void {
    const { clock, timeLimit, start } = this.#options;
    const isCurrent = (host: RenderHost): boolean => host === this.#host;
    this.#nextStart?.();
    this.#hasBegun = false;
    try {
      const started = start(timeLimit, (host) => ({
        ready: () => isCurrent(host) && this.#begin(),
        answered: (outcomes) => isCurrent(host) && this.#settle(outcomes),
        lost: (reason) => isCurrent(host) && this.#lose(reason),
      }));
      this.#host = started;
      this.#nextStart = clock.after(START_LIMIT, () => {
        if (!isCurrent(started) || started.ready) return;
        void started.end();
        this.#lose(`it had not started after ${START_LIMIT / 1000} s`);
      });
    } catch (error) {
      this.#lose(String(error));
    }
  }

  #begin(): void {
    this.#everReady = true;
    this.#hasBegun = true;
    this.#nextStart?.();
    this.#failedStarts = 0;
    this.#fault = undefined;
    for (const warmed of this.#warming.splice(0)) warmed();
    this.#dispatch();
  }

  /** Jobs of one turn of the event loop are sent to the host together. */
  #dispatchSoon(): void {
    if (this.#dispatchDue) return;
    this.#dispatchDue = true;
    setImmediate(() => {
      this.#dispatchDue = false;
      this.#dispatch();
    });
  }

  #dispatch(): void {
    this.#lookLater();
    if (!this.#host?.ready) return;
    while (this.#waiting.size > 0 && this.#sent.length + this.#batch <= this.#options.window) {
      const jobs = this.#waiting.take(this.#batch);
      if (this.#sent.length === 0) this.#begun = this.#options.clock.monotonic();
      this.#sent.push(...jobs);
      this.#host.post(jobs);
    }
  }

  #settle(outcomes: readonly RenderResult[]): void {
    const { clock, timeLimit, onTrouble } = this.#options;
    const now = clock.monotonic();
    const wereSlow = now - this.#begun > timeLimit * outcomes.length;
    this.#begun = now;
    this.#sent.splice(0, outcomes.length).forEach((job, index) => {
      const rendered = outcomes[index];
      if (!rendered) return this.#refuse(job);
      if (wereSlow) onTrouble?.(job.asker);
      job.resolve(rendered);
    });
    this.#dispatch();
  }

  #refuse({ asker, reject }: PendingJob): void {
    this.#options.onTrouble?.(asker);
    reject(renderingUnavailable());
  }

  #lookLater(): void {
    if (this.#nextLook || this.#sent.length + this.#waiting.size === 0 || !this.#host) return;
    const { clock, timeLimit } = this.#options;
    this.#finishedAtLastLook = this.#host.finished;
    this.#nextLook = clock.after(timeLimit / LOOKS_PER_LIMIT, () => {
      this.#nextLook = undefined;
      if (this.#host?.ready) this.#stopEndlessJob(this.#host);
      if (this.#everReady) this.#refuseExpired();
      this.#lookLater();
    });
  }

  #stopEndlessJob(host: RenderHost): void {
    if (host.loading) {
      this.#begun = this.#options.clock.monotonic();
      return;
    }
    const stuck = host.finished === this.#finishedAtLastLook && this.#sent.length > host.current;
    this.#looksWithoutProgress = stuck ? this.#looksWithoutProgress + 1 : 0;
    const timeLimits = timeLimitsFor(this.#sent[host.current]?.source ?? '');
    if (stuck && this.#looksWithoutProgress >= LOST_LOOKS * timeLimits) {
      void host.end();
      this.#options.onLost?.('it did not give up a text in time and was ended');
      this.#replace(host);
    }
  }

  /** Not before the first host has started: until then the delay is ours. */
  #refuseExpired(): void {
    const { clock, timeLimit } = this.#options;
    const tooOld = clock.monotonic() - this.#waitLimits() * timeLimit;
    const error = this.#host?.ready ? busy : starting;
    for (const { reject } of this.#waiting.removeWhere(({ since }) => since < tooOld)) reject(error());
  }

  #waitLimits(): number {
    if (!this.#host?.ready) return WAIT_LIMITS_WITHOUT_HOST;
    return this.#looksWithoutProgress < STUCK_LOOKS ? WAIT_LIMITS_WHEN_BUSY : WAIT_LIMITS_WHEN_STUCK;
  }

  /** Refuses the job that stopped the host and gives the others to the next host. */
  #replace(host: RenderHost): void {
    const [culprit] = this.#sent.splice(host.current, 1);
    if (culprit) this.#refuse(culprit);
    this.#waiting.putBack(this.#sent.splice(0));
    this.#looksWithoutProgress = 0;
    this.#host = undefined;
    // One that dies without work may do so again: it is started when there is some.
    if (culprit || this.#waiting.size > 0) this.#start();
    this.#dispatch();
  }

  /** A host that died during a job is replaced; one that did not start is started again, but not for ever. */
  #lose(reason: string): void {
    this.#options.onLost?.(reason);
    if (this.#host && this.#hasBegun) return this.#replace(this.#host);
    this.#host = undefined;
    this.#failedStarts += 1;
    if (this.#failedStarts < STARTS) return this.#start();
    this.#fault = reason;
    this.#abandon(notWorking(reason));
    this.#nextStart = this.#options.clock.after(PAUSE * 1000, () => this.#start());
  }

  #abandon(error: NotReady): void {
    for (const { reject } of [...this.#sent.splice(0), ...this.#waiting.removeWhere(() => true)])
      reject(error);
    for (const warmed of this.#warming.splice(0)) warmed();
    this.#host = undefined;
  }
}
