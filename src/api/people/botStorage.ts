/** What bots store for themselves. */
import { z } from 'zod';
import { requireThat } from '../../base/errors.ts';
import { clearBotStorage, requireBot, writeBotStorage } from '../../commands/people/botStorage.ts';
import { botStorage, findBotStorage } from '../../projections/personal.ts';
import { json } from '../http/parameters.ts';
import { read, routes, write } from '../http/route.ts';

const Values = z.record(z.string(), z.string()).describe('Texts by their keys.');
const errors = ['PERMISSION_DENIED'] as const;

export const botStorageRoutes = routes({
  'GET /bot_storage': read({
    who: 'user',
    summary: 'Get what you have stored; for bots',
    params: { keys: json(z.array(z.string())).optional().describe('All keys if absent.') },
    response: z.strictObject({ storage: Values }),
    errors,
    async handle({ params, actor, organization: { state }, level }) {
      requireBot(state, actor.userId);
      const stored = await findBotStorage(await level(botStorage), state, actor.userId);
      const keys = params.keys ?? [...stored.keys()];
      requireThat(
        keys.every((key) => stored.has(key)),
        'Key does not exist.',
      );
      return { storage: Object.fromEntries(keys.map((key) => [key, stored.get(key) ?? ''])) };
    },
  }),

  'PUT /bot_storage': write({
    who: 'user',
    summary: 'Store values under keys; for bots',
    params: { storage: json(Values) },
    errors,
    async handle({ params, submit }) {
      await submit(writeBotStorage, { entries: new Map(Object.entries(params.storage)) });
    },
  }),

  'DELETE /bot_storage': write({
    who: 'user',
    summary: 'Remove what you have stored; for bots',
    params: { keys: json(z.array(z.string())).optional().describe('All keys if absent.') },
    errors,
    async handle({ params, submit }) {
      await submit(clearBotStorage, { keys: params.keys });
    },
  }),
});

// An endpoint for receivers of outgoing webhooks, which check that it exists.

export const webhookRoutes = routes({
  'POST /service-outgoing-webhook': read({
    who: 'visitor',
    summary: 'For bots; does nothing. docs/webhooks.md describes outgoing webhooks',
    params: {},
    errors: ['BAD_REQUEST'],
    handle({ actor }) {
      requireThat(actor?.isBot === true, 'Must be a bot user');
    },
  }),
});
