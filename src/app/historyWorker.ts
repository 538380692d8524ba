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

export type HistoryReport =
  | { readonly number: number; readonly packed: PackedEntries; readonly upTo: number }
  | { readonly number: number; readonly error: string };

/**
 * Cached states, each at the position its last reader reached, so that reading the next page needs no
 * folding.
 */
const KEPT_STATES = 4;

const { engines, logId, keys } = workerData as HistoryWorkerData;
const log = await openEventLog(engines.log, { clock: systemClock, readOnly: true });
const readModels = await openReadModels(engines.documents, { clock: systemClock, readOnly: true });
let states: readonly OrganizationState[] = [];
let last = Promise.resolve();

parentPort?.on('message', (order: HistoryOrder) => {
  last = last.then(() => carryOut(order));
});

async function carryOut(order: HistoryOrder): Promise<void> {
  const { number } = order;
  try {
    parentPort?.postMessage({ number, ...(await translated(order)) } satisfies HistoryReport);
  } catch (error) {
    parentPort?.postMessage({ number, error: String(error) } satisfies HistoryReport);
  }
}

async function translated({ organizationId, after, upTo, host }: HistoryOrder) {
  const state = await stateAt(organizationId, after);
  const moments = new ObservedFold(state);
  const packer = new EntryPacker();
  for await (const event of eventsBehind(state, upTo))
    moments.fold(event, (_event, moment) => {
      for (const entry of toBufferedEvents(event, { ...moment, host })) packer.add(entry);
    });
  keep(state);
  return { packed: packer.packed, upTo: state.revision };
}

/**
 * The organization at a revision: from a cached state, else from a snapshot, else folded from the beginning.
 */
async function stateAt(organizationId: OrganizationId, revision: number): Promise<OrganizationState> {
  const isBefore = (state: OrganizationState) =>
    state.organizationId === organizationId && state.revision <= revision;
  const kept = states.filter(isBefore).toSorted((one, other) => other.revision - one.revision)[0];
  states = states.filter((state) => state !== kept);
  const state =
    kept ??
    (await loadSnapshot(readModels.notes, { logId, organizationId, keys }, revision)) ??
    emptyOrganization(organizationId);
  for await (const event of eventsBehind(state, revision)) state.fold(event);
  return state;
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

const keep = (state: OrganizationState): void => {
  states = [state, ...states].slice(0, KEPT_STATES);
};
