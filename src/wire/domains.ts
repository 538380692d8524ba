/** Allowed domains on the wire. */
import { z } from 'zod';
import type { AllowedDomain } from '../organization/domains.ts';
import { eventShape } from './row.ts';
import { named } from './named.ts';

export const Domain = named(
  'AllowedDomain',
  z.strictObject({ domain: z.string(), allow_subdomains: z.boolean() }),
);

export const wireDomain = ({ domain, allowsSubdomains }: AllowedDomain): z.infer<typeof Domain> => ({
  domain,
  allow_subdomains: allowsSubdomains,
});

/** Client events of allowed domains. */
export const domainPayloads = {
  'realm_domains/add': eventShape('realm_domains', 'add', { realm_domain: Domain }),
  'realm_domains/change': eventShape('realm_domains', 'change', { realm_domain: Domain }),
  'realm_domains/remove': eventShape('realm_domains', 'remove', { domain: z.string() }),
} as const;
