import { expect } from 'chai';
import { closeSync, openSync, readdirSync, statSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { systemClock } from '../../../src/base/clock.ts';
import { Cancelled, NotReady, OperatorError } from '../../../src/base/errors.ts';
import type { BuildProgress } from '../../../src/projections/running/build.ts';
import type { BuildInWorker } from '../../../src/projections/running/buildPool.ts';
import { buildGenerations } from '../../../src/projections/running/build.ts';
import { ReadModelsUnavailable } from '../../../src/projections/store/readModels.ts';
import { Sqlite } from '../../../src/base/sqlite.ts';
import { rebuildThreads } from '../../../src/app/core/rebuildThreads.ts';
import { failureOf } from '../../support/eventLogs.ts';
import { withFaults } from '../faults.ts';
import { countingProjection, sampleProjection } from '../sample.ts';
import { acme, globex, SAMPLE_MODULE, Fixture } from '../fixture.ts';
import { until } from '../../support/waiting.ts';

describe('a rebuild', () => {
  let fixture: Fixture;
  beforeEach(async () => {
    fixture = await Fixture.open();
    await fixture.createLog();
  });
  afterEach(() => fixture.close());

  const threads = () => {
    const engine = { engine: 'sqlite', folder: fixture.folder } as const;
    return rebuildThreads({ log: engine, documents: engine }, SAMPLE_MODULE, fixture.logger);
  };

  const generationsOf = async (projection: string): Promise<number[]> =>
    (await fixture.readModels.generations())
      .filter((name) => name.projection === projection)
      .map(({ generation }) => generation);

  it('serves the next generation, equal to the last, and drops that one', async () => {
    await fixture.send(acme, 'one', 'two', 'three');
    const { running } = await fixture.started();
    const before = await fixture.digests();
    await running.rebuild('sample');
    expect(await fixture.readModels.served()).to.have.nested.property('sample.generation', 2);
    expect(await generationsOf('sample')).to.deep.equal([2]);
    expect(await generationsOf('counting')).to.deep.equal([1]);
    expect(await fixture.digests()).to.deep.equal(before);
  });

  it('rebuilds all projections when none is named', async () => {
    const { running } = await fixture.started();
    await running.rebuild();
    expect((await running.health()).map(({ generation }) => generation)).to.deep.equal([2, 2]);
  });

  it('knows the revisions that the last generation had seen', async () => {
    const { running } = await fixture.started();
    const { revision } = await fixture.send(acme, 'one');
    await running.waitFor(['sample'], acme, { revision }, 5_000);
    await running.rebuild('sample');
    expect(running.hasApplied('sample', acme, { revision })).to.equal(true);
  });

  it('answers every read while events keep coming, and loses none of them', async () => {
    const { running, views } = await fixture.started({ fill: threads() });
    for (let round = 0; round < 8; round += 1)
      await fixture.send(acme, ...Array<string>(500).fill('earlier'));
    await running.caughtUp();
    let rebuilding = true;
    const rebuilt = running.rebuild().finally(() => (rebuilding = false));
    let [sentCount, reads] = [0, 0];
    while (rebuilding) {
      const { revision } = await fixture.send(sentCount % 2 === 0 ? acme : globex, 'meanwhile');
      sentCount += 1;
      expect((await views.get('messages', acme, 1))?.document).to.deep.equal({
        senderId: 1,
        text: 'earlier',
        reactions: 0,
      });
      await running.waitFor(['sample'], sentCount % 2 === 1 ? acme : globex, { revision }, 5_000);
      reads += 1;
    }
    await rebuilt;
    expect(reads).to.be.greaterThan(10);
    await running.caughtUp();
    expect((await views.get('counts', acme, 'messages'))?.document).to.deep.equal({
      count: 4_000 + Math.ceil(sentCount / 2),
    });
    await fixture.stop();
    expect(await fixture.digests()).to.deep.equal(await fixture.cleanDigests());
  });

  it('never takes a reader back to an earlier state', async () => {
    const { running, views } = await fixture.started({ delay: 20 });
    await running.waitFor(['counting'], acme, await fixture.send(acme, 'first'), 5_000);
    let rebuilding = true;
    const rebuilds = async () => {
      for (let round = 0; round < 10; round += 1) await running.rebuild('counting');
    };
    const rebuilt = rebuilds().finally(() => (rebuilding = false));
    let seen = 0;
    while (rebuilding) {
      await fixture.send(acme, 'more');
      const count = Number((await views.get('counts', acme, 'messages'))?.document['count']);
      expect(count).to.be.at.least(seen);
      seen = count;
    }
    await rebuilt;
  });

  it('reports how far it is', async () => {
    const heard: BuildProgress[] = [];
    const onProgress = (progress: BuildProgress) => void heard.push(progress);
    const { running } = await fixture.started({ fill: threads(), onProgress });
    for (let round = 0; round < 6; round += 1) await fixture.send(acme, ...Array<string>(500).fill('text'));
    heard.length = 0;
    await running.rebuild('sample');
    const last = heard.at(-1);
    expect(last).to.include({ projection: 'sample', events: 3_000, eta: 0 });
    expect(last?.done).to.equal(last?.total);
    expect(last?.total).to.equal(await fixture.log.head());
  });

  it('fills many at once in few threads, and one that fails takes no other with it', async () => {
    for (let round = 0; round < 4; round += 1) await fixture.send(acme, ...Array<string>(500).fill('text'));
    const fillElsewhere = threads();
    const fillAs = (projection: string, generation: number) =>
      fillElsewhere({
        projection: sampleProjection,
        name: { projection, version: sampleProjection.version, generation },
        onProgress: () => {},
        signal: new AbortController().signal,
      });
    const names = ['sample', 'sample', 'unknown', 'sample', 'sample', 'sample'];
    const filled = await Promise.allSettled(names.map((name, index) => fillAs(name, index + 11)));
    expect(filled.map(({ status }) => status)).to.deep.equal(
      names.map((name) => (name === 'sample' ? 'fulfilled' : 'rejected')),
    );
    expect((await generationsOf('sample')).sort()).to.deep.equal([11, 12, 14, 15, 16]);
  });

  it('happens at start when the version has changed; reads wait for it with 503', async () => {
    await fixture.send(acme, 'one', 'two');
    await fixture.started();
    await fixture.stop();
    let go!: () => void;
    const gate = new Promise<void>((resolve) => (go = resolve));
    const later: BuildInWorker = async ({ projection, name }) => {
      await gate;
      const { log, readModels, logger } = fixture;
      await buildGenerations({
        generations: [{ projection, name }],
        log,
        readModels,
        logger,
        clock: systemClock,
        batch: 500,
      });
    };
    for (let round = 0; round < 4; round += 1) await fixture.send(acme, ...Array<string>(500).fill('text'));
    const changed = { ...sampleProjection, version: 2 };
    const running = await fixture.start({ projections: [changed, countingProjection], fill: later });
    expect(await failureOf(running.waitFor(['sample'], acme, { revision: 0 }))).to.be.instanceOf(NotReady);
    expect((await running.health())[0]).to.include({ state: 'building', rebuilding: true });
    await until(async () => (await running.health())[1]?.state === 'live');
    go();
    await running.caughtUp();
    expect((await running.health())[0]).to.include({ version: 2, generation: 2 });
    expect(await generationsOf('sample')).to.deep.equal([2]);
  });

  it('leaves what is served alone when it fails', async () => {
    for (let round = 0; round < 4; round += 1) await fixture.send(acme, ...Array<string>(500).fill('text'));
    await fixture.started();
    await fixture.stop();
    const broken: BuildInWorker = () => Promise.reject(new Error('no room'));
    const { running, views } = await fixture.started({ fill: broken });
    expect(await failureOf(running.rebuild('sample'))).to.have.property('message', 'no room');
    expect(await views.get('messages', acme, 1)).to.not.equal(undefined);
    expect(await generationsOf('sample')).to.deep.equal([1]);
  });

  it('can be tried again after the store was out of reach at its beginning', async () => {
    let isAway = false;
    const generations = () =>
      isAway ? Promise.reject(new ReadModelsUnavailable('away')) : fixture.readModels.generations();
    const faultless = withFaults(fixture.readModels, { commit: () => undefined, read: () => false });
    const readModels = { ...faultless, generations };
    const { running } = await fixture.started({ readModels });
    isAway = true;
    expect(await failureOf(running.rebuild('sample'))).to.have.property('message', 'away');
    isAway = false;
    await running.rebuild('sample');
    expect(await generationsOf('sample')).to.deep.equal([2]);
  });

  it('can be cancelled while it fills, which leaves what is served, and others that are rebuilt, alone', async () => {
    for (let round = 0; round < 8; round += 1) await fixture.send(acme, ...Array<string>(500).fill('text'));
    const { running, views } = await fixture.started({ fill: threads() });
    expect(running.cancel('sample')).to.deep.equal([]);
    const [before] = await running.health();
    const cancelled = failureOf(running.rebuild('sample'));
    const other = running.rebuild('counting');
    await until(async () => running.cancel('sample').length > 0);
    expect(running.cancel('sample')).to.deep.equal([]);
    expect(await cancelled).to.be.instanceOf(Cancelled);
    await other;
    const [sample, counting] = await running.health();
    expect(sample).to.include({ rebuilding: false, generation: before?.generation });
    expect(counting?.generation).to.equal(2);
    expect(await generationsOf('sample')).to.deep.equal([before?.generation]);
    expect(await views.get('messages', acme, 1)).to.not.equal(undefined);
    await running.rebuild('sample');
    expect((await running.health())[0]?.generation).to.be.above(before?.generation ?? 0);
    expect(() => running.cancel('nothing')).to.throw(OperatorError);
  });

  it('is made good where the file that is served turns out to be damaged while it is read', async () => {
    await fixture.send(acme, ...Array<string>(500).fill('a text that takes its place on some page'));
    const { running, views } = await fixture.started();
    const folder = join(fixture.folder, 'views');
    const file = readdirSync(folder).find((name) => /^sample@.*\.sqlite$/.test(name))!;
    const other = new Sqlite(join(folder, file));
    other.pragma('wal_checkpoint(TRUNCATE)');
    other.close();
    const size = statSync(join(folder, file)).size;
    const bytes = openSync(join(folder, file), 'r+');
    writeSync(bytes, Buffer.alloc(size - 8_192, 0xa5), 0, size - 8_192, 8_192);
    closeSync(bytes);
    const read = () => views.find('messages', acme);
    expect(await failureOf(read())).to.be.instanceOf(NotReady);
    expect(await views.get('counts', acme, 'messages')).to.not.equal(undefined);
    await until(async () => (await running.health())[0]?.state === 'live');
    expect(await read()).to.have.lengthOf(500);
    expect(readdirSync(folder)).to.include(`${file}.damaged`);
    expect(fixture.logger.heard.join()).to.include('is damaged. It is kept as');
  });

  for (const [what, change] of [
    ['a name in the JSON of a document', `body = replace(body, '"senderId"', '"senderIx"')`],
    ['a number in the JSON of a document', `body = replace(body, '"reactions":0', '"reactions":1')`],
    ['the JSON of a document, which is none any more', `body = substr(body, 1, 9)`],
    ['all of a document', `body = '{}'`],
    ['the position of a document', 'position = position + 1'],
  ] as const)
    it(`is made good where ${what} was changed on the disk`, async () => {
      await fixture.send(acme, 'one', 'two');
      const { running, views } = await fixture.started();
      const folder = join(fixture.folder, 'views');
      const file = readdirSync(folder).find((name) => /^sample@.*\.sqlite$/.test(name))!;
      const other = new Sqlite(join(folder, file));
      expect(other.prepare(`UPDATE documents_messages SET ${change} WHERE id = 2`).run().changes).to.equal(1);
      other.close();
      expect((await views.get('messages', acme, 1))?.document).to.not.equal(undefined);
      expect(await failureOf(views.find('messages', acme))).to.be.instanceOf(NotReady);
      await until(async () => (await running.health())[0]?.state === 'live');
      expect(await views.find('messages', acme)).to.have.lengthOf(2);
      expect(readdirSync(folder)).to.include(`${file}.damaged`);
    });

  it('is refused while one is under way', async () => {
    const { running } = await fixture.started();
    const [first, second] = await Promise.all([
      running.rebuild('sample'),
      failureOf(running.rebuild('sample')),
    ]);
    expect(first).to.equal(undefined);
    expect(second).to.be.instanceOf(OperatorError);
  });

  it('is given up when the server stops, and made good by the next start', async () => {
    for (let round = 0; round < 8; round += 1) await fixture.send(acme, ...Array<string>(500).fill('text'));
    const running = await fixture.start({ fill: threads() });
    await fixture.stop();
    expect((await running.health())[0]?.state).to.equal('building');
    const { views } = await fixture.started();
    expect((await views.get('counts', acme, 'messages'))?.document).to.deep.equal({ count: 4_000 });
  });
});
