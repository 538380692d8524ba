/** What the wire shows of alert words. */
import { z } from 'zod';
import { plainRow } from './row.ts';

/** All words of somebody, the first one first. */
export const AlertWords = z.array(z.string());

/** What clients are told of them. */
export const alertWordPayloads = {
  alert_words: plainRow('alert_words', { alert_words: AlertWords }),
} as const;
