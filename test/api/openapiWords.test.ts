import { expect } from 'chai';
import { z } from 'zod';
import { SchemaConverter } from '../../src/api/docs/schemas.ts';
import { json, text } from '../../src/api/http/parameters.ts';
import { apiRoutes } from '../../src/api/table.ts';
import { UserId } from '../../src/base/ids.ts';
import { GroupSetting } from '../../src/wire/userGroups.ts';
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

  const fieldsOf = (shape: z.ZodRawShape) => new SchemaConverter().output(z.strictObject(shape)).properties;

  it('are those of fields: elements of a list have none', () => {
    expect(fieldsOf({ user_ids: z.array(UserId).describe('Who is there.') })).to.deep.equal({
      user_ids: { type: 'array', items: { type: 'integer' }, description: 'Who is there.' },
    });
  });

  it('are left to the field by a value that may be null, and replaced by that of the field', () => {
    const description = 'ID of the person or bot.';
    expect(
      fieldsOf({ one: UserId.nullable(), other: UserId.nullable().describe('The other.') }),
    ).to.deep.equal({
      one: { type: ['integer', 'null'], description },
      other: { type: ['integer', 'null'], description: 'The other.' },
    });
  });

  it('stand beside the reference to a named thing, however often it is described', () => {
    const described = GroupSetting.describe('Who may write.').describe('The new value.');
    expect(fieldsOf({ value: described })).to.deep.equal({
      value: { $ref: '#/components/schemas/GroupSetting', description: 'The new value.' },
    });
  });

  it('are taken by a parameter from its schema, or from one with the same meaning', () => {
    const topic = z.string().describe('The topic.');
    expect(json(topic).optional().description).to.equal('The topic.');
    expect(text().describe(topic).description).to.equal('The topic.');
    expect(text().describe(text().describe('Another.')).description).to.equal('Another.');
    expect(() => text().describe(z.string())).to.throw('has none');
  });
});
