import type { CancelTimer, Clock } from '../clock.ts';
import { NotReady, Refused } from '../errors.ts';
import { timeLimitsFor } from './bounds.ts';
import type { RenderHost, StartHost } from './host.ts';
import type { Outcome, RenderJob, Rendered } from './rendered.ts';
import { type Asker, type QueueLimits, TurnQueue } from './turnQueue.ts';

/** How a queue works; jobs beyond its limits are turned away. */
export interface RenderQueueOptions extends QueueLimits {
  readonly clock: Clock;
  readonly start: StartHost;
  /** Milliseconds that one text may take before it is refused. */
  readonly timeLimit: number;
  /** Jobs that the host is given before it has answered the first of them. */
  readonly window: number;
  /** Told of anybody who asked for what was refused, or took longer than the time limit. */
  readonly onTrouble?: (asker: Asker) => void;
}

/** A job, and for whom it is done. */
export interface AskedJob extends RenderJob {
  readonly asker: Asker;
}

interface Pending extends AskedJob {
  readonly since: number;
  readonly resolve: (rendered: Rendered) => void;
  readonly reject: (error: Error) => void;
}

/** The watchdog looks this often per time limit. */
const LOOKS_PER_LIMIT = 6;

/** Looks without progress after which a host is taken to be beyond ending its text itself. */
const LOST_LOOKS = 8;

/** Looks without progress after which the text in front may be one that does not end. */
const STUCK_LOOKS = 2;

/** Time limits that a job waits behind such a text: one may be in front of it, two may not. */
const PATIENCE = 1.5;

/** Time limits that a job waits for a host to start in place of one that was ended. */
const PATIENCE_FOR_A_HOST = 2;

/** Time limits that a job waits while all goes on: a crowd has its turn. */
const PATIENCE_IN_A_CROWD = 8;

export const cannotRender = (): Refused => new Refused('Unable to render message');
const busy = (): NotReady => new NotReady('Too many messages are waiting to be rendered');

/**
 * One host and the jobs in front of it, which are taken in turn by who asks. The host refuses a job that
 * outlasts the time limit; should it fail to, it is ended and replaced, and the jobs behind go on there.
 * Anybody who has waited for one limit and a half while nothing goes on, or for two while a host starts, is
 * told to come back: every answer then comes within some three limits.
 */
export class RenderQueue {
  readonly #options: RenderQueueOptions;
  readonly #batch: number;
  readonly #waiting: TurnQueue<Pending>;
  #sent: Pending[] = [];
  #warming: (() => void)[] = [];
  #host: RenderHost | undefined;
  #dispatchDue = false;
  /** When the host began with the oldest jobs that it has. */
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

  /** Ends the host; anybody who still waits is told to come back. */
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

  /** All that is asked for in one turn of the event loop goes to the host together. */
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

  /** Not before the first host has started: that is our slowness, not a crowd. */
  #sendAwayTheImpatient(): void {
    const { clock, timeLimit } = this.#options;
    const tooOld = clock.monotonic() - this.#patience() * timeLimit;
    for (const { reject } of this.#waiting.removeWhere(({ since }) => since < tooOld)) reject(busy());
  }

  #patience(): number {
    if (!this.#host?.ready) return PATIENCE_FOR_A_HOST;
    return this.#looksWithoutProgress < STUCK_LOOKS ? PATIENCE_IN_A_CROWD : PATIENCE;
  }

  /** Refuses the job at which a host stopped and gives the others to the next host. */
  #replace(host: RenderHost): void {
    const [culprit] = this.#sent.splice(host.current, 1);
    if (culprit) this.#refuse(culprit);
    this.#waiting.putBack(this.#sent.splice(0));
    this.#looksWithoutProgress = 0;
    this.#host = this.#start();
    this.#dispatch();
  }

  /** A host that died at a job is replaced; one that never started would not start the next time either. */
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
