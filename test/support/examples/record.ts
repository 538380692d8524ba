/** Samples of events about the record. */
import { recordEvents } from '../../../src/events/organizations.ts';
import { sample } from './sample.ts';

export const recordExamples = {
  recordConsulted: sample(recordEvents, 'RecordConsulted', ({ userId = 1 }) => ({
    userId,
    action: 'events' as const,
    conditions: '{"message":5}',
  })),
};
