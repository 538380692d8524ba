import { describeEventStoreDbFaults } from './eventStoreDbFaults.ts';

describe('sends and reads over EventStoreDB (stand-in) are kept and answered while', () => {
  describeEventStoreDbFaults(
    { like: '23.10' },
    {
      killed: 4,
      terminated: 2,
      frozen: 1,
      flapping: 2,
      scavenged: 4,
      serverKilled: 3,
      bothKilled: 1,
      startedWithout: 1,
    },
  );
});
