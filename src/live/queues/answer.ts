/** The events of one answer: in order, limited in bytes, with consecutive flag changes merged. */
import type { BufferedEvent } from './entry.ts';
import type { AddressedPayload } from '../define.ts';

/** Maximum number of events in an answer. */
const MAX_EVENTS = 1_000;
/** A flag change with so many messages is not merged with further ones: each merging writes all of them. */
const MAX_MERGED_MESSAGES = 1_000;

type FlagChange = Extract<AddressedPayload['payload'], { readonly type: 'update_message_flags' }>;

export class PollAnswer {
  readonly #texts: (string | undefined)[] = [];
  /** Of each text, in bytes. */
  readonly #sizes: number[] = [];
  readonly #flagChanges = new Map<string, { readonly index: number; readonly messages: number[] }>();
  /** When the first event of the log in it happened, in UNIX milliseconds; undefined if there is none. */
  firstAt: number | undefined;
  readonly #mostBytes: number;
  #bytes = 0;
  #count = 0;

  /** The answer ends with the event that exceeds so many bytes. */
  constructor(mostBytes: number) {
    this.#mostBytes = mostBytes;
  }

  /** Texts in order of their IDs. */
  get texts(): readonly string[] {
    return this.#texts.filter((text) => text !== undefined);
  }

  get isEmpty(): boolean {
    return this.#count === 0;
  }

  get isFull(): boolean {
    return this.#bytes >= this.#mostBytes || this.#count >= MAX_EVENTS;
  }

  add(texts: readonly string[]): void {
    for (const text of texts) {
      const size = Buffer.byteLength(text);
      this.#texts.push(text);
      this.#sizes.push(size);
      this.#bytes += size;
      this.#count += 1;
    }
  }

  /**
   * The entry to deliver: a flag change is merged with the previous one of its flag, which has not been sent
   * yet, if that changed it in the same way.
   */
  merged(entry: BufferedEvent): BufferedEvent {
    const { event } = entry;
    if (!('payload' in event) || event.payload.type !== 'update_message_flags') return entry;
    const change = event.payload;
    if (!isMergeable(change)) return entry;
    const earlier = this.#flagChanges.get(keyOf(change));
    if (earlier === undefined) return entry;
    const messages = [...earlier.messages, ...change.messages];
    return { ...entry, event: { ...event, payload: { ...change, messages } as FlagChange } };
  }

  /** Adds the delivered form of an entry, replacing the one it was merged with. */
  addEntry({ event, time }: BufferedEvent, texts: readonly string[]): void {
    if (texts.length === 0) return;
    this.firstAt ??= time;
    if ('payload' in event && event.payload.type === 'update_message_flags') this.#addChange(event.payload);
    this.add(texts);
  }

  /** Further changes must not be merged with one before this that does the opposite: the last one counts. */
  #addChange(change: FlagChange): void {
    const earlier = isMergeable(change) ? this.#flagChanges.get(keyOf(change)) : undefined;
    if (earlier !== undefined) this.#remove(earlier.index);
    for (const op of ['add', 'remove'] as const) this.#flagChanges.delete(keyOf({ op, flag: change.flag }));
    const { messages } = change;
    if (isMergeable(change) && messages.length < MAX_MERGED_MESSAGES)
      this.#flagChanges.set(keyOf(change), { index: this.#texts.length, messages });
  }

  #remove(index: number): void {
    this.#bytes -= this.#sizes[index] ?? 0;
    this.#count -= 1;
    this.#texts[index] = undefined;
  }
}

/** Marking as unread includes conversations, and marking all as read names no messages: they are not merged. */
const isMergeable = ({ op, flag, all }: FlagChange): boolean => !all && (op === 'add' || flag !== 'read');

const keyOf = ({ op, flag }: Pick<FlagChange, 'op' | 'flag'>): string => `${op} ${flag}`;
