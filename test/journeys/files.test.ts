import { describeContinuedUpload, describeFileKills, describeLargeFile } from './fileKills.ts';

describeFileKills(20);
describeContinuedUpload(4);
describeLargeFile(192);
