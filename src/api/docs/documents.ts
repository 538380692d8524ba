/**
 * The interface's documentation: the OpenAPI document, and a reference page that works offline. Generated
 * from the route table on the first request.
 */
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { Request, RequestHandler, Response } from 'express';
import { unknownPath } from '../http/problems.ts';
import type { Route } from '../http/route.ts';

const FILES: Readonly<Record<string, string>> = {
  'swagger-ui.css': 'text/css',
  'swagger-ui-bundle.js': 'text/javascript',
  'favicon-32x32.png': 'image/png',
};

const PAGE = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Hansard API</title>
<link rel="icon" href="reference/favicon-32x32.png">
<link rel="stylesheet" href="reference/swagger-ui.css">
<link rel="stylesheet" href="reference/page.css">
</head>
<body>
<main id="reference"></main>
<script src="reference/swagger-ui-bundle.js"></script>
<script src="reference/start.js"></script>
</body>
</html>
`;

/** On narrow screens Swagger UI's columns are stacked. */
const STYLE = `.swagger-ui .wrapper{padding:0 16px}
@media (max-width:640px){
.swagger-ui .opblock .opblock-section-header{flex-wrap:wrap;gap:8px}
.swagger-ui .try-out__btn,.swagger-ui .try-out .btn{min-width:0;margin:0 0 0 8px;padding:5px 12px}
.swagger-ui .btn-group{padding:16px}
.swagger-ui .response-col_links{display:none}
.swagger-ui .responses-table{table-layout:fixed}
.swagger-ui .response-col_status{width:4rem}
.swagger-ui .opblock-tag{font-size:20px}
.swagger-ui .opblock .opblock-summary{flex-wrap:wrap}
.swagger-ui .opblock .opblock-summary-path{max-width:calc(100vw - 180px)}
.swagger-ui .opblock .opblock-summary-description{flex:1 0 100%;padding:4px 10px}
.swagger-ui .parameters-container table,.swagger-ui .opblock-section-request-body table,.swagger-ui table.parameters{display:block}
.swagger-ui table.parameters thead,.swagger-ui .parameters-container thead{display:none}
.swagger-ui tr.parameters,.swagger-ui tr.parameters>td,.swagger-ui table.parameters>tbody,.swagger-ui .opblock-section-request-body tbody{display:block;width:auto;min-width:0}
.swagger-ui .parameters-col_description input,.swagger-ui .parameters-col_description select,.swagger-ui .parameters-col_description textarea{width:100%;max-width:100%;min-width:0}
}
`;

/**
 * Sends exactly what was filled in: without this, Swagger UI fills every field with an example of its type
 * and sends emptied ones too. A required choice starts with its first value, which is the one displayed.
 */
const START = `const asWritten = () => ({
  wrapComponents: {
    RequestBody: (Original, { React }) => (props) => {
      const getSampleSchema = (schema, type, ...rest) =>
        type === false ? undefined : props.fn.getSampleSchema(schema, type, ...rest);
      return React.createElement(Original, { ...props, fn: { ...props.fn, getSampleSchema } });
    },
    JsonSchemaForm: (Original, { React }) => (props) => {
      const value = props.value ?? (props.required ? props.schema.getIn(['enum', 0]) : undefined);
      return React.createElement(Original, { ...props, value });
    },
    ParameterIncludeEmpty: () => () => null,
  },
});
SwaggerUIBundle({
  url: 'openapi.json',
  dom_id: '#reference',
  deepLinking: true,
  docExpansion: 'none',
  validatorUrl: null,
  plugins: [asWritten],
});
`;

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
    const [{ openApiDocument }, { default: examples }] = await Promise.all([
      import('./openapi.ts'),
      import('./examples.json', { with: { type: 'json' } }),
    ]);
    return Buffer.from(`${JSON.stringify(openApiDocument(routes, examples))}\n`);
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
