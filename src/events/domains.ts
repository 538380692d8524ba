import { z } from 'zod';
import { defineEvents, eventType } from './define.ts';

/** In lower case and ASCII. */
const domain = z.string();

/** Events of the domains that e-mail addresses may have where the organization restricts them. */
export const domainEvents = defineEvents('organization', {
  DomainAllowed: eventType(1, { domainId: z.number().int(), domain, allowsSubdomains: z.boolean() }),
  DomainChanged: eventType(1, { domain, allowsSubdomains: z.boolean() }),
  DomainDisallowed: eventType(1, { domain }),
});
export const { DomainAllowed, DomainChanged, DomainDisallowed } = domainEvents.make;
