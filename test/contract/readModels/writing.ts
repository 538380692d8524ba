import { expect } from 'chai';
import { ACME, type Check, collections, message, nextGeneration, person, put, remove } from './fixture.ts';

export const writingChecks: readonly Check[] = [
  {
    title: 'keeps documents and checkpoint for the next handle',
    async check(fixture) {
      const first = await fixture.generation();
      expect(await first.checkpoint()).to.equal(null);
      await first.commit([put(1, 10, { text: 'hello' }), person('ann', 12, { age: 7 })], 15);
      const second = await fixture.generation();
      expect(await second.checkpoint()).to.equal(15);
      expect(await message(second, 1)).to.deep.equal({ position: 10, document: { text: 'hello' } });
    },
  },
  {
    title: 'keeps the last of two writes to one document in a batch',
    async check(fixture) {
      const generation = await fixture.generation();
      await generation.commit([put(1, 10, { text: 'first' }), put(1, 11, { text: 'second' })], 11);
      expect(await message(generation, 1)).to.deep.equal({ position: 11, document: { text: 'second' } });
    },
  },
  {
    title: 'stores nothing of a batch that does not fit its collection, and not its checkpoint',
    async check(fixture) {
      const generation = await fixture.generation();
      await generation.commit([put(1, 10, { channel: 1 })], 10);
      const failed = await generation
        .commit([put(2, 20, { channel: 2 }), put(3, 21, { channel: 'not a number' })], 21)
        .then(
          () => false,
          () => true,
        );
      expect(failed, 'the batch is refused').to.equal(true);
      const reopened = await fixture.generation();
      expect(await message(reopened, 2)).to.equal(undefined);
      expect(await reopened.checkpoint()).to.equal(10);
    },
  },
  {
    title: 'leaves a document alone that was touched later',
    async check(fixture) {
      const generation = await fixture.generation();
      await generation.commit([put(1, 10, { text: 'newer' })], 10);
      await generation.commit([put(1, 7, { text: 'older' }), remove(1, 8)], 12);
      expect(await message(generation, 1)).to.deep.equal({ position: 10, document: { text: 'newer' } });
    },
  },
  {
    title: 'leaves a document alone that was touched at the same position',
    async check(fixture) {
      const generation = await fixture.generation();
      await generation.commit([put(1, 10, { text: 'first' })], 10);
      await generation.commit([put(1, 10, { text: 'second' })], 10);
      expect(await message(generation, 1)).to.deep.equal({ position: 10, document: { text: 'first' } });
    },
  },
  {
    title: 'takes late writes to documents that nothing has touched since, at an unchanged checkpoint',
    async check(fixture) {
      const generation = await fixture.generation();
      await generation.commit([put(1, 10, { text: 'one' }), put(2, 90, { text: 'two' })], 100);
      await generation.commit(
        [put(1, 50, { text: 'caught up' }), put(2, 60, { text: 'old' }), put(3, 70, {})],
        100,
      );
      expect(await message(generation, 1)).to.deep.equal({ position: 50, document: { text: 'caught up' } });
      expect(await message(generation, 2)).to.deep.equal({ position: 90, document: { text: 'two' } });
      expect(await message(generation, 3)).to.deep.equal({ position: 70, document: {} });
    },
  },
  {
    title: 'changes nothing for a batch whose checkpoint is below the stored one',
    async check(fixture) {
      const generation = await fixture.generation();
      await generation.commit([put(1, 10, { text: 'stays' })], 20);
      await generation.commit([put(2, 12, { text: 'stale' })], 15);
      expect(await message(generation, 2)).to.equal(undefined);
      expect(await generation.checkpoint()).to.equal(20);
    },
  },
  {
    title: 'does not bring a removed document back when its batches come again',
    async check(fixture) {
      const generation = await fixture.generation();
      const batches = [
        { writes: [put(1, 5, { text: 'short-lived' })], checkpoint: 5 },
        { writes: [remove(1, 10)], checkpoint: 10 },
      ];
      for (const { writes, checkpoint } of batches) await generation.commit(writes, checkpoint);
      for (const { writes, checkpoint } of batches) {
        await generation.commit(writes, checkpoint);
        expect(await message(generation, 1), `after the batch up to ${checkpoint}`).to.equal(undefined);
      }
      expect(await (await fixture.generation()).find('messages', ACME)).to.deep.equal([]);
    },
  },
  {
    title: 'stores a document anew after its removal',
    async check(fixture) {
      const generation = await fixture.generation();
      await generation.commit([put(1, 5, { channel: 1 })], 5);
      await generation.commit([remove(1, 10)], 10);
      await generation.commit([put(1, 15, { channel: 2 })], 15);
      expect(await message(generation, 1)).to.deep.equal({ position: 15, document: { channel: 2 } });
    },
  },
  {
    title: 'refuses a write beyond its checkpoint',
    async check(fixture) {
      const generation = await fixture.generation();
      const refused = await generation.commit([put(1, 11, {})], 10).then(
        () => undefined,
        (error: unknown) => error,
      );
      expect(refused).to.be.instanceOf(RangeError);
      expect(await message(generation, 1)).to.equal(undefined);
    },
  },
  {
    title: 'loses no write when two handles commit at once',
    async check(fixture) {
      const [one, two] = [await fixture.generation(), await fixture.generation()];
      const all = Array.from({ length: 8 }, (_, index) => index + 1);
      await Promise.all(
        all.flatMap((n) => [
          one.commit([put(1, n * 2, { from: 'one' })], 100),
          two.commit([put(1, n * 2 + 1, { from: 'two' }), put(n + 1, n, {})], 100),
        ]),
      );
      expect(await message(one, 1)).to.deep.equal({ position: 17, document: { from: 'two' } });
      expect(await one.find('messages', ACME)).to.have.length(9);
    },
  },
  {
    title: 'gives documents back byte for byte, whatever their keys and texts',
    async check(fixture) {
      const document = {
        'a.b': 1,
        $set: { $where: 'x' },
        ключ: 'snow\u2603 \u0000 \ud83d\ude00 "',
        nested: [{ 'c.d': null }],
      };
      const generation = await fixture.generation();
      await generation.commit([put(1, 1, document)], 1);
      const found = await message(generation, 1);
      expect(JSON.stringify(found?.document)).to.equal(JSON.stringify(document));
    },
  },
  {
    title: 'fills a generation that is served only after its seal',
    async check(fixture) {
      const readModels = await fixture.readModels();
      const filling = await readModels.fill(nextGeneration, collections);
      const writes = Array.from({ length: 1_200 }, (_, index) => put(index, index, { channel: index % 3 }));
      await filling.commit(writes, 2_000);
      await filling.commit([put(1, 2_001, { channel: 9, words: ['late'] }), remove(2, 2_002)], 2_002);
      expect(await message(filling, 1)).to.deep.equal({
        position: 2_001,
        document: { channel: 9, words: ['late'] },
      });
      const early = await (await fixture.readModels()).open(nextGeneration, collections).then(
        () => true,
        () => false,
      );
      expect(early, 'it cannot be opened before the seal').to.equal(false);
      await filling.seal();
      const served = await fixture.generation(nextGeneration);
      expect(await served.checkpoint()).to.equal(2_002);
      expect(await served.find('messages', ACME)).to.have.length(1_199);
      expect(await served.find('messages', ACME, { where: { words: 'late' } })).to.have.length(1);
      expect(await served.find('messages', ACME, { where: { channel: 9 } })).to.have.length(1);
    },
  },
  {
    title: 'goes on taking batches after the seal',
    async check(fixture) {
      const filling = await (await fixture.readModels()).fill(nextGeneration, collections);
      await filling.commit([put(1, 1, { channel: 1 })], 1);
      await filling.seal();
      await filling.commit([put(2, 2, { channel: 1 })], 2);
      expect(await filling.find('messages', ACME, { where: { channel: 1 } })).to.have.length(2);
      expect(await (await fixture.generation(nextGeneration)).checkpoint()).to.equal(2);
    },
  },
  {
    title: 'begins empty when an interrupted filling is begun again',
    async check(fixture) {
      const interrupted = await (await fixture.readModels()).fill(nextGeneration, collections);
      await interrupted.commit([put(1, 1, {})], 1);
      const begunAgain = await (await fixture.readModels()).fill(nextGeneration, collections);
      expect(await begunAgain.checkpoint()).to.equal(null);
      expect(await message(begunAgain, 1)).to.equal(undefined);
    },
  },
];
