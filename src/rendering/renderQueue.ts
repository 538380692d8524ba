import type { CancelTimer, Clock } from '../clock.ts';
import { NotReady, Refused } from '../errors.ts';
import { timeLimitsFor } from './bounds.ts';
import type { RenderHost, StartHost } from './host.ts';
import type { Outcome, RenderJob, Rendered } from './rendered.ts';
import { type Asker, type QueueLimits, TurnQueue } from '../turnQueue.ts';

/** Options of a queue; jobs beyond its limits are refused. */
export interface RenderQueueOptions extends QueueLimits {
  readonly clock: Clock;
  readonly start: StartHost;
  /** Milliseconds per text. */
  readonly timeLimit: number;
  /** Jobs sent to the host before the first of them is answered. */
  readonly window: number;
  /** Called for askers whose text was refused or exceeded the time limit. */
  readonly onTrouble?: (asker: Asker) => void;
}

/** A job and its asker. */
export interface AskedJob extends RenderJob {
  readonly asker: Asker;
}

interface Pending extends AskedJob {
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
const PATIENCE = 1.5;

/** Time limits that a job waits for a replacement host. */
const PATIENCE_FOR_A_HOST = 2;

/** Time limits that a job waits in a long queue that makes progress. */
const PATIENCE_IN_A_CROWD = 8;

export const cannotRender = (): Refused => new Refused('Unable to render message');
const busy = (): NotReady => new NotReady('Too many messages are waiting to be rendered');

/**
 * A host and the jobs waiting for it, which are taken in turn by asker. The host interrupts a job that
 * exceeds the time limit; if it fails to, it is killed and replaced, and the remaining jobs go to the next
 * one. Callers that have waited one and a half limits without progress, or two for a starting host, are told
 * to retry: so every answer takes about three limits at most.
 */
export class RenderQueue {
  readonly #options: RenderQueueOptions;
  readonly #batch: number;
  readonly #waiting: TurnQueue<Pending>;
  #sent: Pending[] = [];
  #warming: (() => void)[] = [];
  #host: RenderHost | undefined;
  #dispatchDue = false;
  /** When the host began its oldest jobs. */
  #begun = 0;
  #nextLook: CancelTimer | undefined;
  #finishedAtLastLook = 0;
  #looksWithoutProgress = 0;
  #everReady = false;
  #closed = false;

  constructor(options: RenderQueueOptions) {
    this.#options = options;
    this.#batch = Math.ceil(options.window / 2);
    this.#waiting = new TurnQueue(options);
  }

  /** Resolves when the host renders at full speed, or could not be started. */
  warm(): Promise<void> {
    this.#host ??= this.#start();
    return this.#host.ready ? Promise.resolve() : new Promise((resolve) => this.#warming.push(resolve));
  }

  /** Renders in the host. Errors: `Refused` (too slow, too large), `NotReady` (too many jobs, closed). */
  render(job: AskedJob): Promise<Rendered> {
    return new Promise((resolve, reject) => {
      const pending = { since: this.#options.clock.monotonic(), resolve, reject, ...job };
      if (this.#closed || !this.#waiting.add(pending)) return reject(busy());
      this.#host ??= this.#start();
      this.#dispatchSoon();
    });
  }

  /** Ends the host; waiting callers are told to retry. */
  async close(): Promise<void> {
    this.#closed = true;
    this.#nextLook?.();
    const host = this.#host;
    this.#abandon();
    await host?.end();
  }

  #start(): RenderHost {
    return this.#options.start(this.#options.timeLimit, (host) => ({
      ready: () => {
        if (host === this.#host) this.#begin();
      },
      answered: (outcomes) => {
        if (host === this.#host) this.#settle(outcomes);
      },
      lost: () => {
        if (host === this.#host) this.#bury();
      },
    }));
  }

  #begin(): void {
    this.#everReady = true;
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

  #settle(outcomes: readonly Outcome[]): void {
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

  #refuse({ asker, reject }: Pending): void {
    this.#options.onTrouble?.(asker);
    reject(cannotRender());
  }

  #lookLater(): void {
    if (this.#nextLook || this.#sent.length + this.#waiting.size === 0 || !this.#host) return;
    const { clock, timeLimit } = this.#options;
    this.#finishedAtLastLook = this.#host.finished;
    this.#nextLook = clock.after(timeLimit / LOOKS_PER_LIMIT, () => {
      this.#nextLook = undefined;
      if (this.#host?.ready) this.#stopEndlessJob(this.#host);
      if (this.#everReady) this.#sendAwayTheImpatient();
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
    const patience = timeLimitsFor(this.#sent[host.current]?.source ?? '');
    if (stuck && this.#looksWithoutProgress >= LOST_LOOKS * patience) {
      void host.end();
      this.#replace(host);
    }
  }

  /** Not before the first host has started: until then the delay is ours. */
  #sendAwayTheImpatient(): void {
    const { clock, timeLimit } = this.#options;
    const tooOld = clock.monotonic() - this.#patience() * timeLimit;
    for (const { reject } of this.#waiting.removeWhere(({ since }) => since < tooOld)) reject(busy());
  }

  #patience(): number {
    if (!this.#host?.ready) return PATIENCE_FOR_A_HOST;
    return this.#looksWithoutProgress < STUCK_LOOKS ? PATIENCE_IN_A_CROWD : PATIENCE;
  }

  /** Refuses the job that stopped the host and gives the others to the next host. */
  #replace(host: RenderHost): void {
    const [culprit] = this.#sent.splice(host.current, 1);
    if (culprit) this.#refuse(culprit);
    this.#waiting.putBack(this.#sent.splice(0));
    this.#looksWithoutProgress = 0;
    this.#host = this.#start();
    this.#dispatch();
  }

  /**
   * A host that died during a job is replaced; one that never started would not start the next time either.
   */
  #bury(): void {
    const host = this.#host;
    if (host?.ready) this.#replace(host);
    else this.#abandon();
  }

  #abandon(): void {
    for (const { reject } of [...this.#sent.splice(0), ...this.#waiting.removeWhere(() => true)])
      reject(busy());
    for (const warmed of this.#warming.splice(0)) warmed();
    this.#host = undefined;
  }
}
