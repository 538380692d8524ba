import { describeFailover } from './failover.ts';

const seconds = new Map<string, number[]>();

for (const batchAppend of [true, false])
  describe(`A log on a cluster of three, ${batchAppend ? 'batched' : 'one call per append'}, again and again`, () => {
    describeFailover({
      batchAppend,
      repetitions: 20,
      onMeasured: (fault, took) =>
        seconds.set(fault, [...(seconds.get(fault) ?? []), ...Object.values(took)]),
    });
  });

after(() => {
  for (const [fault, each] of seconds)
    console.log(`${fault}: ${each.length} times, ${Math.max(...each).toFixed(1)} s at most`);
});
