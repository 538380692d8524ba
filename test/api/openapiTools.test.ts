import { createConfig, lintFromString } from '@redocly/openapi-core';
import { Validator } from '@seriousme/openapi-schema-validator';
import { expect } from 'chai';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import openapiTS, { astToString } from 'openapi-typescript';
import ts from 'typescript';
import examples from '../../src/api/docs/examples.json' with { type: 'json' };
import { openApiDocument } from '../../src/api/docs/openapi.ts';
import { apiRoutes } from '../../src/api/table.ts';

type Parsed = Exclude<Parameters<Validator['validate']>[0], string>;

/** The rules that the linter recommends, and those for descriptions and examples. */
const RULES = {
  // Clients know these paths: `/users/me/subscriptions/1` and `/users/me/1/topics` cannot be meant both.
  'no-ambiguous-paths': 'off',
  // Some answer with a redirect only.
  'operation-2xx-response': 'off',
  'operation-description': 'error',
  'parameter-description': 'error',
  'tag-description': 'error',
  'no-invalid-media-type-examples': 'error',
  'no-unused-components': 'error',
  'operation-tag-defined': 'error',
  'operation-singular-tag': 'error',
} as const satisfies Readonly<Record<string, 'off' | 'error'>>;

/** What a client writes with the types; a line after a remark must not compile. */
const USE = `import type { components, operations, paths } from './openapi.ts';

type Schemas = components['schemas'];
type Sent = paths['/messages']['post']['requestBody'];
type Sending = NonNullable<Sent>['content']['application/x-www-form-urlencoded'];

export const sending: Sending = { type: 'channel', to: 'design', topic: 'logo', content: 'Hello' };
export const botType: Schemas['User']['bot_type'] = 3;
export const fieldType: Schemas['ProfileField']['type'] = 8;
export const roleOf = ({ role }: Schemas['User']): 100 | 200 | 300 | 400 | 600 => role;
export const everybody: Schemas['GroupSetting'] = 11;
export const two: Schemas['GroupSetting'] = { direct_members: [1, 2], direct_subgroups: [] };
type Answer = operations['get_messages']['responses'][200]['content']['application/json'];
export const contents = ({ messages }: Answer): string[] => messages.map(({ content }) => content);

/** Events are told apart by their types. */
export const textOf = (event: Schemas['ClientEvent']): string =>
  event.type === 'message' ? event.message.content : event.type;

// @ts-expect-error: no bot is of this type.
export const wrongBotType: Schemas['User']['bot_type'] = 9;
// @ts-expect-error: it has no content.
export const incomplete: Sending = { type: 'channel', to: 'design' };
`;

const folder = fileURLToPath(new URL('../../node_modules/.cache/openapi-types/', import.meta.url));

const OPTIONS: ts.CompilerOptions = {
  strict: true,
  noEmit: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  module: ts.ModuleKind.NodeNext,
  moduleResolution: ts.ModuleResolutionKind.NodeNext,
  target: ts.ScriptTarget.ES2022,
  allowImportingTsExtensions: true,
  types: [],
};

describe('The OpenAPI document, as public tools read it', () => {
  const document = JSON.stringify(openApiDocument(apiRoutes, examples));

  it('passes a validator', async () => {
    const { valid, errors } = await new Validator().validate(JSON.parse(document) as Parsed);
    expect([valid, errors]).to.deep.equal([true, undefined]);
  });

  it('passes a linter', async () => {
    const config = await createConfig({ extends: ['recommended-strict'], rules: RULES });
    const problems = await lintFromString({ source: document, absoluteRef: '/openapi.json', config });
    const described = problems.map(({ ruleId, message, location: [location] }) => [
      ruleId,
      message,
      location?.pointer,
    ]);
    expect(described).to.deep.equal([]);
  });

  it('yields types that compile, and are neither too narrow nor too wide', async () => {
    const types = astToString(await openapiTS(document));
    await mkdir(folder, { recursive: true });
    await writeFile(`${folder}openapi.ts`, types);
    await writeFile(`${folder}use.ts`, USE);
    const program = ts.createProgram([`${folder}use.ts`], OPTIONS);
    const problems = ts.getPreEmitDiagnostics(program);
    const described = problems.map(
      ({ messageText, start = 0, file }) =>
        `${file?.fileName} ${file?.text.slice(start, start + 80)}: ${ts.flattenDiagnosticMessageText(messageText, ' ')}`,
    );
    expect(described).to.deep.equal([]);
    await rm(folder, { recursive: true });
  });
});
