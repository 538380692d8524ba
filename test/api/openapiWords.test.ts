import { expect } from 'chai';
import { parameterWord } from '../../src/api/docs/descriptions.ts';
import { type Schema, schemasIn } from '../../src/api/docs/document.ts';
import { ERRORS } from '../../src/api/docs/errors.ts';
import { openApiDocument } from '../../src/api/docs/openapi.ts';
import { WORDS } from '../../src/api/docs/words/words.ts';
import { apiRoutes } from '../../src/api/table.ts';

interface Field {
  readonly place: string;
  readonly name: string;
  readonly description: string | undefined;
}

/** All fields of a schema, at any depth. */
const fieldsIn = (place: string, schema: Schema): readonly Field[] =>
  schemasIn(schema).flatMap(([name, inner]) => [
    ...(name === undefined ? [] : [{ place, name, description: inner.description }]),
    ...fieldsIn(place, inner),
  ]);

const document = openApiDocument(apiRoutes);

const inComponents = Object.entries(document.components.schemas).flatMap(([name, schema]) =>
  fieldsIn(name, schema),
);
const inOperations = Object.entries(document.paths).flatMap(([path, operations]) =>
  Object.entries(operations).flatMap(([method, { parameters = [], requestBody, responses }]) => {
    const place = `${method} ${path}`;
    const success = responses['200'];
    const contents = [
      requestBody?.content,
      success && 'content' in success ? success.content : undefined,
      ...parameters.map(({ content, schema }) => content ?? { '': { schema: schema ?? {} } }),
    ];
    const schemas = contents.flatMap((content = {}) => Object.values(content).map(({ schema }) => schema));
    return [
      ...parameters.map(({ name, description }) => ({ place, name, description })),
      ...schemas.flatMap((schema) => fieldsIn(place, schema)),
    ];
  }),
);
const fields: readonly Field[] = [...inComponents, ...inOperations];

const wordsIn = (text: string): readonly string[] => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];

/** Says nothing about anything. */
const EMPTY = new Set('a an the of it its is this that in on for to value field parameter'.split(' '));

/** What a description says beside the names of the field and of what has it. */
const newWords = ({ place, name, description = '' }: Field): readonly string[] => {
  const known = new Set([...EMPTY, ...wordsIn(`${place} ${name}`.replaceAll(/_|(?<=[a-z])(?=[A-Z])/g, ' '))]);
  return wordsIn(description).filter((word) => !known.has(word));
};

describe('The descriptions of the OpenAPI document', () => {
  it('are there for every parameter, beside its default and other names', () => {
    const missing = apiRoutes.flatMap((route) =>
      Object.keys(route.params)
        .filter((name) => !parameterWord(route, name))
        .map((name) => `${route.name} ${name}`),
    );
    expect(missing).to.deep.equal([]);
  });

  it('are there for every field that is sent or answered, at any depth', () => {
    const missing = fields.filter(({ description }) => !description);
    expect(missing.map(({ place, name }) => `${place} ${name}`)).to.deep.equal([]);
    expect(fields.length).to.be.greaterThan(2_000);
  });

  it('are sentences that say more than the name', () => {
    const poor = fields.filter(
      (field) => !/^[\p{Lu}\p{N}`\[].*[.?]$/su.test(field.description ?? '') || newWords(field).length === 0,
    );
    expect([
      ...new Set(poor.map(({ place, name, description }) => `${place} ${name}: ${description}`)),
    ]).to.deep.equal([]);
  });

  it('are there for every named thing, every area and every code', () => {
    const things = Object.entries(document.components.schemas);
    expect(
      things.filter(([, { description = '' }]) => !description.endsWith('.')).map(([name]) => name),
    ).to.deep.equal([]);
    expect(document.tags.filter(({ description }) => !description)).to.deep.equal([]);
    for (const { says } of Object.values(ERRORS)) expect(says).to.match(/\.$/);
  });

  it('have no word for what does not exist', () => {
    const told = JSON.stringify(document);
    const unused = Object.entries(WORDS).filter(
      ([, word]) => !told.includes(JSON.stringify(word).slice(1, -1)),
    );
    expect(unused.map(([key]) => key)).to.deep.equal([]);
  });
});
