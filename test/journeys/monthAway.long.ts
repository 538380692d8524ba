import { describeMonthAway } from './monthAway.ts';

describeMonthAway(100_000);
