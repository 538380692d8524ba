import { z } from 'zod';
import { ChannelId, CredentialId, UserId } from '../base/ids.ts';
import { defineEvents, erasable, eventType } from './define.ts';

/** The service that an outgoing webhook calls. */
const serviceFields = {
  name: z.string(),
  /** Payload format; 1 is the only one. */
  interface: z.literal(1),
  /** Credential ID of the token by which the receiver authenticates the bot. */
  tokenCredentialId: CredentialId,
};
const BotService = z.strictObject({ ...serviceFields, baseUrl: z.string() });
export type BotService = Readonly<z.infer<typeof BotService>>;

/** Defaults of a bot's requests; null means no channel. */
export const BotDefaults = z.strictObject({
  /** Default channel for sending. */
  sendingChannelId: ChannelId.nullable(),
  /** Default channel of its event queues. */
  eventsChannelId: ChannelId.nullable(),
  /** Whether its event queues receive all public channels by default. */
  allPublicChannels: z.boolean(),
});
export type BotDefaults = Readonly<z.infer<typeof BotDefaults>>;

const BotDefaultValue = z.union([ChannelId.nullable(), z.boolean()]);

/** Events of bots; the account itself is created by `UserCreated`. */
export const botEvents = defineEvents('organization', 'listed', 'shared', {
  /** Properties of a new bot beyond its account. */
  BotSetUp: eventType(1, {
    botId: UserId,
    defaults: BotDefaults,
    /** Outgoing webhooks only. */
    service: BotService.nullable(),
  }),
  /** Values have the property's type in `BotDefaults`. */
  BotDefaultChanged: eventType(1, {
    botId: UserId,
    property: BotDefaults.keyof(),
    oldValue: BotDefaultValue,
    newValue: BotDefaultValue,
  }),
  BotServiceUrlChanged: eventType(1, {
    botId: UserId,
    ...serviceFields,
    oldBaseUrl: z.string(),
    newBaseUrl: z.string(),
  }),
  BotOwnerChanged: eventType(1, { botId: UserId, oldOwnerId: UserId.nullable(), newOwnerId: UserId }),
  /** The signing secret of an outgoing webhook, by credential ID. */
  BotSigningSecretIssued: eventType(1, { botId: UserId, credentialId: CredentialId }),
  /** The receiver of an outgoing webhook wants no more deliveries. */
  BotServiceDisabled: eventType(1, { botId: UserId }),
  /** A bot's message reached nobody; its owner is notified. */
  BotMessageUndelivered: eventType(1, {
    botId: UserId,
    ownerId: UserId,
    /** The channel without subscribers; absent if the channel does not exist. */
    channelId: ChannelId.optional(),
    /** The name of a channel that does not exist. */
    missingChannelName: erasable('person:botId', z.string()).optional(),
  }),
  /** Deliveries resume, because somebody has set the URL again. */
  BotServiceEnabled: eventType(1, { botId: UserId }),
});
/** Keys and values; a key of digits must not become a property, so they are pairs. */
const Entries = z
  .array(z.tuple([z.string(), z.string()]).readonly())
  .min(1)
  .readonly();

/** Events of what bots store for themselves. */
export const botStorageEvents = defineEvents('organization', 'listed', 'personal', {
  /** New values; what the bot has stored under other keys stays. */
  BotStorageWritten: eventType(1, { botId: UserId, entries: erasable('person:botId', Entries) }),
  BotStorageCleared: eventType(1, {
    botId: UserId,
    keys: erasable('person:botId', z.array(z.string()).min(1).readonly()),
  }),
});
