import { expect } from 'chai';
import { z } from 'zod';
import { Form } from '../../../src/api/http/form.ts';
import { ParameterParser } from '../../../src/api/http/parameters.ts';
import { apiRoutes } from '../../../src/api/table.ts';
import { Refused } from '../../../src/base/errors.ts';

/** What a parser says of a list of so many zeros, once everything else may be missing. */
function refusalOf(name: string, parameter: unknown, elements: number): string {
  const parser = new ParameterParser({ [name]: parameter } as never);
  const form = new Form();
  form.set(name, JSON.stringify(Array<number>(elements).fill(0)));
  try {
    parser.parse(form, {});
    return '';
  } catch (error) {
    if (error instanceof Refused) return error.message;
    throw error;
  }
}

describe('every list that a route takes', () => {
  const lists = apiRoutes.flatMap(({ method, path, params }) =>
    Object.entries(params as Record<string, { source: string; schema: z.ZodType; maxItems: number }>)
      .filter(([, { source, schema }]) => source === 'json' && schema instanceof z.ZodArray)
      .map(([name, parameter]) => ({ route: `${method} ${path}`, name, parameter })),
  );

  it('is among those asked here', () => expect(lists.length).to.be.above(15));

  for (const { route, name, parameter } of lists)
    it(`is bounded: ${name} of ${route}`, () => {
      const tooLong = `${name} has more than ${parameter.maxItems} elements`;
      expect(refusalOf(name, parameter, parameter.maxItems)).to.not.equal(tooLong);
      expect(refusalOf(name, parameter, parameter.maxItems + 1)).to.equal(tooLong);
      const { maxItems } = z.toJSONSchema(parameter.schema, { io: 'input', unrepresentable: 'any' }) as {
        maxItems?: number;
      };
      expect(maxItems).to.equal(parameter.maxItems);
    });
});
