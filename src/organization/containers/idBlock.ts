/**
 * Sets of message IDs in blocks of consecutive numbers: one bit each in memory, and on disk either runs or
 * bits, whichever is shorter. A set without gaps costs almost nothing, and none costs more than a bit per
 * number, in whatever order it was filled.
 */

/** Numbers in a block; an ID's block is its quotient, its offset in there the remainder. */
export const BLOCK_SIZE = 16_384;
const BYTES = BLOCK_SIZE / 8;

/** First and last number, both included. */
export type Range = readonly [first: number, last: number];

/** The two forms of a saved text, by its first character. */
const RUNS = 'r';
const BITS = 'b';

/** The members of a set within one block, as offsets from 0 to BLOCK_SIZE - 1; mutable. */
export class IdBlock {
  readonly #bits: Uint8Array;

  private constructor(bits: Uint8Array) {
    this.#bits = bits;
  }

  /** Decodes a text of `save`; undefined is the empty set. */
  static load(text: string | undefined): IdBlock {
    const block = new IdBlock(new Uint8Array(BYTES));
    if (text === undefined) return block;
    const bytes = Buffer.from(text.slice(1), 'base64');
    if (text.startsWith(BITS)) block.#bits.set(bytes);
    else for (const [first, last] of rangesOf(bytes)) block.fill(first, last, true);
    return block;
  }

  /** Encodes the set as text; undefined if it is empty. */
  save(): string | undefined {
    const runs = bytesOf(this.runs(), BYTES);
    if (runs?.length === 0) return undefined;
    const [form, bytes] = runs ? [RUNS, runs] : [BITS, this.#bits];
    return form + Buffer.from(bytes).toString('base64');
  }

  has(offset: number): boolean {
    return ((this.#bits[offset >>> 3]! >>> (offset & 7)) & 1) === 1;
  }

  /** Adds or removes all offsets from `first` to `last`. */
  fill(first: number, last: number, isIn: boolean): void {
    for (let offset = first; offset <= last;) {
      const isByte = (offset & 7) === 0 && offset + 7 <= last;
      if (isByte) this.#bits[offset >>> 3] = isIn ? 0xff : 0;
      else if (isIn) this.#bits[offset >>> 3]! |= 1 << (offset & 7);
      else this.#bits[offset >>> 3]! &= ~(1 << (offset & 7));
      offset += isByte ? 8 : 1;
    }
  }

  /** The first offset from `offset` on that is a member (or is not); BLOCK_SIZE if there is none. */
  next(offset: number, isIn: boolean): number {
    const passed = isIn ? 0 : 0xff;
    for (let at = offset; at < BLOCK_SIZE;) {
      if ((at & 7) === 0 && this.#bits[at >>> 3] === passed) at += 8;
      else if (this.has(at) === isIn) return at;
      else at += 1;
    }
    return BLOCK_SIZE;
  }

  /** The last offset up to `offset` that is a member (or is not); -1 if there is none. */
  previous(offset: number, isIn: boolean): number {
    const passed = isIn ? 0 : 0xff;
    for (let at = offset; at >= 0;) {
      if ((at & 7) === 7 && this.#bits[at >>> 3] === passed) at -= 8;
      else if (this.has(at) === isIn) return at;
      else at -= 1;
    }
    return -1;
  }

  /** The members as ascending ranges that do not touch. */
  *runs(): Generator<Range> {
    for (let first = this.next(0, true); first < BLOCK_SIZE;) {
      const end = this.next(first, false);
      yield [first, end - 1];
      first = this.next(end, true);
    }
  }
}

/** Gaps and lengths, seven bits per byte; undefined if they take `limit` bytes or more. */
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
