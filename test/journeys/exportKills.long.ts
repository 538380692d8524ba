import { describeExportKills } from './exportKills.ts';

describeExportKills(200);
