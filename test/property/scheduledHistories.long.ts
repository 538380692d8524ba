import { describeScheduledHistories } from './scheduledHistories.ts';

describeScheduledHistories(10_000);
