/** Beginning, following and ending: who is logged in, and the event queue behind everything that is shown. */
import { type EventQueue, type Params, Refusal } from '@hansard/client';
import { batch, signal } from '@preact/signals';
import { client, link, patience } from './connection.ts';
import { forgetEverything, openDatabase } from './database.ts';
import { type Snapshot, snapshot, takeSnapshot } from './data.ts';
import { takeEvent } from './events.ts';
import { forgetFeeds } from './feeds.ts';
import { startTitle } from './notifications.ts';
import { openOutbox, useQueue } from './outbox.ts';
import { startPresence } from './presence.ts';
import { takeUnread } from './unread.ts';

/** `away`: nobody is logged in. */
export type Stage = 'starting' | 'away' | 'here';

export const stage = signal<Stage>('starting');
/** Counts how often everything was taken anew; places ask again for what they show. */
export const generation = signal(0);

const WANTED: Params<'POST /register'> = {
  ...{ apply_markdown: true, client_gravatar: true, slim_presence: true, include_subscribers: 'false' },
  client_capabilities: {
    ...{
      notification_settings_null: true,
      bulk_message_deletion: true,
      user_avatar_url_field_optional: false,
    },
    ...{ stream_typing_notifications: true, user_settings_object: true, linkifier_url_template: true },
    ...{ user_list_incomplete: true, include_deactivated_groups: false, archived_channels: true },
    ...{ empty_topic_name: true, simplified_presence_events: true, individual_emoji_changes: true },
  },
};

let ending = new AbortController();

/** Takes up the session that the browser has, if any. */
export async function begin(): Promise<void> {
  ending = new AbortController();
  try {
    const queue = await client.register(WANTED, patience(ending.signal));
    const taken = queue.snapshot;
    if (taken === undefined) throw new Error('A new queue has no snapshot.');
    openDatabase(taken.user_id ?? -1);
    takeAll(taken);
    stage.value = 'here';
    startTitle();
    startPresence();
    void openOutbox();
    void follow(queue);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    stage.value = 'away';
  }
}

function takeAll(taken: Snapshot): void {
  batch(() => {
    takeSnapshot(taken);
    if (taken.unread_msgs) takeUnread(taken.unread_msgs);
    useQueue(taken.queue_id ?? '');
    forgetFeeds();
    generation.value += 1;
  });
}

async function follow(queue: EventQueue): Promise<void> {
  try {
    for await (const event of queue) {
      link.value = { kind: 'up' };
      if (event.type === 'registered') takeAll(event.snapshot);
      else takeEvent(event);
    }
  } catch (error) {
    if (ending.signal.aborted) return;
    if (!(error instanceof Refusal)) throw error;
    // The session has ended elsewhere.
    stage.value = 'away';
  }
}

/** Logs in; fails with the server's refusal. */
export async function logIn(username: string, password: string): Promise<void> {
  await client.call('POST /sessions', { username, password });
  await begin();
}

/** Logs out, here and on the server, and forgets what this browser has kept. */
export async function logOut(): Promise<void> {
  await client.call('DELETE /sessions/:session_id', { session_id: 'current' });
  ending.abort();
  await forgetEverything();
  snapshot.value = {};
  location.assign('/');
}
