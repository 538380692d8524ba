/** The condition of a running server, as it measures itself. */
import { readFile } from 'node:fs/promises';
import { freemem, totalmem } from 'node:os';
import { join } from 'node:path';
import type { Backups, Health, ProcessLimits, Vitals } from '../api/http/vitals.ts';
import { SERVICE_VERSION } from '../base/version.ts';
import type { ProjectionHealth } from '../projections/running/health.ts';
import { clockBehindLog } from './core/clockWatch.ts';
import type { Core } from './core/core.ts';

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

// What the system lets this process have: open files, and memory within its control groups.

/** The limits of this process; `root` is the folder with /proc and /sys. */
export async function readProcessLimits(root = '/'): Promise<ProcessLimits> {
  let [totalBytes, freeBytes] = [totalmem(), freemem()];
  for (const { limit, used } of await controlGroups(root)) {
    totalBytes = Math.min(totalBytes, limit);
    freeBytes = Math.min(freeBytes, Math.max(0, limit - used));
  }
  return { openFiles: await openFilesLimit(root), memory: { totalBytes, freeBytes } };
}

const textIn = (...path: readonly string[]): Promise<string> =>
  readFile(join(...path), 'utf8').catch(() => '');

/** The hard limit, which Node raises the soft one to when it starts. */
async function openFilesLimit(root: string): Promise<number | 'unlimited' | null> {
  const limits = await textIn(root, 'proc/self/limits');
  const [, text] = /^Max open files\s+\S+\s+(\d+|unlimited)/m.exec(limits) ?? [];
  if (text === undefined) return null;
  return text === 'unlimited' ? text : Number(text);
}

/** A control group with a limit, in bytes; `used` leaves out the file pages that the kernel gives up first. */
interface ControlGroup {
  readonly limit: number;
  readonly used: number;
}

/** Names of the files of a memory controller, and of the line of its statistics. */
interface Controller {
  readonly folder: string;
  readonly limits: readonly string[];
  readonly usage: string;
  readonly reclaimable: RegExp;
}

const V2: Controller = {
  folder: 'sys/fs/cgroup',
  limits: ['memory.max', 'memory.high'],
  usage: 'memory.current',
  reclaimable: /^inactive_file (\d+)$/m,
};
const V1: Controller = {
  folder: 'sys/fs/cgroup/memory',
  limits: ['memory.limit_in_bytes'],
  usage: 'memory.usage_in_bytes',
  reclaimable: /^total_inactive_file (\d+)$/m,
};

/** The groups of this process that have a limit, from its own to the root: a limit anywhere above holds, too. */
async function controlGroups(root: string): Promise<readonly ControlGroup[]> {
  const found: ControlGroup[] = [];
  for (const line of (await textIn(root, 'proc/self/cgroup')).split('\n')) {
    const [, id, names = '', path = ''] = /^(\d+):([^:]*):(\/.*)$/.exec(line) ?? [];
    const isV2 = id === '0' && names === '';
    if (!isV2 && !names.split(',').includes('memory')) continue;
    const parts = path.split('/').filter(Boolean);
    for (let depth = parts.length; depth >= 0; depth -= 1) {
      const group = await readGroup(isV2 ? V2 : V1, root, parts.slice(0, depth).join('/'));
      if (group) found.push(group);
    }
  }
  return found;
}

/** Undefined for a group without limit, and for one that this process cannot see. */
async function readGroup(
  controller: Controller,
  root: string,
  path: string,
): Promise<ControlGroup | undefined> {
  const textOf = (name: string): Promise<string> => textIn(root, controller.folder, path, name);
  const limits = (await Promise.all(controller.limits.map(textOf))).filter((text) => /^\d+\s*$/.test(text));
  if (limits.length === 0) return undefined;
  const [, reclaimable = 0] = controller.reclaimable.exec(await textOf('memory.stat')) ?? [];
  const used = Number(await textOf(controller.usage)) - Number(reclaimable);
  return { limit: Math.min(...limits.map(Number)), used: Math.max(0, used) };
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
