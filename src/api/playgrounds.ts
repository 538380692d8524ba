/** Code playgrounds. */
import { z } from 'zod';
import { addPlayground, removePlayground } from '../commands/playgrounds.ts';
import { PlaygroundId } from '../events/playgrounds.ts';
import { path, text } from './http/parameters.ts';
import { EmptyResponse, routes, write } from './http/route.ts';

const errors = ['UNAUTHORIZED_PRINCIPAL'] as const;

export const playgroundRoutes = routes({
  'POST /realm/playgrounds': write({
    who: 'user',
    summary: 'Add a code playground; for administrators',
    params: {
      name: text().describe('What clients call it.'),
      pygments_language: text().describe('The language whose code it runs, as Pygments names it.'),
      url_template: text().describe('RFC 6570, with the one variable `code`.'),
    },
    response: z.strictObject({ id: z.int() }),
    errors,
    async handle({ params: { name, pygments_language: language, url_template: urlTemplate }, submit }) {
      const { playgroundId } = await submit(addPlayground, { name, language, urlTemplate });
      return { id: playgroundId };
    },
  }),

  'DELETE /realm/playgrounds/:playground_id': write({
    who: 'user',
    summary: 'Remove a code playground; for administrators',
    params: { playground_id: path(PlaygroundId) },
    response: EmptyResponse,
    errors,
    async handle({ params, submit }) {
      await submit(removePlayground, { playgroundId: params.playground_id });
      return {};
    },
  }),
});
