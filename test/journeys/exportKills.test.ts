import { describeExportKills } from './exportKills.ts';

describeExportKills(20);
