/**
 * Endpoints for operators, outside `/api/v1` and without credentials: liveness, readiness, metrics. They work
 * under every host name.
 */
import type { RequestHandler } from 'express';
import { jsonText } from './answers.ts';
import type { Services } from './services.ts';

/** Handlers by path. */
export const operationHandlers = (services: Services): readonly (readonly [string, RequestHandler])[] => [
  [
    '/health/live',
    (_request, response) => {
      response
        .set('Cache-Control', 'no-store')
        .type('json')
        .end(jsonText({ status: 'live' }));
    },
  ],
  [
    '/health/ready',
    async (_request, response) => {
      const { reasons, projections } = await services.health();
      const isReady = reasons.length === 0;
      response
        .status(isReady ? 200 : 503)
        .set('Cache-Control', 'no-store')
        .type('json');
      if (!isReady) response.set('Retry-After', '1');
      response.end(jsonText({ status: isReady ? 'ready' : 'not ready', reasons, projections }));
    },
  ],
  [
    '/metrics',
    async (_request, response) => {
      const text = await services.metrics.text(await services.vitals());
      response.set('Cache-Control', 'no-store').type('text/plain; version=0.0.4; charset=utf-8').end(text);
    },
  ],
];
