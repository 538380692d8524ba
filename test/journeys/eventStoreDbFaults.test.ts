import { describeEventStoreDbFaults } from './eventStoreDbFaults.ts';

describe('sends and reads over EventStoreDB (stand-in) are kept and answered while', () => {
  describeEventStoreDbFaults(
    { like: '23.10' },
    {
      killed: 2,
      toldToEnd: 1,
      frozen: 1,
      flapping: 1,
      scavenged: 2,
      serverKilled: 2,
      bothKilled: 1,
      startedWithout: 1,
    },
  );
});
