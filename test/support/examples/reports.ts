/** Samples of events about reports and push tokens. */
import { legacyTokenEvents } from '../../../src/events/credentials.ts';
import { reportEvents } from '../../../src/events/reactions.ts';
import { sample } from './sample.ts';

const token = { userId: 1, kind: 'apns' as const, tokenHash: 'ungWv48Bz-pBQUDeXa4iI7ADYaOWF3qctBD_YfIAFa0' };

export const reportExamples = {
  messageReported: sample(reportEvents, 'MessageReported', () => ({
    messageId: 5,
    senderId: 2,
    reporterId: 1,
    channelId: 1,
    reportType: 'spam' as const,
    description: 'Again!',
    content: 'Buy this',
  })),
  legacyTokenRegistered: sample(legacyTokenEvents, 'LegacyTokenRegistered', () => token),
  legacyTokenRemoved: sample(legacyTokenEvents, 'LegacyTokenRemoved', () => ({
    ...token,
    kind: 'fcm' as const,
  })),
};
