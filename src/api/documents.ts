/**
 * The interface described by itself: the OpenAPI document, and a reference page that works offline. Made when
 * first asked for, from the table of routes.
 */
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { Request, RequestHandler, Response } from 'express';
import { unknownPath } from './problems.ts';
import type { Route } from './route.ts';

const FILES: Readonly<Record<string, string>> = {
  'swagger-ui.css': 'text/css',
  'swagger-ui-bundle.js': 'text/javascript',
  'favicon-32x32.png': 'image/png',
};

const PAGE = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>Hansard API</title>
<link rel="icon" href="reference/favicon-32x32.png">
<link rel="stylesheet" href="reference/swagger-ui.css">
</head>
<body>
<main id="reference"></main>
<script src="reference/swagger-ui-bundle.js"></script>
<script src="reference/start.js"></script>
</body>
</html>
`;

const START = `SwaggerUIBundle({ url: 'openapi.json', dom_id: '#reference', deepLinking: true, validatorUrl: null });
`;

/** The page may load from this server and nowhere else, and nobody frames it. */
const PAGE_POLICY =
  "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; frame-ancestors 'none'; base-uri 'none'";

/** Paths below `/api/v1`, and handlers. */
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
    const { openApiDocument } = await import('./openapi.ts');
    return Buffer.from(`${JSON.stringify(openApiDocument(routes))}\n`);
  };
  return async (_request, response) => send(response, 'application/json', await (document ??= make()));
}

async function referenceFile(request: Request, response: Response): Promise<void> {
  const name = String(request.params['file']);
  if (name === 'start.js') return send(response, 'text/javascript', START);
  const type = Object.hasOwn(FILES, name) ? FILES[name] : undefined;
  if (type === undefined) throw unknownPath();
  const folder = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'));
  send(response, type, await readFile(join(folder, name)));
}

function send(response: Response, type: string, body: string | Buffer): void {
  response.set({ 'Content-Type': type, 'Cache-Control': 'no-cache', 'X-Content-Type-Options': 'nosniff' });
  response.end(body);
}
