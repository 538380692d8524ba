import { describeImportKills } from './importKills.ts';

describeImportKills(500, 7);
