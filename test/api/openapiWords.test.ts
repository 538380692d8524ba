import { expect } from 'chai';
import { apiRoutes } from '../../src/api/table.ts';
import { type Field, fields } from './documentedFields.ts';

const wordsIn = (text: string): readonly string[] => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];

/** Says nothing about anything. */
const EMPTY = new Set('a an the of it its is this that in on for to value field parameter'.split(' '));

/** What a description says beside the names of the field and of what has it. */
const newWords = ({ location: root, name, description = '' }: Field): readonly string[] => {
  const known = new Set([...EMPTY, ...wordsIn(`${root} ${name}`.replaceAll(/_|(?<=[a-z])(?=[A-Z])/g, ' '))]);
  return wordsIn(description).filter((word) => !known.has(word));
};

describe('The descriptions of the OpenAPI document', () => {
  it('are there for every parameter, beside its default and other names', () => {
    const missing = apiRoutes.flatMap(({ name: route, params }) =>
      Object.entries(params)
        .filter(([, { description }]) => !description)
        .map(([name]) => `${route} ${name}`),
    );
    expect(missing).to.deep.equal([]);
  });

  it('are sentences that say more than the name', () => {
    const poor = fields.filter(
      (field) => !/^[\p{Lu}\p{N}`\[].*[.?]$/su.test(field.description ?? '') || newWords(field).length === 0,
    );
    expect([
      ...new Set(poor.map(({ location: root, name, description }) => `${root} ${name}: ${description}`)),
    ]).to.deep.equal([]);
  });
});
