/** Builds the views of a log before a server starts on it, so that its first start need not. */
import type { Clock } from '../../base/clock.ts';
import type { Logger } from '../../base/logger.ts';
import type { EventLog } from '../../events/log/eventLog.ts';
import { openTail } from '../../events/log/tail.ts';
import { projections } from '../../projections/catalog.ts';
import { startProjections } from '../../projections/running/runner.ts';
import { type BuildListener, type Undo, unwind } from './core.ts';
import { COPY_DEADLINE_MS, type Engines, openReadModels, PROJECTIONS_MODULE } from './engines.ts';
import { rebuildThreads } from './rebuildThreads.ts';

interface BuildOptions {
  readonly engines: Engines;
  /** The log of these engines, open in this process. */
  readonly log: EventLog;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly onProgress: BuildListener;
}

/** Resolves when all views contain what the log contained at first. */
export async function buildViews({ engines, log, clock, logger, onProgress }: BuildOptions): Promise<void> {
  const undo: Undo = [];
  try {
    const readModels = await openReadModels(engines.documents, {
      clock,
      module: PROJECTIONS_MODULE,
      deadline: COPY_DEADLINE_MS,
    });
    undo.push(() => readModels.close());
    const tail = await openTail({ log, clock });
    undo.push(() => tail.stop());
    const fill = rebuildThreads(engines, PROJECTIONS_MODULE, logger);
    const running = await startProjections({
      log,
      tail,
      readModels,
      clock,
      logger,
      projections,
      fill,
      onProgress,
    });
    undo.push(() => running.stop());
    await running.caughtUp();
  } finally {
    await unwind(undo);
  }
}
