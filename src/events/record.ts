import { z } from 'zod';
import { UserId } from '../ids.ts';
import { defineEvents, eventType } from './define.ts';

/**
 * What owners do with the record: look at events, at the views, at the whole log, or have views built again or compared with the
 * log.
 */
export const RecordAction = z.enum(['events', 'projections', 'rebuild', 'verification', 'integrity']);
export type RecordAction = z.infer<typeof RecordAction>;

/** Events about the record itself: nobody looks at it unseen. */
export const recordEvents = defineEvents('organization', {
  /** `conditions` is JSON text: what was asked for. */
  RecordConsulted: eventType(1, { userId: UserId, question: RecordAction, conditions: z.string() }),
});
export const { RecordConsulted } = recordEvents.make;
