/** Payloads of outgoing webhooks. */
import { webhookMessage } from '../../wire/messageFields.ts';
import { type Config, organizationHost } from '../../config.ts';
import type { Clock } from '../../clock.ts';
import type { Lanes } from '../../commands/lane/lanes.ts';
import type { BotService } from '../../events/bots.ts';
import { conversationOf } from '../../events/messages.ts';
import { accessOf } from '../../organization/access.ts';
import { isActive } from '../../organization/access/rules.ts';
import { botSettings } from '../../organization/bots.ts';
import { isOrganizationActive, subdomainOf } from '../../organization/organizations.ts';
import type { OrganizationState } from '../../organization/state.ts';
import type { User } from '../../organization/users.ts';
import type { Delivery } from '../../organization/webhookDeliveries.ts';
import { findMessageForRecipient } from '../../projections/messages/page.ts';
import type { LevelViews } from '../../projections/views.ts';
import type { HostedOrganization } from '../../wire/place.ts';
import type { ShownMessage } from '../../projections/messages/shown.ts';
import type { DeliveryActions } from './define.ts';
import { signatureHeaders } from './signature.ts';
import { SERVICE_VERSION } from '../../version.ts';
import { readBotSecrets, type WebhookSecretStore } from './signingSecrets.ts';
import { messages } from '../../projections/messages/projection.ts';

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
    const told = receiverOf(lane.state, delivery);
    if (typeof told === 'string') return { kind: 'obsolete', reason: told };
    const { bot, service } = told;
    const message = await messageOf(views, lane.state, delivery);
    if (message === undefined) return { kind: 'obsolete', reason: 'the message no longer exists' };
    const { token, signingSecret } = await readBotSecrets(lane, secrets, bot.userId);
    const body = JSON.stringify({
      bot_email: bot.email,
      bot_full_name: bot.fullName,
      data: message.content,
      trigger: delivery.trigger,
      token,
      message: webhookMessage(placeOf(config, lane.state), accessOf(lane.state, bot.userId), message),
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

function placeOf(config: Config, state: OrganizationState): HostedOrganization {
  const subdomain = subdomainOf(state);
  return { state, subdomain, host: organizationHost(config, subdomain) };
}
