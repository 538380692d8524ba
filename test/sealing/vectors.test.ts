import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import { boxSecret, openBox, openBoxBySecret, sealBox } from '../../src/sealing/box.ts';
import { Frontier } from '../../src/sealing/frontier.ts';
import { childSeed, seedOnTheWay, TREE_DEPTH } from '../../src/sealing/seeds.ts';

/** Values that an implementation in another language has computed too. */
interface Vectors {
  readonly tree: {
    readonly root: string;
    readonly child0: string;
    readonly child1: string;
    readonly keys: Readonly<Record<string, string>>;
    readonly punctured23: {
      readonly seeds: number;
      readonly first: string;
      readonly last: string;
      readonly sha256ByDepth: string;
    };
  };
  readonly box: {
    readonly kind: number;
    readonly treeId: string;
    readonly number: number;
    readonly stream: string;
    readonly type: string;
    readonly version: number;
    readonly eventId: string;
    readonly index: number;
    readonly text: string;
    readonly B: string;
    readonly box: string;
  };
}

const vectors = JSON.parse(readFileSync(new URL('record.json', import.meta.url), 'utf8')) as Vectors;
const { tree, box } = vectors;
const root = {
  kind: box.kind,
  tree: Number.parseInt(box.treeId, 16),
  depth: 0,
  first: 0,
  seed: Buffer.from(tree.root, 'hex'),
};
const subject = { kind: root.kind, tree: root.tree, number: box.number };
const hex = (bytes: Uint8Array = Buffer.alloc(0)): string => Buffer.from(bytes).toString('hex');

describe('the bytes of sealed texts, as another implementation computes them,', () => {
  it('have these seeds below a root', () => {
    expect(hex(childSeed(root.seed, 0))).to.equal(tree.child0);
    expect(hex(childSeed(root.seed, 1))).to.equal(tree.child1);
  });

  for (const [number, key] of Object.entries(tree.keys))
    it(`have this key for number ${number}`, () => {
      expect(hex(seedOnTheWay(root, Number(number), TREE_DEPTH))).to.equal(key);
      const frontier = Frontier.of([root]);
      expect(hex(frontier.key({ ...subject, number: Number(number) }))).to.equal(key);
    });

  it('leave these seeds when number 23 is erased', () => {
    const { added } = Frontier.of([root]).puncture(root.kind, [{ from: 23, to: 24 }]);
    const byDepth = added.toSorted((one, other) => one.depth - other.depth).map(({ seed }) => seed);
    const { seeds, first, last, sha256ByDepth } = tree.punctured23;
    expect(byDepth.length).to.equal(seeds);
    expect(hex(byDepth[0])).to.equal(first);
    expect(hex(byDepth.at(-1))).to.equal(last);
    expect(hash('sha256', Buffer.concat(byDepth), 'hex')).to.equal(sha256ByDepth);
  });

  it('have this box, and open it by its key and by its secret', () => {
    const key = seedOnTheWay(root, box.number, TREE_DEPTH);
    const fields = JSON.parse(box.text) as Record<string, unknown>;
    expect(sealBox(key, subject, box, fields)).to.equal(box.box);
    expect(openBox(box.box, box, () => key)).to.deep.equal(fields);
    expect(hex(boxSecret(key, subject, box))).to.equal(box.B);
    expect(openBoxBySecret(box.box, box, Buffer.from(box.B, 'hex'))).to.deep.equal(fields);
  });
});
