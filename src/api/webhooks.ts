/** An endpoint for receivers of outgoing webhooks, which check that it exists. */
import { requireThat } from '../errors.ts';
import { EmptyResponse, read, routes } from './http/route.ts';

export const webhookRoutes = routes({
  'POST /service-outgoing-webhook': read({
    who: 'visitor',
    summary: 'For bots; does nothing. docs/webhooks.md describes outgoing webhooks',
    params: {},
    response: EmptyResponse,
    errors: ['BAD_REQUEST'],
    handle({ actor }) {
      requireThat(actor?.isBot === true, 'Must be a bot user');
      return {};
    },
  }),
});
