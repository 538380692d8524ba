/** What outgoing webhooks prove themselves by: a token that is sent along, and a secret that signs. */
import { BY_SERVER } from '../../commands/define.ts';
import { issueSigningSecret } from '../../commands/webhooks.ts';
import type { Lanes, OrganizationLane } from '../../commands/lane/lanes.ts';
import type { UserId } from '../../ids.ts';
import { botSettings } from '../../organization/bots.ts';
import { signingSecretOf } from '../../organization/credentials.ts';
import type { Secrets } from '../../vault/secrets.ts';

/** What is asked of the vault. */
export type WebhookSecretStore = Pick<Secrets, 'issueSigningSecret' | 'showBotToken' | 'showSigningSecret'>;

/** Gives those a signing secret that were made before there were any. */
export async function issueMissingSecrets(lanes: Lanes, secrets: WebhookSecretStore): Promise<void> {
  for (const lane of lanes.all())
    for (const botId of lane.state.bots.outgoing.get())
      if (signingSecretOf(lane.state, botId) === undefined) await issueSecret(lane, secrets, botId);
}

async function issueSecret(
  lane: OrganizationLane,
  secrets: WebhookSecretStore,
  botId: UserId,
): Promise<void> {
  const credentialId = await secrets.issueSigningSecret(lane.state.organizationId);
  const submission = { ...BY_SERVER, correlationId: 'signing-secret' };
  await lane.submit(issueSigningSecret, { botId, credentialId }, submission);
}

/** Both secrets of a bot in clear. */
export async function secretsOf(lane: OrganizationLane, secrets: WebhookSecretStore, botId: UserId) {
  if (signingSecretOf(lane.state, botId) === undefined) await issueSecret(lane, secrets, botId);
  const signedWith = signingSecretOf(lane.state, botId);
  const { service } = botSettings(lane.state, botId);
  const signingSecret = signedWith && (await secrets.showSigningSecret(signedWith));
  const token = service ? await secrets.showBotToken(service.tokenCredentialId) : undefined;
  if (!signingSecret || !token) throw new Error('The vault lacks secrets that the log names.');
  return { token, signingSecret };
}
