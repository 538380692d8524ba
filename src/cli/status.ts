/** `status`: what a server does, or what its stores hold while none runs. */
import type { Amount, Backups, Room, Vitals } from '../api/http/vitals.ts';
import { notedBackups } from '../app/backups.ts';
import { enginesOf } from '../app/engines.ts';
import { RoomMeasure } from '../app/room.ts';
import { systemClock } from '../clock.ts';
import { askServer } from './operate.ts';
import { logForReading, readModelsForReading } from './engines.ts';
import { bytes, count, type Format, print, table } from './output.ts';
import { readOnlyLanes } from './readOnlyLanes.ts';
import type { Session } from './session.ts';

/** Without a server, only what is stored is known. */
export type Status = {
  readonly server: Vitals | null;
  readonly room: Room | null;
  readonly backups: Backups;
};

/** Streams that are listed; `--json` has all. */
const MOST_STREAMS = 20;

export async function showStatus(session: Session, format: Format): Promise<void> {
  print(format, await statusOf(session), linesOf);
}

/** Asks the running server, or reads the stores if none runs on this machine. */
export async function statusOf(session: Session): Promise<Status> {
  const config = await session.config();
  const live = await askServer(config, { operation: 'status', input: {} });
  if (live === undefined)
    return { server: null, room: await storedRoom(session), backups: await notedBackups(config.DATA_DIR) };
  const { room = null, backups } = live.result as Vitals;
  return { server: live.result as Vitals, room, backups };
}

async function storedRoom(session: Session): Promise<Room> {
  const config = await session.config();
  const lanes = await readOnlyLanes(session);
  for (const organizationId of lanes.server.state.organizations.keys())
    await lanes.organization(organizationId);
  return new RoomMeasure({
    engines: enginesOf(config),
    folder: config.DATA_DIR,
    log: await logForReading(session, config),
    lanes,
    readModels: await readModelsForReading(session, config),
    clock: systemClock,
    isWriting: false,
  }).room();
}

const linesOf = ({ server, room, backups }: Status): readonly string[] => [
  ...(server === null ? ['No server runs here.'] : serverLines(server)),
  ...(room === null ? ['The room on the disk cannot be measured now.'] : roomLines(room)),
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
      return `Reactor ${reactor}: ${count(number)} waiting${when}.`;
    }),
  ];
}

function roomLines({ log, streams, views, vault, files, disk, messages }: Room): readonly string[] {
  const largest = Object.entries(streams).sort(([, one], [, other]) => other.bytes - one.bytes);
  const others = largest.length - MOST_STREAMS;
  return [
    '',
    ...table(
      ['What', 'Size', 'Events'],
      [
        ['log', bytes(log.diskBytes ?? log.bytes), count(log.events)],
        ...largest.slice(0, MOST_STREAMS).map(([name, amount]) => [`  ${name}`, ...amountCells(amount)]),
        ...(others > 0 ? [[`  and ${count(others)} more (see --json)`]] : []),
        ...viewRows(views),
        ...(vault === null ? [] : [['vault', bytes(vault)]]),
        ['files', bytes(files)],
        ...(disk === null
          ? []
          : [['free on the disk', `${bytes(disk.freeBytes)} of ${bytes(disk.totalBytes)}`]]),
      ].map((row) => [row[0], row[1] ?? '', row[2] ?? '']),
    ),
    ...costOf(messages),
  ];
}

/** Among fewer messages, what the organization takes without any would count as theirs. */
const ENOUGH_MESSAGES = 1_000;

function costOf({ events, logBytesEach, bytesEach }: Room['messages']): readonly string[] {
  if (logBytesEach === null) return [];
  const isEnough = bytesEach !== null && events >= ENOUGH_MESSAGES;
  const withViews = isEnough ? `, and ${bytes(bytesEach)} with its views` : '';
  return ['', `A message takes ${bytes(logBytesEach)} in the log${withViews}.`];
}

const amountCells = ({ bytes: size, events }: Amount): readonly string[] => [bytes(size), count(events)];

function viewRows(views: Room['views']): readonly (readonly string[])[] {
  if (views === null) return [];
  const sizes = Object.entries(views).sort(([, one], [, other]) => other - one);
  const total = sizes.reduce((sum, [, size]) => sum + size, 0);
  return [['views', bytes(total)], ...sizes.map(([name, size]) => [`  ${name}`, bytes(size)])];
}
