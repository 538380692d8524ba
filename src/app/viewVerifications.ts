/** Verifications of views that owners have requested: one thread at a time, outcomes until the server ends. */
import { rm } from 'node:fs/promises';
import type { Worker } from 'node:worker_threads';
import type { Services, ViewVerification } from '../api/http/services.ts';
import { inspectLog } from '../audit/inspection.ts';
import { NotReady, Refused } from '../base/errors.ts';
import { organizationStream } from '../base/ids.ts';
import type { Logger } from '../base/logger.ts';
import { makeTemporaryFolder } from '../base/temporaryFolders.ts';
import { programUrl, startWorker, threadLoss, whenEnded } from '../base/workerThread.ts';
import { anchorText, parseAnchor } from '../events/chain.ts';
import type { BuildProgress } from '../projections/running/build.ts';
import type { Verification } from '../projections/running/verify.ts';
import type { Core } from './core/core.ts';
import type { Engines } from './core/engines.ts';
import type { VerificationReport, VerificationWorkerData } from './verificationWorker.ts';

export class ViewVerifications {
  readonly #engines: Engines;
  readonly #logger: Logger;
  readonly #known = new Map<string, ViewVerification>();
  #running: Promise<void> | undefined;
  #worker: Worker | undefined;
  #isEnding = false;

  constructor(engines: Engines, logger: Logger) {
    this.#engines = engines;
    this.#logger = logger;
  }

  /** The last verification of a view, or the one that runs. */
  of(name: string): ViewVerification | null {
    return this.#known.get(name) ?? null;
  }

  /** Begins to verify views; Refused while others are being verified. */
  start(names: readonly string[]): void {
    if (this.#running) throw new Refused('Views are being verified already');
    for (const name of names) this.#known.set(name, running(0, 0));
    this.#running = this.#verify(names)
      .catch((err: unknown) => this.#fail(names, err))
      .finally(() => (this.#running = undefined));
  }

  /** Ends what runs; its folder is removed. */
  async stop(): Promise<void> {
    this.#isEnding = true;
    await this.#worker?.terminate();
    await this.#running;
  }

  async #verify(names: readonly string[]): Promise<void> {
    const folder = await makeTemporaryFolder('hansard-verify-');
    try {
      if (!this.#isEnding) await this.#verifyIn({ engines: this.#engines, names, folder });
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  }

  #verifyIn(workerData: VerificationWorkerData): Promise<void> {
    return new Promise((resolve, reject) => {
      const worker = startWorker(programUrl('app/verificationWorker'), { workerData });
      this.#worker = worker;
      worker.on('message', (report: VerificationReport) => {
        if ('progress' in report) this.#take(report.progress);
        else this.#known.set(report.outcome.projection, outcomeOf(report.outcome));
      });
      whenEnded(worker, (reason, code) => {
        const isDone = code === 0 && !workerData.names.some((name) => this.of(name)?.status === 'running');
        if (isDone || this.#isEnding) resolve();
        else reject(threadLoss('verifies views', reason));
      });
    });
  }

  #take({ projection, done, total }: BuildProgress): void {
    this.#known.set(projection, running(done, total));
  }

  #fail(names: readonly string[], err: unknown): void {
    for (const name of names)
      if (this.of(name)?.status === 'running') this.#known.set(name, { ...running(0, 0), status: 'failed' });
    this.#logger.error(
      { event: 'record.verification_failed', err },
      'A verification of views that an owner requested has failed; nothing is known of them.',
    );
  }
}

const running = (done: number, total: number): ViewVerification => ({
  status: 'running',
  done,
  total,
  documents: 0,
  differences: 0,
});

const outcomeOf = ({ status, checkpoint, collections, differenceCount }: Verification): ViewVerification => ({
  status: status === 'damaged' ? 'failed' : status,
  done: checkpoint ?? 0,
  total: checkpoint ?? 0,
  differences: differenceCount,
  documents: collections.reduce((sum, { documents }) => sum + documents, 0),
});

// The record as owners of organizations may consult it: what the command line can do, for the API.

/** Events that are read before others get a turn: each may have some 300,000 characters. */
const EVENTS_PER_TURN = 32;

/** The record service; `verifications` has to be stopped. */
export const createRecordService = (
  { log, projections, buildListeners }: Pick<Core, 'log' | 'projections' | 'buildListeners'>,
  verifications: ViewVerifications,
  logger: Logger,
): Services['record'] => ({
  ...rebuilds(projections, buildListeners, logger),
  verify: (names) => verifications.start(names),
  verification: (name) => verifications.of(name),
  eventsBefore: (organizationId, revision) =>
    log.readStream(organizationStream(organizationId), {
      from: revision,
      direction: 'backwards',
      limit: EVENTS_PER_TURN,
    }),
  inspect: oneAtATime(async (anchor?: string) => {
    const kept = anchor === undefined ? undefined : parseAnchor(anchor);
    const { digest, ...inspection } = await inspectLog(log, () => undefined, kept);
    const isIntact = inspection.breakCount === 0;
    return {
      ...inspection,
      anchor: isIntact ? anchorText({ position: inspection.head ?? 0, digest }) : null,
    };
  }),
});

/** The views, and building them again. */
function rebuilds(
  projections: Core['projections'],
  fillListeners: Core['buildListeners'],
  logger: Logger,
): Pick<Services['record'], 'projections' | 'rebuild' | 'rebuildProgress'> {
  const progress = new Map<string, { readonly done: number; readonly total: number }>();
  fillListeners.add(({ projection, done, total }) => progress.set(projection, { done, total }));
  return {
    projections: () => projections.health(),
    rebuildProgress: (name) => progress.get(name) ?? null,
    rebuild(name) {
      if (name === undefined) progress.clear();
      else progress.delete(name);
      projections
        .rebuild(name)
        .catch((err: unknown) =>
          logger.error(
            { event: 'record.rebuild_failed', err },
            'A rebuild that an owner requested has failed; the previous view is still served.',
          ),
        );
    },
  };
}

/** Fails with NotReady while an earlier call runs: each reads the whole log. */
function oneAtATime<Answer>(work: (anchor?: string) => Promise<Answer>): typeof work {
  let isRunning = false;
  return async (anchor) => {
    if (isRunning) throw new NotReady('The log is being verified already; ask again when that is done.', 10);
    isRunning = true;
    return work(anchor).finally(() => (isRunning = false));
  };
}
