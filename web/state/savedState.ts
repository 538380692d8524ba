/**
 * The state of the page, kept in this browser beside the position in the event queue that it belongs to. The next opening
 * shows it at once and requests what has happened since; queues do not expire. Without a connection it is what is shown.
 */
import type { Position } from '@hansard/client';
import { batch, type Signal } from '@preact/signals';
import * as data from './data.ts';
import { keep, lastReader, openDatabase, stored } from './database.ts';
import { unread, unreadMentions } from './unread.ts';

/** Counts changes of what is kept, and of what the queue is registered with. */
const FORMAT = 1;
/** After a longer absence everything is loaded anew, rather than event by event. */
const RETENTION_MS = 7 * 24 * 3_600_000;
/** Milliseconds after an event until the state is kept. */
const SAVE_DELAY_MS = 3_000;

/** Everything that events change, beside lists of messages. */
const SIGNALS: Readonly<Record<string, Signal>> = {
  snapshot: data.snapshot,
  people: data.people,
  gone: data.deactivatedUserIds,
  channels: data.channels,
  folders: data.folders,
  groups: data.groups,
  drafts: data.drafts,
  scheduled: data.scheduled,
  statuses: data.statuses,
  customEmoji: data.customEmoji,
  mutedPeople: data.mutedPeople,
  starred: data.starred,
  directs: data.directs,
  topicPolicies: data.topicPolicies,
  unread,
  unreadMentions,
};

export interface SavedState {
  readonly format: number;
  /** UNIX milliseconds. */
  readonly keptAt: number;
  readonly userId: number;
  readonly position: Position;
  readonly values: Readonly<Record<string, unknown>>;
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
  const values = Object.fromEntries(Object.entries(SIGNALS).map(([name, { value }]) => [name, value]));
  const userId = data.myId.peek();
  void keep('queue', 'state', {
    format: FORMAT,
    keptAt: Date.now(),
    userId,
    position: positionNow(),
    values,
  } satisfies SavedState);
}

addEventListener('pagehide', () => {
  if (timer !== undefined) save();
});

/** Keeps nothing any more: somebody has logged out. */
export function stopSaving(): void {
  positionNow = undefined;
  clearTimeout(timer);
  timer = undefined;
}

/** The saved state of the last reader; undefined if there is none that is new enough. */
export async function loadSavedState(): Promise<SavedState | undefined> {
  const reader = lastReader();
  if (reader === undefined) return undefined;
  openDatabase(reader);
  const kept = (await stored('queue', 'state')) as SavedState | undefined;
  const isUsable =
    kept?.format === FORMAT && kept.userId === reader && Date.now() - kept.keptAt < RETENTION_MS;
  return isUsable ? kept : undefined;
}

/** Shows what was kept. */
export function restoreState({ values }: SavedState): void {
  batch(() => {
    for (const [name, signal] of Object.entries(SIGNALS)) signal.value = values[name];
  });
}
