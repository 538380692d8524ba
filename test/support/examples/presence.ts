/** Samples of events about who is there; they have a stream of their own. */
import { presenceEvents } from '../../../src/events/presence.ts';
import { sample } from './sample.ts';

export const presenceExamples = {
  /** The first of two people has come online, the second has been connected without doing anything. */
  presencesReported: sample(presenceEvents, 'PresencesReported', () => ({
    at: 1_767_225_600,
    presences: [[1, 0, 0] as [number, number, number], [2, null, 0] as [number, null, number]],
    announcedUserIds: [1],
    carriedOver: [],
    forgottenUserIds: [],
  })),
};
