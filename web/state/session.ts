/** Beginning, following and ending: who is logged in, and the event queue behind everything that is shown. */
import {
  emptyState,
  type EventQueue,
  type Params,
  Refusal,
  type Snapshot,
  stateOf,
  withRetries,
} from '@hansard/client';
import { batch, signal } from '@preact/signals';
import { forgetBegunTexts } from './begunTexts.ts';
import { client, serverConnection, retryPolicy } from './connection.ts';
import { forgetEverything, forgetSeen, openDatabase } from './database.ts';
import { myId, state } from './data.ts';
import { takeEvent } from './events.ts';
import { forgetFeeds } from './feeds.ts';
import {
  type SavedState,
  startSaving,
  loadSavedState,
  saveSoon,
  restoreState,
  stopSaving,
} from './savedState.ts';
import { startTitle } from './notifications.ts';
import { registerServiceWorker } from './serviceWorker.ts';
import { followOrganizations, forgetOrganization } from './organizations.ts';
import { openOutbox, useQueue } from './outbox.ts';
import { startPresence } from './presence.ts';
import { confirmReader, endReader, forgetReader, onOtherReader, showReader, shownUserId } from './reader.ts';

/** `away`: nobody is logged in. */
export type SessionStage = 'starting' | 'away' | 'here';

export const stage = signal<SessionStage>('starting');
/** Counts the snapshots; with each, views reload what they show. */
export const sessionGeneration = signal(0);

const REGISTER_PARAMS: Params<'POST /register'> = {
  apply_markdown: true,
  client_gravatar: true,
  slim_presence: true,
  include_subscribers: false,
  client_capabilities: {
    notification_settings_null: true,
    bulk_message_deletion: true,
    user_avatar_url_field_optional: false,
    stream_typing_notifications: true,
    user_settings_object: true,
    linkifier_url_template: true,
    user_list_incomplete: true,
    include_deactivated_groups: false,
    archived_channels: true,
    empty_topic_name: true,
    simplified_presence_events: true,
    individual_emoji_changes: true,
  },
};

let ending = new AbortController();

/** Takes up the session that the browser has, if any: from where the last page has left it, or anew. */
export async function begin(): Promise<void> {
  ending = new AbortController();
  onOtherReader(openAnew);
  const kept = await loadSavedState();
  try {
    if (kept === undefined) await beginAnew();
    else await goOn(kept);
  } catch (error) {
    if (ending.signal.aborted) return;
    await leave(error);
  }
}

async function beginAnew(): Promise<void> {
  const userId = shownUserId() ?? (await askWhoIsHere());
  showReader(userId);
  const queue = await client.register(REGISTER_PARAMS, retryPolicy(ending.signal));
  const taken = queue.snapshot;
  if (taken === undefined) throw new Error('A new queue has no snapshot.');
  openDatabase(userId);
  takeAll(taken);
  stage.value = 'here';
  void openOutbox();
  start(queue, userId);
}

/** The ID of the person in whose session the browser is. */
const askWhoIsHere = async (): Promise<number> =>
  (await withRetries((signal) => client.call('GET /users/me', {}, { signal }), retryPolicy(ending.signal)))
    .user_id;

/** Shows the saved state, and follows the queue once the server has confirmed that the session is that of the same person. */
async function goOn(kept: SavedState): Promise<void> {
  showReader(kept.userId);
  restoreState(kept);
  useQueue(kept.position.queue_id);
  stage.value = 'here';
  void openOutbox();
  await askWhoIsHere();
  start(client.resume(kept.position, REGISTER_PARAMS, retryPolicy(ending.signal)), kept.userId);
}

/** Somebody else is logged in now: nothing of the page before may stay. */
function openAnew(): void {
  ending.abort();
  stopSaving();
  forgetReader();
  location.reload();
}

function start(queue: EventQueue, userId: number): void {
  confirmReader(userId);
  startTitle();
  startPresence();
  followOrganizations(true);
  startSaving(() => queue.position);
  registerServiceWorker();
  void follow(queue);
}

function takeAll(taken: Snapshot): void {
  batch(() => {
    state.value = stateOf(taken, REGISTER_PARAMS);
    useQueue(taken.queue_id ?? '');
    forgetFeeds();
    sessionGeneration.value += 1;
  });
}

async function follow(queue: EventQueue): Promise<void> {
  try {
    for await (const event of queue) {
      serverConnection.value = { kind: 'up' };
      if (event.type === 'registered') {
        if (event.snapshot.user_id !== myId.peek()) return openAnew();
        takeAll(event.snapshot);
      } else takeEvent(event);
      saveSoon();
    }
  } catch (error) {
    if (ending.signal.aborted) return;
    await leave(error);
  }
}

/** The server has refused: the session has ended elsewhere, or there was none. */
async function leave(error: unknown): Promise<void> {
  if (!(error instanceof Refusal)) throw error;
  if (error.code === 'SESSION_OF_ANOTHER_USER') return openAnew();
  stopSaving();
  endReader();
  stage.value = 'away';
  followOrganizations(false);
  await forgetSeen();
}

/** Logs in; fails with the server's refusal. */
export async function logIn(username: string, password: string): Promise<void> {
  const { user_id: userId } = await client.call('POST /sessions', { username, password });
  confirmReader(userId);
  // Where something was shown before, nothing of it may stay: it may have been somebody else's.
  if (state.peek().fields.user_id === undefined) await begin();
  else location.reload();
}

/** Logs out, here and on the server, and forgets what this browser has kept. */
export async function logOut(): Promise<void> {
  await client.call('DELETE /sessions/:session_id', { session_id: 'current' });
  ending.abort();
  stopSaving();
  await forgetEverything();
  forgetBegunTexts();
  endReader();
  forgetOrganization();
  state.value = emptyState();
  location.assign('/');
}
