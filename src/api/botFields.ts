/** How people see the bots they own. */
import { z } from 'zod';
import type { UserId } from '../ids.ts';
import { botSettings } from '../organization/bots.ts';
import { signingSecretOf } from '../organization/credentials.ts';
import type { User } from '../organization/users.ts';
import { botDefaultFields, wireBotDefaults } from '../wire/bots.ts';
import { avatarUrlOf } from '../wire/users.ts';
import { apiKeyFor } from './credentials.ts';
import type { Account, ServedOrganization } from './http/served.ts';
import type { Services } from './http/services.ts';
import { named } from '../wire/named.ts';

const Service = named(
  'OwnBotService',
  z.strictObject({
    base_url: z.string(),
    interface: z.int(),
    /** Sent with every delivery: the receiver authenticates the bot with it. */
    token: z.string(),
    /** Never sent: the receiver verifies signatures with it (https://www.standardwebhooks.com). */
    signing_secret: z.string().optional(),
    /** Set once the receiver has answered 410 Gone; setting the URL again clears it. */
    is_disabled: z.literal(true).optional(),
  }),
);

export const OwnBot = named(
  'OwnBot',
  z.strictObject({
    username: z.string(),
    full_name: z.string(),
    api_key: z.string(),
    avatar_url: z.string(),
    ...botDefaultFields,
    /** Outgoing webhooks only. */
    services: z.array(Service).optional(),
  }),
);

/** A bot as its owner sees it, with its secrets. */
export async function wireBot(
  services: Services,
  organization: ServedOrganization,
  actor: Account,
  { userId, email, fullName, avatar }: User,
): Promise<z.input<typeof OwnBot>> {
  return {
    username: email,
    full_name: fullName,
    api_key: await apiKeyFor(services, organization, userId),
    avatar_url: avatarUrlOf({ avatar }, email),
    ...wireBotDefaults(organization.state, userId, actor.userId),
    ...(await wireServices(services, organization, userId)),
  };
}

async function wireServices(
  { secrets }: Services,
  { state }: ServedOrganization,
  botId: UserId,
): Promise<Pick<z.input<typeof OwnBot>, 'services'>> {
  const { service, isDisabled } = botSettings(state, botId);
  if (service === null) return {};
  const signedWith = signingSecretOf(state, botId);
  const token = await secrets.showBotToken(service.tokenCredentialId);
  const secret = signedWith && (await secrets.showSigningSecret(signedWith));
  if (token === undefined) throw new Error('The vault lacks a token that the log names.');
  const told = { base_url: service.baseUrl, interface: service.interface, token };
  const signed = secret !== undefined && { signing_secret: secret };
  return { services: [{ ...told, ...signed, ...(isDisabled && { is_disabled: true }) }] };
}
