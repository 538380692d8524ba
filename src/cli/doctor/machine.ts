/** Checks of the machine: its disk, its clock, what the process may do. */
import { constants } from 'node:fs';
import { access, mkdtemp, open, readdir, rm, stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import type { ProcessLimits } from '../../api/http/vitals.ts';
import { clockBehindLog } from '../../app/core/clockWatch.ts';
import { readProcessLimits } from '../../app/vitals.ts';
import { metadataOf } from '../../audit/referencedNames.ts';
import { DAY_MS, inSeconds, systemClock } from '../../base/clock.ts';
import { EMPTY_DIRECTORY } from '../../rendering/rendered.ts';
import { createRenderer } from '../../rendering/renderer.ts';
import { LONG_SAMPLE } from '../../rendering/samples.ts';
import { formatBytes, formatCount } from '../terminal/output.ts';
import {
  type Check,
  fault,
  type Finding,
  type Installation,
  ok,
  skipped,
  unknown,
  warning,
} from './check.ts';

const GB = 1_000_000_000;

/** Release lines of Node that Hansard supports, to the end of their security fixes (UNIX milliseconds). */
export const SUPPORTED_NODES: Readonly<Record<number, number>> = {
  20: Date.UTC(2026, 3, 30),
  22: Date.UTC(2027, 3, 30),
  24: Date.UTC(2028, 3, 30),
  26: Date.UTC(2029, 3, 30),
};

const node: Check = {
  name: 'node',
  advice: 'Run the server on Node 24, which is recommended.',
  examine() {
    const line = Number(process.versions.node.split('.')[0]);
    const end = SUPPORTED_NODES[line];
    if (end === undefined)
      return warning(`Node ${process.versions.node} is not a release with long-term support.`);
    const day = new Date(end).toISOString().slice(0, 10);
    return end < systemClock.now()
      ? warning(`Node ${process.versions.node} has received no security fixes since ${day}.`)
      : ok(`Node ${process.versions.node} gets security fixes until ${day}.`);
  },
};

const account: Check = {
  name: 'account',
  advice: 'Run server and commands as an account of their own, as deploy/hansard.service does.',
  examine: () =>
    process.getuid?.() === 0
      ? warning('This command runs as root; so may the server.')
      : ok('This command does not run as root.'),
};

const dataFolder: Check = {
  name: 'data-folder',
  advice: 'Set DATA_DIR to a folder that the account of the server can write to.',
  async examine({ config: { DATA_DIR: folder } }) {
    const isUsable = await access(folder, constants.R_OK | constants.W_OK | constants.X_OK).then(
      () => true,
      () => false,
    );
    return isUsable
      ? ok(`${folder} can be written to.`)
      : fault(`${folder} does not exist or cannot be written to.`);
  },
};

/** 0 for what no longer exists. */
const modeOf = (path: string): Promise<number> =>
  stat(path).then(
    ({ mode }) => mode,
    () => 0,
  );

const permissions: Check = {
  name: 'permissions',
  advice: 'Run chmod -R go= on DATA_DIR: log, vault and files must be readable by their owner only.',
  async examine({ config: { DATA_DIR: folder } }) {
    if (((await stat(folder)).mode & 0o077) === 0) return ok('Nobody else can enter the data folder.');
    for (const name of await readdir(folder))
      if (((await modeOf(join(folder, name))) & 0o077) !== 0)
        return fault(`Others can enter the data folder, and read ${name} there.`);
    return warning('Others can enter the data folder.');
  },
};

const diskRoom: Check = {
  name: 'disk-room',
  advice:
    'Make room on the disk of DATA_DIR, or move the folder to a larger one while the server is stopped.',
  async examine({ config: { DATA_DIR: folder } }) {
    const { bsize, bavail, blocks } = await statfs(folder);
    const [free, total] = [bavail * bsize, blocks * bsize];
    const sentence = `${formatBytes(free)} of ${formatBytes(total)} are free.`;
    if (free < GB / 2) return fault(sentence);
    return free < total / 10 && free < 50 * GB ? warning(sentence) : ok(sentence);
  },
};

/** The number of latest events from which the growth of the log is computed. */
const RECENT = 5_000;

const diskForecast: Check = {
  name: 'disk-forecast',
  advice: 'Plan for a larger disk, or remove other files from it; the log itself never shrinks.',
  async examine({ config, log, status }) {
    if (config.EVENTSTOREDB_URL) return skipped('The log is in EventStoreDB.');
    const { storage } = await status();
    if (storage === null || storage.disk === null)
      return unknown('The free space of the disk cannot be measured now.');
    let [events, oldest, newest] = [0, Infinity, 0];
    for await (const page of (await log()).readAll({ direction: 'backwards', limit: RECENT }))
      for (const event of page) {
        const { time } = metadataOf(event);
        events += 1;
        [oldest, newest] = [Math.min(oldest, time), Math.max(newest, time)];
      }
    const days = (newest - oldest) / DAY_MS;
    if (days < 1 / 24) return unknown('The log is too young, or too busy, to say how fast it grows.');
    const views = Object.values(storage.views ?? {}).reduce((sum, size) => sum + size, 0);
    const each = ((storage.log.diskBytes ?? 0) + views) / Math.max(storage.log.events, 1);
    const left = Math.floor(storage.disk.freeBytes / ((events / days) * each));
    const sentence = `At the pace of the last ${formatCount(events)} events the disk will be full in ${formatCount(left)} days.`;
    if (left < 7) return fault(sentence);
    return left < 60 ? warning(sentence) : ok(sentence);
  },
};

const inMemory = (name: string): Finding =>
  fault(`The data folder is on ${name}, in memory: it is lost at the next restart.`);
const overNetwork = (name: string): Finding => warning(`The data folder is on ${name}, over the network.`);
const local = (name: string): Finding => ok(`The data folder is on a local disk (${name}).`);

/** By the magic number of a file system, as statfs(2) lists them. */
const FILE_SYSTEMS: Readonly<Record<number, Finding>> = {
  0x01021994: inMemory('tmpfs'),
  0x858458f6: inMemory('ramfs'),
  0x6969: overNetwork('NFS'),
  0x517b: overNetwork('SMB'),
  0xff534d42: overNetwork('CIFS'),
  0xfe534d42: overNetwork('SMB'),
  0x01021997: overNetwork('9P'),
  0x00c36400: overNetwork('Ceph'),
  0x0bd00bd0: overNetwork('Lustre'),
  0x5346414f: overNetwork('AFS'),
  0x794c7630: warning('The data folder is in the file system of the container, and is deleted with it.'),
  0x65735546: unknown('The data folder is on a file system of another program (FUSE).'),
  0xef53: local('ext4'),
  0x58465342: local('XFS'),
  0x9123683e: local('Btrfs'),
  0x2fc12fc1: local('ZFS'),
  0xf2f52010: local('F2FS'),
  0xca451a4e: local('bcachefs'),
};

const diskKind: Check = {
  name: 'disk-kind',
  advice:
    'Keep DATA_DIR on a local disk, in a container on a volume: SQLite needs its locks and flushes, which network file systems lack.',
  async examine({ config: { DATA_DIR: folder } }) {
    const { type } = await statfs(folder);
    // Some systems give the number with its sign.
    const kind = type < 0 ? type + 2 ** 32 : type;
    const number = `0x${kind.toString(16)}`;
    return FILE_SYSTEMS[kind] ?? unknown(`The kind of the file system (${number}) is not a known one.`);
  },
};

const FLUSHES = 20;
/** Milliseconds. */
const [TOO_FAST, SLOW] = [0.03, 50];

const fsync: Check = {
  name: 'fsync',
  advice:
    'Check that the disk and its controller write through their caches, and that nothing else keeps it busy.',
  async examine({ config: { DATA_DIR: folder } }) {
    const scratch = await mkdtemp(join(folder, '.doctor-'));
    try {
      return flushFinding(await flushTimes(join(scratch, 'flushed')));
    } finally {
      await rm(scratch, { recursive: true, force: true });
    }
  },
};

/** Of how long flushes took, in milliseconds. */
export function flushFinding(taken: readonly number[]): Finding {
  const times = taken.toSorted((one, other) => one - other);
  const [middle = 0, slowest = 0] = [times[Math.floor(times.length / 2)], times.at(-2)];
  const sentence = `A flush takes ${middle.toFixed(2)} ms, at worst ${slowest.toFixed(1)} ms.`;
  if (middle < TOO_FAST) return warning(`${sentence} No disk is so fast: it may only pretend to flush.`);
  return slowest > SLOW ? warning(`${sentence} Every write of the server waits for one.`) : ok(sentence);
}

async function flushTimes(path: string): Promise<number[]> {
  const file = await open(path, 'w');
  try {
    const times: number[] = [];
    for (let nth = 0; nth < FLUSHES; nth += 1) {
      const before = systemClock.monotonic();
      await file.write(Buffer.alloc(4_096, nth), 0, 4_096, nth * 4_096);
      await file.sync();
      times.push(systemClock.monotonic() - before);
    }
    return times;
  } finally {
    await file.close();
  }
}

/** Limits of the server, whose service or container may have others than this command. */
async function limitsOf({
  server,
}: Installation): Promise<{ readonly limits: ProcessLimits; readonly whose: string }> {
  // A server of an earlier release does not report its limits.
  const ofServer: Partial<ProcessLimits> | undefined = (await server())?.limits;
  return ofServer?.memory
    ? { limits: ofServer as ProcessLimits, whose: 'The server' }
    : { limits: await readProcessLimits(), whose: 'This command' };
}

const openFiles: Check = {
  name: 'open-files',
  advice: 'Raise the limit of open files (LimitNOFILE in systemd, ulimits in compose) above MAX_CONNECTIONS.',
  async examine(installation) {
    const { MAX_CONNECTIONS: most } = installation.config;
    const { limits, whose } = await limitsOf(installation);
    const limit = limits.openFiles;
    if (limit === null) return unknown('This system does not say how many files can be open.');
    if (limit === 'unlimited') return ok(`${whose} can open any number of files.`);
    const sentence = `${whose} can open ${formatCount(limit)} files`;
    return limit < most + 500
      ? warning(`${sentence}, which is less than ${formatCount(most)} connections need.`)
      : ok(`${sentence}.`);
  },
};

const memory: Check = {
  name: 'memory',
  advice:
    'Give the machine, or the container, more memory, or stop other programs that need it; docs/operations.md has figures.',
  async examine(installation) {
    const { limits, whose } = await limitsOf(installation);
    const { freeBytes, totalBytes } = limits.memory;
    const sentence = `${whose} can use ${formatBytes(freeBytes)} more of ${formatBytes(totalBytes)} of memory.`;
    return freeBytes < 200_000_000 ? warning(sentence) : ok(sentence);
  },
};

const clock: Check = {
  name: 'clock',
  advice:
    'Keep the clock of every node right with NTP (systemd-timesyncd or chrony); docs/operations.md says what to do after it ran ahead.',
  async examine({ lanes }) {
    const all = await lanes();
    if (all.server.state.logId === undefined) return skipped('The log is empty.');
    const ahead = Math.round(clockBehindLog(all, systemClock) / 1_000);
    return ahead > 0
      ? fault(`The newest event is ${formatCount(ahead)} s in the future of this clock.`)
      : ok('No event is in the future of this clock.');
  },
};

const LONG_TEXT = `${LONG_SAMPLE}\n\n\`\`\`js\nlet a = 1;\n\`\`\`\n\n$$x^2$$`;

const rendering: Check = {
  name: 'rendering',
  advice: 'Run npm ci with this Node; if that does not help, report the sentence above.',
  isEssential: true,
  async examine() {
    const renderer = createRenderer({ clock: systemClock });
    try {
      await renderer.warm();
      const [reason] = renderer.faults();
      if (reason !== undefined) return fault(reason);
      const since = systemClock.monotonic();
      const asker = { organizationId: 0, ownerId: 0 };
      await renderer.render(LONG_TEXT, EMPTY_DIRECTORY, asker);
      return ok(`A long text with code and a formula takes ${inSeconds(systemClock.monotonic() - since)}.`);
    } finally {
      await renderer.close();
    }
  },
};

export const machineChecks: readonly Check[] = [
  node,
  account,
  dataFolder,
  permissions,
  diskRoom,
  diskForecast,
  diskKind,
  fsync,
  openFiles,
  memory,
  clock,
  rendering,
];
