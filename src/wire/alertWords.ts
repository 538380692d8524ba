/** Alert words on the wire. */
import { z } from 'zod';
import { plainEventShape } from './row.ts';

/** All alert words of a person, oldest first. */
export const AlertWords = z.array(z.string());

/** Client events of alert words. */
export const alertWordPayloads = {
  alert_words: plainEventShape('alert_words', { alert_words: AlertWords }),
} as const;
