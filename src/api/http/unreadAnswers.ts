/** Answers that their clients have not read: this process holds them until the system has taken their last byte. */
import type { ServerResponse } from 'node:http';
import { NotReady, Refused } from '../../errors.ts';

/** Bytes of an answer that are not counted: the system takes so many at once. */
const SMALL = 64_000;
/** Bytes of unread answers above which an address, and then everybody, is refused more. */
const MOST_BY_ADDRESS = 128_000_000;
const MOST_IN_ALL = 512_000_000;

export class UnreadAnswers {
  #inAll = 0;
  readonly #byNetwork = new Map<string, number>();

  /** Throws 429 or 503 when too much is unread, before any work is done for another answer. */
  requireRoom(network: string): void {
    if (this.#inAll === 0) return;
    if ((this.#byNetwork.get(network) ?? 0) > MOST_BY_ADDRESS)
      throw new Refused('Too many answers to this address have not been read', 'RATE_LIMIT_HIT', {
        'retry-after': 1,
      });
    if (this.#inAll > MOST_IN_ALL) throw new NotReady('Too many answers have not been read');
  }

  /** Counts an answer that is about to be sent, until it has been read or its connection has closed. */
  add(network: string, response: ServerResponse, bytes: number): void {
    if (bytes <= SMALL || response.destroyed) return;
    this.#count(network, bytes);
    response.once('close', () => this.#count(network, -bytes));
  }

  #count(network: string, bytes: number): void {
    this.#inAll += bytes;
    const unread = (this.#byNetwork.get(network) ?? 0) + bytes;
    if (unread > 0) this.#byNetwork.set(network, unread);
    else this.#byNetwork.delete(network);
  }
}
