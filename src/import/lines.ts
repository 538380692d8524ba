/** Lines of an entry, one at a time: an entry of any size needs the memory of its longest line. */
import { Damaged } from '../errors.ts';
import { type Archive, textOf } from './archive.ts';

/** Bytes of a line. */
const LONGEST = 64 * 1_048_576;

/** The lines without their ends; empty ones too. Damaged for one that is too long. */
export async function* linesOf(archive: Archive, name: string): AsyncGenerator<string> {
  let begun: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of archive.open(name)) {
    let start = 0;
    for (let end = chunk.indexOf(0x0a); end >= 0; end = chunk.indexOf(0x0a, start)) {
      yield textOf(Buffer.concat([...begun, chunk.subarray(start, end)]));
      [begun, size, start] = [[], 0, end + 1];
    }
    begun.push(chunk.subarray(start));
    size += chunk.length - start;
    if (size > LONGEST) throw new Damaged(`A line of the entry ${name} is longer than ${LONGEST} bytes.`);
  }
  if (size > 0) yield textOf(Buffer.concat(begun));
}
