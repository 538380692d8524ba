/** Who may change channel folders. */
import { isAdministrator } from './rules.ts';

/** Creating, changing and ordering folders. */
export const canAdministerFolders = isAdministrator;
