/** Samples of events about bots. */
import { botEvents } from '../../../src/events/bots.ts';
import { sample } from './sample.ts';

export const botExamples = {
  botSetUp: sample(botEvents, 'BotSetUp', () => ({
    botId: 1,
    defaults: { sendingChannelId: null, eventsChannelId: null, allPublicChannels: false },
    service: {
      name: 'weather',
      interface: 1 as const,
      tokenCredentialId: 'token-1',
      baseUrl: 'https://weather.example.com/hook',
    },
  })),
  botDefaultChanged: sample(botEvents, 'BotDefaultChanged', () => ({
    botId: 1,
    property: 'sendingChannelId' as const,
    oldValue: null,
    newValue: 1,
  })),
  botServiceUrlChanged: sample(botEvents, 'BotServiceUrlChanged', () => ({
    botId: 1,
    name: 'weather',
    interface: 1 as const,
    tokenCredentialId: 'token-1',
    oldBaseUrl: 'https://weather.example.com/hook',
    newBaseUrl: 'https://weather.example.com/other',
  })),
  botOwnerChanged: sample(botEvents, 'BotOwnerChanged', () => ({ botId: 1, oldOwnerId: 2, newOwnerId: 3 })),
  botSigningSecretIssued: sample(botEvents, 'BotSigningSecretIssued', () => ({
    botId: 1,
    credentialId: 'signing-1',
  })),
  botServiceDisabled: sample(botEvents, 'BotServiceDisabled', () => ({ botId: 1 })),
  botMessageUndelivered: sample(botEvents, 'BotMessageUndelivered', () => ({
    botId: 1,
    ownerId: 2,
    missingChannelName: 'desing',
  })),
  botServiceEnabled: sample(botEvents, 'BotServiceEnabled', () => ({ botId: 1 })),
};
