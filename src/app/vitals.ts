/** The condition of a running server, as it measures itself. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Backups, Health, Vitals } from '../api/http/vitals.ts';
import { SERVICE_VERSION } from '../base/version.ts';
import type { ProjectionHealth } from '../projections/running/health.ts';
import { clockBehindLog } from './core/clockWatch.ts';
import type { Core } from './core/core.ts';
import { readProcessLimits } from './processLimits.ts';

const UNKNOWN: Backups = { takenAt: null, position: null, verifiedAt: null, isVerified: null };

/** Records of the back-up commands in the data folder. */
export async function readBackupNotes(folder: string): Promise<Backups> {
  const text = await readFile(join(folder, 'last-backup.json'), 'utf8').catch(() => undefined);
  if (text === undefined) return UNKNOWN;
  try {
    const noted = JSON.parse(text) as Readonly<Record<string, unknown>>;
    return {
      position: typeof noted['position'] === 'number' ? noted['position'] : null,
      takenAt: timeIn(noted['finishedAt']),
      verifiedAt: timeIn(noted['verifiedAt']),
      isVerified: typeof noted['isVerified'] === 'boolean' ? noted['isVerified'] : null,
    };
  } catch {
    return UNKNOWN;
  }
}

/** UNIX milliseconds; null for what is no time. */
function timeIn(text: unknown): number | null {
  const time = typeof text === 'string' ? Date.parse(text) : NaN;
  return Number.isNaN(time) ? null : time;
}

// Readiness of this node and health of its projections: the responses of /health/ready.

/** Each reason is a sentence that says why this node cannot serve; the list is empty if it can. */
export async function checkHealth({
  lanes,
  projections,
  reports,
  rights,
  fullDisk,
}: Pick<Core, 'lanes' | 'projections' | 'reports' | 'rights' | 'fullDisk'>): Promise<Health> {
  const reported = await projections.health();
  const faults = [...lanes.all()].flatMap(({ fault }) => fault?.message ?? []);
  const states = reported.flatMap(({ projection, state, failure }) => {
    if (state === 'building') return `The projection ${projection} is being built.`;
    return failure === undefined ? [] : `The projection ${projection} cannot be kept: ${failure}`;
  });
  return {
    reasons: [
      ...(fullDisk.sentence === undefined ? [] : [fullDisk.sentence]),
      ...faults,
      ...states,
      ...reports.renderFaults(),
      ...rights.sentences({ ofAll: true }),
    ],
    degraded: [...rights.sentences({ ofAll: false }), ...reported.flatMap(quarantineSentences)],
    projections: reported.map(({ projection, lag, quarantined }) => ({
      name: projection,
      lag: lag.events,
      quarantined: quarantined.map(({ organizationId, type, position }) => ({
        organizationId,
        event: `${type} at position ${position}`,
      })),
    })),
  };
}

const quarantineSentences = ({ projection, quarantined }: ProjectionHealth): readonly string[] =>
  quarantined.map(
    ({ organizationId }) =>
      `The view ${projection} is quarantined for organization ${organizationId}: see hansard projections list.`,
  );

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
    limits: await readProcessLimits(),
    clockBehindMs: clockBehindLog(core.lanes, clock),
  };
}
