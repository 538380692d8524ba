/**
 * Since when people are in the channels of Zulip whose history is protected: they join behind the messages that they did not
 * receive there. A subscription that ended and began again counts from its second beginning.
 */
import { getOrCreateList } from '../base/collections.ts';
import { type ExportRecord, type FoundCounts, taken } from './records.ts';
import { reportNarrowed } from './roles.ts';
import { AuditEntry, SUBSCRIBING } from './zulipTables.ts';

const UNKNOWN =
  'nobody knows since when they are in this channel with protected history: they read what comes after the import';
const AGAIN = 'left a channel with protected history and came back: they read what came since';

/** People who join a channel behind the message with an ID. */
interface Joining {
  readonly behind: number;
  readonly channelKey: string;
  readonly personKeys: string[];
}

export class ProtectedHistories {
  readonly #found: FoundCounts;
  readonly #keyOf: (id: number) => string;
  /** What the log says of a person in a channel, by the keys of both. */
  readonly #entries = new Map<string, AuditEntry[]>();
  readonly #joinings: Joining[] = [];
  #isSorted = false;

  /** `log` are the rows of the log of changes. */
  constructor(log: unknown, { found, keyOf }: { found: FoundCounts; keyOf: (id: number) => string }) {
    [this.#found, this.#keyOf] = [found, keyOf];
    for (const row of Array.isArray(log) ? log : []) {
      const { data: entry } = AuditEntry.safeParse(row);
      if (entry)
        getOrCreateList(this.#entries, this.#subject(entry.modified_stream, keyOf(entry.modified_user))).push(
          entry,
        );
    }
  }

  /** Takes the members of a channel; they join when their messages come. */
  *add(channelId: number, memberKeys: readonly string[]): Iterable<ExportRecord> {
    const channelKey = this.#keyOf(channelId);
    const joinings = new Map<number, string[]>();
    for (const personKey of memberKeys) {
      const entries = this.#entries.get(this.#subject(channelId, personKey)) ?? [];
      const last = entries.at(-1);
      const known = last && SUBSCRIBING.has(last.event_type) ? last.event_last_message_id : undefined;
      const behind = known ?? Infinity;
      getOrCreateList(joinings, behind).push(personKey);
      const problem = behind === Infinity ? UNKNOWN : entries.length > 1 ? AGAIN : undefined;
      if (problem !== undefined) yield* reportNarrowed(`${channelKey}: ${personKey}`, problem, this.#found);
      else {
        this.#found.access += 1;
        yield taken('access');
      }
    }
    for (const [behind, personKeys] of joinings) this.#joinings.push({ behind, channelKey, personKeys });
  }

  /** Those who join before a message is sent; without one, all others. */
  *joinedBefore(messageId?: number): Iterable<ExportRecord> {
    if (!this.#isSorted) this.#joinings.sort((one, other) => other.behind - one.behind);
    this.#isSorted = true;
    for (let next = this.#joinings.at(-1); next !== undefined; next = this.#joinings.at(-1)) {
      if (messageId !== undefined && next.behind >= messageId) return;
      this.#joinings.pop();
      yield { is: 'joined', channelKey: next.channelKey, personKeys: next.personKeys };
    }
  }

  #subject(channelId: number, personKey: string): string {
    return `${channelId} ${personKey}`;
  }
}
