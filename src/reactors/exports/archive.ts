/** Makes the archive of a data export: a zip file that is written as it is read. */
import { once } from 'node:events';
import { PassThrough, type Readable } from 'node:stream';
import { ZipFile } from 'yazl';
import type { Clock } from '../../clock.ts';
import { BY_SERVER } from '../../commands/define.ts';
import { finishExport } from '../../commands/exports.ts';
import type { Lanes } from '../../commands/lane/lanes.ts';
import type { FileId } from '../../events/files.ts';
import type { Files } from '../../files/files.ts';
import { messages } from '../../projections/messages/projection.ts';
import type { LevelViews } from '../../projections/views.ts';
import type { MakeExport } from '../exports.ts';
import { type Exported, messageLine, messagesIn, smallTexts } from './contents.ts';

/** What making an export needs. */
export interface ExportDependencies {
  readonly lanes: Lanes;
  readonly views: LevelViews;
  readonly files: Pick<Files, 'store' | 'open'>;
  readonly clock: Pick<Clock, 'now'>;
}

/** Files begin to be written when the messages are, because these say which files there are. */
export const exportMaker =
  ({ lanes, views, files, clock }: ExportDependencies): MakeExport =>
  async (organization, exportId) => {
    const wanted = organization.exports.byId.get(exportId);
    if (wanted === undefined || wanted.archive !== undefined) return;
    const { organizationId, revision } = organization;
    const level = await views.level([messages], organizationId, revision);
    const exported = { organization, views: level, exportType: wanted.exportType, now: clock.now() };
    const zip = new ZipFile();
    const ending = new AbortController();
    const stored = files.store(organizationId, zip.outputStream as Readable);
    stored.catch(() => ending.abort());
    await Promise.all([stored, fill(zip, exported, files, ending.signal)]);
    const lane = await lanes.organization(organizationId);
    const submission = { ...BY_SERVER, correlationId: `export:${exportId}` };
    await lane.submit(finishExport, { exportId, ...(await stored) }, submission);
  };

/** `signal` is aborted when the archive cannot be stored: nothing reads on then. */
async function fill(
  zip: ZipFile,
  exported: Exported,
  files: Pick<Files, 'open'>,
  signal: AbortSignal,
): Promise<void> {
  for (const [name, text] of Object.entries(smallTexts(exported))) zip.addBuffer(Buffer.from(text), name);
  const shown = new Set<FileId>();
  const lines = new PassThrough();
  zip.addReadStream(lines, 'messages.ndjson');
  try {
    for await (const page of messagesIn(exported)) {
      for (const { messageId } of page)
        for (const fileId of exported.organization.files.showing.get(messageId)?.fileIds ?? [])
          shown.add(fileId);
      if (!lines.write(page.map(messageLine).join(''))) await once(lines, 'drain', { signal });
    }
    lines.end();
    for (const fileId of shown) await addFile(zip, exported, fileId, files, signal);
    zip.end();
  } catch (error) {
    // What stores the archive must learn that it will not be whole.
    (zip.outputStream as Readable).destroy(error as Error);
    throw error;
  }
}

/** What has been removed meanwhile is left out. One file is written before the next is opened. */
async function addFile(
  zip: ZipFile,
  { organization }: Exported,
  fileId: FileId,
  files: Pick<Files, 'open'>,
  signal: AbortSignal,
): Promise<void> {
  const file = organization.files.byId.get(fileId);
  const body = file && (await files.open(organization.organizationId, file.digest));
  if (!body || !file) return;
  zip.addReadStream(body, `files/${file.key}`, { compress: false, mtime: new Date(file.uploadedAt) });
  await once(body, 'close', { signal });
}
