/** The events of one answer: in order, limited in bytes, with consecutive flag changes merged. */
import type { Entry } from './entry.ts';
import type { AddressedPayload } from '../define.ts';

/** Maximum number of events in an answer. */
const MOST_EVENTS = 1_000;

type FlagChange = Extract<AddressedPayload['payload'], { readonly type: 'update_message_flags' }>;

export class AnswerEvents {
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
    return this.#bytes >= this.#mostBytes || this.#count >= MOST_EVENTS;
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

  /** The entry to deliver: a flag change is merged with the previous one, which has not been sent yet. */
  merged(entry: Entry): Entry {
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
  addEntry({ event, time }: Entry, texts: readonly string[]): void {
    if (texts.length === 0) return;
    this.firstAt ??= time;
    if ('payload' in event && event.payload.type === 'update_message_flags' && isMergeable(event.payload)) {
      const key = keyOf(event.payload);
      const earlier = this.#flagChanges.get(key);
      if (earlier) this.#remove(earlier.index);
      this.#flagChanges.set(key, { index: this.#texts.length, messages: event.payload.messages });
    }
    this.add(texts);
  }

  #remove(index: number): void {
    this.#bytes -= this.#sizes[index] ?? 0;
    this.#count -= 1;
    this.#texts[index] = undefined;
  }
}

/** Marking as unread includes conversations, so it is not merged. */
const isMergeable = ({ op, flag }: FlagChange): boolean => op === 'add' || flag !== 'read';

const keyOf = ({ op, flag }: FlagChange): string => `${op} ${flag}`;
