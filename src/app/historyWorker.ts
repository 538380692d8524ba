/**
 * A thread that recomputes client events for queues whose clients were away: it folds the organization up to
 * their position and translates from there on, without blocking anybody else.
 */
import { parentPort, workerData } from 'node:worker_threads';
import { systemClock } from '../base/clock.ts';
import { type OrganizationId, organizationStream } from '../base/ids.ts';
import { type AnyEvent, decode } from '../events/catalog.ts';
import { requireNext } from '../events/chain.ts';
import { toBufferedEvents } from '../live/queues/bufferedEvent.ts';
import { EntryPacker, type PackedEntries } from '../live/queues/packedEntry.ts';
import { loadSnapshot } from '../organization/snapshots.ts';
import { emptyOrganization, type OrganizationState } from '../organization/state.ts';
import { ObservedFold } from '../organization/transitions.ts';
import { type Engines, openEventLog, openReadModels } from './core/engines.ts';
import { HistoryTurns, type SlicedReading } from './historyTurns.ts';

/** Start-up data of the thread. */
export interface HistoryWorkerData {
  readonly engines: Engines;
  readonly logId: string;
  /** Those by which snapshots are authenticated. */
  readonly keys: readonly Uint8Array[];
}

/** The revisions after `after`, up to and including `upTo`, translated for the organization's host name. */
export interface HistoryOrder {
  readonly number: number;
  readonly organizationId: OrganizationId;
  readonly after: number;
  readonly upTo: number;
  readonly host: string;
}

/** A person asks for an order, which is there already if it is absent here; or nobody waits for it any more. */
export type HistoryRequest =
  | { readonly number: number; readonly ownerId: number; readonly order?: HistoryOrder }
  | { readonly number: number; readonly isCancelled: true };

/** What became of an order, and how many events were read for it. */
export type HistoryReport = { readonly number: number; readonly events: number } & (
  { readonly packed: PackedEntries; readonly upTo: number } | { readonly error: string }
);

/**
 * Cached states, each at the position its last reader reached, so that reading the next page needs no
 * folding; so many of one organization.
 */
const KEPT_STATES = 4;
const KEPT_STATES_OF_ONE = 2;

/** Milliseconds of work before another organization has its turn. */
const SLICE_MS = 4;

const { engines, logId, keys } = workerData as HistoryWorkerData;
const log = await openEventLog(engines.log, { clock: systemClock, readOnly: true });
const readModels = await openReadModels(engines.documents, { clock: systemClock, readOnly: true });
const turns = new HistoryTurns();
let states: readonly OrganizationState[] = [];

parentPort?.on('message', (request: HistoryRequest) => {
  if ('isCancelled' in request) return void turns.cancel(request.number);
  const { number, order, ownerId } = request;
  const reading = order === undefined ? turns.find(number) : new Reading(order);
  if (reading !== undefined) turns.add(reading, ownerId);
});

const report = (result: HistoryReport): void => parentPort?.postMessage(result);

class Reading implements SlicedReading {
  readonly #order: HistoryOrder;
  readonly #steps: AsyncGenerator<undefined, void>;
  #events = 0;
  #sliceEnd = 0;

  constructor(order: HistoryOrder) {
    this.#order = order;
    this.#steps = this.#read();
  }

  get number(): number {
    return this.#order.number;
  }

  get organizationId(): OrganizationId {
    return this.#order.organizationId;
  }

  async work(): Promise<boolean> {
    this.#sliceEnd = systemClock.monotonic() + SLICE_MS;
    try {
      return (await this.#steps.next()).done === true;
    } catch (error) {
      this.#fail(String(error));
      return true;
    }
  }

  async cancel(): Promise<void> {
    await this.#steps.return();
    this.#fail('Nobody waits for it any more.');
  }

  #fail(error: string): void {
    report({ number: this.number, events: this.#events, error });
  }

  async *#read(): AsyncGenerator<undefined, void> {
    const { number, after, upTo, host } = this.#order;
    const state = await takeState(this.organizationId, after);
    try {
      for await (const event of eventsBehind(state, after)) {
        state.fold(event);
        if (this.#isOver()) yield;
      }
      const moments = new ObservedFold(state);
      const packer = new EntryPacker();
      for await (const event of eventsBehind(state, upTo)) {
        moments.fold(event, (_event, moment) => {
          for (const entry of toBufferedEvents(event, { ...moment, host })) packer.add(entry);
        });
        if (this.#isOver()) yield;
      }
      report({ number, events: this.#events, packed: packer.packed, upTo: state.revision });
    } finally {
      keep(state);
    }
  }

  /** Counts an event; true if the slice is over. */
  #isOver(): boolean {
    this.#events += 1;
    return systemClock.monotonic() >= this.#sliceEnd;
  }
}

/** The organization at a revision or before: a cached state, else a snapshot, else its beginning. */
async function takeState(organizationId: OrganizationId, revision: number): Promise<OrganizationState> {
  const isBefore = (state: OrganizationState) =>
    state.organizationId === organizationId && state.revision <= revision;
  const kept = states.filter(isBefore).toSorted((one, other) => other.revision - one.revision)[0];
  states = states.filter((state) => state !== kept);
  return (
    kept ??
    (await loadSnapshot(readModels.notes, { logId, organizationId, keys }, revision)) ??
    emptyOrganization(organizationId)
  );
}

/**
 * The events after a state, up to a revision, each verified to follow the one before. The caller must fold an
 * event before it asks for the next.
 */
async function* eventsBehind(state: OrganizationState, upTo: number): AsyncGenerator<AnyEvent> {
  const limit = upTo - state.revision;
  if (limit <= 0) return;
  const stream = organizationStream(state.organizationId);
  for await (const page of log.readStream(stream, { from: state.revision + 1, limit }))
    for (const stored of page) {
      requireNext(state, stored);
      yield decode(stored);
    }
}

function keep(state: OrganizationState): void {
  const surplus = states
    .filter(({ organizationId }) => organizationId === state.organizationId)
    .slice(KEPT_STATES_OF_ONE - 1);
  states = [state, ...states.filter((kept) => !surplus.includes(kept))].slice(0, KEPT_STATES);
}
