/** Payloads of outgoing webhooks. */
import { createHmac } from 'node:crypto';
import type { Clock } from '../../base/clock.ts';
import { type Config, organizationHost } from '../../base/config.ts';
import type { UserId } from '../../base/ids.ts';
import { SERVICE_VERSION } from '../../base/version.ts';
import { BY_SERVER } from '../../commands/define.ts';
import type { Lanes, OrganizationLane } from '../../commands/lane/lanes.ts';
import { issueSigningSecret } from '../../commands/people/bots.ts';
import type { BotService } from '../../events/bots.ts';
import { conversationOf } from '../../events/messages.ts';
import { accessOf } from '../../organization/access/access.ts';
import { isActive } from '../../organization/access/rules.ts';
import { botSettings, type Delivery } from '../../organization/slices/bots.ts';
import { credentialsOf } from '../../organization/slices/credentials.ts';
import { isOrganizationActive, subdomainOf } from '../../organization/slices/organizations.ts';
import type { User } from '../../organization/slices/users.ts';
import type { OrganizationState } from '../../organization/state.ts';
import { findMessageForRecipient } from '../../projections/messages/page.ts';
import { messages } from '../../projections/messages/projection.ts';
import type { ShownMessage } from '../../projections/messages/showMessages.ts';
import type { LevelViews } from '../../projections/running/views.ts';
import type { Secrets } from '../../vault/secrets.ts';
import type { HostedOrganization } from '../../wire/define.ts';
import { webhookMessage } from '../../wire/messages.ts';
import type { DeliveryActions } from './define.ts';

// Signatures that prove sender and time to the receiver (https://www.standardwebhooks.com).

const PREFIX = 'whsec_';

/** Headers of one attempt: the ID is the same for all attempts, the time is not. In UNIX milliseconds. */
function signatureHeaders(
  secret: string,
  id: string,
  now: number,
  body: string,
): Readonly<Record<string, string>> {
  const timestamp = Math.floor(now / 1000);
  const key = Buffer.from(secret.slice(PREFIX.length), 'base64');
  const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64');
  return {
    'webhook-id': id,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': `v1,${signature}`,
  };
}

// The secrets of outgoing webhooks: a token that is sent, and a signing secret.

/** The required part of the vault's secrets. */
type WebhookSecretStore = Pick<Secrets, 'issueSigningSecret' | 'showBotToken' | 'showSigningSecret'>;

/** Creates signing secrets for webhooks from before they were introduced. */
export async function issueMissingSecrets(lanes: Lanes, secrets: WebhookSecretStore): Promise<void> {
  for (const lane of lanes.all())
    for (const botId of lane.state.bots.outgoing.get())
      if (credentialsOf(lane.state, botId).signingSecret === undefined)
        await issueSecret(lane, secrets, botId);
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
async function readBotSecrets(lane: OrganizationLane, secrets: WebhookSecretStore, botId: UserId) {
  if (credentialsOf(lane.state, botId).signingSecret === undefined) await issueSecret(lane, secrets, botId);
  const signedWith = credentialsOf(lane.state, botId).signingSecret;
  const { service } = botSettings(lane.state, botId);
  const signingSecret = signedWith && (await secrets.showSigningSecret(signedWith));
  const token = service ? await secrets.showBotToken(service.tokenCredentialId) : undefined;
  if (!signingSecret || !token) throw new Error('The vault lacks secrets that the log names.');
  return { token, signingSecret };
}

export interface PayloadDependencies {
  readonly clock: Clock;
  readonly lanes: Lanes;
  readonly secrets: WebhookSecretStore;
  readonly config: Config;
  readonly views: LevelViews;
}

const USER_AGENT = `HansardOutgoingWebhook/${SERVICE_VERSION}`;

/** Signed again for each attempt, because receivers refuse old signatures. */
export const deliveryPreparer =
  (parts: PayloadDependencies): DeliveryActions['prepare'] =>
  async (organizationId, delivery) => {
    const { clock, config, lanes, secrets, views } = parts;
    const lane = await lanes.organization(organizationId);
    const receiver = receiverOf(lane.state, delivery);
    if (typeof receiver === 'string') return { kind: 'obsolete', reason: receiver };
    const { bot, service } = receiver;
    const message = await messageOf(views, lane.state, delivery);
    if (message === undefined) return { kind: 'obsolete', reason: 'the message no longer exists' };
    const { token, signingSecret } = await readBotSecrets(lane, secrets, bot.userId);
    const body = JSON.stringify({
      bot_email: bot.email,
      bot_full_name: bot.fullName,
      data: message.content,
      trigger: delivery.trigger,
      token,
      message: webhookMessage(
        hostedOrganization(config, lane.state),
        accessOf(lane.state, bot.userId),
        message,
      ),
    });
    return {
      kind: 'ready',
      url: service.baseUrl,
      headers: {
        'content-type': 'application/json',
        'user-agent': USER_AGENT,
        ...signatureHeaders(signingSecret, delivery.deliveryId, clock.now(), body),
      },
      body,
      secrets: [token, signingSecret],
      conversation: conversationOf(message),
    };
  };

/** The bot and its receiver, or why there is none. */
function receiverOf(
  organization: OrganizationState,
  { botId }: Delivery,
): { readonly bot: User; readonly service: BotService } | string {
  const bot = organization.users.byId.get(botId);
  const { service, isDisabled } = botSettings(organization, botId);
  if (!isOrganizationActive(organization)) return 'the organization is deactivated';
  if (bot === undefined || !isActive(organization, botId)) return 'the bot is deactivated';
  if (service === null || isDisabled) return 'the receiver is gone';
  return { bot, service };
}

/** The message as the bot sees it: mentioning a bot shows it the message. */
async function messageOf(
  views: LevelViews,
  organization: OrganizationState,
  { botId, messageId }: Delivery,
): Promise<ShownMessage | undefined> {
  const level = await views.level([messages], organization.organizationId, messageId - 1);
  return findMessageForRecipient(level, accessOf(organization, botId), organization, messageId);
}

function hostedOrganization(config: Config, state: OrganizationState): HostedOrganization {
  const subdomain = subdomainOf(state);
  return { state, subdomain, host: organizationHost(config, subdomain) };
}
