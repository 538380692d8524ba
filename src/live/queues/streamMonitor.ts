/** Clients of streams that have yet to read what was written, and people whose clients are slow to do so. */
import type { Clock } from '../../base/clock.ts';
import type { OrganizationId, UserId } from '../../base/ids.ts';

/** A person whose client does not read its stream, or whose clients all read again. */
export interface SlowReader {
  readonly organizationId: OrganizationId;
  readonly userId: UserId;
  readonly state: 'stalled' | 'recovered';
  /** For how many milliseconds a client has not read. */
  readonly milliseconds: number;
}

/** Something written to a stream that its client has yet to read. */
interface Unread {
  readonly organizationId: OrganizationId;
  readonly userId: UserId;
  readonly writtenAt: number;
}

/** Milliseconds after which a client that does not read is slow. */
const STALL_MS = 30_000;
const CHECK_INTERVAL_MS = 5_000;

export class StreamMonitor {
  readonly #clock: Clock;
  readonly #onSlow: (reader: SlowReader) => void;
  /** By organization and person, oldest first. */
  readonly #unread = new Map<string, Set<Unread>>();
  /** What has been reported, by organization and person. */
  readonly #slow = new Map<string, Unread>();
  readonly #stopChecking: () => void;

  /** `onSlow` receives each person once until they have no slow client any more, then again. */
  constructor(clock: Clock, onSlow: (reader: SlowReader) => void) {
    this.#clock = clock;
    this.#onSlow = onSlow;
    this.#stopChecking = clock.every(CHECK_INTERVAL_MS, () => this.#check());
  }

  /** Number of streams whose client is slow. */
  get stalled(): number {
    let count = 0;
    for (const unread of this.#unread.values()) for (const each of unread) if (this.#isSlow(each)) count += 1;
    return count;
  }

  /** How many of a person's streams have something that their client has yet to read. */
  unreadOf(organizationId: OrganizationId, userId: UserId): number {
    return this.#unread.get(keyOf({ organizationId, userId }))?.size ?? 0;
  }

  /** Something is written to a stream; its writer reports by `read` that the client has read it, or is gone. */
  write(organizationId: OrganizationId, userId: UserId): Unread {
    const unread = { organizationId, userId, writtenAt: this.#clock.monotonic() };
    const theirs = this.#unread.get(keyOf(unread));
    if (theirs) theirs.add(unread);
    else this.#unread.set(keyOf(unread), new Set([unread]));
    return unread;
  }

  read(unread: Unread): void {
    const theirs = this.#unread.get(keyOf(unread));
    theirs?.delete(unread);
    if (theirs?.size === 0) this.#unread.delete(keyOf(unread));
  }

  /** Stops checking. */
  close(): void {
    this.#stopChecking();
  }

  #check(): void {
    for (const [key, [oldest]] of this.#unread) {
      if (oldest === undefined || this.#slow.has(key) || !this.#isSlow(oldest)) continue;
      this.#slow.set(key, oldest);
      this.#report(oldest, 'stalled');
    }
    for (const [key, reported] of this.#slow) {
      const [oldest] = this.#unread.get(key) ?? [];
      if (oldest !== undefined && this.#isSlow(oldest)) continue;
      this.#slow.delete(key);
      this.#report(reported, 'recovered');
    }
  }

  #isSlow({ writtenAt }: Unread): boolean {
    return this.#clock.monotonic() - writtenAt >= STALL_MS;
  }

  #report({ organizationId, userId, writtenAt }: Unread, state: SlowReader['state']): void {
    this.#onSlow({ organizationId, userId, state, milliseconds: this.#clock.monotonic() - writtenAt });
  }
}

const keyOf = ({ organizationId, userId }: Pick<Unread, 'organizationId' | 'userId'>): string =>
  `${organizationId}/${userId}`;
