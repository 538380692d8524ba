import { z } from 'zod';
import { numericId } from '../ids.ts';
import { defineEvents, eventType } from './define.ts';

/** ID of a code playground. */
export const PlaygroundId = numericId<'PlaygroundId'>();
export type PlaygroundId = z.infer<typeof PlaygroundId>;

/** Events of code playgrounds: where clients offer to run code of a language. */
export const playgroundEvents = defineEvents('organization', {
  PlaygroundAdded: eventType(1, {
    playgroundId: PlaygroundId,
    name: z.string(),
    /** As Pygments names it. */
    language: z.string(),
    /** An RFC 6570 template whose one variable is `code`. */
    urlTemplate: z.string(),
  }),
  PlaygroundRemoved: eventType(1, { playgroundId: PlaygroundId }),
});
export const { PlaygroundAdded, PlaygroundRemoved } = playgroundEvents.make;
