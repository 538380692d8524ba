import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { enginesOf } from '../../app/core/engines.ts';
import { referencedFiles } from '../../app/core/fileChecks.ts';
import { requireOrganization } from '../../app/core/requireOrganization.ts';
import { currentCredentials } from '../../app/core/vaultClaims.ts';
import { type Extent, extentText, isBeyond } from '../../backup/backedUpLog.ts';
import { type SavedCopy, savedCopy } from '../../backup/backupCopy.ts';
import type { FileFault } from '../../backup/fileCopies.ts';
import { EventLine, type Manifest, newestManifest, readList, readManifests } from '../../backup/manifest.ts';
import { Restorer, type RestoreReport, type RestoreTarget } from '../../backup/restorer.ts';
import { type BackupStore, restoredClaim, unfinishedRestore } from '../../backup/store.ts';
import { systemClock } from '../../base/clock.ts';
import type { Config } from '../../base/config.ts';
import { OperatorError } from '../../base/errors.ts';
import { type CredentialId, type OrganizationId, SERVER_STREAM } from '../../base/ids.ts';
import { decode } from '../../events/catalog.ts';
import type { EventLog } from '../../events/log/eventLog.ts';
import { parseMetadata } from '../../events/metadata.ts';
import { ServerState } from '../../organization/server.ts';
import { Secrets } from '../../vault/secrets.ts';
import { type Format, formatCount, pluralize, print } from '../terminal/output.ts';
import { createProgress, timedStep } from '../terminal/progress.ts';
import { foldLanes } from '../terminal/readOnlyLanes.ts';
import { reportFailure } from '../terminal/reportError.ts';
import type { CommandSession } from '../terminal/session.ts';
import { faultLines, type NamedFault, nameFaults } from './fileFaults.ts';
import { openBackupStore, openTarget } from './stores.ts';

// * Secrets that a restored log names and the vault lacks: after a restore to an earlier moment, those that have been
// replaced and removed since.

export interface MissingSecrets {
  /** E-mail addresses of people whose password is gone. */
  readonly passwordsLost: readonly string[];
  /** API keys that nobody has any more: new ones have replaced them. */
  readonly keysReplaced: number;
  /** Tokens of bots, keys of devices, links of invitations. */
  readonly othersLost: number;
}

/** Gives each account an API key again, and reports what else is missing. */
export async function replaceMissingSecrets({
  log,
  vault,
}: Pick<RestoreTarget, 'log' | 'vault'>): Promise<MissingSecrets> {
  const lanes = foldLanes(log);
  await lanes.open();
  const secrets = await Secrets.open(vault, systemClock);
  const isMissing = async (credentialId: CredentialId | undefined): Promise<boolean> =>
    credentialId !== undefined && (await vault.get(credentialId)) === undefined;
  const passwordsLost: string[] = [];
  let [keysReplaced, missing] = [0, 0];
  for (const { state } of lanes.all())
    for (const [userId, { password, apiKey }] of state.credentials.byUser.entries()) {
      if (await isMissing(password))
        passwordsLost.push(state.users.byId.get(userId)?.email ?? `user ${userId}`);
      if (apiKey === undefined || !(await isMissing(apiKey))) continue;
      await secrets.issueApiKey(state.organizationId, apiKey);
      keysReplaced += 1;
    }
  for (const credentialId of currentCredentials(lanes)) if (await isMissing(credentialId)) missing += 1;
  return { passwordsLost, keysReplaced, othersLost: missing - passwordsLost.length };
}

interface RestoreCommand extends Format {
  /** The location of the back-ups. */
  readonly source: string;
  readonly to?: { readonly position: number } | { readonly time: number };
  readonly organization?: string;
}

/** `restore`: fills the empty stores that the settings select. Returns 1 if files are missing or damaged. */
export async function restore(session: CommandSession, options: RestoreCommand): Promise<number> {
  const config = await session.config();
  const store = await openBackupStore(session, options.source);
  const manifest = await backupContaining(store, options.to);
  const organizationId =
    options.organization === undefined
      ? undefined
      : await organizationIn(store, manifest, options.organization);
  const extent: Extent = { ...options.to, organizationId };
  await requireBegun(store, manifest, extent);
  const target = await openTarget(session, enginesOf(config));
  if ((await target.log.head()) === null && unfinishedRestore(await target.vault.claim()) === undefined)
    refuseOldViews(config);
  const progress = await session.keep(createProgress());
  const claim = restoredClaim({ takenAt: Date.parse(manifest.finishedAt), logId: manifest.logId });
  const copy = savedCopy(store, manifest);
  const restorer = new Restorer({
    copy,
    target,
    extent,
    claim,
    onProgress: timedStep(progress, 'restore'),
  });
  session.farewell = () => 'Run the same command again to continue; no server starts here before.';
  const { absent, ...restored } = await restorer.copyAll();
  const missing = await replaceMissingSecrets(target);
  const lostFiles = await lostAmong(absent, target.log, { copy, isToTheEnd: options.to === undefined });
  await restorer.finish();
  await progress.close();
  const takenAt = manifest.finishedAt;
  const counts = { ...restored, absentFiles: absent.length - lostFiles.length, lostFiles };
  const summary = { source: store.location, takenAt, extent: extentText(extent), ...counts, ...missing };
  print(options, summary, linesOf);
  return lostFiles.length === 0 ? 0 : reportFailure(sentenceAbout(lostFiles.length));
}

/** The outcome of a copy that lacks files. */
export const sentenceAbout = (lost: number): string =>
  `${pluralize(lost, 'file')} that the log names could not be copied; everything else was.`;

/**
 * The files that a copy should have brought: those that a back-up lists, and, if the log was copied to its end, those that
 * its state names. Others have been removed.
 */
export async function lostAmong(
  absent: readonly FileFault[],
  log: EventLog,
  { copy, isToTheEnd }: { readonly copy?: SavedCopy; readonly isToTheEnd: boolean },
): Promise<readonly NamedFault[]> {
  if (absent.length === 0) return [];
  const lanes = foldLanes(log);
  await lanes.open();
  const referenced = isToTheEnd ? referencedFiles(lanes) : new Map<OrganizationId, ReadonlySet<string>>();
  const lost: FileFault[] = [];
  for (const each of absent)
    if (referenced.get(each.organizationId)?.has(each.digest) || (await copy?.hasListed(each)))
      lost.push(each);
  return nameFaults(lost, lanes);
}

/** The oldest back-up that contains a moment: secrets that were in use then are most likely to be in it. */
export async function backupContaining(store: BackupStore, to: RestoreCommand['to']): Promise<Manifest> {
  const newest = (await newestManifest(store))?.manifest;
  if (newest === undefined) throw new OperatorError(`There is no back-up in ${store.location}.`);
  if (to === undefined) return newest;
  for await (const { manifest } of readManifests(store))
    if ('position' in to ? manifest.position >= to.position : Date.parse(manifest.finishedAt) >= to.time)
      return manifest;
  throw new OperatorError(
    `The newest back-up in ${store.location} ends at position ${newest.position} and was taken at ${newest.finishedAt}.`,
  );
}

/** Refuses an end before the first event: secrets without a log would remain. */
async function requireBegun(store: BackupStore, { log }: Manifest, extent: Extent): Promise<void> {
  for await (const [first] of readList(store, log.slice(0, 1), EventLine)) {
    if (first === undefined || !isBeyond(first, extent)) return;
    const began = new Date(parseMetadata(first.metadata).time).toISOString();
    throw new OperatorError(
      `The log begins at position ${first.position}, at ${began}: choose a later --to.`,
    );
  }
}

/** The organization of that ID or subdomain in a back-up. */
async function organizationIn(store: BackupStore, manifest: Manifest, name: string): Promise<OrganizationId> {
  const server = new ServerState();
  for await (const events of readList(store, manifest.log, EventLine))
    for (const event of events) if (event.stream === SERVER_STREAM) server.fold(decode(event));
  return requireOrganization(server, name);
}

/** Views of an earlier installation would not fit. */
function refuseOldViews({ DATA_DIR: folder, MONGODB_URL: url }: Config): void {
  if (url !== undefined || !existsSync(join(folder, 'views'))) return;
  throw new OperatorError(
    `${join(folder, 'views')} is left from another installation: delete it, or choose an empty DATA_DIR.`,
  );
}

interface RestoreSummary extends Omit<RestoreReport, 'absent'>, MissingSecrets {
  /** Files that the log has named and that have been removed since. */
  readonly absentFiles: number;
  readonly lostFiles: readonly NamedFault[];
  readonly source: string;
  readonly takenAt: string;
  readonly extent: string;
}

function linesOf(outcome: RestoreSummary): readonly string[] {
  const { source, takenAt, extent, events, streams, secrets, files, absentFiles } = outcome;
  const { passwordsLost, keysReplaced, othersLost, lostFiles } = outcome;
  const absent = absentFiles > 0 ? ` (${formatCount(absentFiles)} named by the log had been removed)` : '';
  const without = lostFiles.length > 0 ? ` except ${pluralize(lostFiles.length, 'file')}` : '';
  return [
    `Restored ${extent}${without} from the back-up of ${takenAt} in ${source}: ${pluralize(events, 'event')} in ${pluralize(streams, 'stream')}, ` +
      `${pluralize(secrets, 'secret')}, ${pluralize(files, 'file')}${absent}. The hash chain is intact.`,
    ...faultLines(lostFiles),
    ...(keysReplaced > 0
      ? [`${formatCount(keysReplaced)} API keys had been replaced since: their owners have new ones now.`]
      : []),
    ...(passwordsLost.length > 0
      ? [`These people need a new password (hansard users set-password): ${passwordsLost.join(', ')}.`]
      : []),
    ...(othersLost > 0
      ? [`${formatCount(othersLost)} secrets of bots, devices and invitations no longer exist.`]
      : []),
  ];
}
