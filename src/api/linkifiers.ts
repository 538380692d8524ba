/** Linkifiers. */
import { z } from 'zod';
import { addLinkifier, changeLinkifier, removeLinkifier, reorderLinkifiers } from '../commands/linkifiers.ts';
import { LinkifierId } from '../events/linkifiers.ts';
import { linkifiersOf } from '../organization/linkifiers.ts';
import { Linkifier, wireLinkifier } from '../wire/linkifiers.ts';
import { json, path, text, type ValuesOf } from './http/parameters.ts';
import { EmptyResponse, read, routes, write } from './http/route.ts';

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
    response: z.strictObject({ linkifiers: z.array(Linkifier) }),
    handle: ({ organization: { state } }) => ({ linkifiers: linkifiersOf(state).map(wireLinkifier) }),
  }),

  'PATCH /realm/linkifiers': write({
    who: 'user',
    summary: 'Give the linkifiers another order; for administrators',
    params: { ordered_linkifier_ids: json(z.array(LinkifierId)).describe('All of them.') },
    response: EmptyResponse,
    errors,
    async handle({ params, submit }) {
      await submit(reorderLinkifiers, { order: params.ordered_linkifier_ids });
      return {};
    },
  }),

  'POST /realm/filters': write({
    who: 'user',
    summary: 'Add a linkifier; for administrators',
    params: { pattern: pattern(), url_template: template(), ...partParams },
    response: z.strictObject({ id: z.int() }),
    errors,
    async handle({ params, submit }) {
      const { exampleInput = null, reverseTemplate = null, alternativeUrlTemplates = [] } = partsIn(params);
      const { linkifierId } = await submit(addLinkifier, {
        ...{ pattern: params.pattern, urlTemplate: params.url_template },
        ...{ exampleInput, reverseTemplate, alternativeUrlTemplates },
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
    response: EmptyResponse,
    errors,
    async handle({ params, submit }) {
      const { filter_id: linkifierId, pattern, url_template: urlTemplate } = params;
      await submit(changeLinkifier, { linkifierId, pattern, urlTemplate, ...partsIn(params) });
      return {};
    },
  }),

  'DELETE /realm/filters/:filter_id': write({
    who: 'user',
    summary: 'Remove a linkifier; for administrators',
    params: { filter_id: path(LinkifierId) },
    response: EmptyResponse,
    errors,
    async handle({ params, submit }) {
      await submit(removeLinkifier, { linkifierId: params.filter_id });
      return {};
    },
  }),
});
