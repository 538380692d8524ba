/** `status`: what a server does, or what its stores hold while none runs. */
import type { Amount, Backups, StorageSizes, Vitals } from '../../api/http/vitals.ts';
import { enginesOf } from '../../app/core/engines.ts';
import { StorageMeter } from '../../app/core/storageMeter.ts';
import { readBackupNotes } from '../../app/vitals.ts';
import { systemClock } from '../../base/clock.ts';
import { logForReading, readModelsForReading } from './openStores.ts';
import { type Format, formatBytes, formatCount, formatTable, print } from './output.ts';
import { openReadOnlyLanes } from './readOnlyLanes.ts';
import { askServer } from './runOperatorCommand.ts';
import type { CommandSession } from './session.ts';

/** Without a server, only what is stored is known. */
export type ServerStatus = {
  readonly server: Vitals | null;
  readonly storage: StorageSizes | null;
  readonly backups: Backups;
};

/** Streams that are listed; `--json` has all. */
const MAX_STREAMS = 20;

export async function showStatus(session: CommandSession, format: Format): Promise<void> {
  print(format, await readStatus(session), linesOf);
}

/** The running server's report; null if none runs on this machine. */
export async function readServerVitals(session: CommandSession): Promise<Vitals | null> {
  const live = await askServer(await session.config(), { operation: 'status', input: {} });
  return live === undefined ? null : (live.result as Vitals);
}

/** Queries the running server, or reads the stores if none runs on this machine. */
export async function readStatus(session: CommandSession): Promise<ServerStatus> {
  const config = await session.config();
  const server = await readServerVitals(session);
  if (server === null)
    return {
      server: null,
      storage: await storedSizes(session),
      backups: await readBackupNotes(config.DATA_DIR),
    };
  const { storage = null, backups } = server;
  return { server, storage, backups };
}

async function storedSizes(session: CommandSession): Promise<StorageSizes> {
  const config = await session.config();
  const lanes = await openReadOnlyLanes(session);
  for (const organizationId of lanes.server.state.organizations.keys())
    await lanes.organization(organizationId);
  return new StorageMeter({
    engines: enginesOf(config),
    folder: config.DATA_DIR,
    log: await logForReading(session, config),
    lanes,
    readModels: await readModelsForReading(session, config),
    clock: systemClock,
    isWriting: false,
  }).sizes();
}

const linesOf = ({ server, storage, backups }: ServerStatus): readonly string[] => [
  ...(server === null ? ['No server runs here.'] : serverLines(server)),
  ...(storage === null ? ['The size of the stores cannot be measured now.'] : storageLines(storage)),
  '',
  backups.takenAt === null
    ? 'No back-up is known.'
    : `Last back-up: ${new Date(backups.takenAt).toISOString()}${verifiedText(backups)}.`,
];

function verifiedText({ verifiedAt, isVerified }: Backups): string {
  if (verifiedAt === null) return ', never verified';
  return `, ${isVerified ? 'verified' : 'found to be incomplete'} ${new Date(verifiedAt).toISOString()}`;
}

function serverLines({ release, health, backlogs }: Vitals): readonly string[] {
  const waiting = backlogs.filter((each) => each.waiting > 0);
  const isReady = health.reasons.length === 0;
  return [
    `Hansard ${release} is ${isReady ? 'ready.' : `not ready: ${health.reasons.join(' ')}`}`,
    ...waiting.map(({ reactor, waiting: number, since }) => {
      const when = since === null ? '' : `, the oldest since ${new Date(since).toISOString()}`;
      return `Reactor ${reactor}: ${formatCount(number)} waiting${when}.`;
    }),
  ];
}

function storageLines({
  log,
  streams,
  views,
  vault,
  files,
  disk,
  messages,
}: StorageSizes): readonly string[] {
  const largest = Object.entries(streams).sort(([, one], [, other]) => other.bytes - one.bytes);
  const others = largest.length - MAX_STREAMS;
  return [
    '',
    ...formatTable(
      ['What', 'Size', 'Events'],
      [
        ['log', formatBytes(log.diskBytes ?? log.bytes), formatCount(log.events)],
        ...largest.slice(0, MAX_STREAMS).map(([name, amount]) => [`  ${name}`, ...amountCells(amount)]),
        ...(others > 0 ? [[`  and ${formatCount(others)} more (see --json)`]] : []),
        ...viewRows(views),
        ...(vault === null ? [] : [['vault', formatBytes(vault)]]),
        ['files', formatBytes(files)],
        ...(disk === null
          ? []
          : [['free on the disk', `${formatBytes(disk.freeBytes)} of ${formatBytes(disk.totalBytes)}`]]),
      ].map((row) => [row[0], row[1] ?? '', row[2] ?? '']),
    ),
    ...costOf(messages),
  ];
}

/** Among fewer messages, what the organization takes without any would count as theirs. */
const ENOUGH_MESSAGES = 1_000;

function costOf({ events, logBytesEach, bytesEach }: StorageSizes['messages']): readonly string[] {
  if (logBytesEach === null) return [];
  const isEnough = bytesEach !== null && events >= ENOUGH_MESSAGES;
  const withViews = isEnough ? `, and ${formatBytes(bytesEach)} with its views` : '';
  return ['', `A message takes ${formatBytes(logBytesEach)} in the log${withViews}.`];
}

const amountCells = ({ bytes: size, events }: Amount): readonly string[] => [
  formatBytes(size),
  formatCount(events),
];

function viewRows(views: StorageSizes['views']): readonly (readonly string[])[] {
  if (views === null) return [];
  const sizes = Object.entries(views).sort(([, one], [, other]) => other - one);
  const total = sizes.reduce((sum, [, size]) => sum + size, 0);
  return [['views', formatBytes(total)], ...sizes.map(([name, size]) => [`  ${name}`, formatBytes(size)])];
}
