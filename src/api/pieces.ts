/** Bytes that come, cut into pieces of a size. */
export class ByteChunker {
  readonly #source: AsyncIterator<Uint8Array>;
  #next: Uint8Array = new Uint8Array();

  constructor(source: AsyncIterable<Uint8Array>) {
    this.#source = source[Symbol.asyncIterator]();
  }

  /** Whether there are more; waits until that is known. */
  async has(): Promise<boolean> {
    while (this.#next.length === 0) {
      const { done, value } = await this.#source.next();
      if (done) return false;
      this.#next = value;
    }
    return true;
  }

  /** The next bytes as they come, no more than these. */
  async *take(most: number): AsyncGenerator<Uint8Array> {
    for (let left = most; left > 0 && (await this.has());) {
      const bytes = this.#next.subarray(0, left);
      this.#next = this.#next.subarray(bytes.length);
      left -= bytes.length;
      yield bytes;
    }
  }
}
