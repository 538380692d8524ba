/** Who may change the folders that channels are put into. */
import { isAdministrator } from './rules.ts';

/** Making, changing and ordering folders. */
export const canAdministerFolders = isAdministrator;
