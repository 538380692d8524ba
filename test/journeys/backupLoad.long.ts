import { describeBackupsUnderLoad } from './backupLoad.ts';

describeBackupsUnderLoad(20);
