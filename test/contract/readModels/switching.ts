import { expect } from 'chai';
import { type Check, collections, message, nextGeneration, put, samples } from './fixture.ts';

export const switchingChecks: readonly Check[] = [
  {
    title: 'serves nothing at first, then what was switched to',
    async check(fixture) {
      const readModels = await fixture.readModels();
      expect(await readModels.served()).to.deep.equal({});
      expect(await readModels.serve(samples, null)).to.equal(true);
      expect(await (await fixture.readModels()).served()).to.deep.equal({ samples });
    },
  },
  {
    title: 'switches only from the generation that is served',
    async check(fixture) {
      const readModels = await fixture.readModels();
      await readModels.serve(samples, null);
      expect(await readModels.serve(nextGeneration, null), 'from none').to.equal(false);
      expect(await readModels.serve(samples, nextGeneration), 'from another').to.equal(false);
      expect(await readModels.served()).to.deep.equal({ samples });
      expect(await readModels.serve(nextGeneration, samples), 'from the served one').to.equal(true);
      expect(await readModels.served()).to.deep.equal({ samples: nextGeneration });
    },
  },
  {
    title: 'lets one of many switch at once',
    async check(fixture) {
      const handles = await Promise.all([fixture.readModels(), fixture.readModels()]);
      const to = Array.from({ length: 8 }, (_, index) => ({ ...samples, generation: index + 1 }));
      const outcomes = await Promise.all(to.map((name, index) => handles[index % 2]?.serve(name, null)));
      expect(outcomes.filter((switched) => switched)).to.have.length(1);
      expect(await handles[0].served()).to.deep.equal({ samples: to[outcomes.indexOf(true)] });
    },
  },
  {
    title: 'keeps the pointers of projections apart',
    async check(fixture) {
      const readModels = await fixture.readModels();
      const other = { projection: 'others', version: 1, generation: 1 };
      await readModels.serve(samples, null);
      expect(await readModels.serve(other, null)).to.equal(true);
      expect(await readModels.served()).to.deep.equal({ samples, others: other });
    },
  },
  {
    title: 'lists generations, served or not, until they are dropped',
    async check(fixture) {
      const readModels = await fixture.readModels();
      await readModels.open(samples, collections);
      await readModels.fill(nextGeneration, collections);
      expect(await readModels.generations()).to.have.deep.members([samples, nextGeneration]);
      await readModels.drop(samples);
      await readModels.drop(nextGeneration);
      expect(await readModels.generations()).to.deep.equal([]);
    },
  },
  {
    title: 'keeps nothing of a dropped generation, and drops what is not there without harm',
    async check(fixture) {
      const readModels = await fixture.readModels();
      await readModels.drop(samples);
      await (await readModels.open(samples, collections)).commit([put(1, 1, {})], 1);
      await readModels.drop(samples);
      const anew = await readModels.open(samples, collections);
      expect(await anew.checkpoint()).to.equal(null);
      expect(await message(anew, 1)).to.equal(undefined);
    },
  },
  {
    title: 'keeps generations of one projection apart',
    async check(fixture) {
      const [old, next] = [await fixture.generation(samples), await fixture.generation(nextGeneration)];
      await old.commit([put(1, 1, { from: 'old' })], 1);
      await next.commit([put(1, 2, { from: 'next' })], 2);
      expect((await message(old, 1))?.document).to.deep.equal({ from: 'old' });
      expect(await old.checkpoint()).to.equal(1);
    },
  },
  {
    title: 'keeps notes by key',
    async check(fixture) {
      const { notes } = await fixture.readModels();
      await notes.put('lease/a.b$c', { 'x.y': 1 });
      await notes.put('lease/a.b$c', { 'x.y': 2 });
      expect(await notes.get('lease/none')).to.equal(undefined);
      expect(await (await fixture.readModels()).notes.get('lease/a.b$c')).to.deep.equal({ 'x.y': 2 });
      await notes.remove('lease/a.b$c');
      await notes.remove('lease/a.b$c');
      expect(await notes.get('lease/a.b$c')).to.equal(undefined);
    },
  },
  {
    title: 'keeps and removes many notes at once',
    async check(fixture) {
      const { notes } = await fixture.readModels();
      await notes.putAll([]);
      await notes.put('b', { before: true });
      await notes.putAll(['a', 'b', 'c'].map((key) => [key, { key }]));
      await notes.removeAll(['a', 'absent']);
      await notes.removeAll([]);
      expect(await (await fixture.readModels()).notes.list('')).to.deep.equal([
        ['b', { key: 'b' }],
        ['c', { key: 'c' }],
      ]);
    },
  },
  {
    title: 'lists notes by prefix in order of their keys',
    async check(fixture) {
      const { notes } = await fixture.readModels();
      for (const key of ['snapshot/2', 'snapshot/10', 'snapshos', 'snapshot0', 'snapshot/1'])
        await notes.put(key, { key });
      const listed = await notes.list('snapshot/');
      expect(listed).to.deep.equal(['snapshot/1', 'snapshot/10', 'snapshot/2'].map((key) => [key, { key }]));
      expect(await notes.list('')).to.have.length(5);
    },
  },
];
