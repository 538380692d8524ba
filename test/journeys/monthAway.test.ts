import { describeMonthAway } from './monthAway.ts';

describeMonthAway(20_000);
