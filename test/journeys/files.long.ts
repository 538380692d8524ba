import { describeContinuedUpload, describeFileKills, describeLargeFile } from './fileKills.ts';

describeFileKills(200);
describeContinuedUpload(40);
describeLargeFile(1024);
