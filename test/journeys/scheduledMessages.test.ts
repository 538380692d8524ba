import { describeScheduledKills } from './scheduledKills.ts';

describeScheduledKills(20);
