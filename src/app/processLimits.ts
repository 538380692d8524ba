/** What the system lets this process have: open files, and memory within its control groups. */
import { readFile } from 'node:fs/promises';
import { freemem, totalmem } from 'node:os';
import { join } from 'node:path';
import type { ProcessLimits } from '../api/http/vitals.ts';

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
