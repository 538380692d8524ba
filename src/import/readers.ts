/** Which reader and which kinds of archives belong to a system. */
import { type Archive, openZip } from './archive.ts';
import { readMattermost } from './mattermost.ts';
import type { ExportReader, System } from './records.ts';
import { openZipOrLines } from './singleFile.ts';
import { readSlack } from './slack.ts';
import { openTar, type Unpacked } from './tar.ts';
import { readZulip } from './zulip.ts';

export const READERS: Readonly<Record<System, ExportReader>> = {
  slack: readSlack,
  mattermost: readMattermost,
  zulip: readZulip,
};

/** An archive of a system, and what another thread needs to read it without unpacking it again. */
export interface OpenedExport extends Archive {
  readonly unpacked?: Unpacked;
}

type Opening = (path: string, folder: string) => Promise<OpenedExport>;

const OPENINGS: Readonly<Record<System, Opening>> = {
  slack: openZip,
  mattermost: openZipOrLines,
  zulip: openTar,
};

/** Opens the archive that a system exports; `folder` has room for what is unpacked. */
export const openExport = (path: string, system: System, folder: string): Promise<OpenedExport> =>
  OPENINGS[system](path, folder);
