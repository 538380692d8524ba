/** Decisions about the domains that e-mail addresses may have. */
import { withAsciiDomain } from '../addresses.ts';
import { Refused, requireThat } from '../errors.ts';
import { DomainAllowed, DomainChanged, DomainDisallowed } from '../events/domains.ts';
import { OrganizationSettingChanged } from '../events/organizations.ts';
import { type AllowedDomain, allowedDomains } from '../organization/domains.ts';
import { settingsOf } from '../organization/organizations.ts';
import type { OrganizationState } from '../organization/state.ts';
import { requireOwner } from './authority.ts';
import { command, type DecidedEvent, nothingToDo } from './define.ts';

const MAX_DOMAINS = 100;
const LABEL = '[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?';
const DOMAIN = new RegExp(`^(?=.{1,253}$)${LABEL}(?:\\.${LABEL})+$`);

/** Allows addresses of a domain, and of those below it if so wanted. */
export const allowDomain = command<AllowedDomain, { readonly domainId: number; readonly domain: string }>({
  name: 'AllowDomain',
  decide(organization, { domain: given, allowsSubdomains }, context) {
    requireOwner(organization, context);
    const domain = domainKey(given);
    const isFit = DOMAIN.test(domain);
    requireThat(
      isFit,
      `Invalid domain: ${given.trim() === '' ? 'it is empty' : 'it is no name with a dot'}.`,
    );
    const present = allowedDomains(organization);
    const isNew = present.every((each) => each.domain !== domain);
    requireThat(isNew, `The domain ${domain} is already a part of your organization.`);
    requireThat(present.length < MAX_DOMAINS, `Too many domains (maximum ${MAX_DOMAINS}).`);
    const domainId = organization.domains.nextId.get();
    return { events: [DomainAllowed({ domainId, domain, allowsSubdomains })], result: { domainId, domain } };
  },
});

/** Allows or forbids the domains below one. */
export const changeDomain = command<AllowedDomain, void>({
  name: 'ChangeDomain',
  decide(organization, { domain: given, allowsSubdomains }, context) {
    requireOwner(organization, context);
    const present = allowedDomain(organization, given);
    if (present.allowsSubdomains === allowsSubdomains) return nothingToDo(undefined);
    return { events: [DomainChanged({ domain: present.domain, allowsSubdomains })], result: undefined };
  },
});

/** Allows a domain no longer; without the last one addresses are no longer restricted. */
export const disallowDomain = command<{ readonly domain: string }, void>({
  name: 'DisallowDomain',
  decide(organization, { domain: given }, context) {
    requireOwner(organization, context);
    const { domain } = allowedDomain(organization, given);
    const events: DecidedEvent[] = [DomainDisallowed({ domain })];
    const isLast = allowedDomains(organization).length === 1;
    if (isLast && settingsOf(organization).emailsRestrictedToDomains)
      events.push(
        OrganizationSettingChanged({
          property: 'emailsRestrictedToDomains',
          oldValue: true,
          newValue: false,
        }),
      );
    return { events, result: undefined };
  },
});

function allowedDomain(organization: OrganizationState, given: string): AllowedDomain {
  const domain = domainKey(given);
  const found = allowedDomains(organization).find((each) => each.domain === domain);
  if (found === undefined) throw new Refused(`No entry found for domain ${given}.`);
  return found;
}

/** The domain in lower case and ASCII. */
const domainKey = (domain: string): string =>
  withAsciiDomain(`x@${domain.trim()}`).slice('x@'.length).toLowerCase();
