import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { enginesOf } from '../app/engines.ts';
import { requireOrganization } from '../app/organizationNamed.ts';
import { restoredClaim, unfinishedRestore } from '../backup/claims.ts';
import { savedCopy } from '../backup/copies.ts';
import { type Extent, extentText, isBeyond } from '../backup/extent.ts';
import { type Manifest, readManifests } from '../backup/manifest.ts';
import { readList } from '../backup/parts.ts';
import { Restorer, type RestoreReport } from '../backup/restorer.ts';
import type { BackupStore } from '../backup/store.ts';
import type { Config } from '../config.ts';
import { OperatorError } from '../errors.ts';
import { decode } from '../events/catalog.ts';
import type { StoredEvent } from '../events/log/eventLog.ts';
import { parseMetadata } from '../events/metadata.ts';
import { type OrganizationId, SERVER_STREAM } from '../ids.ts';
import { ServerState } from '../organization/server.ts';
import { openBackupStore, openTarget } from './backupStores.ts';
import { type MissingSecrets, replaceMissingSecrets } from './missingSecrets.ts';
import { formatCount, pluralize, type Format, print } from './output.ts';
import { createProgress, timedStep } from './progress.ts';
import type { CommandSession } from './session.ts';

interface RestoreCommand extends Format {
  /** Where the back-ups are. */
  readonly source: string;
  readonly to?: { readonly position: number } | { readonly time: number };
  readonly organization?: string;
}

/** `restore`: fills the empty stores that the settings select. */
export async function restore(session: CommandSession, options: RestoreCommand): Promise<void> {
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
  const restorer = new Restorer({
    ...{ copy: savedCopy(store, manifest), target, extent, claim },
    onProgress: timedStep(progress, 'restore'),
  });
  session.farewell = () => 'Run the same command again to continue; no server starts here before.';
  const restored = await restorer.copyAll();
  const missing = await replaceMissingSecrets(target);
  await restorer.finish();
  await progress.close();
  const { finishedAt } = manifest;
  print(
    options,
    { source: store.place, takenAt: finishedAt, extent: extentText(extent), ...restored, ...missing },
    linesOf,
  );
}

/** The oldest back-up that contains a moment: secrets that were in use then are most likely to be in it. */
export async function backupContaining(store: BackupStore, to: RestoreCommand['to']): Promise<Manifest> {
  const all = (await readManifests(store)).map(({ manifest }) => manifest);
  const newest = all.at(-1);
  if (newest === undefined) throw new OperatorError(`There is no back-up in ${store.place}.`);
  if (to === undefined) return newest;
  const reaches = (manifest: Manifest): boolean =>
    'position' in to ? manifest.position >= to.position : Date.parse(manifest.finishedAt) >= to.time;
  const found = all.find(reaches);
  if (found) return found;
  throw new OperatorError(
    `The newest back-up in ${store.place} ends at position ${newest.position} and was taken at ${newest.finishedAt}.`,
  );
}

/** Refuses an end before the first event: secrets without a log would remain. */
async function requireBegun(store: BackupStore, { log }: Manifest, extent: Extent): Promise<void> {
  for await (const [first] of readList<StoredEvent>(store, log.slice(0, 1))) {
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
  for await (const events of readList<StoredEvent>(store, manifest.log))
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

interface RestoreSummary extends RestoreReport, MissingSecrets {
  readonly source: string;
  readonly takenAt: string;
  readonly extent: string;
}

function linesOf(outcome: RestoreSummary): readonly string[] {
  const { source, takenAt, extent, events, streams, secrets, files, absentFiles } = outcome;
  const { passwordsLost, keysReplaced, othersLost } = outcome;
  const absent =
    absentFiles > 0 ? ` (${formatCount(absentFiles)} named by the log are not in the back-up)` : '';
  return [
    `Restored ${extent} from the back-up of ${takenAt} in ${source}: ${pluralize(events, 'event')} in ${pluralize(streams, 'stream')}, ` +
      `${pluralize(secrets, 'secret')}, ${pluralize(files, 'file')}${absent}. The hash chain is intact.`,
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
