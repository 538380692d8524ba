/** Samples of events about sessions in browsers. */
import { sessionEvents } from '../../../src/events/credentials.ts';
import { sample } from './sample.ts';

export const sessionExamples = {
  sessionStarted: sample(sessionEvents, 'SessionStarted', ({ userId = 1, credentialId = 'session-1' }) => ({
    userId,
    credentialId,
    device: 'Firefox on Linux',
  })),
  sessionsEnded: sample(sessionEvents, 'SessionsEnded', ({ userId = 1 }) => ({
    userId,
    credentialIds: ['session-0'],
  })),
};
