/** Tar files made for a test. */
import { gzipSync } from 'node:zlib';
import { type Header, pack } from 'tar-stream';
import { type Files, bytesOf } from './zips.ts';

/** A tar file compressed by gzip; `others` are entries that are no files, such as links. */
export async function tarOf(files: Files, others: readonly Partial<Header>[] = []): Promise<Buffer> {
  const packing = pack();
  for (const header of others) packing.entry({ name: 'link', ...header });
  for (const [name, value] of Object.entries(files)) packing.entry({ name }, bytesOf(value));
  packing.finalize();
  const chunks: Buffer[] = [];
  for await (const chunk of packing) chunks.push(Buffer.from(chunk as Uint8Array));
  return gzipSync(Buffer.concat(chunks));
}
