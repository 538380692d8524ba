import { describeExportKills } from './exportKills.ts';

// An organization has five exports a week, so that kills of one would soon come after all of them.
for (let run = 0; run < 10; run += 1) describeExportKills(20);
