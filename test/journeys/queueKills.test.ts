import { describeOwnMongo } from '../support/mongodb/describeMongo.ts';
import { describeQueueKills, oneServer, twoNodes } from './queueKills.ts';

describe('event queues of a server that is killed', function () {
  this.timeout(600_000);
  describeQueueKills(oneServer, 20);
});

describeOwnMongo('event queues of two nodes, one of which is killed each time', function () {
  this.timeout(600_000);
  describeQueueKills(twoNodes, 20);
});
