import { expect } from 'chai';
import { FairQueue } from '../../src/base/concurrency.ts';

interface Item {
  readonly asker: { readonly organizationId: number; readonly ownerId: number };
  readonly text: string;
}

/** `1a2` is the third of owner `a` of organization 1. */
const item = (text: string): Item => ({
  asker: { organizationId: Number(text[0]), ownerId: text.charCodeAt(1) },
  text,
});

const queued = (queue: FairQueue<Item>, ...texts: readonly string[]): boolean[] =>
  texts.map((text) => queue.add(item(text)));

const taken = (queue: FairQueue<Item>, atMost = 100): string[] => queue.take(atMost).map(({ text }) => text);

describe('a queue in which everybody has their turn', () => {
  let queue: FairQueue<Item>;

  beforeEach(() => {
    queue = new FairQueue({ queueLimit: 10, ownerLimit: 3 });
  });

  it('gives what one owner asks for in order', () => {
    queued(queue, '1a0', '1a1', '1a2');
    expect(taken(queue)).to.deep.equal(['1a0', '1a1', '1a2']);
    expect(taken(queue)).to.deep.equal([]);
  });

  it('takes organizations in turn, and within each its owners', () => {
    queued(queue, '1a0', '1a1', '1b0', '1b1', '2c0', '2c1', '1d0');
    expect(taken(queue)).to.deep.equal(['1a0', '2c0', '1b0', '2c1', '1d0', '1a1', '1b1']);
  });

  it('has who comes during the turn of another served before that one again', () => {
    queued(queue, '1a0');
    expect(taken(queue)).to.deep.equal(['1a0']);
    queued(queue, '1a1', '1a2', '1b0', '2c0');
    expect(taken(queue)).to.deep.equal(['2c0', '1b0', '1a1', '1a2']);
  });

  it('does not pass over who waits for one who comes again and again', () => {
    queued(queue, '1a0', '1a1', '1b0');
    expect(taken(queue, 2)).to.deep.equal(['1a0', '1b0']);
    queued(queue, '1b1');
    expect(taken(queue)).to.deep.equal(['1a1', '1b1']);
  });

  it('has room for so many of one owner', () => {
    expect(queued(queue, '1a0', '1a1', '1a2', '1a3', '1b0', '2a0')).to.deep.equal([
      true,
      true,
      true,
      false,
      true,
      true,
    ]);
    expect(queue.size).to.equal(5);
    taken(queue, 1);
    expect(queued(queue, '1a4', '1a5')).to.deep.equal([true, false]);
  });

  it('has room for so many in all', () => {
    const texts = ['a', 'b', 'c', 'd', 'e'].flatMap((owner) => [`1${owner}0`, `1${owner}1`]);
    expect(queued(queue, ...texts, '1f0')).to.deep.equal([...texts.map(() => true), false]);
    expect(queue.size).to.equal(10);
  });

  it('gives what was put back before all else of its owner', () => {
    queued(queue, '1a0', '1a1', '1a2');
    const items = queue.take(2);
    queued(queue, '1a3', '1b0');
    queue.putBack(items);
    expect(queue.size).to.equal(5);
    expect(taken(queue)).to.deep.equal(['1b0', '1a0', '1a1', '1a2', '1a3']);
  });

  it('gives up what is meant, and goes on with the rest', () => {
    queued(queue, '1a0', '1a1', '1b0', '2c0');
    const removed = queue.removeWhere(({ text }) => text.endsWith('0'));
    expect(removed.map(({ text }) => text)).to.have.members(['1a0', '1b0', '2c0']);
    expect(queue.size).to.equal(1);
    expect(taken(queue)).to.deep.equal(['1a1']);
  });
});
