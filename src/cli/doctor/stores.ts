/** Checks of log, vault, views and back-ups. */
import { existsSync } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { currentCredentials } from '../../app/core/vaultClaims.ts';
import { readBackupNotes } from '../../app/vitals.ts';
import { logIdOfClaim, reasonNotToStart } from '../../backup/store.ts';
import { DAY_MS, HOUR_MS, systemClock } from '../../base/clock.ts';
import { decode } from '../../events/catalog.ts';
import { followsInChain, hashOf } from '../../events/chain.ts';
import type { StoredEvent } from '../../events/log/eventLog.ts';
import { IDLE_EVENTS } from '../../projections/running/generationWriter.ts';
import { formatCount, pluralize } from '../terminal/output.ts';
import type { Listed } from '../views/projections.ts';
import { type Check, fault, ok, skipped, unknown, warning } from './check.ts';

const log: Check = {
  name: 'log',
  advice:
    'Check DATA_DIR or EVENTSTOREDB_URL, and that its account may read; restore a back-up if the log is lost.',
  isEssential: true,
  async examine({ log: opened, config }) {
    const head = await (await opened()).head();
    const saved = (await readBackupNotes(config.DATA_DIR)).position ?? 0;
    if (saved > (head ?? 0))
      return fault(
        `The log ends at position ${head ?? 0}, and its last back-up at ${saved}: events are lost.`,
      );
    return head === null
      ? warning('The log is empty: no server has started on it.')
      : ok(`The log can be read, up to position ${head}.`);
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
    return checked === 0
      ? skipped('The log is empty.')
      : ok(`The newest ${pluralize(checked, 'event')} of the log are as they were recorded.`);
  },
};

const oneOrigin: Check = {
  name: 'one-origin',
  advice: 'Start with the log and the vault that belong together, or restore both from one back-up.',
  isEssential: true,
  async examine({ lanes, vault }) {
    const { logId, vaultId } = (await lanes()).server.state;
    const claim = await (await vault()).claim();
    const reason = reasonNotToStart(claim);
    if (reason !== undefined) return fault(reason);
    const keys = await (await vault()).ringKeys();
    if (logId === undefined)
      return keys.length > 0 || claim !== undefined
        ? fault('The log is empty, and the vault belongs to one that is not.')
        : skipped('Log and vault are empty.');
    if (keys.length === 0) return fault('The vault is empty.');
    if (logIdOfClaim(claim) !== logId) return fault('The vault belongs to another log.');
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
    if (named.length === 0) return skipped('The log names no secret.');
    let missing = 0;
    for (const credentialId of named) if ((await secrets.get(credentialId)) === undefined) missing += 1;
    return missing > 0
      ? fault(
          `The vault lacks ${formatCount(missing)} of ${pluralize(named.length, 'secret')} that the log names.`,
        )
      : ok(`The vault has ${pluralize(named.length, 'secret')} that the log names: all that were looked up.`);
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

/** Events, and milliseconds, that a view may be behind. */
const MOST_EVENTS = 1_000;
const MOST_MS = 60_000;

/** Whether a view is far behind. The stores show the position that was stored last, which may be older than the view. */
const isFarBehind = ({ state, lag }: Listed): boolean =>
  state === 'stopped' || state === 'not served'
    ? lag.events > IDLE_EVENTS
    : lag.events > MOST_EVENTS || (lag.milliseconds ?? 0) > MOST_MS;

const views: Check = {
  name: 'views',
  advice:
    'Start the server, which builds missing views; if one stays behind, read its log for projection.update_failed.',
  async examine({ projections }) {
    const all = await projections();
    const named = (isMeant: (view: Listed) => boolean): string =>
      all
        .filter(isMeant)
        .map(({ projection }) => projection)
        .join(', ');
    const missing = named(({ state }) => state === 'not served' || state === 'building');
    if (missing !== '') return warning(`Views have to be built: ${missing}.`);
    const failed = named(({ state }) => state === 'unavailable');
    if (failed !== '') return fault(`Views cannot be kept: ${failed}.`);
    const behind = named(isFarBehind);
    return behind === ''
      ? ok(`${formatCount(all.length)} views are served, up to the end of the log.`)
      : warning(`Views are far behind the log: ${behind}.`);
  },
};

const quarantines: Check = {
  name: 'quarantines',
  advice: 'Run `hansard projections list`, then `projections retry` after an upgrade, or `projections skip`.',
  async examine({ projections }) {
    const stuck = (await projections())
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
    const folder = join(config.DATA_DIR, 'views');
    if (!existsSync(folder)) return skipped('There are no views.');
    const names = await readdir(folder);
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
    if (areViewsRemote && !isLogRemote)
      return warning('Views and vault are in MongoDB, the log is not: only one server can use them.');
    return ok(isLogRemote ? 'Several servers can use these stores.' : 'One server uses the data folder.');
  },
};

const backup: Check = {
  name: 'backup',
  advice: 'Run `hansard backup DEST --every 1h`, to a destination that is not on this disk.',
  async examine({ config }) {
    const { takenAt } = await readBackupNotes(config.DATA_DIR);
    if (takenAt === null) return warning('This data folder knows of no back-up.');
    const hours = Math.floor((systemClock.now() - takenAt) / HOUR_MS);
    if (hours < 0) return warning('The last back-up is in the future of this clock.');
    return hours > 26
      ? warning(`The last back-up is ${formatCount(hours)} hours old.`)
      : ok(`The last back-up is ${hours} hours old.`);
  },
};

const drill: Check = {
  name: 'backup-drill',
  advice: 'Run `hansard backup verify DEST` every month: a back-up that was never restored is a hope.',
  async examine({ config }) {
    const { verifiedAt, isVerified } = await readBackupNotes(config.DATA_DIR);
    if (verifiedAt === null) return warning('No back-up was ever verified.');
    if (isVerified === false) return fault('The last back-up that was verified is not whole.');
    const days = Math.floor((systemClock.now() - verifiedAt) / DAY_MS);
    if (days < 0) return warning('The last verification of a back-up is in the future of this clock.');
    return days > 40
      ? warning(`A back-up was last verified ${days} days ago.`)
      : ok(`A back-up was verified ${days} days ago.`);
  },
};

const backlogs: Check = {
  name: 'backlogs',
  advice:
    'Read the log of the server for effect.retry_scheduled: it says why mail, pushes or webhooks do not get through.',
  async examine({ server }) {
    const vitals = await server();
    if (vitals === null) return unknown('No server runs here.');
    const old = vitals.backlogs.filter(({ since }) => since !== null && vitals.now - since > HOUR_MS);
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
