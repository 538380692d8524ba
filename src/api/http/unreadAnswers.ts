/** Answers that their clients have not read: this process holds them until the system has taken their last byte. */
import type { ServerResponse } from 'node:http';
import { NotReady, Refused } from '../../errors.ts';
import { Tally } from '../../tally.ts';

/** Bytes of an answer that are not counted: the system takes so many at once. */
const UNCOUNTED_BYTES = 64_000;
/** Bytes of unread answers above which an address, and then everybody, is refused more. */
const MAX_BYTES_PER_NETWORK = 128_000_000;
const MAX_BYTES_IN_TOTAL = 512_000_000;

export class UnreadResponses {
  /** Bytes by network. */
  readonly #unread = new Tally();

  /** Throws 429 or 503 when too much is unread, before any work is done for another answer. */
  refuseWhenFull(network: string): void {
    if (this.#unread.sum === 0) return;
    if (this.#unread.of(network) > MAX_BYTES_PER_NETWORK)
      throw new Refused('Too many answers to this address have not been read', 'RATE_LIMIT_HIT', {
        'retry-after': 1,
      });
    if (this.#unread.sum > MAX_BYTES_IN_TOTAL) throw new NotReady('Too many answers have not been read');
  }

  /** Counts an answer that is about to be sent, until it has been read or its connection has closed. */
  add(network: string, response: ServerResponse, bytes: number): void {
    if (bytes <= UNCOUNTED_BYTES || response.destroyed) return;
    this.#unread.add(network, bytes);
    response.once('close', () => this.#unread.add(network, -bytes));
  }
}
