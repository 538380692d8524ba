/** The secrets of outgoing webhooks: a token that is sent, and a signing secret. */
import { BY_SERVER } from '../../commands/define.ts';
import { issueSigningSecret } from '../../commands/webhooks.ts';
import type { Lanes, OrganizationLane } from '../../commands/lane/lanes.ts';
import type { UserId } from '../../ids.ts';
import { botSettings } from '../../organization/bots.ts';
import { signingSecretOf } from '../../organization/credentials.ts';
import type { Secrets } from '../../vault/secrets.ts';

/** The required part of the vault's secrets. */
export type WebhookSecretStore = Pick<Secrets, 'issueSigningSecret' | 'showBotToken' | 'showSigningSecret'>;

/** Creates signing secrets for webhooks from before they were introduced. */
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

/** Both secrets of a bot in clear text. */
export async function readBotSecrets(lane: OrganizationLane, secrets: WebhookSecretStore, botId: UserId) {
  if (signingSecretOf(lane.state, botId) === undefined) await issueSecret(lane, secrets, botId);
  const signedWith = signingSecretOf(lane.state, botId);
  const { service } = botSettings(lane.state, botId);
  const signingSecret = signedWith && (await secrets.showSigningSecret(signedWith));
  const token = service ? await secrets.showBotToken(service.tokenCredentialId) : undefined;
  if (!signingSecret || !token) throw new Error('The vault lacks secrets that the log names.');
  return { token, signingSecret };
}
