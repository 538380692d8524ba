/** Samples of events about muted users. */
import { mutedUserEvents } from '../../../src/events/personal.ts';
import { sample } from './sample.ts';

export const mutedUserExamples = {
  userMuted: sample(mutedUserEvents, 'UserMuted', () => ({ userId: 1, mutedUserId: 2 })),
  userUnmuted: sample(mutedUserEvents, 'UserUnmuted', () => ({ userId: 1, mutedUserId: 2 })),
};
