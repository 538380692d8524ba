import { expect } from 'chai';
import { z } from 'zod';
import { path } from '../../../src/api/http/parameters.ts';
import { EmptyResponse, read, routes } from '../../../src/api/http/route.ts';
import { serverSettingsRoutes } from '../../../src/api/organization/serverSettings.ts';
import { apiRoutes } from '../../../src/api/table.ts';
import { exampleRoutes } from './exampleRoutes.ts';
import { bodyOf, startExample, type ExampleServer } from './exampleServer.ts';
import { loosePaths } from '../looseSchemas.ts';

interface Operation {
  readonly security: readonly unknown[];
  readonly parameters?: readonly { name: string; in: string; required?: boolean }[];
  readonly requestBody?: {
    required: boolean;
    content: Record<string, { schema: { properties: object; required?: string[] }; encoding: object }>;
  };
  readonly responses: Record<string, { content: Record<string, { schema: object }> }>;
}

describe('The interface described by itself', () => {
  let example: ExampleServer;
  let document: { openapi: string; paths: Record<string, Record<string, Operation>>; components: object };
  before(async () => {
    example = await startExample();
    document = (await (await example.get('/api/v1/openapi.json')).json()) as typeof document;
  });
  after(() => example.server.stop());

  it('is an OpenAPI 3.1 document that names every route', () => {
    expect(document.openapi).to.equal('3.1.0');
    const described = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
    );
    const declared = [...exampleRoutes, ...serverSettingsRoutes].map(({ name }) =>
      name.replace(/:(\w+)/g, '{$1}'),
    );
    expect(described.sort()).to.deep.equal(declared.sort());
  });

  it('tells fields of a body, which of them are JSON, and which must be there', () => {
    const body = document.paths['/echo']?.['post']?.requestBody;
    const form = body?.content['application/x-www-form-urlencoded'];
    expect(body?.required).to.equal(true);
    expect(form?.schema.required).to.deep.equal(['kind']);
    expect(form?.schema.properties).to.deep.include({
      kind: { type: 'string', enum: ['direct', 'channel'], description: 'Also: type.' },
    });
    expect(form?.encoding).to.have.all.keys('flag', 'count', 'to', 'list', 'days');
  });

  it('tells parameters of path and query, and who needs credentials', () => {
    const thing = document.paths['/things/{thing_id}']?.['get'];
    expect(thing?.parameters?.[0]).to.include({ name: 'thing_id', in: 'path', required: true });
    expect(thing?.security).to.deep.equal([{ basic: [] }]);
    expect(document.paths['/server_settings']?.['get']?.security).to.deep.equal([]);
    expect(document.paths['/refusal']?.['get']?.parameters?.[0]).to.include({ name: 'code', in: 'query' });
  });

  it('describes answers as closed objects and refers only to what is there', () => {
    const answer = document.paths['/echo']?.['post']?.responses['200']?.content['application/json']?.schema;
    expect(answer).to.include({ type: 'object', additionalProperties: false });
    const references = [...JSON.stringify(document).matchAll(/"\$ref":"#\/components\/(\w+)\/(\w+)"/g)];
    expect(references).not.to.be.empty;
    for (const [, kind, name] of references)
      expect(document.components).to.have.nested.property(`${String(kind)}.${String(name)}`);
  });

  it('has a page that loads from this server alone', async () => {
    const page = await example.get('/api/v1/reference');
    expect(page.headers.get('content-security-policy'))
      .to.match(/^default-src 'self'/)
      .and.include("frame-ancestors 'none'");
    expect(page.headers.get('x-frame-options')).to.equal('DENY');
    const html = await page.text();
    expect(html).not.to.match(/https?:\/\//);
    const files = [...html.matchAll(/(?:href|src)="(reference\/[^"]+)"/g)].map((match) => match[1] ?? '');
    expect(files).to.have.length(5);
    for (const file of files) {
      const answer = await example.get(`/api/v1/${file}`);
      expect([file, answer.status]).to.deep.equal([file, 200]);
      expect((await answer.arrayBuffer()).byteLength).to.be.greaterThan(50);
    }
  });

  it('is only read', async () => {
    for (const path of ['openapi.json', 'reference', 'reference/start.js']) {
      const posted = await example.send('POST', `/api/v1/${path}`, '');
      expect(posted.status, path).to.equal(405);
      expect(posted.headers.get('allow')).to.equal('GET, HEAD, OPTIONS');
      expect(await bodyOf(posted)).to.include({ msg: 'Method Not Allowed' });
      const response = await fetch(`${example.url}/api/v1/${path}`, { method: 'OPTIONS' });
      expect([response.status, response.headers.get('allow')]).to.deep.equal([204, 'GET, HEAD, OPTIONS']);
      expect((await fetch(`${example.url}/api/v1/${path}`, { method: 'HEAD' })).status).to.equal(200);
    }
  });

  it('gives no other file away', async () => {
    for (const file of ['package.json', '..%2fpackage.json', 'swagger-ui.css.map', 'constructor'])
      expect((await example.get(`/api/v1/reference/${file}`)).status, file).to.equal(404);
  });
});

describe('A route', () => {
  const declared = (table: Parameters<typeof routes>[0]) => () => routes(table);
  const rest = { who: 'user', summary: '', response: EmptyResponse, handle: () => ({}) } as const;

  it('must declare the parameters of its path', () => {
    expect(declared({ 'GET /a/:b': read({ ...rest, params: {} }) })).to.throw('path parameters');
    expect(declared({ 'GET /a': read({ ...rest, params: { b: path(z.int()) } }) })).to.throw(
      'path parameters',
    );
  });

  it('cannot be hot with parameters in its path', () => {
    expect(declared({ 'GET /a/:b': read({ ...rest, hot: true, params: { b: path(z.int()) } }) })).to.throw(
      'hot',
    );
  });

  it('of this server answers strict objects, without "any" or "unknown"', () => {
    for (const { name, response } of apiRoutes) expect(loosePaths(response), name).to.deep.equal([]);
  });

  it('is caught when its answer is loose', () => {
    const loose = z.strictObject({
      a: z.any(),
      b: z.array(z.unknown()),
      c: z.object({ d: z.string() }),
      e: z.union([z.string(), z.looseObject({})]).optional(),
    });
    expect(loosePaths(loose)).to.deep.equal(['a', 'b[]', 'c', 'e']);
    expect(loosePaths(z.strictObject({ a: z.record(z.string(), z.int()).nullable() }))).to.deep.equal([]);
  });
});
