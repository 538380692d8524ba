/** Code playgrounds on the wire. */
import { z } from 'zod';
import type { Playground as One } from '../organization/playgrounds.ts';
import { plainEventShape } from './row.ts';
import { named } from './named.ts';

export const Playground = named(
  'CodePlayground',
  z.strictObject({
    id: z.int(),
    name: z.string(),
    pygments_language: z.string(),
    url_template: z.string(),
  }),
);

export const wirePlayground = (playground: One): z.infer<typeof Playground> => ({
  id: playground.playgroundId,
  name: playground.name,
  pygments_language: playground.language,
  url_template: playground.urlTemplate,
});

/** Client events of playgrounds. */
export const playgroundPayloads = {
  realm_playgrounds: plainEventShape('realm_playgrounds', { realm_playgrounds: z.array(Playground) }),
} as const;
