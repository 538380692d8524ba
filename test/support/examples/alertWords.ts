/** Samples of events about alert words. */
import { alertWordEvents } from '../../../src/events/personal.ts';
import { sample } from './sample.ts';

export const alertWordExamples = {
  alertWordsAdded: sample(alertWordEvents, 'AlertWordsAdded', () => ({
    userId: 1,
    words: ['Lunch', 'code review'],
  })),
  alertWordsRemoved: sample(alertWordEvents, 'AlertWordsRemoved', () => ({ userId: 1, words: ['Lunch'] })),
};
