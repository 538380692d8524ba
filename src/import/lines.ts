/** Lines of an entry, one at a time: an entry of any size needs the memory of its longest line. */
import { Damaged } from '../errors.ts';
import { type Archive, decodeText } from './archive.ts';

/** Bytes of a line. */
const MAX_LINE_BYTES = 64 * 1_048_576;

/** The lines without their ends; empty ones too. Damaged for one that is too long. */
export async function* readLines(archive: Archive, name: string): AsyncGenerator<string> {
  let begun: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of archive.open(name)) {
    let start = 0;
    for (let end = chunk.indexOf(0x0a); end >= 0; end = chunk.indexOf(0x0a, start)) {
      yield decodeText(Buffer.concat([...begun, chunk.subarray(start, end)]));
      [begun, size, start] = [[], 0, end + 1];
    }
    begun.push(chunk.subarray(start));
    size += chunk.length - start;
    if (size > MAX_LINE_BYTES)
      throw new Damaged(`A line of the entry ${name} is longer than ${MAX_LINE_BYTES} bytes.`);
  }
  if (size > 0) yield decodeText(Buffer.concat(begun));
}
