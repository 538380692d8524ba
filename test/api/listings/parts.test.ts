import { expect } from 'chai';
import { buildBody } from '../../../src/api/listings/body.ts';
import { BoundedCache } from '../../../src/base/collections.ts';
import { type Entity, entityBytes, type EntitySource, EntityCache } from '../../../src/api/listings/body.ts';

const entity = (id: number, name = `Name ${id}`): Entity => ({ bytes: entityBytes({ id, name }) });
const crowd = (size: number) => Array.from({ length: size }, (_, id) => entity(id));

describe('the body of a listing', () => {
  const textOf = (entities: readonly Entity[]) =>
    `{${Buffer.concat(buildBody('members', 'all', entities).answer.parts).toString()}}`;

  it('is the list as JSON, however long it is', () => {
    for (const size of [0, 1, 127, 128, 129, 500])
      expect(JSON.parse(textOf(crowd(size)))).to.deep.equal({
        members: Array.from({ length: size }, (_, id) => ({ id, name: `Name ${id}` })),
      });
  });

  it('takes over what has not changed', () => {
    const before = crowd(500);
    const old = buildBody('members', 'all', before);
    const changed = buildBody('members', 'all', before.with(200, entity(200, 'Somebody else')), old);
    const isSame = changed.pieces.map((piece, index) => piece === old.pieces[index]);
    expect(isSame).to.deep.equal([true, false, true, true]);
    expect(changed.answer.etag).not.to.equal(old.answer.etag);
  });

  it('has the same tag for the same bytes, but not for two audiences', () => {
    const tagFor = (audience: string) => buildBody('members', audience, crowd(3)).answer.etag;
    expect(tagFor('members')).to.equal(tagFor('members'));
    expect(tagFor('members')).not.to.equal(tagFor('guests'));
  });
});

describe('a cache bounded in bytes', () => {
  it('lets go of what was asked for longest ago', () => {
    const cache = new BoundedCache<string>(30);
    for (const key of ['a', 'b', 'c']) cache.keep(key, key, 10);
    cache.get('a');
    cache.keep('d', 'd', 10);
    expect(['a', 'b', 'c', 'd'].map((key) => cache.get(key))).to.deep.equal(['a', undefined, 'c', 'd']);
  });

  it('counts a value that has grown by its new size, and keeps none that is too large', () => {
    const cache = new BoundedCache<string>(30);
    cache.keep('a', 'a', 10);
    cache.keep('b', 'b', 10);
    cache.keep('b', 'b', 25);
    expect([cache.get('a'), cache.get('b')]).to.deep.equal([undefined, 'b']);
    cache.keep('c', 'c', 31);
    expect([cache.get('b'), cache.get('c')]).to.deep.equal([undefined, undefined]);
  });
});

describe('ready entities', () => {
  /** Things whose names change, and can be read or not. */
  class Things implements EntitySource<number, Entity> {
    readonly names = new Map([
      [1, 'one'],
      [2, 'two'],
    ]);
    readonly made: number[][] = [];
    readonly touched = new Set<number>();
    isBroken = false;
    #knowsNothing = true;

    staleIds() {
      const due = this.#knowsNothing ? 'all' : new Set(this.touched);
      this.#knowsNothing = false;
      this.touched.clear();
      return due;
    }

    all() {
      return [...this.names.keys()];
    }

    async build(ids: readonly number[]) {
      if (this.isBroken) throw new Error('The views cannot be read.');
      this.made.push([...ids]);
      return ids.map((id) => [id, entity(id, this.names.get(id))] as const);
    }

    forget() {
      this.#knowsNothing = true;
    }
  }

  it('are made once, and again when they have changed', async () => {
    const things = new Things();
    const entities = new EntityCache(things);
    await Promise.all([entities.fresh(), entities.fresh(), entities.fresh()]);
    things.touched.add(2);
    await entities.fresh();
    expect(things.made).to.deep.equal([[1, 2], [2]]);
  });

  it('contain what happened before they were asked for, also while others wait for them', async () => {
    const things = new Things();
    const entities = new EntityCache(things);
    const early = entities.fresh();
    things.names.set(2, 'changed');
    things.touched.add(2);
    const late = await entities.fresh();
    await early;
    expect(late.get(2)?.bytes.toString()).to.equal(',{"id":2,"name":"changed"}');
  });

  it('are all made anew after they could not be made', async () => {
    const things = new Things();
    const entities = new EntityCache(things);
    await entities.fresh();
    Object.assign(things, { isBroken: true }).touched.add(1);
    const failure = await entities.fresh().catch((error: Error) => error.message);
    expect(failure).to.equal('The views cannot be read.');
    things.isBroken = false;
    await entities.fresh();
    expect(things.made).to.deep.equal([
      [1, 2],
      [1, 2],
    ]);
  });

  it('know how many bytes they take', async () => {
    const things = new Things();
    const entities = new EntityCache(things);
    await entities.fresh();
    things.names.set(1, 'longer');
    things.touched.add(1);
    await entities.fresh();
    expect(entities.size).to.equal(',{"id":1,"name":"longer"}'.length + ',{"id":2,"name":"two"}'.length);
  });
});
