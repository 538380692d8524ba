import { describeBackupKills } from './backupKills.ts';

describeBackupKills(50);
