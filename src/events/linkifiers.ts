import { z } from 'zod';
import { numericId } from '../base/ids.ts';
import { defineEvents, eventType } from './define.ts';

/** ID of a linkifier. */
export const LinkifierId = numericId<'LinkifierId'>('ID of the linkifier.');
export type LinkifierId = z.infer<typeof LinkifierId>;

const wholeLinkifier = {
  linkifierId: LinkifierId,
  /** A regular expression in RE2's syntax with named groups. */
  pattern: z.string(),
  /** An RFC 6570 template whose variables are the groups of the pattern. */
  urlTemplate: z.string(),
  exampleInput: z.string().nullable(),
  reverseTemplate: z.string().nullable(),
  alternativeUrlTemplates: z.array(z.string()).readonly(),
};

/** Events of linkifiers, which make links of what they match in texts; they are tried in their order. */
export const linkifierEvents = defineEvents('organization', 'listed', 'shared', {
  LinkifierAdded: eventType(1, wholeLinkifier),
  LinkifierChanged: eventType(1, wholeLinkifier),
  LinkifierRemoved: eventType(1, { linkifierId: LinkifierId }),
  LinkifiersReordered: eventType(1, { order: z.array(LinkifierId).readonly() }),
});
/** ID of a code playground. */
export const PlaygroundId = numericId<'PlaygroundId'>('ID of the code playground.');
export type PlaygroundId = z.infer<typeof PlaygroundId>;

/** Events of code playgrounds: where clients offer to run code of a language. */
export const playgroundEvents = defineEvents('organization', 'listed', 'shared', {
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
