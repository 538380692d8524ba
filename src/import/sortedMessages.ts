/** Keeps what an export says in no order, on disk, and gives it back in the order of time. */
import { Spool } from './spool.ts';

export class SortedMessages<Said> {
  readonly #spool: Spool;
  /** Times, and where each begins; a message ends where the next one begins. */
  readonly #times: number[] = [];
  readonly #offsets: number[] = [];

  /** `folder` is where the file system has room. */
  constructor(folder: string) {
    this.#spool = Spool.in(folder);
  }

  async add(time: number, said: Said): Promise<void> {
    this.#times.push(time);
    this.#offsets.push(this.#spool.size);
    await this.#spool.add(Buffer.from(JSON.stringify(said)));
  }

  /** The messages by time; those of the same time in the order in which they came. */
  async *inOrder(): AsyncGenerator<Said> {
    await this.#spool.flush();
    const order = Uint32Array.from(this.#times.keys());
    order.sort((one, other) => (this.#times[one] ?? 0) - (this.#times[other] ?? 0) || one - other);
    for (const index of order) {
      const offset = this.#offsets[index] ?? 0;
      const length = (this.#offsets[index + 1] ?? this.#spool.size) - offset;
      yield JSON.parse((await this.#spool.read({ offset, length })).toString('utf8')) as Said;
    }
  }

  close(): void {
    this.#spool.close();
  }
}
