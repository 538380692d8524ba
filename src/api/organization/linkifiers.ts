/** Linkifiers. */
import { z } from 'zod';
import {
  addLinkifier,
  addPlayground,
  changeLinkifier,
  removeLinkifier,
  removePlayground,
  reorderLinkifiers,
} from '../../commands/organization/linkifiers.ts';
import { allowDomain, changeDomain, disallowDomain } from '../../commands/organization/settings.ts';
import { LinkifierId, PlaygroundId } from '../../events/linkifiers.ts';
import { linkifiersOf } from '../../organization/slices/emoji.ts';
import { allowedDomains } from '../../organization/slices/organizations.ts';
import { Domain, Domains, Linkifiers, wireDomain, wireLinkifier } from '../../wire/organizations.ts';
import { json, path, pathText, text, type ValuesOf } from '../http/parameters.ts';
import { read, routes, write } from '../http/route.ts';

const errors = ['UNAUTHORIZED_PRINCIPAL'] as const;

const partParams = {
  example_input: text().optional().describe('A text that the pattern matches; for clients.'),
  reverse_template: text().optional().describe('How clients make the text of a URL.'),
  alternative_url_templates: json(z.array(z.string()))
    .optional()
    .describe('Further templates that mean the same page, for clients.'),
} as const;

const partsIn = (params: ValuesOf<typeof partParams>) => ({
  exampleInput: params.example_input,
  reverseTemplate: params.reverse_template,
  alternativeUrlTemplates: params.alternative_url_templates,
});

const pattern = () => text().describe('A regular expression of RE2 with named groups, `(?P<id>[0-9]+)`.');
const template = () => text().describe('RFC 6570; its variables are the named groups.');

export const linkifierRoutes = routes({
  'GET /realm/linkifiers': read({
    who: 'user',
    summary: 'List the linkifiers, in the order in which they are tried',
    params: {},
    response: z.strictObject({ linkifiers: Linkifiers }),
    handle: ({ organization: { state } }) => ({ linkifiers: linkifiersOf(state).map(wireLinkifier) }),
  }),

  'PATCH /realm/linkifiers': write({
    who: 'user',
    summary: 'Give the linkifiers another order; for administrators',
    params: { ordered_linkifier_ids: json(z.array(LinkifierId)).describe('All of them.') },
    errors,
    async handle({ params, submit }) {
      await submit(reorderLinkifiers, { order: params.ordered_linkifier_ids });
    },
  }),

  'POST /realm/filters': write({
    who: 'user',
    summary: 'Add a linkifier; for administrators',
    params: { pattern: pattern(), url_template: template(), ...partParams },
    response: z.strictObject({ id: z.int().describe('ID of the new linkifier.') }),
    errors,
    async handle({ params, submit }) {
      const { exampleInput = null, reverseTemplate = null, alternativeUrlTemplates = [] } = partsIn(params);
      const { linkifierId } = await submit(addLinkifier, {
        pattern: params.pattern,
        urlTemplate: params.url_template,
        exampleInput,
        reverseTemplate,
        alternativeUrlTemplates,
      });
      return { id: linkifierId };
    },
  }),

  'PATCH /realm/filters/:filter_id': write({
    who: 'user',
    summary: 'Change a linkifier; for administrators',
    params: {
      filter_id: path(LinkifierId),
      pattern: pattern().optional(),
      url_template: template().optional(),
      ...partParams,
    },
    errors,
    async handle({ params, submit }) {
      const { filter_id: linkifierId, pattern, url_template: urlTemplate } = params;
      await submit(changeLinkifier, { linkifierId, pattern, urlTemplate, ...partsIn(params) });
    },
  }),

  'DELETE /realm/filters/:filter_id': write({
    who: 'user',
    summary: 'Remove a linkifier; for administrators',
    params: { filter_id: path(LinkifierId) },
    errors,
    async handle({ params, submit }) {
      await submit(removeLinkifier, { linkifierId: params.filter_id });
    },
  }),
});

// Code playgrounds.

export const playgroundRoutes = routes({
  'POST /realm/playgrounds': write({
    who: 'user',
    summary: 'Add a code playground; for administrators',
    params: {
      name: text().describe('What clients call it.'),
      pygments_language: text().describe('The language whose code it runs, as Pygments names it.'),
      url_template: text().describe('RFC 6570, with the one variable `code`.'),
    },
    response: z.strictObject({ id: z.int().describe('ID of the new code playground.') }),
    errors,
    async handle({ params: { name, pygments_language: language, url_template: urlTemplate }, submit }) {
      const { playgroundId } = await submit(addPlayground, { name, language, urlTemplate });
      return { id: playgroundId };
    },
  }),

  'DELETE /realm/playgrounds/:playground_id': write({
    who: 'user',
    summary: 'Remove a code playground; for administrators',
    params: { playground_id: path(PlaygroundId).describe('ID of the code playground.') },
    errors,
    async handle({ params, submit }) {
      await submit(removePlayground, { playgroundId: params.playground_id });
    },
  }),
});

// Domains that e-mail addresses may have.

const subdomains = () => json(z.boolean()).describe('Whether domains below it are allowed, too.');

export const domainRoutes = routes({
  'GET /realm/domains': read({
    who: 'user',
    summary: 'List the domains that addresses may have where `emails_restricted_to_domains` is on',
    params: {},
    response: z.strictObject({ domains: Domains }),
    handle: ({ organization: { state } }) => ({ domains: allowedDomains(state).map(wireDomain) }),
  }),

  'POST /realm/domains': write({
    who: 'user',
    summary: 'Allow addresses of a domain; for owners',
    params: { domain: text().describe(Domain.shape.domain), allow_subdomains: subdomains() },
    response: z.strictObject({
      new_domain: z.tuple([z.int(), z.string()]).describe('ID and name of the domain.'),
    }),
    errors,
    async handle({ params: { domain, allow_subdomains: allowsSubdomains }, submit }) {
      const allowed = await submit(allowDomain, { domain, allowsSubdomains });
      return { new_domain: [allowed.domainId, allowed.domain] as [number, string] };
    },
  }),

  'PATCH /realm/domains/:domain': write({
    who: 'user',
    summary: 'Allow or forbid addresses of the domains below one; for owners',
    params: { domain: pathText().describe(Domain.shape.domain), allow_subdomains: subdomains() },
    errors,
    async handle({ params: { domain, allow_subdomains: allowsSubdomains }, submit }) {
      await submit(changeDomain, { domain, allowsSubdomains });
    },
  }),

  'DELETE /realm/domains/:domain': write({
    who: 'user',
    summary: 'Allow addresses of a domain no longer; for owners',
    params: { domain: pathText().describe(Domain.shape.domain) },
    errors,
    async handle({ params: { domain }, submit }) {
      await submit(disallowDomain, { domain });
    },
  }),
});
