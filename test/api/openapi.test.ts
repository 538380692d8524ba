import { expect } from 'chai';
import { STREAMS } from '../../scripts/apiExamples.ts';
import examples from '../../src/api/docs/examples.json' with { type: 'json' };
import { openApiDocumentInTurns } from '../../src/api/docs/openapi.ts';
import { apiRoutes } from '../../src/api/table.ts';
import { Hansard } from '../support/hansard.ts';

interface Typed {
  readonly type?: string | readonly string[];
  readonly description?: string;
  readonly anyOf?: readonly Typed[];
}

/** A field that may be a text, among others, needs no quotes. */
const mayBeText = ({ type = [], anyOf = [] }: Typed): boolean =>
  [type].flat().includes('string') || anyOf.some(mayBeText);

interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly schema?: Typed;
  readonly content?: Record<string, { schema: object }>;
}

interface Form {
  readonly schema: { readonly properties: Record<string, Typed> };
  readonly encoding: Record<string, { contentType: string }>;
}

interface Operation {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly content: Record<string, Form> };
  readonly responses: Record<string, { headers?: object; content: Record<string, { schema: object }> }>;
}

interface Document {
  readonly tags: readonly { readonly name: string }[];
  readonly paths: Record<string, Record<string, Operation>>;
  readonly components: object;
}

describe('The OpenAPI document of a whole server', () => {
  let hansard: Hansard;
  let document: Document;
  before(async () => {
    hansard = await Hansard.start();
    document = (await (await fetch(`${hansard.url}/openapi.json`)).json()) as Document;
  });
  after(() => hansard.stop());

  const operationOf = (name: string): Operation => {
    const [method = '', path = ''] = name.split(' ');
    const operation = document.paths[path.replaceAll(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()];
    if (operation === undefined) throw new Error(`${name} is not described`);
    return operation;
  };
  const parameterOf = (name: string, parameter: string, source = 'query') =>
    operationOf(name).parameters?.find((one) => one.name === parameter && one.in === source);

  it('describes every route once, and refers only to what is there', () => {
    const ids = apiRoutes.map(({ name }) => operationOf(name).operationId);
    expect(new Set(ids).size).to.equal(apiRoutes.length);
    for (const [, kind, name] of JSON.stringify(document).matchAll(/"#\/components\/(\w+)\/(\w+)"/g))
      expect(document.components).to.have.nested.property(`${kind}.${name}`);
  });

  it('has every operation under the heading of its area, and no area twice', () => {
    const headings = document.tags.map(({ name }) => name);
    expect(new Set(headings).size).to.equal(headings.length);
    const used = new Set(apiRoutes.map(({ name }) => operationOf(name).tags.join()));
    expect([...used]).to.deep.equal(headings);
  });

  it('shows an answer to every route that can be called on every server', () => {
    const without = apiRoutes.filter(({ name }) => {
      const [content] = Object.values(operationOf(name).responses['200']?.content ?? {});
      return (content as { example?: { result: string } } | undefined)?.example?.result !== 'success';
    });
    expect(without.map(({ name }) => name).sort()).to.deep.equal([...STREAMS].sort());
  });

  it('tells what is no JSON from what is', () => {
    expect(operationOf('GET /events/stream').responses['200']?.content).to.have.all.keys('text/event-stream');
    for (const name of ['GET /realm/icon', 'GET /realm/logo'])
      expect(operationOf(name).responses).to.include.keys('302').and.not.include.keys('200');
    const forms = ['POST /user_uploads', 'POST /users/me/avatar', 'POST /realm/logo'].map(
      (name) => operationOf(name).requestBody?.content['multipart/form-data']?.schema.properties,
    );
    for (const fields of forms) expect(fields).to.have.nested.property('file.format', 'binary');
    expect(forms[2]).to.include.keys('night');
  });

  it('declares what is JSON in a query as JSON, and every other field as one value', () => {
    const json: string[] = [];
    for (const { name } of apiRoutes)
      for (const parameter of operationOf(name).parameters ?? []) {
        if (parameter.content) json.push(`${name} ${parameter.name}`);
        else
          expect(parameter.schema?.type, `${name} ${parameter.name}`).to.match(/^(string|integer|boolean)$/);
        if (parameter.content) expect(parameter).to.have.nested.property('content.application/json.schema');
        expect('schema' in parameter && 'content' in parameter, parameter.name).to.equal(false);
      }
    expect(json).to.include.members([
      'GET /messages narrow',
      'GET /users user_ids',
      'DELETE /users/me/subscriptions subscriptions',
      'DELETE /users/me/subscriptions principals',
    ]);
  });

  it('says which fields of a body are JSON', () => {
    for (const { name } of apiRoutes) {
      const form = operationOf(name).requestBody?.content['application/x-www-form-urlencoded'];
      for (const [field, schema] of Object.entries(form?.schema.properties ?? {}))
        if (!mayBeText(schema))
          expect(form?.encoding[field], `${name} ${field}`).to.deep.equal({
            contentType: 'application/json',
          });
    }
    const { encoding } = operationOf('POST /users/me/subscriptions').requestBody!.content[
      'application/x-www-form-urlencoded'
    ]!;
    expect(encoding).to.include.keys('subscriptions', 'principals', 'invite_only');
  });

  it('is made in many turns, so that others are served meanwhile', async () => {
    let turns = 0;
    let isMade = false;
    const count = (): void => {
      turns += 1;
      if (!isMade) setImmediate(count);
    };
    setImmediate(count);
    const made = await openApiDocumentInTurns(apiRoutes, examples);
    isMade = true;
    expect(turns).to.be.greaterThan(apiRoutes.length / 2);
    expect(JSON.parse(JSON.stringify(made))).to.deep.equal(document);
  });

  it('has a sentence of its own for a range without an anchor', async () => {
    expect(parameterOf('GET /messages', 'anchor')).to.deep.include({ required: false });
    const owner = await hansard.owner();
    const { status, body } = await owner.get('/messages', { num_before: 1, num_after: 0 });
    expect([status, body]).to.deep.equal([
      400,
      { result: 'error', msg: "Missing 'anchor' argument.", code: 'BAD_REQUEST' },
    ]);
  });

  it('names the headers that sends, writes and reads have of their own', () => {
    expect(parameterOf('POST /messages', 'Idempotency-Key', 'header')).to.include({ required: false });
    expect(parameterOf('PATCH /users/:user_id', 'Idempotency-Key', 'header')).to.equal(undefined);
    for (const { name, kind, method, who } of apiRoutes) {
      const responseHeaders = operationOf(name).responses['200']?.headers ?? {};
      expect('Hansard-Position' in responseHeaders, name).to.equal(kind === 'write');
      const isDeclared = parameterOf(name, 'Hansard-Position', 'header') !== undefined;
      expect(isDeclared, name).to.equal(kind === 'read' && method === 'GET' && who !== 'anyone');
    }
  });
});
