import { expect } from 'chai';
import type { DocumentWrite, Generation, WordsQuery } from '../../../src/projections/store/readModels.ts';
import { ACME, BRAND, type Check, collections, nextGeneration, type Fixture } from './fixture.ts';

/** A write to `texts`; without words it leaves them as they are. */
const text = (id: number, position: number, words?: string, organizationId = ACME): DocumentWrite => ({
  collection: 'texts',
  organizationId,
  id,
  position,
  document: { position },
  ...(words !== undefined && { words }),
});

const removed = (id: number, position: number): DocumentWrite => ({
  collection: 'texts',
  organizationId: ACME,
  id,
  position,
});

/** Five texts, and one of another organization. */
const TEXTS = [
  text(1, 1, 'red rain #c1'),
  text(2, 2, 'red snow #c2'),
  text(3, 3, 'blue rain #c1'),
  text(4, 4, '赤い 雨 rainbow #c2'),
  text(5, 5, `"quoted' a.b c:d %20; ~stem #t=x`),
  text(3, 6, 'red rain #c1', BRAND),
];

/** Of all IDs, ascending, unless a query says otherwise. */
type Search = Pick<WordsQuery, 'words'> & Partial<WordsQuery>;

const found = (generation: Generation, search: Search, organizationId = ACME) =>
  generation.findIds('texts', organizationId, {
    from: 0,
    to: 2 ** 40,
    direction: 'ascending',
    limit: 100,
    ...search,
  });

const filled = async (fixture: Fixture) => {
  const generation = await fixture.generation();
  await generation.commit(TEXTS, 6);
  return generation;
};

const finding = (title: string, query: Search, expected: readonly number[]): Check => ({
  title,
  async check(fixture) {
    expect(await found(await filled(fixture), query)).to.deep.equal(expected);
  },
});

export const wordsChecks: readonly Check[] = [
  finding('finds documents of one organization by a word', { words: [['rain']] }, [1, 3]),
  finding('finds documents by several words', { words: [['red'], ['rain']] }, [1]),
  finding('finds documents by any of some words', { words: [['snow', 'blue']] }, [2, 3]),
  finding(
    'finds documents by words of which one is among several',
    { words: [['rain'], ['#c1', '#c9']] },
    [1, 3],
  ),
  finding('finds documents by the beginning of a word', { words: [['rain*']] }, [1, 3, 4]),
  finding('finds documents by a beginning or a word', { words: [['rainb*', 'snow'], ['#c2']] }, [2, 4]),
  finding('finds words of any script', { words: [['赤い'], ['雨']] }, [4]),
  ...[`"quoted'`, 'a.b', 'c:d', '%20;', '~stem', '#t=x'].map((word) =>
    finding(`finds the word ${word} as it is spelled`, { words: [[word]] }, [5]),
  ),
  finding('does not take part of a word for it', { words: [['a']] }, []),
  finding('finds nothing by a word that is nowhere', { words: [['rain'], ['green']] }, []),
  finding('finds the newest first', { words: [['red', 'blue']], direction: 'descending', limit: 2 }, [3, 2]),
  finding(
    'finds words within a range of IDs',
    { words: [['red', 'blue', 'rainbow']], from: 2, to: 3 },
    [2, 3],
  ),
  finding(
    'finds words within a range that includes its ends',
    { words: [['red', 'blue', 'rainbow']], from: 2, to: 4, direction: 'descending' },
    [4, 3, 2],
  ),
  finding('gives none of the found where none is asked for', { words: [['red']], limit: 0 }, []),
  {
    title: 'refuses to search a collection that has no words',
    async check(fixture) {
      const generation = await filled(fixture);
      const query = { words: [['red']], from: 0, to: 9, direction: 'ascending', limit: 1 } as const;
      const refusal = await generation.findIds('messages', ACME, query).catch((error: unknown) => error);
      expect(refusal).to.be.instanceOf(TypeError);
    },
  },
  {
    title: 'finds a document by its new words alone, and by those of before where none came with the write',
    async check(fixture) {
      const generation = await filled(fixture);
      await generation.commit([text(1, 7, 'green rain'), text(2, 8)], 8);
      expect(await found(generation, { words: [['red']] })).to.deep.equal([2]);
      expect(await found(generation, { words: [['green']] })).to.deep.equal([1]);
      expect(await found(generation, { words: [['snow']] })).to.deep.equal([2]);
    },
  },
  {
    title: 'finds nothing of a document that is gone',
    async check(fixture) {
      const generation = await filled(fixture);
      await generation.commit([removed(1, 7)], 7);
      expect(await found(generation, { words: [['rain']] })).to.deep.equal([3]);
      await generation.commit([text(1, 8, 'rain again')], 8);
      expect(await found(generation, { words: [['rain']] })).to.deep.equal([1, 3]);
    },
  },
  {
    title: 'leaves the words of a document alone that was touched later',
    async check(fixture) {
      const generation = await filled(fixture);
      await generation.commit([text(1, 9, 'newer')], 9);
      await generation.commit([text(1, 8, 'older')], 9);
      expect(await found(generation, { words: [['older']] })).to.deep.equal([]);
      expect(await found(generation, { words: [['newer']] })).to.deep.equal([1]);
    },
  },
  {
    title: 'finds words in a generation that has been filled, and in what is written to it then',
    async check(fixture) {
      const readModels = await fixture.readModels();
      const filling = await readModels.fill(nextGeneration, collections);
      await filling.commit(TEXTS.slice(0, 3), 3);
      await filling.commit([text(1, 4), text(2, 4, 'green'), removed(3, 4)], 4);
      await filling.seal();
      expect(await found(filling, { words: [['red', 'green', 'blue']] })).to.deep.equal([1, 2]);
      await filling.commit([text(4, 5, 'red')], 5);
      expect(await found(filling, { words: [['red']] })).to.deep.equal([1, 4]);
      const served = await readModels.open(nextGeneration, collections);
      expect(await found(served, { words: [['red']] })).to.deep.equal([1, 4]);
    },
  },
  {
    title: 'refuses an ID that an index of words has no room for',
    async check(fixture) {
      const generation = await filled(fixture);
      const refusal = await generation.commit([text(2 ** 40, 9, 'far')], 9).catch((error: unknown) => error);
      expect(refusal).to.be.instanceOf(RangeError);
      await generation.commit([text(2 ** 40 - 1, 9, 'far')], 9);
      expect(await found(generation, { words: [['far']] })).to.deep.equal([2 ** 40 - 1]);
    },
  },
];
