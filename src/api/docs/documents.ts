/**
 * The interface's documentation: the OpenAPI document, and a reference page that works offline. Generated
 * from the route table on the first request.
 */
import type { Request, RequestHandler, Response } from 'express';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { unknownPath } from '../http/problems.ts';
import type { Route } from '../http/route.ts';
import { PAGE, START, STYLE } from './page.ts';

const FILES: Readonly<Record<string, string>> = {
  'swagger-ui.css': 'text/css',
  'swagger-ui-bundle.js': 'text/javascript',
  'favicon-32x32.png': 'image/png',
};

const MADE: Readonly<Record<string, readonly [type: string, text: string]>> = {
  'start.js': ['text/javascript', START],
  'page.css': ['text/css', STYLE],
};

/** The page may load from this server only, and nobody may frame it. */
const PAGE_POLICY =
  "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; object-src 'none'; " +
  "base-uri 'none'; frame-ancestors 'none'";

/** Handlers by path below `/api/v1`. */
export const documentHandlers = (
  routes: readonly Route[],
): readonly (readonly [string, RequestHandler])[] => [
  ['/openapi.json', documentHandler(routes)],
  [
    '/reference',
    (_request, response) => {
      response.set({ 'Content-Security-Policy': PAGE_POLICY, 'X-Frame-Options': 'DENY' });
      send(response, 'text/html; charset=utf-8', PAGE);
    },
  ],
  ['/reference/:file', referenceFile],
];

function documentHandler(routes: readonly Route[]): RequestHandler {
  let document: Promise<Buffer> | undefined;
  const make = async (): Promise<Buffer> => {
    const [{ openApiDocumentInTurns }, { default: examples }] = await Promise.all([
      import('./openapi.ts'),
      import('./examples.json', { with: { type: 'json' } }),
    ]);
    return Buffer.from(`${JSON.stringify(await openApiDocumentInTurns(routes, examples))}\n`);
  };
  return async (_request, response) => send(response, 'application/json', await (document ??= make()));
}

async function referenceFile(request: Request, response: Response): Promise<void> {
  const name = String(request.params['file']);
  const made = Object.hasOwn(MADE, name) ? MADE[name] : undefined;
  if (made) return send(response, ...made);
  const type = Object.hasOwn(FILES, name) ? FILES[name] : undefined;
  if (type === undefined) throw unknownPath();
  const folder = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'));
  send(response, type, await readFile(join(folder, name)));
}

function send(response: Response, type: string, body: string | Buffer): void {
  response.set({ 'Content-Type': type, 'Cache-Control': 'no-cache', 'X-Content-Type-Options': 'nosniff' });
  response.end(body);
}
