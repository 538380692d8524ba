import { describeEventStoreDbFaults } from './eventStoreDbFaults.ts';

for (const version of ['23.10', '24.10'] as const)
  describe(`sends and reads over EventStoreDB ${version} (stand-in) are kept and answered while`, function () {
    this.timeout(60_000);

    describeEventStoreDbFaults(version, {
      killed: 50,
      toldToEnd: 20,
      frozen: 20,
      flapping: 20,
      scavenged: 20,
      serverKilled: 40,
      bothKilled: 20,
      startedWithout: 10,
    });
  });
