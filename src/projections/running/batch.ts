/**
 * Folds a batch of events through one projection's handlers: collects their operations, loads all documents
 * that these depend on in one query, applies the operations in order in memory, and yields one write per
 * document.
 */
import { nextTurn } from '../../base/concurrency.ts';
import { messageOf } from '../../base/errors.ts';
import { type OrganizationId, organizationOfStream, SERVER } from '../../base/ids.ts';
import { type AnyEvent, decode } from '../../events/catalog.ts';
import type { Position, StoredEvent } from '../../events/log/eventLog.ts';
import type {
  Document,
  DocumentId,
  DocumentKey,
  DocumentWrite,
  Fold,
  Generation,
} from '../store/readModels.ts';
import type { Collection, Projection, ViewWriter } from './define.ts';

/** Documents processed before others get their turn. */
const DOCUMENTS_PER_TURN = 1_000;

/** An event of the log, decoded when the first projection needs it. */
export interface BatchEvent {
  readonly stored: StoredEvent;
  readonly organizationId: OrganizationId;
  decoded(): AnyEvent;
}

/** An event shared by several projections: decoded once, and only if one of them handles it. */
export class LoggedEvent implements BatchEvent {
  readonly stored: StoredEvent;
  readonly organizationId: OrganizationId;
  #decoded: AnyEvent | undefined;

  constructor(stored: StoredEvent) {
    this.stored = stored;
    this.organizationId = organizationOfStream(stored.stream) ?? SERVER;
  }

  static all(stored: readonly StoredEvent[]): LoggedEvent[] {
    return stored.map((event) => new LoggedEvent(event));
  }

  decoded(): AnyEvent {
    return (this.#decoded ??= decode(this.stored));
  }
}

/** A projection could not apply this event: its handler threw, or a document to patch does not exist. */
export class EventNotApplied extends Error {
  readonly event: BatchEvent;

  constructor(projection: string, event: BatchEvent, cause: unknown) {
    const { type, position } = event.stored;
    const reason = messageOf(cause);
    super(`${projection} cannot take in the ${type} at position ${position}: ${reason}`, { cause });
    this.name = 'EventNotApplied';
    this.event = event;
  }
}

type Handler = (event: AnyEvent, views: ViewWriter, organizationId: OrganizationId) => void;

/** The handlers of a projection by event type. */
export const handlersOf = (projection: Projection): ReadonlyMap<string, Handler> =>
  new Map(Object.entries(projection.on) as unknown as [string, Handler][]);

/** A document that a batch touches: its stored form and its new one. */
interface Slot extends DocumentKey {
  /** Position of the stored document, which contains the operations of events up to it. */
  storedAt: number;
  /** The stored document from before the batch; loaded only if a handler depends on it. */
  stored: Document | undefined;
  document: Document | undefined;
  /** Position of the last event that changed it in this batch. */
  changedAt: number | undefined;
  readonly dependsOnStored: boolean;
}

type DocumentUpdate = (document: Document | undefined) => Document | undefined;

interface SlotUpdate {
  readonly slot: Slot;
  readonly event: BatchEvent;
  readonly mustExist: boolean;
  readonly change: DocumentUpdate | Document | undefined;
}

/** Collects the operations of one batch. */
class Collector implements ViewWriter {
  readonly operations: SlotUpdate[] = [];
  readonly slots: Slot[] = [];
  readonly #projection: Projection;
  readonly #byCollection = new Map<string, Map<OrganizationId, Map<DocumentId, Slot>>>();
  #event!: BatchEvent;

  constructor(projection: Projection) {
    this.#projection = projection;
    for (const collection of Object.keys(projection.collections))
      this.#byCollection.set(collection, new Map());
  }

  /** Runs a handler; all its operations are in the event's organization. */
  handle(event: BatchEvent, handler: Handler): void {
    this.#event = event;
    handler(event.decoded(), this, event.organizationId);
  }

  put({ name }: Collection, id: DocumentId, document: object): void {
    this.#add(name, id, false, false, document as Document);
  }

  patch<Shape>({ name }: Collection, id: DocumentId, change: (document: Shape) => Shape): void {
    this.#add(name, id, true, true, change as unknown as DocumentUpdate);
  }

  upsert<Shape>(
    { name }: Collection,
    id: DocumentId,
    change: (document: Shape | undefined) => Shape | undefined,
  ): void {
    this.#add(name, id, true, false, change as unknown as DocumentUpdate);
  }

  remove({ name }: Collection, id: DocumentId): void {
    this.#add(name, id, false, false, undefined);
  }

  #add(
    collection: string,
    id: DocumentId,
    reads: boolean,
    mustExist: boolean,
    change: SlotUpdate['change'],
  ): void {
    const slot = this.#slot(collection, id, reads);
    this.operations.push({ slot, event: this.#event, mustExist, change });
  }

  #slot(collection: string, id: DocumentId, reads: boolean): Slot {
    const slots = this.#slotsOf(collection);
    const known = slots.get(id);
    if (known) return known;
    const { organizationId } = this.#event;
    const slot: Slot = {
      collection,
      organizationId,
      id,
      storedAt: -1,
      stored: undefined,
      document: undefined,
      changedAt: undefined,
      dependsOnStored: reads,
    };
    slots.set(id, slot);
    this.slots.push(slot);
    return slot;
  }

  #slotsOf(collection: string): Map<DocumentId, Slot> {
    const organizations = this.#byCollection.get(collection);
    if (!organizations) throw new Error(`${this.#projection.name} has no collection named ${collection}.`);
    let slots = organizations.get(this.#event.organizationId);
    if (!slots) organizations.set(this.#event.organizationId, (slots = new Map()));
    return slots;
  }
}

/**
 * The writes for a batch of events, which must be in log order. Folding some of them again over documents
 * that contain them already changes nothing, unless such a document has been removed without a tombstone:
 * then an event that patches it is bad, except for events up to `tried`, which were folded before and may
 * have been stored. Throws BadEvent, or what `generation.load` throws.
 */
export async function foldBatch(
  projection: Projection,
  handlers: ReadonlyMap<string, Handler>,
  events: readonly BatchEvent[],
  generation: Pick<Generation, 'load'>,
  tried: Position = -1,
): Promise<readonly DocumentWrite[]> {
  const collector = new Collector(projection);
  for (const event of events) {
    const handler = handlers.get(event.stored.type);
    if (handler) blaming(projection, event, () => collector.handle(event, handler));
  }
  await loadStored(collector.slots, generation);
  await inTurns(collector.operations, (operations) => {
    for (const operation of operations) blaming(projection, operation.event, () => apply(operation, tried));
  });
  return writesOf(projection, collector.slots);
}

function blaming(projection: Projection, event: BatchEvent, action: () => void): void {
  try {
    action();
  } catch (error) {
    throw new EventNotApplied(projection.name, event, error);
  }
}

async function loadStored(slots: readonly Slot[], generation: Pick<Generation, 'load'>): Promise<void> {
  const dependent = slots.filter((slot) => slot.dependsOnStored);
  if (dependent.length === 0) return;
  await inTurns(dependent, async (slots) => {
    const found = await generation.load(slots);
    slots.forEach((slot, index) => {
      const stored = found[index];
      if (!stored) return;
      slot.storedAt = stored.position;
      slot.stored = stored.document;
      slot.document = stored.document;
    });
  });
}

/** One event may touch ten thousand documents: others get their turn in between. */
async function inTurns<Item>(
  items: readonly Item[],
  work: (some: readonly Item[]) => void | Promise<void>,
): Promise<void> {
  for (let start = 0; start < items.length; start += DOCUMENTS_PER_TURN) {
    if (start > 0) await nextTurn();
    await work(items.length > DOCUMENTS_PER_TURN ? items.slice(start, start + DOCUMENTS_PER_TURN) : items);
  }
}

function apply({ slot, event, mustExist, change }: SlotUpdate, tried: Position): void {
  const { position } = event.stored;
  if (position <= slot.storedAt) return;
  if (mustExist && slot.document === undefined) {
    if (position <= tried) return;
    throw new Error(`there is no document ${slot.id} in ${slot.collection} to patch`);
  }
  const changed = typeof change === 'function' ? change(slot.document) : change;
  if (typeof change === 'function' && changed === slot.document) return;
  slot.document = changed;
  slot.changedAt = position;
}

/** Finding the words of a document takes longer than all else that is done with it. */
async function writesOf({ wordings }: Projection, slots: readonly Slot[]): Promise<DocumentWrite[]> {
  const writes: DocumentWrite[] = [];
  await inTurns(slots, (some) => {
    for (const slot of some)
      if (slot.changedAt !== undefined) writes.push(writeOf(slot, slot.changedAt, wordings));
  });
  return writes;
}

function writeOf(
  { collection, organizationId, id, stored, document }: Slot,
  position: Position,
  wordings: Projection['wordings'],
): DocumentWrite {
  if (document === undefined) return { collection, organizationId, id, position };
  const wording = wordings.get(collection);
  if (wording === undefined || (stored && wording.haveSameWords(stored, document)))
    return { collection, organizationId, id, position, document };
  return { collection, organizationId, id, position, document, words: wording.wordsOf(document) };
}

// The fold of projections for a store whose engine has a thread for it, and which knows no projections.

/** Folds for any of the projections; consecutive ones that receive the same events decode them once. */
export function createFold(projections: readonly Projection[]): Fold {
  const foldable = projections.map((projection) => ({ projection, handlers: handlersOf(projection) }));
  let last: { readonly stored: readonly StoredEvent[]; readonly events: readonly LoggedEvent[] } | undefined;
  return async ({ projection: name, version }, stored, load) => {
    const known = foldable.find(
      ({ projection }) => projection.name === name && projection.version === version,
    );
    if (!known) return undefined;
    if (last?.stored !== stored) last = { stored, events: LoggedEvent.all(stored) };
    try {
      return await foldBatch(known.projection, known.handlers, last.events, { load });
    } catch (error) {
      if (error instanceof EventNotApplied) return undefined;
      throw error;
    }
  };
}
