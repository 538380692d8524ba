/** Keeping files and the log together: bytes that nothing refers to any more are removed. */
import { type Clock, inSeconds } from '../clock.ts';
import type { Lanes } from '../commands/lane/lanes.ts';
import type { Files } from '../files/files.ts';
import type { Logger } from '../logger.ts';

const HOUR_MS = 60 * 60 * 1000;
/** Milliseconds between two sweeps. */
const SWEEP_INTERVAL_MS = HOUR_MS;
/** Milliseconds that bytes may wait for the event that names them. */
const UNREFERENCED_GRACE_MS = 24 * HOUR_MS;

/** Removes what was stored a day ago or earlier and that no event refers to (any more); answers how much that was. */
export async function sweepFiles(files: Files, lanes: Lanes, clock: Clock): Promise<number> {
  const time = clock.now() - UNREFERENCED_GRACE_MS;
  // What others have named meanwhile must be known, or it would be lost.
  await lanes.catchUp();
  await files.removeUnfinished(time);
  let swept = 0;
  for (const { state } of lanes.all())
    for await (const page of files.storedBefore(state.organizationId, time))
      for (const { digest } of page)
        if (!state.files.uses.has(digest) && (await files.remove(state.organizationId, digest, time)))
          swept += 1;
  return swept;
}

/** Sweeps now and then; answers how to stop. */
export function startFileSweep(files: Files, lanes: Lanes, clock: Clock, logger: Logger): () => void {
  const sweep = async (): Promise<void> => {
    const swept = await sweepFiles(files, lanes, clock);
    if (swept > 0)
      logger.info({ event: 'files.swept', swept }, 'Files that no event refers to were removed.');
  };
  const failed = `Unused files could not be removed; the next attempt is in ${inSeconds(SWEEP_INTERVAL_MS)}.`;
  return clock.every(
    SWEEP_INTERVAL_MS,
    () => void sweep().catch((err: unknown) => logger.warn({ event: 'files.sweep_failed', err }, failed)),
  );
}
