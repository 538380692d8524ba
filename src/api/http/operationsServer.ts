/**
 * Endpoints for operators, outside `/api/v1` and without credentials: liveness, readiness, metrics. They work
 * under every host name. With a port of their own, the public one says only whether the server is alive and ready.
 */
import type { RequestHandler } from 'express';
import { createServer } from 'node:http';
import { closeAtOnce, listen } from './listen.ts';
import { jsonText } from './responses.ts';
import type { Services } from './services.ts';

interface OperationsAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Buffer;
}

type Answers = ReadonlyMap<string, () => Promise<OperationsAnswer>>;

const JSON_TYPE = 'application/json; charset=utf-8';
const METRICS_TYPE = 'text/plain; version=0.0.4; charset=utf-8';

const answer = (
  status: number,
  type: string,
  body: string | Buffer,
  headers: Readonly<Record<string, string>> = {},
): OperationsAnswer => ({
  status,
  headers: { 'Content-Type': type, 'Cache-Control': 'no-store', ...headers },
  body,
});

/** Answers by path. Without details, why the server is not ready and how it works stays untold. */
const answersOf = (services: Services, hasDetails: boolean): Answers =>
  new Map([
    ['/health/live', async () => answer(200, JSON_TYPE, jsonText({ status: 'live' }))],
    [
      '/health/ready',
      async () => {
        const { reasons, projections, degraded = [] } = await services.health();
        const isReady = reasons.length === 0;
        const status = isReady ? 'ready' : 'not ready';
        const details = { reasons, ...(degraded.length > 0 && { degraded }), projections };
        const body = jsonText({ status, ...(hasDetails && details) });
        return answer(isReady ? 200 : 503, JSON_TYPE, body, isReady ? {} : { 'Retry-After': '1' });
      },
    ],
    ...(hasDetails
      ? [
          [
            '/metrics',
            async () => answer(200, METRICS_TYPE, await services.metrics.text(await services.vitals())),
          ] as const,
        ]
      : []),
  ]);

/** Handlers by path, for the public port. */
export const operationHandlers = (services: Services): readonly (readonly [string, RequestHandler])[] =>
  Array.from(answersOf(services, services.config.OPERATIONS_PORT === undefined), ([path, make]) => [
    path,
    async (_request, response) => {
      const { status, headers, body } = await make();
      response.status(status).set(headers).end(body);
    },
  ]);

interface OperationsServer {
  readonly port: number;
  stop(): Promise<void>;
}

/** Serves all details at a port of their own. */
export async function startOperationsServer(
  services: Services,
  port: number,
  host: string,
): Promise<OperationsServer> {
  const answers = answersOf(services, true);
  const server = createServer((request, response) => {
    const make = answers.get((request.url ?? '').split('?', 1)[0] ?? '');
    const failed = (): OperationsAnswer => answer(500, JSON_TYPE, jsonText({ status: 'failed' }));
    const made =
      make?.().catch(failed) ?? Promise.resolve(answer(404, JSON_TYPE, jsonText({ status: 'unknown path' })));
    void made.then(({ status, headers, body }) => response.writeHead(status, headers).end(body));
  });
  return { port: await listen(server, port, host), stop: () => closeAtOnce(server) };
}
