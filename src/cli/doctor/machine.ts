/** Checks of the machine: its disk, its clock, what the process may do. */
import { constants } from 'node:fs';
import { access, mkdtemp, open, readdir, readFile, rm, stat, statfs } from 'node:fs/promises';
import { freemem, totalmem } from 'node:os';
import { join } from 'node:path';
import { metadataOf } from '../../audit/referencedNames.ts';
import { DAY_MS, inSeconds, systemClock } from '../../base/clock.ts';
import { EMPTY_DIRECTORY } from '../../rendering/rendered.ts';
import { createRenderer } from '../../rendering/renderer.ts';
import { LONG_SAMPLE } from '../../rendering/samples.ts';
import { formatBytes, formatCount } from '../terminal/output.ts';
import { type Check, fault, type Finding, ok, skipped, unknown, warning } from './check.ts';

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

const permissions: Check = {
  name: 'permissions',
  advice: 'Run chmod -R go= on DATA_DIR: log, vault and files must be readable by their owner only.',
  async examine({ config: { DATA_DIR: folder } }) {
    if (((await stat(folder)).mode & 0o077) === 0) return ok('Nobody else can enter the data folder.');
    const names = (await readdir(folder)).filter((name) => /^(log|vault)\.sqlite$|^files$/.test(name));
    for (const name of names)
      if (((await stat(join(folder, name))).mode & 0o077) !== 0)
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

/** Magic numbers of file systems that forget, or that others share. */
const KINDS: Readonly<Record<number, readonly [name: string, isForgetful: boolean]>> = {
  0x01021994: ['tmpfs', true],
  0x858458f6: ['ramfs', true],
  0x6969: ['NFS', false],
  0x517b: ['SMB', false],
  0xff534d42: ['CIFS', false],
  0xfe534d42: ['SMB', false],
};

const diskKind: Check = {
  name: 'disk-kind',
  advice:
    'Keep DATA_DIR on a local disk: SQLite needs its locks and flushes, which network file systems lack.',
  async examine({ config: { DATA_DIR: folder } }) {
    const [name, isForgetful] = KINDS[(await statfs(folder)).type] ?? [];
    if (name === undefined) return ok('The data folder is on a local disk.');
    return isForgetful
      ? fault(`The data folder is on ${name}, in memory: it is lost at the next restart.`)
      : warning(`The data folder is on ${name}, over the network.`);
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

const openFiles: Check = {
  name: 'open-files',
  advice: 'Raise the limit of open files (LimitNOFILE in systemd, ulimits in compose) above MAX_CONNECTIONS.',
  async examine({ config: { MAX_CONNECTIONS: most } }) {
    const limits = await readFile('/proc/self/limits', 'utf8').catch(() => '');
    const [, text] = /^Max open files\s+\d+\s+(\d+|unlimited)/m.exec(limits) ?? [];
    if (text === undefined) return unknown('This system does not say how many files can be open.');
    const limit = text === 'unlimited' ? Infinity : Number(text);
    return limit < most + 500
      ? warning(
          `${formatCount(limit)} files can be open, which is less than ${formatCount(most)} connections need.`,
        )
      : ok(`${text === 'unlimited' ? 'Any number of' : formatCount(limit)} files can be open.`);
  },
};

const memory: Check = {
  name: 'memory',
  advice:
    'Give the machine more memory, or stop other programs that need it; docs/operations.md has figures.',
  examine() {
    const sentence = `${formatBytes(freemem())} of ${formatBytes(totalmem())} of memory are free.`;
    return freemem() < 200_000_000 ? warning(sentence) : ok(sentence);
  },
};

const clock: Check = {
  name: 'clock',
  advice: 'Keep the clock of every node right with NTP (systemd-timesyncd or chrony).',
  async examine({ log }) {
    for await (const [last] of (await log()).readAll({ direction: 'backwards', limit: 1 })) {
      if (last === undefined) continue;
      const ahead = Math.round((metadataOf(last).time - systemClock.now()) / 1_000);
      if (ahead > 2) return fault(`The newest event is ${formatCount(ahead)} s in the future of this clock.`);
    }
    return ok('No event is in the future of this clock.');
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
