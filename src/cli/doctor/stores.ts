/** Checks of log, vault, views and back-ups. */
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { currentCredentials } from '../../app/core/vaultClaims.ts';
import { logIdOfClaim } from '../../backup/store.ts';
import { DAY_MS, HOUR_MS, systemClock } from '../../base/clock.ts';
import { decode } from '../../events/catalog.ts';
import { followsInChain, hashOf } from '../../events/chain.ts';
import type { StoredEvent } from '../../events/log/eventLog.ts';
import { formatCount } from '../terminal/output.ts';
import { readStoredProjections } from '../views/projections.ts';
import { type Check, fault, ok, skipped, unknown, warning } from './check.ts';

const log: Check = {
  name: 'log',
  advice:
    'Check DATA_DIR or EVENTSTOREDB_URL, and that its account may read; restore a back-up if the log is lost.',
  isEssential: true,
  async examine(installation) {
    const read = (await installation.log()).head();
    return ok(`The log can be read, up to position ${(await read) ?? 0}.`);
  },
};

/** Events that are checked; `log verify` checks all. */
const NEWEST = 1_000;

const logEnd: Check = {
  name: 'log-end',
  advice: 'Run `hansard log verify`; if it confirms the damage, restore a back-up.',
  async examine(installation) {
    const next = new Map<string, StoredEvent>();
    let checked = 0;
    for await (const page of (await installation.log()).readAll({ direction: 'backwards', limit: NEWEST }))
      for (const event of page) {
        decode(event);
        const later = next.get(event.stream);
        if (later?.revision === event.revision + 1 && !followsInChain(hashOf(event), later))
          return fault(`The event at position ${later.position} is not the one that was recorded.`);
        next.set(event.stream, event);
        checked += 1;
      }
    return ok(`The newest ${formatCount(checked)} events are as they were recorded.`);
  },
};

const oneOrigin: Check = {
  name: 'one-origin',
  advice: 'Start with the log and the vault that belong together, or restore both from one back-up.',
  isEssential: true,
  async examine({ lanes, vault }) {
    const { logId, vaultId } = (await lanes()).server.state;
    if (logId === undefined) return skipped('The log is empty.');
    const keys = await (await vault()).ringKeys();
    if (keys.length === 0) return fault('The vault is empty.');
    if (logIdOfClaim(await (await vault()).claim()) !== logId)
      return fault('The vault belongs to another log.');
    if (vaultId !== undefined && !keys.some(({ keyId }) => keyId === vaultId))
      return fault('The log is assigned to another vault.');
    return ok('Log and vault belong together.');
  },
};

/** Secrets that are looked up one by one. */
const LOOKED_UP = 500;

const namedSecrets: Check = {
  name: 'secrets-missing',
  advice: 'Start with the vault that belongs to the log, or restore both from one back-up.',
  async examine({ lanes, vault }) {
    const named = [...currentCredentials(await lanes())].slice(-LOOKED_UP);
    const secrets = await vault();
    let missing = 0;
    for (const credentialId of named) if ((await secrets.get(credentialId)) === undefined) missing += 1;
    return missing > 0
      ? fault(
          `The vault lacks ${formatCount(missing)} of ${formatCount(named.length)} secrets that the log names.`,
        )
      : ok(`The vault has the ${formatCount(named.length)} secrets that were looked up.`);
  },
};

const unnamedSecrets: Check = {
  name: 'secrets-unnamed',
  advice:
    'Let the server run: it removes unused secrets every hour. If they stay, look for vault.sweep_failed in its log.',
  async examine({ lanes, vault }) {
    const named = currentCredentials(await lanes());
    let unnamed = 0;
    for await (const page of (await vault()).createdBefore(systemClock.now() - DAY_MS - 2 * HOUR_MS))
      unnamed += page.filter(
        ({ credentialId, kind }) => kind !== 'endedQueue' && !named.has(credentialId),
      ).length;
    return unnamed > 0
      ? warning(`${formatCount(unnamed)} secrets in the vault are named by nothing.`)
      : ok('Every old secret in the vault is in use.');
  },
};

const views: Check = {
  name: 'views',
  advice:
    'Start the server, which builds missing views; if one stays behind, read its log for projection.update_failed.',
  async examine({ log: opened, readModels }) {
    const stored = await readStoredProjections(await opened(), await readModels());
    const missing = stored.filter(({ state }) => state === 'not served').map(({ projection }) => projection);
    if (missing.length > 0) return warning(`Views have to be built: ${missing.join(', ')}.`);
    const behind = stored.filter(({ lag }) => lag.events > 1_000).map(({ projection }) => projection);
    return behind.length > 0
      ? warning(`Views are far behind the log: ${behind.join(', ')}.`)
      : ok(`${formatCount(stored.length)} views are served, up to the end of the log.`);
  },
};

const quarantines: Check = {
  name: 'quarantines',
  advice: 'Run `hansard projections list`, then `projections retry` after an upgrade, or `projections skip`.',
  async examine({ log: opened, readModels }) {
    const stored = await readStoredProjections(await opened(), await readModels());
    const stuck = stored
      .filter(({ quarantined }) => quarantined.length > 0)
      .map(({ projection }) => projection);
    return stuck.length > 0
      ? fault(`Organizations are quarantined in ${stuck.join(', ')}.`)
      : ok('No organization is quarantined.');
  },
};

const damagedViews: Check = {
  name: 'views-damaged',
  advice: 'Check the disk; delete files whose names contain .damaged when nobody needs them.',
  async examine({ config }) {
    if (config.MONGODB_URL) return skipped('The views are in MongoDB.');
    const names = await readdir(join(config.DATA_DIR, 'views')).catch(() => []);
    const damaged = names.filter((name) => name.includes('.damaged'));
    return damaged.length > 0
      ? warning(`Damaged views were set aside: ${damaged.join(', ')}.`)
      : ok('No damaged view was set aside.');
  },
};

const engines: Check = {
  name: 'engines',
  advice: 'Set both EVENTSTOREDB_URL and MONGODB_URL, or neither; `hansard move` moves existing data.',
  async examine({ config }) {
    const [isLogRemote, areViewsRemote] = [config.EVENTSTOREDB_URL, config.MONGODB_URL].map(Boolean);
    if (isLogRemote && !areViewsRemote)
      return warning('The log is shared, views and vault are not: only one server can use this log.');
    const embedded = await stat(join(config.DATA_DIR, 'log.sqlite')).catch(() => undefined);
    if (isLogRemote && embedded) return warning('DATA_DIR holds another log, which is not in use.');
    return ok(isLogRemote ? 'Several servers can use these stores.' : 'One server uses the data folder.');
  },
};

const backup: Check = {
  name: 'backup',
  advice: 'Run `hansard backup DEST --every 1h`, to a destination that is not on this disk.',
  async examine({ status }) {
    const { takenAt } = (await status()).backups;
    if (takenAt === null) return warning('This data folder knows of no back-up.');
    const hours = Math.floor((systemClock.now() - takenAt) / HOUR_MS);
    return hours > 26
      ? warning(`The last back-up is ${formatCount(hours)} hours old.`)
      : ok(`The last back-up is ${hours} hours old.`);
  },
};

const drill: Check = {
  name: 'backup-drill',
  advice: 'Run `hansard backup verify DEST` every month: a back-up that was never restored is a hope.',
  async examine({ status }) {
    const { verifiedAt, isVerified } = (await status()).backups;
    if (verifiedAt === null) return warning('No back-up was ever verified.');
    if (isVerified === false) return fault('The last back-up that was verified is not whole.');
    const days = Math.floor((systemClock.now() - verifiedAt) / DAY_MS);
    return days > 40
      ? warning(`A back-up was last verified ${days} days ago.`)
      : ok(`A back-up was verified ${days} days ago.`);
  },
};

const backlogs: Check = {
  name: 'backlogs',
  advice:
    'Read the log of the server for effect.retry_scheduled: it says why mail, pushes or webhooks do not get through.',
  async examine({ status }) {
    const { server } = await status();
    if (server === null) return unknown('No server runs here.');
    const old = server.backlogs.filter(({ since }) => since !== null && server.now - since > HOUR_MS);
    return old.length > 0
      ? warning(`Work has waited for more than an hour: ${old.map(({ reactor }) => reactor).join(', ')}.`)
      : ok('No work waits for long.');
  },
};

export const storeChecks: readonly Check[] = [
  log,
  logEnd,
  oneOrigin,
  namedSecrets,
  unnamedSecrets,
  views,
  quarantines,
  damagedViews,
  engines,
  backlogs,
  backup,
  drill,
];
