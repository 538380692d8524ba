/** Linkifiers on the wire. */
import { z } from 'zod';
import type { Linkifier as One } from '../organization/linkifiers.ts';
import { plainEventShape } from './row.ts';
import { named } from './named.ts';

export const Linkifier = named(
  'Linkifier',
  z.strictObject({
    id: z.int(),
    pattern: z.string(),
    url_template: z.string(),
    example_input: z.string().nullable(),
    reverse_template: z.string().nullable(),
    alternative_url_templates: z.array(z.string()),
  }),
);

export const wireLinkifier = (linkifier: One): z.infer<typeof Linkifier> => ({
  id: linkifier.linkifierId,
  pattern: linkifier.pattern,
  url_template: linkifier.urlTemplate,
  example_input: linkifier.exampleInput,
  reverse_template: linkifier.reverseTemplate,
  alternative_url_templates: [...linkifier.alternativeUrlTemplates],
});

/** Client events of linkifiers. */
export const linkifierPayloads = {
  realm_linkifiers: plainEventShape('realm_linkifiers', { realm_linkifiers: z.array(Linkifier) }),
} as const;
