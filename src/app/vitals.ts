/** The condition of a running server, as it measures itself. */
import type { Vitals } from '../api/http/vitals.ts';
import { SERVICE_VERSION } from '../version.ts';
import { notedBackups } from './backups.ts';
import type { Core } from './core.ts';
import { healthOf } from './health.ts';

export async function vitalsOf(core: Core): Promise<Vitals> {
  const { room, reports, folder, clock } = core;
  return {
    release: SERVICE_VERSION,
    now: clock.now(),
    health: await healthOf(core),
    backlogs: reports.backlogs(),
    // The log may be out of reach, and then the other figures matter most.
    room: await room.room().catch(() => undefined),
    backups: await notedBackups(folder),
  };
}
