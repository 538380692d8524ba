import { describeImportKills } from './importKills.ts';

describeImportKills(20_000, 40);
