import { describeScheduledHistories } from './scheduledHistories.ts';

describeScheduledHistories(500);
