import { z } from 'zod';
import { defineEvents, fact } from './define.ts';

/** Facts of what a reactor has done in one organization, in the stream `reactor-{name}-{id}`. */
export const reactorEvents = defineEvents('reactor', {
  /** All that follows from the organization's events up to this revision has been done; -1 is before the first. */
  ReactorCheckpointed: fact(1, {
    revision: z.number().int().min(-1),
    /** Revision of this stream from which what is not finished yet can be read; absent where all is. */
    openSince: z.number().int().min(0).optional(),
  }),
  /** An effect was refused, or failed too often: it is not tried again. */
  EffectAbandoned: fact(1, { effectId: z.string(), reason: z.string() }),
});
export const { ReactorCheckpointed, EffectAbandoned } = reactorEvents.make;
