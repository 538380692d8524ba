/** Which reader and which kind of archive belong to a system. */
import { type Archive, openZip } from './archive.ts';
import type { Reader, System } from './records.ts';
import { readSlack } from './slack.ts';

export const READERS: Readonly<Record<System, Reader>> = { slack: readSlack };

/** Opens the archive that a system exports. */
export const openExport = (path: string, _system: System): Promise<Archive> => openZip(path);
