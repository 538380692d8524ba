/**
 * The state of the page, kept in this browser beside the position in the event queue that it belongs to. The next opening
 * shows it at once and requests what has happened since; queues do not expire. Without a connection it is what is shown.
 */
import { type ClientState, emptyState, type Position, Table } from '@hansard/client';
import { myId, state } from './data.ts';
import { keep, openDatabase, stored } from './database.ts';
import { loggedInUserId } from './reader.ts';

/** Counts changes of what is kept, and of what the queue is registered with. */
const FORMAT = 2;
/** After a longer absence everything is loaded anew, rather than event by event. */
const RETENTION_MS = 7 * 24 * 3_600_000;
/** Milliseconds after an event until the state is kept. */
const SAVE_DELAY_MS = 3_000;

export interface SavedState {
  readonly format: number;
  /** UNIX milliseconds. */
  readonly keptAt: number;
  readonly userId: number;
  readonly position: Position;
  /** The parts of the state, with tables as maps. */
  readonly parts: Readonly<Record<string, unknown>>;
}

let timer: ReturnType<typeof setTimeout> | undefined;
let positionNow: (() => Position) | undefined;

/** Keeps the state from now on; `position` is that of the last event that has changed it. */
export function startSaving(position: () => Position): void {
  positionNow = position;
  saveSoon();
}

/** Something has changed. */
export function saveSoon(): void {
  timer ??= setTimeout(save, SAVE_DELAY_MS);
}

function save(): void {
  clearTimeout(timer);
  timer = undefined;
  if (positionNow === undefined) return;
  const parts = eachPart(state.peek(), (part) => (part instanceof Table ? new Map(part) : part));
  const userId = myId.peek();
  void keep('queue', 'state', {
    format: FORMAT,
    keptAt: Date.now(),
    userId,
    position: positionNow(),
    parts,
  } satisfies SavedState);
}

// A page that the browser puts aside keeps its state by itself.
addEventListener('pagehide', ({ persisted }) => {
  if (timer !== undefined && !persisted) save();
});

/** Keeps nothing any more: somebody has logged out. */
export function stopSaving(): void {
  positionNow = undefined;
  clearTimeout(timer);
  timer = undefined;
}

/** The saved state of the person who is logged in; undefined if there is none that is new enough. */
export async function loadSavedState(): Promise<SavedState | undefined> {
  const reader = loggedInUserId();
  if (reader === undefined) return undefined;
  openDatabase(reader);
  const kept = (await stored('queue', 'state')) as SavedState | undefined;
  const isUsable =
    kept?.format === FORMAT &&
    kept.userId === reader &&
    Date.now() - kept.keptAt < RETENTION_MS &&
    typeof Object(kept.position).queue_id === 'string' &&
    Object.keys(emptyState()).every((part) => part in Object(kept.parts));
  return isUsable ? kept : undefined;
}

/** Shows what was kept. */
export function restoreState({ parts }: SavedState): void {
  const all = eachPart(parts, (part) => (part instanceof Map ? new Table(part) : part));
  state.value = all as unknown as ClientState;
}

const eachPart = (parts: object, change: (part: unknown) => unknown): Readonly<Record<string, unknown>> =>
  Object.fromEntries(Object.entries(parts).map(([name, part]) => [name, change(part)]));
