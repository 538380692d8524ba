import { describeFileKills, describeLargeFile } from './fileKills.ts';

describeFileKills(200);
describeLargeFile(1024);
