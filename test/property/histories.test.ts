import { describeHistories } from './histories.ts';

describeHistories(200);
