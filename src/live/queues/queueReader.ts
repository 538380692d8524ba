/** Reads the events after a cursor: from the feed if that goes back far enough, otherwise from the log. */
import { NotReady } from '../../base/errors.ts';
import type { OrganizationId, UserId } from '../../base/ids.ts';
import type { AddressedPayload } from '../translation/define.ts';
import type { BufferedEvent } from './bufferedEvent.ts';
import type { ClientEventBuffer, EventHistory, EventRange, HistoryAsker } from './clientEventBuffer.ts';
import { deliverEntry, formId, isForQueue } from './deliverEntry.ts';
import type { DeliveryThrottle } from './deliveryThrottle.ts';
import { lastEventIdOf, revisionOf } from './eventIds.ts';
import { messagesNamedIn, presentEntry } from './presentTexts.ts';
import type { DeliveryTarget } from './queueRegistration.ts';
import { badQueue, type EphemeralBuffer, type QueueSession } from './queueSession.ts';

// The events of one answer: in order, limited in bytes, with consecutive flag changes merged.

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

/** Entries of the feed that a delivery examines before others get their turn. */
const ENTRIES_PER_TURN = 512;

/** Events as JSON texts, and the ID up to which there are no others. */
interface QueuePage {
  readonly texts: readonly string[];
  readonly upTo: number;
  /**
   * When the first event of the log among them happened, in UNIX milliseconds; undefined if there is none.
   */
  readonly firstAt: number | undefined;
}

/** What a poll wants to read. */
interface QueueReadRequest {
  readonly after: number;
  readonly mostBytes: number;
  /** The poll's number in its queue. */
  readonly turn: number;
  /** Charges the poll for older events that are read of the log. */
  readonly charge: (polls: number) => void;
}

interface QueueReaderDependencies {
  readonly history: EventHistory;
  readonly measures: { caughtUp(): void };
  readonly turns: DeliveryThrottle;
  /** The account that answers for a person's polls. */
  readonly ownerOf: (userId: UserId) => UserId;
}

export class QueueReader {
  readonly #organizationId: OrganizationId;
  readonly #feed: ClientEventBuffer;
  readonly #ephemeral: EphemeralBuffer;
  readonly #history: EventHistory;
  readonly #caughtUp: () => void;
  readonly #turns: DeliveryThrottle;
  readonly #ownerOf: QueueReaderDependencies['ownerOf'];

  constructor(
    organizationId: OrganizationId,
    feed: ClientEventBuffer,
    ephemeral: EphemeralBuffer,
    parts: QueueReaderDependencies,
  ) {
    this.#organizationId = organizationId;
    this.#feed = feed;
    this.#ephemeral = ephemeral;
    this.#history = parts.history;
    this.#turns = parts.turns;
    this.#ownerOf = parts.ownerOf;
    this.#caughtUp = () => parts.measures.caughtUp();
  }

  /** Whether there is nothing for the queue after an ID. */
  isAtEnd(queue: QueueSession, id: number): boolean {
    return id >= lastEventIdOf(this.#feed.upTo) && !queue.hasEphemeral(this.#ephemeral);
  }

  /**
   * Events for a poll after an ID, about `mostBytes` at most. If a view is not available, the events
   * before it are returned; fails with `NotReady` if there are none, and with BAD_EVENT_QUEUE_ID if the queue
   * has ended. Stops where the poll ends.
   */
  async read(queue: QueueSession, { after, mostBytes, turn, charge }: QueueReadRequest): Promise<QueuePage> {
    const answer = new PollAnswer(mostBytes);
    const ended = queue.endOf(turn);
    const asker = { ownerId: this.#ownerOf(queue.receiver.queue.userId), charge, ended };
    let upTo = after;
    try {
      while (!answer.isFull && !ended.aborted) {
        const range = await this.#behind(upTo, asker, queue.receiver);
        if (range === undefined) {
          const revision = this.#feed.upTo;
          answer.add(await queue.readEphemeral(this.#ephemeral, { after: upTo, revision, turn }));
          upTo = Math.max(upTo, lastEventIdOf(revision));
          break;
        }
        upTo = await deliverAll(range, upTo, queue, answer);
      }
    } catch (error) {
      if (!(error instanceof NotReady) || (answer.isEmpty && !ended.aborted)) throw error;
    }
    return { texts: answer.texts, upTo, firstAt: answer.firstAt };
  }

  /** Undefined at the end. */
  async #behind(id: number, asker: HistoryAsker, receiver: DeliveryTarget): Promise<EventRange | undefined> {
    if (!this.#feed.covers(id)) return this.#inHistory(id, asker, receiver);
    const entries = this.#feed.after(id, ENTRIES_PER_TURN);
    const last = entries.at(-1);
    if (entries.length >= ENTRIES_PER_TURN) await this.#turns.again();
    return last && { entries, upTo: last.id };
  }

  /** For texts that the reader could not read now, see `presentTexts.ts`. */
  async #inHistory(id: number, asker: HistoryAsker, receiver: DeliveryTarget): Promise<EventRange> {
    const revision = revisionOf(id);
    const hasAll = id >= lastEventIdOf(revision);
    this.#caughtUp();
    const range = await this.#history.after(this.#organizationId, hasAll ? revision : revision - 1, asker);
    await this.#turns.again();
    if (range.upTo <= id) throw new NotReady('The log does not show yet what this queue is told next.');
    return presentEntries(range, id, receiver);
  }
}

/** The forms that a client lacks which has stopped after one of them. */
const formsAfter = (after: number, entry: BufferedEvent, texts: readonly string[]): readonly string[] =>
  entry.firstId > after ? texts : texts.filter((_, index) => formId(entry, index, texts.length) > after);

/**
 * Older entries as their reader may know them now, as soon as they are read: of those that the queue is not meant to get
 * nothing is looked up.
 */
async function presentEntries(
  { entries, upTo }: EventRange,
  after: number,
  { queue, completions }: DeliveryTarget,
): Promise<EventRange> {
  const own = entries.filter((entry) => entry.id > after && isForQueue(entry, queue));
  if (own.length === 0) return { entries: [], upTo };
  const { organizationId, userId } = queue;
  const reader = await completions.present({ organizationId, userId }, own.flatMap(messagesNamedIn));
  return { entries: own.map((entry) => presentEntry(entry, reader)), upTo };
}

/** Delivers until the answer is full; returns the ID up to which everything has been examined. */
async function deliverAll(
  { entries, upTo }: EventRange,
  after: number,
  queue: QueueSession,
  answer: PollAnswer,
): Promise<number> {
  let passed = after;
  for (const entry of entries) {
    if (entry.id <= after) continue;
    if (answer.isFull && entry.id > passed) return passed;
    answer.add(queue.unacknowledged(passed, entry.id));
    const whole = answer.merged(entry);
    const delivering = deliverEntry(whole, queue.receiver);
    const texts = delivering instanceof Promise ? await delivering : delivering;
    if (texts === 'ended') throw badQueue(queue.receiver.id);
    answer.addEntry(whole, formsAfter(after, entry, texts));
    passed = entry.id;
  }
  answer.add(queue.unacknowledged(passed, upTo));
  return Math.max(passed, upTo);
}
