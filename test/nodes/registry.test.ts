import { expect } from 'chai';
import type { OrganizationId } from '../../src/base/ids.ts';
import { NodeRegistry } from '../../src/nodes/registry.ts';
import type { Document, KeyValue, KeyValueStore } from '../../src/projections/store/readModels.ts';
import { TestClock } from '../support/testClock.ts';

/** Notes that all nodes share, and that can fail. */
class SharedNotes implements KeyValueStore {
  isDown = false;
  readonly #notes = new Map<string, Document>();

  async get(key: string): Promise<Document | undefined> {
    return this.#notes.get(key);
  }
  async put(key: string, document: Document): Promise<void> {
    if (this.isDown) throw new Error('down');
    this.#notes.set(key, document);
  }
  async putAll(notes: readonly KeyValue[]): Promise<void> {
    for (const [key, document] of notes) await this.put(key, document);
  }
  async remove(key: string): Promise<void> {
    this.#notes.delete(key);
  }
  async removeAll(keys: readonly string[]): Promise<void> {
    for (const key of keys) this.#notes.delete(key);
  }
  async list(prefix: string): Promise<readonly KeyValue[]> {
    if (this.isDown) throw new Error('down');
    return [...this.#notes].filter(([key]) => key.startsWith(prefix));
  }
}

const ORGANIZATIONS = Array.from({ length: 60 }, (_, index) => (index + 1) as OrganizationId);

describe('the nodes that share a log', () => {
  let clock: TestClock;
  let notes: SharedNotes;
  const node = (nodeId: string, release = '1') =>
    new NodeRegistry(notes, clock, { nodeId, url: `http://${nodeId}`, secret: nodeId, release });
  /** The owner as each of them sees it; a node's own name stands for itself. */
  const owners = (nodes: Readonly<Record<string, NodeRegistry>>, organizationId: OrganizationId) =>
    Object.entries(nodes).map(([nodeId, registry]) => registry.ownerOf(organizationId)?.nodeId ?? nodeId);

  beforeEach(() => {
    clock = new TestClock();
    notes = new SharedNotes();
  });

  it('agree on an owner of each organization, and each owns some', async () => {
    const nodes = { a: node('a'), b: node('b'), c: node('c') };
    for (const registry of Object.values(nodes)) await registry.start();
    await clock.advance(3_000);
    const seen = ORGANIZATIONS.map((organizationId) => new Set(owners(nodes, organizationId)));
    for (const each of seen) expect([...each]).to.have.length(1);
    for (const nodeId of Object.keys(nodes))
      expect(seen.filter((each) => each.has(nodeId)).length, nodeId).to.be.within(8, 40);
  });

  it('give up the organizations of one that ends, at once, and of one that is killed, after ten seconds', async () => {
    const [a, b, c] = [node('a'), node('b'), node('c')];
    for (const registry of [a, b, c]) await registry.start();
    await clock.advance(3_000);
    const ownedBy = (nodeId: string) =>
      ORGANIZATIONS.filter((organizationId) => a.ownerOf(organizationId)?.nodeId === nodeId).length;
    await b.stop();
    await clock.advance(3_000);
    expect(ownedBy('b')).to.equal(0);
    expect(ownedBy('c')).to.be.greaterThan(0);
    // From now on nobody hears of c.
    const put = notes.put.bind(notes);
    notes.put = async (key, document) => (key === 'node/c' ? undefined : put(key, document));
    await clock.advance(6_000);
    expect(ownedBy('c')).to.be.greaterThan(0);
    await clock.advance(9_000);
    expect(ownedBy('c')).to.equal(0);
    await clock.advance(60_000);
    expect((await notes.list('node/')).map(([key]) => key)).to.deep.equal(['node/a']);
  });

  it('forward nothing to one of another release', async () => {
    const [old, recent] = [node('a', '1'), node('b', '2')];
    await old.start();
    await recent.start();
    await clock.advance(3_000);
    for (const registry of [old, recent])
      expect(ORGANIZATIONS.some((organizationId) => registry.ownerOf(organizationId))).to.equal(false);
  });

  it('know no others while the list cannot be read, and all of them afterwards', async () => {
    const [a, b] = [node('a'), node('b')];
    await a.start();
    await b.start();
    await clock.advance(3_000);
    const knows = () => ORGANIZATIONS.some((organizationId) => a.ownerOf(organizationId));
    expect(knows()).to.equal(true);
    notes.isDown = true;
    await clock.advance(12_000);
    expect(knows()).to.equal(false);
    notes.isDown = false;
    await clock.advance(6_000);
    expect(knows()).to.equal(true);
  });
});
