import { expect } from 'chai';
import { z } from 'zod';
import { wrongElement } from '../../../src/api/http/parameterErrors.ts';

const numbers = (count: number): unknown[] => Array.from({ length: count }, (_, index) => index);

describe('A long list', () => {
  const Ids = z.array(z.int()).min(200).max(20_000);

  it('that is right has no wrong element, whatever its length must be', () => {
    expect(wrongElement(Ids, numbers(10_000))).to.equal(undefined);
    expect(wrongElement(Ids, numbers(24_000))).to.equal(undefined);
  });

  it('ends at its first wrong element, wherever that is', () => {
    for (const at of [0, 249, 250, 9_999]) {
      const list = numbers(10_000).map((value, index) => (index >= at ? 'wrong' : value));
      expect(wrongElement(Ids, list)?.path, String(at)).to.deep.equal([at]);
    }
  });

  it('within a dictionary, or beside other lists, ends there, too', () => {
    const Either = z.union([z.int(), z.strictObject({ name: z.string(), members: Ids, others: Ids })]);
    const value = { members: numbers(1000), others: numbers(5000).with(4000, {}) };
    expect(wrongElement(Either, value)?.path).to.deep.equal(['others', 4000]);
    expect(
      wrongElement(z.union([z.array(z.int()), z.array(z.string())]), numbers(500).with(400, {}))?.path,
    ).to.deep.equal([400]);
  });

  it('tells what is wrong within an element', () => {
    const list = Array.from({ length: 600 }, (_, index) => ({ name: index === 500 ? 1 : 'a' }));
    expect(wrongElement(z.array(z.strictObject({ name: z.string() })), list)).to.deep.include({
      path: [500, 'name'],
      code: 'invalid_type',
    });
  });

  it('is not looked into where it is short: the schema tells', () => {
    expect(wrongElement(Ids, numbers(250).with(0, 'wrong'))).to.equal(undefined);
    expect(wrongElement(z.int(), 'a')).to.equal(undefined);
  });
});
