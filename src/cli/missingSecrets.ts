/**
 * Secrets that a restored log names and the vault lacks: after a restore to an earlier moment, those that have been
 * replaced and removed since.
 */
import { currentCredentials } from '../app/vaultKeeping.ts';
import type { RestoreTarget } from '../backup/restorer.ts';
import { systemClock } from '../clock.ts';
import type { CredentialId } from '../ids.ts';
import { Secrets } from '../vault/secrets.ts';
import { foldLanes } from './readOnlyLanes.ts';

export interface MissingSecrets {
  /** E-mail addresses of people whose password is gone. */
  readonly passwordsLost: readonly string[];
  /** API keys that nobody has any more: new ones are in their place. */
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
