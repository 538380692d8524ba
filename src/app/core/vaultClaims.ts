/**
 * Keeps a server and its vault consistent: they belong to one log, every secret that the log names exists,
 * and unnamed ones are removed.
 */
import { logIdOfClaim, moveDestination, parseRestoreOrigin, reasonNotToStart } from '../../backup/store.ts';
import type { Clock } from '../../base/clock.ts';
import { OperatorError } from '../../base/errors.ts';
import type { CredentialId } from '../../base/ids.ts';
import type { Logger } from '../../base/logger.ts';
import { BY_SERVER } from '../../commands/define.ts';
import type { Lanes } from '../../commands/lane/lanes.ts';
import { assignVault, recordRestoration } from '../../commands/organization/organizations.ts';
import type { Secrets } from '../../vault/secrets.ts';
import type { Vault } from '../../vault/vault.ts';

/** Milliseconds between two sweeps of secrets that no event names. */
const SWEEP_INTERVAL_MS = 60 * 60 * 1000;

const SWEEP_FAILED = 'Unused secrets could not be removed from the vault; the next attempt is in an hour.';
const OF_ANOTHER_LOG = 'The vault belongs to another event log; this server will not use it.';
const OF_LOST_LOG =
  'The event log is empty, and the vault belongs to a log: restore that log from a back-up, or begin with a vault that is empty, too.';

/**
 * Refuses a vault that belongs to another log, or lacks secrets that the log names (the vault of another
 * node, or one that was lost). `nameLog` names a log that has no name, which is refused beside a vault that
 * is in use. What is refused leaves log and vault as they were.
 */
export async function claimVault(vault: Vault, lanes: Lanes, nameLog: () => Promise<string>): Promise<void> {
  if (!hasName(lanes) && (await isInUse(vault))) {
    // Meanwhile another node may have named the log and created the keys.
    await lanes.server.catchUp();
    if (!hasName(lanes)) await requireUnused(vault);
  }
  const logId = await nameLog();
  const isOfAnother = (claim: string | undefined): boolean => logIdOfClaim(claim) !== logId;
  if (isOfAnother((await vault.claim()) ?? logId)) throw await refusal(vault);
  await requireSecrets(vault, lanes);
  if (isOfAnother(await vault.claimLog(logId))) throw await refusal(vault);
}

const isInUse = async (vault: Vault): Promise<boolean> =>
  (await vault.ringKeys()).length > 0 || (await vault.claim()) !== undefined;

/** OperatorError if a vault beside an empty log belongs to another one, or to a restore or move that is not finished. */
export async function requireUnused(vault: Vault): Promise<void> {
  if (await isInUse(vault)) throw new OperatorError(reasonNotToStart(await vault.claim()) ?? OF_LOST_LOG);
}

async function requireSecrets(vault: Vault, lanes: Lanes): Promise<void> {
  for (const lane of lanes.all()) {
    const named = firstCredential(lane.state.credentials.byUser.values());
    if (named === undefined || (await vault.get(named))) continue;
    throw new OperatorError(
      'The vault lacks secrets that the event log names: start with the vault that belongs to this log.',
    );
  }
}

/** The reason why a vault with keys and another claim is not used. */
const refusal = async (vault: Vault): Promise<OperatorError> =>
  new OperatorError(reasonNotToStart(await vault.claim()) ?? OF_ANOTHER_LOG);

/** Records in every organization that it was restored, if the stores are used for the first time since. */
export async function recordRestorations(vault: Vault, lanes: Lanes): Promise<void> {
  const claim = await vault.claim();
  const restored = parseRestoreOrigin(claim);
  if (claim === undefined || restored === undefined) return;
  for (const lane of lanes.all())
    await lane.submit(recordRestoration, restored, { ...BY_SERVER, correlationId: 'start' });
  await vault.replaceClaim(claim, restored.logId);
}

const OTHER_VAULT =
  'Servers over this event log use another vault: give all of them the same one with MONGODB_URL, or run one server.';

/**
 * Refuses a vault if the log, which several servers may share, is assigned to another one. Of servers that
 * start at the same time on a new log, each with its own vault, one continues.
 */
export async function requireSameVault(vault: Vault, { server }: Lanes): Promise<void> {
  const vaultId = (await vault.ringKeys()).at(-1)?.keyId;
  if (vaultId === undefined) throw new Error('The vault has no key yet.');
  const { result } = await server.submit(assignVault, { vaultId }, { ...BY_SERVER, correlationId: 'start' });
  if (result.vaultId !== vaultId) throw new OperatorError(OTHER_VAULT);
}

const hasName = (lanes: Lanes): boolean => lanes.server.state.logId !== undefined;

function firstCredential(
  all: Iterable<{ readonly apiKey?: CredentialId | undefined }>,
): CredentialId | undefined {
  for (const { apiKey } of all) if (apiKey !== undefined) return apiKey;
  return undefined;
}

/**
 * Periodically removes secrets whose event was never appended; returns a function that stops it. A node that
 * cannot read the whole log sweeps nothing, because secrets that others have named meanwhile would be lost.
 */
export function startVaultSweep(secrets: Secrets, lanes: Lanes, clock: Clock, logger: Logger): () => void {
  const sweep = async (): Promise<void> => {
    await lanes.catchUp();
    const current = currentCredentials(lanes);
    const swept = await secrets.sweep(({ credentialId }) => current.has(credentialId));
    if (swept > 0)
      logger.info(
        { event: 'vault.swept', swept },
        'Secrets that no event refers to were removed from the vault.',
      );
  };
  return clock.every(
    SWEEP_INTERVAL_MS,
    () => void sweep().catch((err) => logger.warn({ event: 'vault.sweep_failed', err }, SWEEP_FAILED)),
  );
}

/** Milliseconds between two looks at what a vault is claimed for. */
const CLAIM_CHECK_INTERVAL_MS = 5_000;

/** Calls `leave` with the destination to which an operator moves the data; returns a function that stops watching. */
export const watchClaim = (vault: Vault, clock: Clock, leave: (destination: string) => void): (() => void) =>
  clock.every(CLAIM_CHECK_INTERVAL_MS, () => {
    const look = async (): Promise<void> => {
      const destination = moveDestination(await vault.claim());
      if (destination !== undefined) leave(destination);
    };
    void look().catch(() => undefined); // the next look is in a moment
  });

/** The credentials in use now, in any organization. */
export function currentCredentials(lanes: Lanes): ReadonlySet<CredentialId> {
  const current = new Set<CredentialId>();
  for (const { state } of lanes.all()) {
    for (const { password, apiKey, botToken, signingSecret } of state.credentials.byUser.values())
      for (const credentialId of [password, apiKey, botToken, signingSecret])
        if (credentialId) current.add(credentialId);
    for (const credentialId of state.invitations.idByCredential.keys()) current.add(credentialId);
    for (const credentialId of state.sessions.byId.keys()) current.add(credentialId);
    for (const { key, offered } of state.devices.byId.values())
      for (const named of [key, offered]) if (named) current.add(named.credentialId);
  }
  return current;
}
