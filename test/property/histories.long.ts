import { describeHistories } from './histories.ts';

describeHistories(2000);
