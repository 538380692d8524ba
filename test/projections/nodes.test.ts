import { expect } from 'chai';
import { type Clock, systemClock } from '../../src/base/clock.ts';
import { createViews } from '../../src/projections/running/views.ts';
import { sleep, until } from '../support/waiting.ts';
import { withFaults } from './faults.ts';
import { countingProjection, projections, sampleProjection } from './sample.ts';
import { acme, Fixture } from './fixture.ts';
import type { ReadModels } from '../../src/projections/store/readModels.ts';
import { openMongoReadModels } from '../../src/projections/store/mongodb/readModels.ts';
import { describeMongo, dropDatabase, freshDatabase, mongoUrl } from '../support/mongodb/describeMongo.ts';

/** Rounds are quick, and what would wait for a minute waits for a moment. */
const hurried: Clock = {
  ...systemClock,
  every: (period, action) => systemClock.every(Math.min(period, 20), action),
  after: (delay, action) => systemClock.after(delay > 10_000 ? 500 : delay, action),
};

const DAY = 24 * 60 * 60_000;

describe('nodes that share their documents', () => {
  let fixture: Fixture;
  beforeEach(async () => {
    fixture = await Fixture.open();
    await fixture.createLog();
  });
  afterEach(() => fixture.close());

  const shared = { clock: hurried, isShared: true };
  const generationsOf = async (projection: string): Promise<number[]> =>
    (await fixture.readModels.generations())
      .filter((name) => name.projection === projection)
      .map(({ generation }) => generation);

  it('go over to what one of them has built anew, before the old one is dropped', async () => {
    await fixture.send(acme, 'one', 'two');
    const { running } = await fixture.started(shared);
    const other = await fixture.startBeside(shared);
    await other.caughtUp();
    const views = createViews(other);
    const reads = async () => (await views.find('messages', acme)).map(({ document }) => document['text']);
    await running.rebuild('sample');
    expect(await generationsOf('sample')).to.deep.equal([1, 2]);
    const generation = async () => (await other.health())[0]?.generation;
    await until(async () => {
      expect(await reads()).to.deep.equal(['one', 'two']);
      return (await generation()) === 2;
    });
    await until(async () => (await generationsOf('sample')).length === 1);
    expect(await generationsOf('sample')).to.deep.equal([2]);
    const later = await fixture.send(acme, 'three');
    for (const node of [running, other]) await node.waitFor(['sample'], acme, later, 5_000);
    expect(await reads()).to.deep.equal(['one', 'two', 'three']);
    await other.stop();
  });

  it('go on, each with its own, where they are of different releases', async () => {
    await fixture.send(acme, 'one');
    const { running, views } = await fixture.started(shared);
    const next = { ...sampleProjection, version: 2 };
    const other = await fixture.startBeside({ ...shared, projections: [next, countingProjection] });
    await other.caughtUp();
    expect(await fixture.readModels.served()).to.have.nested.property('sample.version', 2);
    const later = await fixture.send(acme, 'two');
    for (const node of [running, other]) await node.waitFor(['sample'], acme, later, 5_000);
    await sleep(700);
    expect((await views.find('messages', acme)).length).to.equal(2);
    await other.stop();
  });

  it('go over to the newest where the one that they were about to open has been dropped meanwhile', async () => {
    await fixture.send(acme, 'one', 'two');
    const { running } = await fixture.started(shared);
    let release = (): void => {};
    let [isHeld, isOpening] = [false, false];
    const gate = new Promise<void>((resolve) => (release = resolve));
    const readModels: ReadModels = {
      ...withFaults(fixture.readModels, { commit: () => undefined, read: () => false }),
      async open(...parameters) {
        isOpening = isHeld;
        if (isHeld) await gate;
        return fixture.readModels.open(...parameters);
      },
    };
    const other = await fixture.startBeside({ ...shared, readModels });
    await other.caughtUp();
    isHeld = true;
    await running.rebuild('sample');
    await until(() => isOpening);
    await running.rebuild('sample');
    await until(async () => !(await generationsOf('sample')).includes(2));
    release();
    await until(async () => (await other.health())[0]?.generation === 3);
    const later = await fixture.send(acme, 'three');
    await other.waitFor(['sample'], acme, later, 5_000);
    await until(async () => (await generationsOf('sample')).length === 1);
    await other.stop();
  });

  it('rebuild only after they have gone over to what another one has built', async () => {
    await fixture.send(acme, 'one', 'two');
    const { running } = await fixture.started(shared);
    let delay = 0;
    let isOpening = false;
    const readModels: ReadModels = {
      ...withFaults(fixture.readModels, { commit: () => undefined, read: () => false }),
      async open(...parameters) {
        if (delay > 0) isOpening = true;
        await sleep(delay);
        return fixture.readModels.open(...parameters);
      },
    };
    const other = await fixture.startBeside({ ...shared, readModels });
    await other.caughtUp();
    delay = 200;
    await running.rebuild('sample');
    await until(() => isOpening);
    await other.rebuild('sample');
    const served = (await fixture.readModels.served())['sample']?.generation;
    expect(served).to.equal(3);
    for (const node of [other, running])
      await until(async () => (await node.health())[0]?.generation === served);
    await other.stop();
    const warnings = () =>
      fixture.logger.heard.filter((text) => text.startsWith('projection.update_failed')).length;
    const before = warnings();
    await sleep(700);
    expect(warnings()).to.equal(before);
  });

  it('leave generations alone that another may be filling or reading, for a day', async () => {
    await fixture.started(shared);
    await fixture.stop();
    const left = { projection: 'sample', version: 1, generation: 7 };
    await fixture.readModels.fill(left, sampleProjection.collections);
    let age = DAY - 60_000;
    const readModels = {
      ...withFaults(fixture.readModels, { commit: () => undefined, read: () => false }),
      touchedAt: async () => systemClock.now() - age,
    };
    await fixture.started({ ...shared, readModels, projections });
    await fixture.stop();
    expect(await generationsOf('sample')).to.deep.equal([1, 7]);
    age = DAY + 60_000;
    await fixture.started({ ...shared, readModels, projections });
    await fixture.stop();
    expect(await generationsOf('sample')).to.deep.equal([1]);
  });
});

describeMongo('nodes that start together on MongoDB', () => {
  for (const isEmpty of [true, false])
    it(`serve one generation, all of it, of a log that is ${isEmpty ? 'empty' : 'not'}`, async () => {
      // Three nodes write the same documents: on a busy machine the document server takes seconds for one of them.
      const fixture = await Fixture.open();
      if (!isEmpty) {
        await fixture.createLog();
        await fixture.send(acme, ...Array<string>(300).fill('text'));
      }
      const [url, database] = [await mongoUrl(), freshDatabase()];
      const open = () => openMongoReadModels({ url, database, clock: systemClock });
      const stores = [await open(), await open(), await open()];
      const nodes = await Promise.all(
        stores.map((readModels) => fixture.startBeside({ readModels, clock: hurried, isShared: true })),
      );
      if (isEmpty) await fixture.send(acme, ...Array<string>(300).fill('text'));
      await Promise.all(nodes.map((node) => node.caughtUp()));
      const generationsOf = async () =>
        (await stores[0]!.generations()).filter(({ projection }) => projection === 'sample');
      await until(async () => (await generationsOf()).length === 1);
      const served = (await stores[0]!.served())['sample'];
      expect(await generationsOf()).to.deep.equal([served]);
      const later = await fixture.send(acme, 'later');
      for (const node of nodes) {
        await until(async () => (await node.health())[0]?.generation === served?.generation);
        await until(() => node.hasApplied('sample', acme, later));
        expect(await createViews(node).find('messages', acme)).to.have.lengthOf(301);
      }
      await Promise.all([...nodes.map((node) => node.stop()), ...stores.map((store) => store.close())]);
      await fixture.close();
      await dropDatabase(url, database);
    });
});
