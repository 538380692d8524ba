/** The condition of a running server, as it measures itself. */
import type { Vitals } from '../api/http/vitals.ts';
import { SERVICE_VERSION } from '../version.ts';
import { readBackupNotes } from './backups.ts';
import type { Core } from './core.ts';
import { checkHealth } from './health.ts';

export async function readVitals(core: Core): Promise<Vitals> {
  const { room, reports, folder, clock } = core;
  return {
    release: SERVICE_VERSION,
    now: clock.now(),
    health: await checkHealth(core),
    backlogs: reports.backlogs(),
    // The log may be out of reach, and then the other figures matter most.
    storage: await room.sizes().catch(() => undefined),
    backups: await readBackupNotes(folder),
  };
}
