import { describeFileKills, describeLargeFile } from './fileKills.ts';

describeFileKills(20);
describeLargeFile(192);
