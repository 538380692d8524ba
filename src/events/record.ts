import { z } from 'zod';
import { UserId } from '../ids.ts';
import { defineEvents, fact } from './define.ts';

/**
 * What owners do with the record: look at events, at the views, at the whole log, or have views built again or compared with the
 * log.
 */
export const RecordQuestion = z.enum(['events', 'projections', 'rebuild', 'verification', 'integrity']);
export type RecordQuestion = z.infer<typeof RecordQuestion>;

/** Events about the record itself: nobody looks at it unseen. */
export const recordEvents = defineEvents('organization', {
  /** `conditions` is JSON text: what was asked for. */
  RecordConsulted: fact(1, { userId: UserId, question: RecordQuestion, conditions: z.string() }),
});
export const { RecordConsulted } = recordEvents.make;
