/** `move`: from the engines that the settings select to others, while the server runs, except for the last seconds. */
import { setPriority } from 'node:os';
import { buildViews } from '../../app/core/buildViews.ts';
import { type Engines, enginesOf, lockDataFolder } from '../../app/core/engines.ts';
import { LiveCopy } from '../../backup/backupCopy.ts';
import { Restorer, type RestoreReport } from '../../backup/restorer.ts';
import {
  logIdOfClaim,
  movedClaim,
  moveDestination,
  movingClaim,
  parseRestoreOrigin,
  reasonNotToStart,
} from '../../backup/store.ts';
import { pause, systemClock } from '../../base/clock.ts';
import { type Config, readConfig } from '../../base/config.ts';
import { OperatorError } from '../../base/errors.ts';
import { createLogger } from '../../base/logger.ts';
import type { Vault } from '../../vault/vault.ts';
import { foreignLines, type Format, pluralize, print } from '../terminal/output.ts';
import { createProgress, timedStep } from '../terminal/progress.ts';
import { askServer } from '../terminal/runOperatorCommand.ts';
import { reportFailure } from '../terminal/reportError.ts';
import type { CommandSession } from '../terminal/session.ts';
import { progressListener } from '../views/projections.ts';
import { faultLines, type NamedFault } from './fileFaults.ts';
import { lostAmong, sentenceAbout } from './restore.ts';
import { openBackupSources, openClaim, openTarget, parseFolder } from './stores.ts';

interface MoveCommand extends Format {
  /** A folder, the URLs of EventStoreDB and MongoDB, or one of these with a folder for the rest. */
  readonly to?: readonly string[];
  readonly cancel?: boolean;
}

/** Lower than the running server. */
const NICE = 10;
/** The server is stopped when what was added is copied in so many milliseconds. */
const FINAL_PASS_MS = 1_000;
/** A server that is busier than the copying is stopped for longer. */
const MAX_PASSES = 8;
const MAX_STOP_MS = 30_000;
/** Every server looks at the claim within so many milliseconds (`watchClaim`), with some time to spare. */
const CLAIM_NOTICE_MS = 7_000;
/** How long a shared log must be silent before it counts as left by all servers. Milliseconds. */
const SILENCE_MS = 3_000;

/** Copies everything and builds the views, stops the server, copies the rest, and leaves a note where the data went. */
export async function move(session: CommandSession, options: MoveCommand): Promise<number> {
  const config = await session.config();
  const claim = await openClaim(session, config);
  const originals = await openBackupSources(session, config);
  const copy = await LiveCopy.open(originals);
  if (options.cancel) return cancel(claim, copy.logId, options);
  const { engines, location } = unlessMoved(await claim.claim(), parseDestination(options.to ?? []));
  setPriority(NICE);
  const target = await openTarget(session, engines);
  const valid = await validClaim(claim, copy.logId);
  if (logIdOfClaim(await target.vault.claim()) === copy.logId)
    throw new OperatorError(
      reasonNotToStart(await claim.claim()) ?? 'The other place has this event log already.',
    );
  const progress = await session.keep(createProgress());
  const onProgress = timedStep(progress, 'move');
  const restorer = new Restorer({ copy, target, extent: {}, claim: valid, onProgress });
  session.farewell = () => 'The data has not moved. Run the same command again to continue, or go on here.';
  await restorer.claim();
  await restorer.copyVault();
  await catchUp(restorer);
  const logger = createLogger('silent');
  const build = {
    log: target.log,
    engines,
    clock: systemClock,
    logger,
    onProgress: progressListener(progress),
  };
  await buildViews(build);
  await catchUp(restorer);
  const leaving = new SourceShutdown(session, config, { claim, valid, location });
  await leaving.begin(originals.log);
  await restorer.copyVault();
  await restorer.copyLog();
  const { absent, ...restored } = await restorer.copyFiles();
  const lostFiles = await lostAmong(absent, target.log, { isToTheEnd: true });
  await leaving.end();
  await restorer.finish();
  await progress.close();
  const { count: foreign } = originals.foreign;
  const counts = { ...restored, absentFiles: absent.length - lostFiles.length, lostFiles };
  print(options, { to: location, ...counts, foreign, stoppedForSeconds: leaving.seconds }, linesOf);
  return lostFiles.length === 0 ? 0 : reportFailure(sentenceAbout(lostFiles.length));
}

/** A second copy elsewhere would lack what was written at the first destination; a move to the same one is finished. */
function unlessMoved<To extends { readonly location: string }>(claim = '', to: To): To {
  const moved = movedClaim('');
  if (claim.startsWith(moved) && !claim.startsWith(`${moved}${to.location} on `))
    throw new OperatorError(reasonNotToStart(claim) ?? '');
  return to;
}

/** The claim of the vault while no data moves. */
async function validClaim(vault: Vault, logId: string): Promise<string> {
  const claim = await vault.claim();
  return claim !== undefined && parseRestoreOrigin(claim) ? claim : logId;
}

/** Copies until what was added meanwhile is copied in a moment, or does not get less. */
async function catchUp(restorer: Restorer): Promise<void> {
  for (let pass = 0, took = Infinity; pass < MAX_PASSES && took > FINAL_PASS_MS; pass += 1) {
    const began = systemClock.monotonic();
    await restorer.copyLog();
    await restorer.copyFiles();
    took = systemClock.monotonic() - began;
  }
}

interface MoveDestination {
  readonly claim: Vault;
  /** The claim of the vault while the source is valid. */
  readonly valid: string;
  /** The destination in words for people. */
  readonly location: string;
}

/** Shuts the source down: no server starts there any more, and the running one stops. */
class SourceShutdown {
  readonly #session: CommandSession;
  readonly #config: Config;
  readonly #destination: MoveDestination;
  #beganAt = 0;

  constructor(session: CommandSession, config: Config, destination: MoveDestination) {
    this.#session = session;
    this.#config = config;
    this.#destination = destination;
  }

  /** Seconds since the server stopped. */
  get seconds(): number {
    return Math.round((systemClock.monotonic() - this.#beganAt) / 100) / 10;
  }

  /** Stops the server; if the command ends before `end`, the source is valid again. */
  async begin(log: { head(): Promise<number | null> }): Promise<void> {
    const { claim, valid, location } = this.#destination;
    const moving = movingClaim(location);
    await claim.replaceClaim((await claim.claim()) ?? valid, moving);
    this.#session.onEnd(async () => void (await claim.replaceClaim(moving, valid)));
    this.#beganAt = systemClock.monotonic();
    const { log: engine, documents } = enginesOf(this.#config);
    if (engine.engine === 'sqlite' || documents.engine === 'sqlite') await this.#lock();
    else await this.#askToLeave();
    if (engine.engine !== 'sqlite') await this.#waitForSilence(log);
  }

  /** Notes where the data went. */
  async end(): Promise<void> {
    const { claim, location } = this.#destination;
    const now = new Date(systemClock.now()).toISOString();
    await claim.replaceClaim(movingClaim(location), movedClaim(`${location} on ${now}`));
  }

  /** Whether a server was running on this data folder, and now stops. */
  async #askToLeave(): Promise<boolean> {
    const request = { operation: 'server leave', input: { to: this.#destination.location } };
    return (await askServer(this.#config, request)) !== undefined;
  }

  /** A supervisor may have restarted the server before it could see that it must not start. */
  async #lock(): Promise<void> {
    for (;;) {
      await this.#askToLeave().catch(() => false);
      try {
        await this.#session.keep(lockDataFolder(this.#config.DATA_DIR));
        return;
      } catch (error) {
        if (systemClock.monotonic() - this.#beganAt > MAX_STOP_MS) throw error;
        await pause(systemClock, 50);
      }
    }
  }

  async #waitForSilence(log: { head(): Promise<number | null> }): Promise<void> {
    await pause(systemClock, CLAIM_NOTICE_MS);
    let head = await log.head();
    for (let silentSince = systemClock.monotonic(); systemClock.monotonic() - silentSince < SILENCE_MS;) {
      await pause(systemClock, 100);
      const next = await log.head();
      if (next !== head) [head, silentSince] = [next, systemClock.monotonic()];
      if (systemClock.monotonic() - this.#beganAt > MAX_STOP_MS)
        throw new OperatorError(
          'Other servers still write to this log: stop them and run the same command again.',
        );
    }
  }
}

/** Makes the source valid again. */
async function cancel(vault: Vault, logId: string, format: Format): Promise<number> {
  const claim = (await vault.claim()) ?? '';
  if (moveDestination(claim) === undefined) throw new OperatorError('No move from here has begun.');
  await vault.replaceClaim(claim, logId);
  print(format, { cancelled: claim }, () => [
    'The server may start here again. Delete what was copied to the other place.',
  ]);
  return 0;
}

/** The engines of a destination, checked like settings, and its name for people. */
function parseDestination(locations: readonly string[]): {
  readonly engines: Engines;
  readonly location: string;
} {
  const [eventStoreDb, ...otherLogs] = locations.filter((each) => /^(esdb|kurrent|kdb)/i.test(each));
  const [mongoDb, ...otherDocuments] = locations.filter((each) => each.startsWith('mongodb'));
  const [folder, ...otherFolders] = locations.filter((each) => each !== eventStoreDb && each !== mongoDb);
  if (folder !== undefined) parseFolder(folder, 'a URL of EventStoreDB or MongoDB');
  if (otherLogs.length + otherDocuments.length + otherFolders.length > 0)
    throw new OperatorError('Give --to one folder, one URL of EventStoreDB and one of MongoDB at most.');
  if (folder === undefined && (eventStoreDb === undefined || mongoDb === undefined))
    throw new OperatorError(
      'Give --to a folder for what is in no URL (vault, views and files, or the log), or the URLs of EventStoreDB and MongoDB.',
    );
  const settings = { EVENTSTOREDB_URL: eventStoreDb, MONGODB_URL: mongoDb, DATA_DIR: folder };
  const shown = locations.map((each) => each.replace(/\/\/[^@/]*@/, '//'));
  return { engines: enginesOf(readConfig(settings)), location: shown.join(' and ') };
}

interface MoveReport extends Omit<RestoreReport, 'absent'> {
  readonly absentFiles: number;
  readonly lostFiles: readonly NamedFault[];
  readonly foreign: number;
  readonly to: string;
  readonly stoppedForSeconds: number;
}

const linesOf = ({
  to,
  events,
  streams,
  digest,
  secrets,
  files,
  foreign,
  lostFiles,
  stoppedForSeconds,
}: MoveReport): readonly string[] => [
  `Moved to ${to}: ${pluralize(events, 'event')} in ${pluralize(streams, 'stream')} (${digest}), ${pluralize(secrets, 'secret')}, ` +
    `${pluralize(files, 'file')}. The hash chain is intact. Writes stopped ${stoppedForSeconds} s ago: start the server there.`,
  ...foreignLines(foreign),
  ...faultLines(lostFiles),
];
