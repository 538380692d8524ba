/**
 * Sets of message IDs, block by block of consecutive numbers: in memory a bit for each, on disk whichever is shorter
 * of the runs and of the bits. So a set costs next to nothing where it has no gaps and never more than a bit for each
 * number, whatever order it was filled in.
 */

/** Numbers in a block; an ID's block is its quotient, its place in there the remainder. */
export const BLOCK_SIZE = 16_384;
const BYTES = BLOCK_SIZE / 8;

/** First and last number, both included. */
export type Range = readonly [first: number, last: number];

/** Which of the two forms a text has: its first letter. */
const RUNS = 'r';
const BITS = 'b';

/** The numbers of one block that are in a set, as places from 0 to BLOCK_SIZE - 1; changed in place. */
export class IdBlock {
  readonly #bits: Uint8Array;

  private constructor(bits: Uint8Array) {
    this.#bits = bits;
  }

  /** What `save` made a text of; absent: the empty set. */
  static load(text: string | undefined): IdBlock {
    const block = new IdBlock(new Uint8Array(BYTES));
    if (text === undefined) return block;
    const bytes = Buffer.from(text.slice(1), 'base64');
    if (text.startsWith(BITS)) block.#bits.set(bytes);
    else for (const [first, last] of rangesOf(bytes)) block.fill(first, last, true);
    return block;
  }

  /** As text; undefined where nothing is in it. */
  save(): string | undefined {
    const runs = bytesOf(this.runs(), BYTES);
    if (runs?.length === 0) return undefined;
    const [form, bytes] = runs ? [RUNS, runs] : [BITS, this.#bits];
    return form + Buffer.from(bytes).toString('base64');
  }

  has(place: number): boolean {
    return ((this.#bits[place >>> 3]! >>> (place & 7)) & 1) === 1;
  }

  /** Puts all places from `first` to `last` in, or takes them out. */
  fill(first: number, last: number, isIn: boolean): void {
    for (let place = first; place <= last;) {
      const isByte = (place & 7) === 0 && place + 7 <= last;
      if (isByte) this.#bits[place >>> 3] = isIn ? 0xff : 0;
      else if (isIn) this.#bits[place >>> 3]! |= 1 << (place & 7);
      else this.#bits[place >>> 3]! &= ~(1 << (place & 7));
      place += isByte ? 8 : 1;
    }
  }

  /** The first place from `place` on that is in (or is not); BLOCK_SIZE where there is none. */
  next(place: number, isIn: boolean): number {
    const passed = isIn ? 0 : 0xff;
    for (let at = place; at < BLOCK_SIZE;) {
      if ((at & 7) === 0 && this.#bits[at >>> 3] === passed) at += 8;
      else if (this.has(at) === isIn) return at;
      else at += 1;
    }
    return BLOCK_SIZE;
  }

  /** The last place up to `place` that is in (or is not); -1 where there is none. */
  previous(place: number, isIn: boolean): number {
    const passed = isIn ? 0 : 0xff;
    for (let at = place; at >= 0;) {
      if ((at & 7) === 7 && this.#bits[at >>> 3] === passed) at -= 8;
      else if (this.has(at) === isIn) return at;
      else at -= 1;
    }
    return -1;
  }

  /** What is in, ascending, as ranges that do not touch. */
  *runs(): Generator<Range> {
    for (let first = this.next(0, true); first < BLOCK_SIZE;) {
      const end = this.next(first, false);
      yield [first, end - 1];
      first = this.next(end, true);
    }
  }
}

/** Distances from end to beginning and lengths, seven bits a byte; undefined where they take `limit` bytes or more. */
function bytesOf(runs: Iterable<Range>, limit: number): readonly number[] | undefined {
  const bytes: number[] = [];
  let end = -1;
  for (const [first, last] of runs) {
    for (const number of [first - end - 1, last - first]) writeNumber(bytes, number);
    end = last;
    if (bytes.length >= limit) return undefined;
  }
  return bytes;
}

function writeNumber(bytes: number[], number: number): void {
  let rest = number;
  for (; rest > 0x7f; rest >>>= 7) bytes.push((rest & 0x7f) | 0x80);
  bytes.push(rest);
}

function* rangesOf(bytes: Uint8Array): Generator<Range> {
  let at = 0;
  const readNumber = (): number => {
    let number = 0;
    for (let shift = 0; ; shift += 7) {
      const byte = bytes[at++] ?? 0;
      number |= (byte & 0x7f) << shift;
      if (byte <= 0x7f) return number;
    }
  };
  for (let end = -1; at < bytes.length;) {
    const first = end + 1 + readNumber();
    end = first + readNumber();
    yield [first, end];
  }
}
