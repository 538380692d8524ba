import { createServer, type Server, type ServerResponse } from 'node:http';
import { jsonText } from './answers.ts';
import { closeAtOnce, listen } from './listening.ts';

/** Answers on the port while the server waits for its engines: alive, but not ready. */
export interface StartupResponder {
  /** Listens unless it does already; `reason` is a sentence for readiness checks. */
  open(reason: string): Promise<void>;
  /** Releases the port. */
  close(): Promise<void>;
}

/** The waiting room of a port; closed until it is opened. With details, readiness comes with its reason. */
export function createStartupResponder(port: number, hasDetails: boolean, host?: string): StartupResponder {
  let reason = '';
  let server: Server | undefined;
  const answer = (path: string, response: ServerResponse): void => {
    const isAlive = path === '/health/live';
    response.writeHead(isAlive ? 200 : 503, {
      'Content-Type': 'application/json; charset=utf-8',
      'Cache-Control': 'no-store',
      ...(!isAlive && { 'Retry-After': '1' }),
    });
    if (isAlive) response.end(jsonText({ status: 'live' }));
    else if (path === '/health/ready')
      response.end(
        jsonText({ status: 'not ready', ...(hasDetails && { reasons: [reason], projections: [] }) }),
      );
    else
      response.end(jsonText({ result: 'error', msg: 'This server is starting.', code: 'SERVER_NOT_READY' }));
  };
  return {
    async open(why) {
      reason = why;
      if (server) return;
      const opening = (server = createServer(({ url = '' }, response) =>
        answer(url.split('?', 1)[0] ?? '', response),
      ));
      await listen(opening, port, host);
    },
    async close() {
      const closing = server;
      server = undefined;
      if (closing) await closeAtOnce(closing);
    },
  };
}
