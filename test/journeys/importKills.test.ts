import { describeImportKills } from './importKills.ts';

describeImportKills(800, 7);
