import { describeQueueKills } from './queueKills.ts';

describeQueueKills(20);
