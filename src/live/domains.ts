/** Client events of allowed domains. */
import { allowedDomains } from '../organization/domains.ts';
import { wireDomain } from '../wire/domains.ts';
import { everybody } from './audiences.ts';
import { payloadTo, translate } from './define.ts';
import { snapshot } from './snapshot/define.ts';

export const domainsLive = translate({
  DomainAllowed: ({ data }, { after }) =>
    payloadTo(everybody(after), { type: 'realm_domains', op: 'add', realm_domain: wireDomain(data) }),
  DomainChanged: ({ data }, { after }) =>
    payloadTo(everybody(after), { type: 'realm_domains', op: 'change', realm_domain: wireDomain(data) }),
  DomainDisallowed: ({ data }, { after }) =>
    payloadTo(everybody(after), { type: 'realm_domains', op: 'remove', domain: data.domain }),
});

export const domainsSnapshot = snapshot({
  realm_domains: ({ state }) => ({ realm_domains: allowedDomains(state).map(wireDomain) }),
});
