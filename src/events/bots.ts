import { z } from 'zod';
import { ChannelId, CredentialId, UserId } from '../ids.ts';
import { defineEvents, erasable, fact } from './define.ts';

/** What an outgoing-webhook bot tells what is said to it. */
const serviceFields = {
  name: z.string(),
  /** In which form it is told: 1 is the only one there is. */
  interface: z.literal(1),
  /** The vault's name of the token by which the receiver knows the bot. */
  tokenCredentialId: CredentialId,
};
const BotService = z.strictObject({ ...serviceFields, baseUrl: z.string() });
export type BotService = Readonly<z.infer<typeof BotService>>;

/** What requests of a bot mean where they do not say it; no channel is null. */
export const BotDefaults = z.strictObject({
  /** Where it sends to. */
  sendingChannelId: ChannelId.nullable(),
  /** Whose messages its event queues are about. */
  eventsChannelId: ChannelId.nullable(),
  /** Whether its event queues are about all public channels. */
  allPublicChannels: z.boolean(),
});
export type BotDefaults = Readonly<z.infer<typeof BotDefaults>>;

const BotDefaultValue = z.union([ChannelId.nullable(), z.boolean()]);

/** Facts of the bots that people make; that the account is there is said by `UserCreated`. */
export const botEvents = defineEvents('organization', {
  /** What a new bot is, besides an account. */
  BotSetUp: fact(1, {
    botId: UserId,
    defaults: BotDefaults,
    /** Of outgoing-webhook bots alone. */
    service: BotService.nullable(),
  }),
  /** The values are of the property's type in `BotDefaults`. */
  BotDefaultChanged: fact(1, {
    botId: UserId,
    property: BotDefaults.keyof(),
    oldValue: BotDefaultValue,
    newValue: BotDefaultValue,
  }),
  BotServiceUrlChanged: fact(1, {
    botId: UserId,
    ...serviceFields,
    oldBaseUrl: z.string(),
    newBaseUrl: z.string(),
  }),
  BotOwnerChanged: fact(1, { botId: UserId, oldOwnerId: UserId.nullable(), newOwnerId: UserId }),
  /** The secret, in the vault, by which what an outgoing webhook tells is signed. */
  BotSigningSecretIssued: fact(1, { botId: UserId, credentialId: CredentialId }),
  /** The receiver of an outgoing webhook wants to be told nothing more. */
  BotServiceDisabled: fact(1, { botId: UserId }),
  /** A bot has spoken where nobody hears it: its owner is to know. */
  BotSentInVain: fact(1, {
    botId: UserId,
    ownerId: UserId,
    /** The channel to which nobody is subscribed; absent where none was meant. */
    channelId: ChannelId.optional(),
    /** What the bot named where there is no such channel. */
    missing: erasable('person:botId', z.string()).optional(),
  }),
  /** It is told again: somebody has set its address anew. */
  BotServiceEnabled: fact(1, { botId: UserId }),
});
export const {
  BotSetUp,
  BotDefaultChanged,
  BotServiceUrlChanged,
  BotOwnerChanged,
  BotSigningSecretIssued,
  BotServiceDisabled,
  BotServiceEnabled,
  BotSentInVain,
} = botEvents.make;
