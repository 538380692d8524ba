import { expect } from 'chai';
import type { Query, StoredDocument } from '../../../src/projections/store/readModels.ts';
import { ACME, BRAND, type Check, ids, person, put, type Fixture } from './fixture.ts';

/** Ten messages: channels 1 and 2 by turns, three topics, words by divisibility. */
const filled = async (fixture: Fixture) => {
  const generation = await fixture.generation();
  const writes = Array.from({ length: 10 }, (_, index) => {
    const id = index + 1;
    const words = [...(id % 2 === 0 ? ['even'] : []), ...(id % 3 === 0 ? ['three', 'three'] : [])];
    return put(id, id, { channel: id % 2, topic: `topic ${id % 3}`, words, readers: [id, 100] });
  });
  await generation.commit([...writes, put(4, 11, { channel: 0, topic: 'alone' }, BRAND)], 11);
  return generation;
};

const asking = (title: string, query: Query, expected: readonly number[]): Check => ({
  title,
  async check(fixture) {
    const generation = await filled(fixture);
    expect(ids(await generation.find('messages', ACME, query))).to.deep.equal(expected);
  },
});

const ascending = (field: string) => ({ field, direction: 'ascending' }) as const;
const descending = (field: string) => ({ field, direction: 'descending' }) as const;

/** Questions without an index, or with values of another kind. */
const unserved: readonly Query[] = [
  { where: { colour: 'red' } },
  { where: { channel: 'one' } },
  { where: { channel: 1 }, range: { field: 'readers', above: 1 } },
  { order: ascending('channel'), range: { field: 'topic', above: 'a' } },
  { where: { words: 'even' }, order: ascending('topic') },
];

export const askingChecks: readonly Check[] = [
  asking('answers all documents of one organization by ID', {}, [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]),
  asking('answers equality on one field', { where: { channel: 1 } }, [1, 3, 5, 7, 9]),
  asking('answers equality on two fields', { where: { channel: 0, topic: 'topic 2' } }, [2, 8]),
  asking('answers membership in a list of texts', { where: { words: 'three' } }, [3, 6, 9]),
  asking('answers membership in a list of numbers', { where: { readers: 100 }, limit: 2 }, [1, 2]),
  asking('answers membership together with equality', { where: { words: 'three', channel: 1 } }, [3, 9]),
  asking('answers membership in two lists', { where: { words: 'even', readers: 6 } }, [6]),
  asking('takes `above` as exclusive', { range: { field: 'id', above: 8 } }, [9, 10]),
  asking('takes `atLeast` as inclusive', { range: { field: 'id', atLeast: 8 } }, [8, 9, 10]),
  asking('takes `below` as exclusive', { range: { field: 'id', below: 3 } }, [1, 2]),
  asking('takes `atMost` as inclusive', { range: { field: 'id', atMost: 3 } }, [1, 2, 3]),
  asking(
    'answers a range of IDs among the equal',
    { where: { channel: 1 }, range: { field: 'id', above: 3, atMost: 7 } },
    [5, 7],
  ),
  asking(
    'answers a range of IDs in a list, backwards and limited',
    { where: { words: 'even' }, range: { field: 'id', below: 10 }, order: descending('id'), limit: 3 },
    [8, 6, 4],
  ),
  asking(
    'answers a range of the next field in its order',
    { where: { channel: 1 }, range: { field: 'topic', atLeast: 'topic 1' }, order: ascending('topic') },
    [1, 7, 5],
  ),
  asking('orders by a field, ties by ID', { order: ascending('topic') }, [3, 6, 9, 1, 4, 7, 10, 2, 5, 8]),
  asking('orders backwards, ties too', { order: descending('topic'), limit: 4 }, [8, 5, 2, 10]),
  asking('gives at most as many as asked for', { order: descending('id'), limit: 3 }, [10, 9, 8]),
  asking('gives none where none is asked for', { limit: 0 }, []),
  asking('finds nothing where nothing is', { where: { channel: 77 } }, []),
  {
    title: 'follows a document to its new field values and away from the old ones',
    async check(fixture) {
      const generation = await filled(fixture);
      await generation.commit([put(6, 20, { channel: 1, topic: 'moved', words: ['three', 'new'] })], 20);
      const found = async (where: Query['where']) =>
        ids(await generation.find('messages', ACME, { where: where ?? {} }));
      expect(await found({ words: 'even' })).to.deep.equal([2, 4, 8, 10]);
      expect(await found({ words: 'three' })).to.deep.equal([3, 6, 9]);
      expect(await found({ words: 'new' })).to.deep.equal([6]);
      expect(await found({ channel: 0 })).to.deep.equal([2, 4, 8, 10]);
      await generation.commit([{ collection: 'messages', organizationId: ACME, id: 6, position: 21 }], 21);
      expect(await found({ words: 'three' })).to.deep.equal([3, 9]);
      expect(await found({ channel: 1 })).to.deep.equal([1, 3, 5, 7, 9]);
    },
  },
  {
    title: 'answers with position and content',
    async check(fixture) {
      const generation = await fixture.generation();
      await generation.commit([put(1, 3, { channel: 5, more: ['x'] })], 4);
      const expected: StoredDocument[] = [{ id: 1, position: 3, document: { channel: 5, more: ['x'] } }];
      expect(await generation.find('messages', ACME, { where: { channel: 5 } })).to.deep.equal(expected);
    },
  },
  {
    title: 'puts documents without the field before all others and into no range',
    async check(fixture) {
      const generation = await fixture.generation();
      await generation.commit(
        [person('ann', 1, { age: 3 }), person('bob', 2), person('cy', 3, { age: null })],
        3,
      );
      const inOrder = await generation.find('people', ACME, { order: ascending('age') });
      expect(ids(inOrder)).to.deep.equal(['bob', 'cy', 'ann']);
      const young = await generation.find('people', ACME, { range: { field: 'age', below: 9 } });
      expect(ids(young)).to.deep.equal(['ann']);
    },
  },
  {
    title: 'orders numbers as numbers and texts by code point',
    async check(fixture) {
      const generation = await fixture.generation();
      const numbers = [9, 10, 100, 2 ** 40, 3].map((id, index) => put(id, index, {}));
      const texts = ['b', 'a', 'B', 'é', '\uffee', '\u{1f600}', '', '10', '9', 'a/b', 'a.b'].map((id) =>
        person(id, 6),
      );
      await generation.commit([...numbers, ...texts], 10);
      expect(ids(await generation.find('messages', ACME))).to.deep.equal([3, 9, 10, 100, 2 ** 40]);
      const expected = ['', '10', '9', 'B', 'a', 'a.b', 'a/b', 'b', 'é', '\uffee', '\u{1f600}'];
      expect(ids(await generation.find('people', ACME))).to.deep.equal(expected);
    },
  },
  {
    title: 'loads documents in the order of their keys, with gaps where there is none',
    async check(fixture) {
      const generation = await filled(fixture);
      const key = (id: number, organizationId = ACME) => ({ collection: 'messages', organizationId, id });
      const found = await generation.load([key(7), key(99), key(4, BRAND), key(2), key(7)]);
      expect(found.map((document) => document?.id)).to.deep.equal([7, undefined, 4, 2, 7]);
      expect(found[2]?.document?.['topic']).to.equal('alone');
    },
  },
  {
    title: 'scans all organizations in order, page after page',
    async check(fixture) {
      const generation = await fixture.generation();
      const all = Array.from({ length: 1_100 }, (_, index) => index);
      const backwards = [...all].reverse();
      await generation.commit(
        backwards.map((id) => put(id, id, {}, id % 2 === 0 ? BRAND : ACME)),
        2_000,
      );
      const seen: string[] = [];
      for await (const page of generation.scan('messages')) {
        seen.push(...page.map(({ organizationId, id }) => `${organizationId}/${id}`));
      }
      const odd = all.filter((id) => id % 2 === 1).map((id) => `${ACME}/${id}`);
      const even = all.filter((id) => id % 2 === 0).map((id) => `${BRAND}/${id}`);
      expect(seen).to.deep.equal([...odd, ...even]);
    },
  },
  {
    title: 'refuses a question that no index serves',
    async check(fixture) {
      const generation = await filled(fixture);
      for (const query of unserved) {
        const outcome = await generation.find('messages', ACME, query).catch((error: unknown) => error);
        expect(outcome, JSON.stringify(query)).to.be.instanceOf(TypeError);
      }
    },
  },
];
