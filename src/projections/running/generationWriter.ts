/**
 * Applies events to one generation: with their checkpoint, quarantining an organization at an event that
 * cannot be applied, and lifting the quarantine on the operator's request. Nothing here waits or retries.
 */
import type { Clock } from '../../base/clock.ts';
import { nextTurn } from '../../base/concurrency.ts';
import type { OrganizationId } from '../../base/ids.ts';
import type { EventLog, Position, StoredEvent } from '../../events/log/eventLog.ts';
import type { DocumentKey, DocumentWrite, Generation, KeyValueStore } from '../store/readModels.ts';
import { type BatchEvent, EventNotApplied, foldBatch, handlersOf, LoggedEvent } from './batch.ts';
import type { Projection } from './define.ts';
import { DocumentChanges } from './documentChanges.ts';
import { logQuarantined, logQuarantineLifted, logSkipped, type ProjectionLogger } from './logLines.ts';
import { createQuarantine, type Quarantine, QuarantineStore } from './quarantine.ts';

/**
 * The revision up to which an organization's stream must have been applied. The position helps if there are no new
 * events.
 */
export interface TargetPosition {
  readonly revision: number;
  readonly position?: Position;
}

interface WriterDependencies {
  readonly notes: KeyValueStore;
  readonly clock: Clock;
  readonly logger: ProjectionLogger;
}

/**
 * Events without a write after which the checkpoint is stored nevertheless. A start reads as many again in
 * some milliseconds; storing it ten times as often cost a busy server a hundredth of its sends, over all
 * projections.
 */
export const IDLE_EVENTS = 10_000;
const RETRY_BATCH = 500;

/** Up to where it has been tried before, and who learns of a bad event. */
interface Replaying {
  readonly tried?: Position | undefined;
  readonly onBad?: (bad: EventNotApplied) => void;
}

export class GenerationWriter {
  readonly projection: Projection;
  readonly generation: Generation;
  /** Documents touched since the process started. */
  readonly touchedDocuments = new DocumentChanges();
  readonly #with: WriterDependencies;
  readonly #handlers;
  readonly #aside: QuarantineStore;
  readonly #revisions = new Map<OrganizationId, number>();
  #position: Position | null = null;
  #stored: Position | null = null;
  #idleEvents = 0;
  /** Documents loaded by the current attempt; another node may have written them already. */
  #loaded: readonly DocumentKey[] = [];

  private constructor(projection: Projection, generation: Generation, parts: WriterDependencies) {
    this.projection = projection;
    this.generation = generation;
    this.#with = parts;
    this.#handlers = handlersOf(projection);
    this.#aside = new QuarantineStore(projection, generation.name, parts.notes);
  }

  /** Continues from the generation's checkpoint, with its recorded quarantines. */
  static async open(
    projection: Projection,
    generation: Generation,
    parts: WriterDependencies,
  ): Promise<GenerationWriter> {
    const writer = new GenerationWriter(projection, generation, parts);
    writer.#position = writer.#stored = await generation.checkpoint();
    await writer.#aside.learn();
    return writer;
  }

  /** Everything up to here has been applied or quarantined; the stored checkpoint may be slightly lower. */
  get position(): Position | null {
    return this.#position;
  }

  get quarantines(): ReadonlyMap<OrganizationId, Quarantine> {
    return this.#aside.quarantines;
  }

  /** Whether an organization's documents contain everything up to the given revision. */
  passed(organizationId: OrganizationId, { revision, position }: TargetPosition): boolean {
    if (this.quarantines.has(organizationId)) return false;
    if ((this.#revisions.get(organizationId) ?? -1) >= revision) return true;
    return position !== undefined && this.#position !== null && this.#position >= position;
  }

  /** Takes over another generation's knowledge of revisions: this one must be at least as far. */
  inherit(other: GenerationWriter): void {
    for (const [organizationId, revision] of other.#revisions) {
      if (revision > (this.#revisions.get(organizationId) ?? -1))
        this.#revisions.set(organizationId, revision);
    }
  }

  /** Applies events in log order; those already applied change nothing. Fails only if the engine fails. */
  async apply(events: readonly BatchEvent[]): Promise<void> {
    const last = events.at(-1)?.stored.position;
    if (last === undefined || last <= (this.#position ?? -1)) return;
    this.#loaded = [];
    if (this.quarantines.size > 0) await this.#aside.learn();
    const fresh = this.#beyondPosition(events);
    const due = () => this.#dueOf(this.#beyondPosition(fresh));
    if (!fresh.some(({ stored }) => this.#handlers.has(stored.type)))
      await this.#commit([], last, fresh.length);
    else if (!(await this.#takenInElsewhere(due, last, fresh.length)))
      await this.#commit(await this.#fold(due), last, fresh.length);
    fresh.forEach(({ organizationId, stored }, at) => {
      const isLast = fresh[at + 1]?.organizationId !== organizationId;
      if (isLast) this.#revisions.set(organizationId, stored.revision);
    });
  }

  /** The projection has nothing more to apply up to the position. */
  reach(position: Position): void {
    if (position > (this.#position ?? -1)) this.#position = position;
  }

  /** Stores the checkpoint if it is behind. */
  async flushCheckpoint(): Promise<void> {
    if (this.#position === null || this.#position === this.#stored) return;
    await this.generation.commit([], this.#position);
    this.#stored = this.#position;
  }

  /** Lifts a quarantine by replaying what was missed. True unless an event is (still) bad. */
  async retry(organizationId: OrganizationId, log: EventLog): Promise<boolean> {
    let quarantine = await this.#aside.of(organizationId);
    let replayed: Position | undefined;
    // Another node may have continued without the organization until it learns that the quarantine is lifted.
    for (let upTo = await this.#complete(); upTo !== replayed; upTo = await this.#complete()) {
      if (!(await this.#replayAll(quarantine, log, upTo))) return false;
      await this.#aside.lift(organizationId);
      quarantine = { ...quarantine, replayedTo: upTo };
      replayed = upTo;
    }
    logQuarantineLifted(this.#with.logger, this.generation.name, organizationId);
    return true;
  }

  /** Records that the bad event is skipped, then lifts the quarantine. */
  async skip(organizationId: OrganizationId, reason: string, log: EventLog): Promise<boolean> {
    const { position, eventId, type } = await this.#aside.of(organizationId);
    await this.#aside.skip({ position, eventId, type, reason, at: this.#with.clock.now() });
    const skipped = { organizationId, position, eventId, reason };
    logSkipped(this.#with.logger, this.generation.name, skipped);
    return this.retry(organizationId, log);
  }

  /** The position up to which this node, or another, has applied everything that is not quarantined. */
  async #complete(): Promise<Position> {
    return Math.max(this.#position ?? -1, (await this.generation.checkpoint()) ?? -1);
  }

  async #replayAll(quarantine: Quarantine, log: EventLog, upTo: Position): Promise<boolean> {
    for await (const page of log.readStream(quarantine.stream, { from: quarantine.revision })) {
      for (let start = 0; start < page.length; start += RETRY_BATCH) {
        const events = LoggedEvent.all(page.slice(start, start + RETRY_BATCH));
        if (!(await this.#replay(quarantine, events, upTo))) return false;
        await nextTurn();
      }
    }
    return true;
  }

  /**
   * The attempt is recorded before it is made: whatever happens, what it folds is not bad the next time. Only
   * stored events are passed: the next bad event is quarantined after that.
   */
  async #replay(quarantine: Quarantine, events: readonly BatchEvent[], upTo: Position): Promise<boolean> {
    const { replayedTo: tried = -1 } = quarantine;
    let missed = events.filter(({ stored }) => stored.position <= upTo && !this.#aside.isSkipped(stored));
    const bad: EventNotApplied[] = [];
    const onBad = (found: EventNotApplied): void => {
      bad.splice(0, 1, found);
      missed = missed.filter(({ stored }) => stored.position < found.event.stored.position);
    };
    const writes = await this.#fold(() => missed, { tried, onBad });
    const last = missed.at(-1)?.stored.position ?? -1;
    if (last > tried) await this.#aside.put({ ...quarantine, replayedTo: last });
    if (writes.length > 0) await this.generation.commit(writes, upTo);
    this.#noteTouched(writes);
    for (const found of bad) await this.#setAside(found);
    return bad.length === 0;
  }

  /** Whether a thread of the engine has folded and committed the relevant events. */
  async #takenInElsewhere(
    due: () => readonly BatchEvent[],
    position: Position,
    events: number,
  ): Promise<boolean> {
    if (!this.generation.applyEvents) return false;
    const handled: StoredEvent[] = [];
    for (const { stored } of due()) if (this.#handlers.has(stored.type)) handled.push(stored);
    const taken = handled.length === 0 ? undefined : await this.generation.applyEvents(handled, position);
    if (taken === undefined) return false;
    this.touchedDocuments.noteGroups(taken.touched);
    if (taken.hasWritten) this.#moveOn(position, 'stored');
    else await this.#commit([], position, events);
    return true;
  }

  /**
   * Folds the relevant events; a bad event quarantines its organization, and the rest is folded again. An
   * event that the generation already contains is not bad: documents that it patches may have been removed
   * since.
   */
  async #fold(
    due: () => readonly BatchEvent[],
    { tried, onBad }: Replaying = {},
  ): Promise<readonly DocumentWrite[]> {
    const store = { load: (keys: readonly DocumentKey[]) => this.#load(keys) };
    for (;;) {
      try {
        return await foldBatch(this.projection, this.#handlers, due(), store, tried);
      } catch (error) {
        if (!(error instanceof EventNotApplied)) throw error;
        if (onBad) onBad(error);
        else if (!(await this.#isTakenIn(error))) await this.#setAside(error);
      }
    }
  }

  /** Whether a failed attempt, or another node, has applied an event; continues after all such. */
  async #isTakenIn({ event: { stored } }: EventNotApplied): Promise<boolean> {
    if (stored.position <= (this.#position ?? -1)) return false;
    const complete = await this.generation.checkpoint();
    if (complete === null || complete < stored.position) return false;
    await this.#aside.learn();
    this.touchedDocuments.forget();
    this.#moveOn(complete, 'stored');
    return true;
  }

  /** Recorded before the checkpoint passes the event: what precedes it is still applied. */
  async #setAside(bad: EventNotApplied): Promise<void> {
    const quarantine = createQuarantine(bad, this.#with.clock);
    await this.#aside.put(quarantine);
    logQuarantined(this.#with.logger, this.generation.name, quarantine);
  }

  /** Events are in order, and usually all are new; this runs for every event of every projection. */
  #beyondPosition(events: readonly BatchEvent[]): readonly BatchEvent[] {
    const first = events.findIndex(({ stored }) => stored.position > (this.#position ?? -1));
    if (first === -1) return [];
    return first > 0 ? events.slice(first) : events;
  }

  #dueOf(events: readonly BatchEvent[]): readonly BatchEvent[] {
    return this.#aside.isEmpty ? events : events.filter((event) => this.#aside.admits(event));
  }

  async #commit(writes: readonly DocumentWrite[], position: Position, events: number): Promise<void> {
    const isDue = writes.length > 0 || this.#idleEvents + events >= IDLE_EVENTS;
    if (isDue) await this.generation.commit(writes, position);
    this.#noteTouched(writes);
    this.#moveOn(position, isDue ? 'stored' : events);
  }

  /** The position has been stored, or so many events have passed without need of that. */
  #moveOn(position: Position, idle: 'stored' | number): void {
    if (idle === 'stored') this.#stored = position;
    this.#idleEvents = idle === 'stored' ? 0 : this.#idleEvents + idle;
    this.reach(position);
  }

  #load(keys: readonly DocumentKey[]): ReturnType<Generation['load']> {
    this.#loaded = this.#loaded.length === 0 ? keys : [...this.#loaded, ...keys];
    return this.generation.load(keys);
  }

  /** Before anybody can learn that the batch has been applied. */
  #noteTouched(writes: readonly DocumentWrite[]): void {
    this.touchedDocuments.note(this.#loaded);
    this.touchedDocuments.note(writes);
    this.#loaded = [];
  }
}
