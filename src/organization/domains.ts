/** Domains that e-mail addresses may have where the organization restricts them. */
import { cell } from './containers.ts';
import { slice } from './define.ts';

export interface AllowedDomain {
  /** In lower case and ASCII. */
  readonly domain: string;
  readonly allowsSubdomains: boolean;
}

export const domainsSlice = slice({
  version: 1,
  state: () => ({
    allowed: cell<readonly AllowedDomain[]>([]),
    nextId: cell(1),
  }),
  evolve: {
    DomainAllowed({ allowed, nextId }, { domainId, domain, allowsSubdomains }) {
      allowed.set([...allowed.get(), { domain, allowsSubdomains }]);
      nextId.set(domainId + 1);
    },
    DomainChanged: ({ allowed }, { domain, allowsSubdomains }) =>
      allowed.set(
        allowed.get().map((each) => (each.domain === domain ? { domain, allowsSubdomains } : each)),
      ),
    DomainDisallowed: ({ allowed }, { domain }) =>
      allowed.set(allowed.get().filter((each) => each.domain !== domain)),
  },
});

/** State with allowed domains. */
interface WithDomains {
  readonly domains: ReturnType<typeof domainsSlice.state>;
}

export const allowedDomains = ({ domains }: WithDomains): readonly AllowedDomain[] => domains.allowed.get();

/** Whether addresses of a domain are allowed. */
export const isAllowedDomain = (organization: WithDomains, domain: string): boolean =>
  allowedDomains(organization).some(
    (each) => domain === each.domain || (each.allowsSubdomains && domain.endsWith(`.${each.domain}`)),
  );
