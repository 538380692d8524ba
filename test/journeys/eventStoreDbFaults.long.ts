import { describeEventStoreDbFaults } from './eventStoreDbFaults.ts';

const REPETITIONS = {
  killed: 50,
  terminated: 20,
  frozen: 20,
  flapping: 20,
  scavenged: 20,
  serverKilled: 40,
  bothKilled: 20,
  startedWithout: 10,
};

for (const like of ['23.10', '24.10'] as const)
  for (const batchAppend of [true, false])
    describe(`sends and reads over EventStoreDB ${like} (stand-in, ${batchAppend ? 'batched' : 'unary'}) are kept and answered while`, () => {
      describeEventStoreDbFaults({ like, batchAppend }, REPETITIONS);
    });
