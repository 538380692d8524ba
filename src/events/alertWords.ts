import { z } from 'zod';
import { UserId } from '../ids.ts';
import { defineEvents, erasable, eventType } from './define.ts';

const words = { userId: UserId, words: erasable('person:userId', z.array(z.string()).min(1).readonly()) };

/** Events of alert words. */
export const alertWordEvents = defineEvents('organization', {
  /** As the person wrote them; no word the person has in another spelling. */
  AlertWordsAdded: eventType(1, words),
  /** In the spelling in which they were added. */
  AlertWordsRemoved: eventType(1, words),
});
export const { AlertWordsAdded, AlertWordsRemoved } = alertWordEvents.make;
