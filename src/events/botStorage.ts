import { z } from 'zod';
import { UserId } from '../ids.ts';
import { defineEvents, erasable, eventType } from './define.ts';

/** Keys and values; a key of digits must not become a property, so they are pairs. */
const Entries = z
  .array(z.tuple([z.string(), z.string()]).readonly())
  .min(1)
  .readonly();

/** Events of what bots store for themselves. */
export const botStorageEvents = defineEvents('organization', {
  /** New values; what the bot has stored under other keys stays. */
  BotStorageWritten: eventType(1, { botId: UserId, entries: erasable('person:botId', Entries) }),
  BotStorageCleared: eventType(1, {
    botId: UserId,
    keys: erasable('person:botId', z.array(z.string()).min(1).readonly()),
  }),
});
export const { BotStorageWritten, BotStorageCleared } = botStorageEvents.make;
