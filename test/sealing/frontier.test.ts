import { randomBytes, randomInt } from 'node:crypto';
import { expect } from 'chai';
import { startWorker } from '../../src/base/workerThread.ts';
import { Frontier } from '../../src/sealing/frontier.ts';
import {
  SEED_LENGTH,
  SUBJECT_KINDS,
  type SeedNode,
  seedOnTheWay,
  SUBJECTS_PER_TREE,
  TREE_DEPTH,
} from '../../src/sealing/seeds.ts';
import { repetitions } from '../support/repetitions.ts';

const rootOf = (kind: number, tree: number): SeedNode => ({
  kind,
  tree,
  depth: 0,
  first: 0,
  seed: randomBytes(SEED_LENGTH),
});
/** A root that a puncture does not overwrite. */
const copyOf = (node: SeedNode): SeedNode => ({ ...node, seed: Buffer.from(node.seed) });
const hex = (bytes: Uint8Array | undefined): string | undefined =>
  bytes && Buffer.from(bytes).toString('hex');
const one = (number: number): { from: number; to: number } => ({ from: number, to: number + 1 });

/** Numbers where arithmetic of 32 bits goes wrong, and the ends. */
const SPECIAL = [
  0,
  1,
  2 ** 31 - 1,
  2 ** 31,
  2 ** 31 + 1,
  2 ** 32 - 1,
  2 ** 32,
  2 ** 32 + 1,
  2 ** 40 - 2,
  2 ** 40 - 1,
];

describe('the frontier', () => {
  it('has a tree for each kind of subject, whose numbers are stored and never change', () => {
    expect(SUBJECT_KINDS).to.deep.equal({
      event: 1,
      person: 2,
      channel: 3,
      file: 4,
      scheduledMessage: 5,
      invitation: 6,
      draft: 7,
      snippet: 8,
      reminder: 9,
      group: 10,
      organization: 11,
    });
    const kinds = Object.values(SUBJECT_KINDS);
    const frontier = Frontier.of(kinds.map((kind) => rootOf(kind, 7)).reverse());
    expect([...frontier.nodes()].map(({ kind }) => kind)).to.deep.equal(kinds);
  });

  it('has the key of every number, without seeds of its own for them', () => {
    const root = rootOf(1, 7);
    const frontier = Frontier.of([copyOf(root)]);
    for (const number of SPECIAL)
      expect(hex(frontier.key({ kind: 1, tree: 7, number }))).to.equal(
        hex(seedOnTheWay(root, number, TREE_DEPTH)),
      );
    expect(frontier.size).to.equal(1);
    expect(new Set(SPECIAL.map((number) => hex(frontier.key({ kind: 1, tree: 7, number })))).size).to.equal(
      SPECIAL.length,
    );
  });

  for (const number of SPECIAL)
    it(`has no key for ${number} once that is erased, and the same keys for its neighbours`, () => {
      const frontier = Frontier.of([rootOf(1, 7)]);
      const others = [...SPECIAL, number - 1, number + 1].filter(
        (other) => other !== number && other >= 0 && other < SUBJECTS_PER_TREE,
      );
      const keys = (): unknown =>
        others.map((other) => hex(frontier.key({ kind: 1, tree: 7, number: other })));
      const before = keys();
      frontier.apply(frontier.puncture(1, [one(number)]));
      expect(frontier.key({ kind: 1, tree: 7, number })).to.equal(undefined);
      expect(keys()).to.deep.equal(before);
      expect(frontier.size).to.equal(TREE_DEPTH);
    });

  it('knows no number that is negative, broken, or too large', () => {
    const frontier = Frontier.of([rootOf(1, 7)]);
    for (const number of [-1, 0.5, Number.NaN, SUBJECTS_PER_TREE]) {
      expect(() => frontier.key({ kind: 1, tree: 7, number })).to.throw(RangeError);
      expect(() => frontier.puncture(1, [one(number)])).to.throw(RangeError);
    }
    expect(() => frontier.puncture(1, [{ from: 5, to: 5 }])).to.throw(RangeError);
    expect(() => frontier.puncture(1, [{ from: 5, to: SUBJECTS_PER_TREE + 1 }])).to.throw(RangeError);
  });

  it('loses a number in every tree of its kind, or in those that are named, and in none of another kind', () => {
    const frontier = Frontier.of([rootOf(2, 3), rootOf(1, 9), rootOf(1, 7), rootOf(1, 0xff_ff_ff_ff)]);
    const trees = [
      [1, 7],
      [1, 9],
      [1, 0xff_ff_ff_ff],
      [2, 3],
    ] as const;
    const readable = (number: number): unknown =>
      trees.filter(([kind, tree]) => frontier.key({ kind, tree, number }) !== undefined);
    frontier.apply(frontier.puncture(1, [one(5)]));
    expect(readable(5)).to.deep.equal([[2, 3]]);
    frontier.apply(frontier.puncture(1, [{ from: 1000, to: SUBJECTS_PER_TREE }], (tree) => tree === 9));
    expect(readable(5000)).to.deep.equal([
      [1, 7],
      [1, 0xff_ff_ff_ff],
      [2, 3],
    ]);
    expect(readable(999)).to.deep.equal(trees);
    frontier.apply(frontier.puncture(1, [{ from: 0, to: SUBJECTS_PER_TREE }]));
    expect([...frontier.nodes()].map(({ tree }) => tree)).to.deep.equal([3]);
  });

  it('says nothing of a tree that it does not have', () => {
    const frontier = Frontier.of([rootOf(1, 7), rootOf(3, 7)]);
    for (const [kind, tree] of [
      [1, 6],
      [1, 8],
      [2, 7],
      [4, 1],
    ] as const)
      expect(frontier.key({ kind, tree, number: 3 })).to.equal(undefined);
  });

  it('changes nothing where everything was erased before', () => {
    const frontier = Frontier.of([rootOf(1, 7)]);
    frontier.apply(frontier.puncture(1, [{ from: 10, to: 20 }]));
    expect(frontier.puncture(1, [one(12), { from: 15, to: 20 }])).to.deep.equal({ removed: [], added: [] });
  });

  it('keeps few seeds where what lies between erased numbers is erased with them', () => {
    const frontier = Frontier.of([rootOf(1, 7)]);
    frontier.apply(frontier.puncture(1, [{ from: 0, to: 1_000_000 }]));
    expect(frontier.size).to.be.at.most(TREE_DEPTH);
  });

  it('overwrites what was removed, in its memory and in the change', () => {
    const root = rootOf(1, 7);
    const frontier = Frontier.of([copyOf(root)]);
    const change = frontier.puncture(1, [one(5)]);
    const lies = (): boolean => Buffer.from(new Uint8Array(frontier.memory)).includes(Buffer.from(root.seed));
    expect(lies()).to.equal(true);
    frontier.apply(change);
    expect(lies()).to.equal(false);
    expect(change.removed.every(({ seed }) => seed.every((byte) => byte === 0))).to.equal(true);
  });

  it('refuses a change that does not fit', () => {
    const frontier = Frontier.of([rootOf(1, 7)]);
    const change = frontier.puncture(1, [one(5)]);
    frontier.apply(frontier.puncture(1, [one(6)]));
    expect(() => {
      frontier.apply(change);
    }).to.throw('A seed to be removed does not exist.');
    expect(frontier.key({ kind: 1, tree: 7, number: 5 })).to.not.equal(undefined);
  });

  it('has the same keys after any punctures for every number that is left, and none for the others', () => {
    const rounds = repetitions(1000);
    const root = rootOf(1, 7);
    const frontier = Frontier.of([copyOf(root), rootOf(2, 7)]);
    const erased = new Set<number>();
    for (let round = 0; round < rounds; round += 1) {
      const near = round % 2 === 0 ? 2 ** 31 - 2 ** 19 : 2 ** 40 - 2 ** 20;
      const numbers = Array.from({ length: 1000 }, () => near + randomInt(2 ** 20));
      frontier.apply(frontier.puncture(1, numbers.map(one)));
      for (const number of numbers) erased.add(number);
      for (const number of [
        ...numbers.slice(0, 20),
        ...Array.from({ length: 20 }, () => near + randomInt(2 ** 20)),
      ]) {
        const expected = erased.has(number) ? undefined : hex(seedOnTheWay(root, number, TREE_DEPTH));
        expect(hex(frontier.key({ kind: 1, tree: 7, number }))).to.equal(expected);
      }
    }
    const alone = [...frontier.nodes()].filter(({ kind, tree }) => kind === 1 && tree === 7);
    const covered = alone.reduce((sum, { depth }) => sum + 2 ** (TREE_DEPTH - depth), 0);
    expect(covered).to.equal(SUBJECTS_PER_TREE - erased.size);
  });

  it('is read by another thread, which has no key that was erased meanwhile', async () => {
    const frontier = Frontier.of([rootOf(1, 7)]);
    const reader = new URL('frontierReader.ts', import.meta.url);
    const worker = startWorker(reader, { workerData: frontier.memory });
    const answer = (): Promise<unknown> =>
      new Promise((resolve, reject) => {
        worker.once('message', resolve);
        worker.once('error', reject);
      });
    try {
      await answer();
      const numbers = Array.from({ length: 2000 }, (_, index) => index);
      for (let erased = 0; erased < 2000; erased += 250) {
        const asked = answer();
        worker.postMessage(numbers);
        for (let number = erased; number < erased + 250; number += 1)
          frontier.apply(frontier.puncture(1, [one(number)]));
        await asked;
        const after = answer();
        worker.postMessage(numbers);
        const own = numbers.map((number) => hex(frontier.key({ kind: 1, tree: 7, number })) ?? '');
        expect(await after).to.deep.equal(own);
        expect(own.slice(0, erased + 250).every((key) => key === '')).to.equal(true);
      }
    } finally {
      await worker.terminate();
    }
  });
});
