import { expect } from 'chai';
import { StandInCluster } from '../../support/eventstoredb/cluster.ts';
import { startEventStoreDb } from '../../support/eventstoredb/server.ts';
import { BlackHole, describeFailover, Traffic } from './failover.ts';

describe('A log on a cluster of three', () => {
  describeFailover({ batchAppend: true, repetitions: 1 });

  it('passes over a node that takes connections and never answers', async function () {
    const [cluster, hole] = [await StandInCluster.start(), await BlackHole.open()];
    const url = cluster.url().replace('esdb://', `esdb://127.0.0.1:${hole.port},`);
    const traffic = await Traffic.begin(url);
    const since = performance.now();
    cluster.freeze(cluster.leader);
    for (const seconds of Object.values(await traffic.again(since))) expect(seconds).to.be.below(12);
    await traffic.end();
    cluster.discard();
    hole.close();
  });
});

for (const batchAppend of [true, false])
  describe(`A log whose connection carries nothing any more, ${batchAppend ? 'batched' : 'one call per append'}`, () => {
    it('makes another one, again and again', async function () {
      const server = await startEventStoreDb({ batchAppend });
      const hole = await BlackHole.open(server.port);
      const traffic = await Traffic.begin(`esdb://127.0.0.1:${hole.port}?tls=false`);
      for (let round = 0; round < 2; round += 1) {
        const since = performance.now();
        hole.swallow();
        for (const seconds of Object.values(await traffic.again(since))) expect(seconds).to.be.below(12);
      }
      await traffic.end();
      hole.close();
      server.kill();
    });
  });
