/** Allowed domains on the wire. */
import { z } from 'zod';
import type { AllowedDomain } from '../organization/domains.ts';
import { row } from './row.ts';
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
  'realm_domains/add': row('realm_domains', 'add', { realm_domain: Domain }),
  'realm_domains/change': row('realm_domains', 'change', { realm_domain: Domain }),
  'realm_domains/remove': row('realm_domains', 'remove', { domain: z.string() }),
} as const;
