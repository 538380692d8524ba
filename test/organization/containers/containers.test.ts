import { expect } from 'chai';
import fc from 'fast-check';
import { cell, type FoldMap, map } from '../../../src/organization/containers/containers.ts';

type Operation = { readonly kind: 'set' | 'delete' | 'update'; readonly key: number; readonly value: number };

const operations = fc.array(
  fc.record<Operation>({
    kind: fc.constantFrom('set', 'delete', 'update'),
    key: fc.integer({ min: 1, max: 12 }),
    value: fc.integer(),
  }),
);

function applyTo(target: FoldMap<number, number>, { kind, key, value }: Operation): void {
  if (kind === 'set') target.set(key, value);
  if (kind === 'delete') target.delete(key);
  if (kind === 'update' && target.has(key)) target.update(key, (present) => present + value);
}

function applyToPlain(target: Map<number, number>, { kind, key, value }: Operation): void {
  if (kind === 'set') target.set(key, value);
  if (kind === 'delete') target.delete(key);
  if (kind === 'update' && target.has(key)) target.set(key, target.get(key)! + value);
}

const contentOf = (entries: Iterable<[number, number]>): [number, number][] =>
  [...entries].sort(([one], [other]) => one - other);

function expectSame(actual: FoldMap<number, number>, expected: Map<number, number>): void {
  expect(contentOf(actual.entries())).to.deep.equal(contentOf(expected.entries()));
  expect([...actual.keys()]).to.have.members([...expected.keys()]);
  expect([...actual.values()]).to.have.members([...expected.values()]);
  expect(actual.size).to.equal(expected.size);
  for (let key = 1; key <= 12; key += 1) {
    expect(actual.get(key)).to.equal(expected.get(key));
    expect(actual.has(key)).to.equal(expected.has(key));
  }
}

function prepared(before: readonly Operation[]): [FoldMap<number, number>, Map<number, number>] {
  const [base, plain] = [map<number, number>(), new Map<number, number>()];
  for (const operation of before) applyTo(base, operation);
  for (const operation of before) applyToPlain(plain, operation);
  return [base, plain];
}

describe('map', () => {
  it('reads through a layer as a plain map with the same changes does', () => {
    fc.assert(
      fc.property(operations, operations, (before, after) => {
        const [base, plain] = prepared(before);
        const layer = base.layer();
        for (const operation of after) applyTo(layer, operation);
        for (const operation of after) applyToPlain(plain, operation);
        expectSame(layer, plain);
      }),
    );
  });

  it('shows nothing of a layer that is not merged', () => {
    fc.assert(
      fc.property(operations, operations, (before, after) => {
        const [base, plain] = prepared(before);
        const layer = base.layer();
        for (const operation of after) applyTo(layer, operation);
        expectSame(base, plain);
      }),
    );
  });

  it('is after a merge what the same changes made directly give', () => {
    fc.assert(
      fc.property(operations, operations, operations, (before, first, second) => {
        const [base, plain] = prepared(before);
        const layer = base.layer();
        const inner = layer.layer();
        for (const operation of first) applyTo(inner, operation);
        inner.merge();
        for (const operation of second) applyTo(layer, operation);
        layer.merge();
        for (const operation of [...first, ...second]) applyToPlain(plain, operation);
        expectSame(base, plain);
        expectSame(layer, plain);
      }),
    );
  });

  it('patches the fields of a value without changing the value', () => {
    const people = map<number, { readonly name: string; readonly age: number }>();
    const before = { name: 'Ada', age: 36 };
    people.set(1, before);
    people.update(1, { name: 'Augusta' });
    expect(people.get(1)).to.deep.equal({ name: 'Augusta', age: 36 });
    expect(before.name).to.equal('Ada');
  });

  it('refuses to change what is not there', () => {
    expect(() => map<number, object>().update(4, {})).to.throw('nothing under 4');
  });

  it('saves the moment of the call, whatever is written while the rows are made', () => {
    const numbers = map<number, number>();
    numbers.set(1, 10);
    const rows = numbers.save();
    numbers.set(1, 11);
    numbers.set(2, 20);
    expect([...rows]).to.deep.equal([[1, 10]]);
  });

  it('tells which keys were written since a number of writes, and all to who asks first', () => {
    const names = map<number, string>();
    names.set(1, 'one');
    expect(names.writtenSince(0)).to.equal('all');
    const { writes } = names;
    names.set(2, 'two');
    const layer = names.layer();
    layer.set(3, 'three');
    layer.delete(1);
    layer.merge();
    expect(names.writtenSince(writes)).to.have.members([2, 3, 1]);
    expect(names.writtenSince(names.writes)).to.deep.equal([]);
  });

  it('says all once more was written than it remembers', () => {
    const names = map<number, string>();
    names.writtenSince(0);
    for (let key = 0; key < 3_000; key += 1) names.set(key, 'name');
    expect(names.writtenSince(0)).to.equal('all');
    expect(names.writtenSince(2_990)).to.deep.equal(Array.from({ length: 10 }, (_, index) => 2_990 + index));
  });
});

describe('cell', () => {
  it('keeps a value of a layer to the layer until it is merged', () => {
    const counter = cell<number | undefined>(1);
    const layer = counter.layer();
    layer.set(undefined);
    expect([counter.get(), layer.get()]).to.deep.equal([1, undefined]);
    layer.merge();
    expect(counter.get()).to.equal(undefined);
  });

  it('sees through an untouched layer what its base is set to', () => {
    const counter = cell(1);
    const layer = counter.layer();
    counter.set(2);
    expect(layer.get()).to.equal(2);
  });
});

describe('a container', () => {
  it('is merged only if it is a layer', () => {
    expect(() => map().merge()).to.throw('Only a layer');
    expect(() => cell(0).merge()).to.throw('Only a layer');
  });

  it('is saved only if it is no layer', () => {
    expect(() => map().layer().save()).to.throw('neither saved nor loaded');
    expect(() => cell(0).layer().save()).to.throw('neither saved nor loaded');
  });
});
