import { describeProjectionKills } from './projectionKills.ts';

describeProjectionKills(200);
