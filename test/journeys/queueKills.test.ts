import { describeOwnMongo } from '../support/mongodb/describeMongo.ts';
import { describeQueueKills, oneServer, twoNodes } from './queueKills.ts';

describe('event queues of a server that is killed', () => {
  describeQueueKills(oneServer, 20);
});

describeOwnMongo('event queues of two nodes, one of which is killed each time', () => {
  describeQueueKills(twoNodes, 20);
});
