/** Domains that e-mail addresses may have. */
import { z } from 'zod';
import { allowDomain, changeDomain, disallowDomain } from '../commands/domains.ts';
import { allowedDomains } from '../organization/domains.ts';
import { Domain, wireDomain } from '../wire/domains.ts';
import { json, pathText, text } from './http/parameters.ts';
import { EmptyResponse, read, routes, write } from './http/route.ts';

const errors = ['UNAUTHORIZED_PRINCIPAL'] as const;
const subdomains = () => json(z.boolean()).describe('Whether domains below it are allowed, too.');

export const domainRoutes = routes({
  'GET /realm/domains': read({
    who: 'user',
    summary: 'List the domains that addresses may have where `emails_restricted_to_domains` is on',
    params: {},
    response: z.strictObject({ domains: z.array(Domain) }),
    handle: ({ organization: { state } }) => ({ domains: allowedDomains(state).map(wireDomain) }),
  }),

  'POST /realm/domains': write({
    who: 'user',
    summary: 'Allow addresses of a domain; for owners',
    params: { domain: text(), allow_subdomains: subdomains() },
    response: z.strictObject({ new_domain: z.tuple([z.int(), z.string()]) }),
    errors,
    async handle({ params: { domain, allow_subdomains: allowsSubdomains }, submit }) {
      const allowed = await submit(allowDomain, { domain, allowsSubdomains });
      return { new_domain: [allowed.domainId, allowed.domain] as [number, string] };
    },
  }),

  'PATCH /realm/domains/:domain': write({
    who: 'user',
    summary: 'Allow or forbid addresses of the domains below one; for owners',
    params: { domain: pathText(), allow_subdomains: subdomains() },
    response: EmptyResponse,
    errors,
    async handle({ params: { domain, allow_subdomains: allowsSubdomains }, submit }) {
      await submit(changeDomain, { domain, allowsSubdomains });
      return {};
    },
  }),

  'DELETE /realm/domains/:domain': write({
    who: 'user',
    summary: 'Allow addresses of a domain no longer; for owners',
    params: { domain: pathText() },
    response: EmptyResponse,
    errors,
    async handle({ params: { domain }, submit }) {
      await submit(disallowDomain, { domain });
      return {};
    },
  }),
});
