/** Bots: creating, changing and listing one's own. */
import { z } from 'zod';
import { Refused, requireThat } from '../../base/errors.ts';
import { type CredentialId, UserId } from '../../base/ids.ts';
import { createBot, deactivateBot, regenerateBotKey, updateBot } from '../../commands/people/bots.ts';
import type { BotService } from '../../events/bots.ts';
import { BOT_TYPES, Role } from '../../events/users.ts';
import { botSettings } from '../../organization/slices/bots.ts';
import { credentialsOf } from '../../organization/slices/credentials.ts';
import { botsOwnedBy, type User } from '../../organization/slices/users.ts';
import { named, sentenceOf } from '../../wire/define.ts';
import {
  avatarUrlOf,
  botDefaultFields,
  OutgoingWebhookService,
  userFields,
  WebhookServices,
  wireBotDefaults,
} from '../../wire/users.ts';
import {
  ApiKey,
  apiKeyFor,
  issueBotSecrets,
  PLACEHOLDER_SECRETS,
  UNSTORED_CREDENTIAL,
} from '../credentials/credentials.ts';
import { PICTURE_BODY_BYTES, requireOnePicture, uploaderOf } from '../files/limits.ts';
import { json, path, text, textOrJson, type ValuesOf } from '../http/parameters.ts';
import { EmptyResponse, read, routes, write } from '../http/route.ts';
import type { Account, ServedOrganization } from '../http/servedOrganization.ts';
import type { Services } from '../http/services.ts';
import { storedAvatar } from './avatars.ts';

// How people see the bots they own.

const Service = named(
  'OwnBotService',
  'Where a bot’s outgoing webhook is sent, with its secrets.',
  z.strictObject({
    ...OutgoingWebhookService.shape,
    /** See https://www.standardwebhooks.com. */
    signing_secret: z.string().optional().describe('Never sent: the receiver checks signatures with it.'),
    /** Set once the receiver has answered 410 Gone; setting the URL again clears it. */
    is_disabled: z.literal(true).optional().describe('Set once the receiver has answered 410 Gone.'),
  }),
);

const OwnBot = named(
  'OwnBot',
  'A bot, as its owner sees it: with its secrets.',
  z.strictObject({
    username: z.string().describe('Address of the bot, with which it logs in.'),
    full_name: userFields.full_name,
    api_key: ApiKey,
    avatar_url: z.string().describe('URL of the bot’s picture.'),
    ...botDefaultFields,
    services: z.array(Service).optional().describe(sentenceOf(WebhookServices)),
  }),
);

/** A bot as its owner sees it, with its secrets. */
async function wireBot(
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
  const signedWith = credentialsOf(state, botId).signingSecret;
  const token = await secrets.showBotToken(service.tokenCredentialId);
  const secret = signedWith && (await secrets.showSigningSecret(signedWith));
  if (token === undefined) throw new Error('The vault lacks a token that the log names.');
  const described = { base_url: service.baseUrl, interface: service.interface, token };
  const signed = secret !== undefined && { signing_secret: secret };
  return { services: [{ ...described, ...signed, ...(isDisabled && { is_disabled: true }) }] };
}

const MAX_URL_LENGTH = 2000;
const MAX_SERVICE_NAME_LENGTH = 100;

/** The log stores service URLs but no secrets. */
const hasNoCredentials = (url: string): boolean => !/^\w+:\/\/[^/?#]*@/.test(url);

const ServiceUrl = z
  .string()
  .max(MAX_URL_LENGTH)
  .pipe(
    z
      .url({ protocol: /^https?$/ })
      .refine(hasNoCredentials, { params: { problem: 'must not hold a user name or password' } }),
  );

const defaultParams = {
  default_sending_stream: text()
    .describe('Name of the default channel for messages without `to`; empty for none.')
    .optional(),
  default_events_register_stream: text()
    .describe('Name of the default channel of event queues; empty for none.')
    .optional(),
  default_all_public_streams: json(z.boolean())
    .optional()
    .describe(botDefaultFields.default_all_public_streams),
} as const;

/** For embedded bots, which do not exist here. */
const configParam = json(z.record(z.string(), z.string()))
  .optional()
  .describe('Settings of embedded bots, which do not exist here.');

const createParams = {
  full_name: text().describe('Name by which people know the bot.'),
  short_name: text().describe('The bot’s e-mail address is `{short_name}-bot@` the host.'),
  bot_type: json(z.int()).default(1).describe('1 generic, 2 incoming webhook, 3 outgoing webhook.'),
  payload_url: textOrJson(ServiceUrl).describe('URL of an outgoing webhook’s receiver.').optional(),
  service_name: text(z.string().max(MAX_SERVICE_NAME_LENGTH))
    .describe('For outgoing webhooks; the short name by default.')
    .optional(),
  interface_type: json(z.int())
    .optional()
    .describe('Format of an outgoing webhook’s requests; only 1 is known.'),
  config_data: configParam,
  ...defaultParams,
} as const;

const botIdParam = path(UserId).describe('ID of the bot, which is its user ID.');

export const botRoutes = routes({
  'POST /bots': write({
    who: 'humanMember',
    summary: 'Create a bot',
    params: createParams,
    response: z.strictObject({
      user_id: z.int().describe('ID of the new bot.'),
      api_key: ApiKey,
      avatar_url: z.string().describe(sentenceOf(userFields.avatar_url)),
      ...botDefaultFields,
    }),
    takesPicture: 'optional',
    maxBodyBytes: PICTURE_BODY_BYTES,
    errors: ['BAD_REQUEST', 'BAD_IMAGE'],
    async handle({ params, actor, organization, services, files, submitAfterDryRun }) {
      requireOfferedService(params.interface_type, params.config_data);
      const picture = sentAvatar(files);
      const described = describedService(params);
      const service = (tokenCredentialId: CredentialId) => described && { ...described, tokenCredentialId };
      const requested = { ...requestedBot(params), domain: organization.host };
      const unnamed = {
        ...requested,
        apiKeyCredentialId: UNSTORED_CREDENTIAL,
        service: service(UNSTORED_CREDENTIAL),
      };
      const { botId } = await submitAfterDryRun(createBot, unnamed, async () => {
        const { secrets } = services;
        const avatar = picture && (await storedAvatar(services, uploaderOf(organization, actor), picture));
        const apiKeyCredentialId = await secrets.issueApiKey(organization.id);
        const token = described ? await secrets.issueBotToken(organization.id) : UNSTORED_CREDENTIAL;
        const signingCredentialId = described ? await secrets.issueSigningSecret(organization.id) : undefined;
        return { ...requested, apiKeyCredentialId, service: service(token), signingCredentialId, avatar };
      });
      const bot = botOf(organization, botId);
      return {
        user_id: botId,
        api_key: await apiKeyFor(services, organization, botId),
        avatar_url: avatarUrlOf(bot, bot.email),
        ...wireBotDefaults(organization.state, botId, actor.userId),
      };
    },
  }),

  'GET /bots': read({
    who: 'humanMember',
    summary: 'List your own bots',
    params: {},
    response: z.strictObject({ bots: z.array(OwnBot).describe('The caller’s bots.') }),
    async handle({ actor, organization, services }) {
      const own = botsOwnedBy(organization.state, actor.userId).filter(({ active }) => active);
      return { bots: await Promise.all(own.map((bot) => wireBot(services, organization, actor, bot))) };
    },
  }),

  'PATCH /bots/:bot_id': write({
    who: 'humanMember',
    summary: 'Change a bot',
    params: {
      bot_id: botIdParam,
      full_name: text().optional().describe(createParams.full_name),
      role: json(z.int().pipe(Role)).describe('Only administrators can change it.').optional(),
      bot_owner_id: json(UserId)
        .describe('Only administrators can change it; the bot gets a new API key and signing secret.')
        .optional(),
      service_payload_url: textOrJson(ServiceUrl)
        .optional()
        .describe('URL to which an outgoing webhook posts.'),
      service_interface: createParams.interface_type,
      config_data: configParam,
      ...defaultParams,
    },
    response: z.strictObject({
      full_name: z.string().optional().describe(sentenceOf(createParams.full_name)),
      role: Role.optional().describe(
        'Role of the bot: 100 owner, 200 administrator, 300 moderator, 400 member, 600 guest.',
      ),
      bot_owner_id: z.int().nullable().optional().describe('Who owns the bot from now on.'),
      service_payload_url: z.string().optional().describe('URL to which an outgoing webhook posts.'),
      service_interface: z.int().optional().describe(sentenceOf(createParams.interface_type)),
      config_data: EmptyResponse.optional().describe('Settings of embedded bots, which do not exist here.'),
      ...z.object(botDefaultFields).partial().shape,
      avatar_url: z.string().describe(sentenceOf(userFields.avatar_url)),
    }),
    takesPicture: 'optional',
    maxBodyBytes: PICTURE_BODY_BYTES,
    errors: ['UNAUTHORIZED_PRINCIPAL', 'BAD_IMAGE'],
    async handle({ params, actor, organization, services, files, submitAfterDryRun }) {
      requireOfferedService(params.service_interface, params.config_data);
      const { bot_id: botId, full_name: fullName, role, bot_owner_id: ownerId } = params;
      const serviceUrl = params.service_payload_url;
      const requested = { botId, fullName, role, ownerId, serviceUrl, defaults: requestedDefaults(params) };
      const picture = sentAvatar(files);
      await submitAfterDryRun(updateBot, { ...requested, secrets: PLACEHOLDER_SECRETS }, async () => ({
        ...requested,
        avatar: picture && (await storedAvatar(services, uploaderOf(organization, actor), picture)),
        secrets: ownerId === undefined ? undefined : await issueBotSecrets(services, organization),
      }));
      const bot = botOf(organization, botId);
      const present = {
        full_name: bot.fullName,
        role: bot.role,
        bot_owner_id: bot.bot?.ownerId ?? null,
        service_payload_url: serviceUrl,
        service_interface: params.service_interface,
        config_data: {},
        ...wireBotDefaults(organization.state, botId, actor.userId),
      };
      return { ...onlySentFields(present, params), avatar_url: avatarUrlOf(bot, bot.email) };
    },
  }),

  'DELETE /bots/:bot_id': write({
    who: 'humanMember',
    summary: 'Deactivate a bot',
    params: { bot_id: botIdParam },
    async handle({ params, submit }) {
      await submit(deactivateBot, { botId: params.bot_id });
    },
  }),

  'POST /bots/:bot_id/api_key/regenerate': write({
    who: 'humanMember',
    summary: 'Regenerate the API key of a bot; the current one stops working',
    params: { bot_id: botIdParam },
    response: z.strictObject({ api_key: ApiKey }),
    async handle({ params: { bot_id: botId }, organization, services, submitAfterDryRun }) {
      await submitAfterDryRun(regenerateBotKey, { botId, credentialId: UNSTORED_CREDENTIAL }, async () => ({
        botId,
        credentialId: await services.secrets.issueApiKey(organization.id),
      }));
      return { api_key: await apiKeyFor(services, organization, botId) };
    },
  }),
});

/** The picture for a bot in a multipart body; undefined without one. */
const sentAvatar = (sent: readonly Uint8Array[]): Uint8Array | undefined =>
  sent.length === 0 ? undefined : requireOnePicture(sent, 'avatar');

/** Only one payload format exists, and it has no configuration. */
function requireOfferedService(form: number | undefined, configuration: object | undefined): void {
  requireThat(form === undefined || form === 1, 'Invalid interface type');
  const isEmpty = Object.keys(configuration ?? {}).length === 0;
  requireThat(isEmpty, 'Embedded bots are not enabled.');
}

type CreateParams = ValuesOf<typeof createParams>;

const requestedBot = (params: CreateParams) => ({
  fullName: params.full_name,
  shortName: params.short_name,
  type: params.bot_type,
  defaults: requestedDefaults(params),
});

const requestedDefaults = (params: ValuesOf<typeof defaultParams>) => ({
  sendingChannel: params.default_sending_stream,
  eventsChannel: params.default_events_register_stream,
  allPublicChannels: params.default_all_public_streams,
});

/** The service that an outgoing webhook calls. */
function describedService(params: CreateParams): Omit<BotService, 'tokenCredentialId'> | null {
  if (params.bot_type !== BOT_TYPES.outgoingWebhook) return null;
  const { payload_url: baseUrl, service_name: name, short_name: shortName } = params;
  if (baseUrl === undefined)
    throw new Refused("Missing 'payload_url' argument", 'REQUEST_VARIABLE_MISSING', {
      var_name: 'payload_url',
    });
  return { name: name?.trim() || shortName.trim(), interface: 1, baseUrl };
}

function botOf({ state }: ServedOrganization, botId: UserId): User {
  const bot = state.users.byId.get(botId);
  if (bot === undefined) throw new Error('A bot that was just decided about is not there.');
  return bot;
}

/** The current values of the fields that the request changes. */
const onlySentFields = <Present extends object>(present: Present, params: object): Partial<Present> => {
  const sent = new Map(Object.entries(params));
  return Object.fromEntries(
    Object.entries(present).filter(([name]) => sent.get(name) !== undefined),
  ) as Partial<Present>;
};
