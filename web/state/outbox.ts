/**
 * Messages on their way. They are shown at once, kept in the browser until the server has answered, and always sent under
 * the same key: a reload, a closed laptop or a broken connection neither loses nor doubles one.
 */
import { type Params, Refusal } from '@hansard/client';
import { signal } from '@preact/signals';
import { strings } from '../strings.ts';
import { client, retryPolicy, showNotice } from './connection.ts';
import { snapshot } from './data.ts';
import { allStored, forget, keep, readerConfirmed } from './database.ts';
import { type Conversation, conversationKey } from './unread.ts';

/** A message that has not arrived in the event queue yet. */
export interface Unsent {
  /** Also the key under which it is sent. */
  readonly localId: string;
  /** The queue that gets it with the local ID. */
  readonly queueId: string;
  readonly conversation: Conversation;
  readonly content: string;
  /** UNIX milliseconds. */
  readonly writtenAt: number;
  /** The server's reason for refusing it; '' while it is on its way. */
  readonly fault: string;
  /** Its ID, once the server has answered. */
  readonly sentAs?: number;
}

export const outbox = signal<readonly Unsent[]>([]);

/** The unsent messages of a conversation. */
export const unsentIn = (conversation: Conversation): readonly Unsent[] =>
  outbox.value.filter((unsent) => conversationKey(unsent.conversation) === conversationKey(conversation));

let queueId = '';
/** Messages that came before the answer to their send. */
const arrived = new Set<number>();

/** The queue that new messages name. */
export function useQueue(id: string): void {
  queueId = id;
}

/** Whether the server would record all of a text, without cutting its end; shows a notice where it would not. */
export function isShortEnough(content: string): boolean {
  const most = snapshot.peek().max_message_length ?? Infinity;
  const length = Array.from(content.trimEnd().replace(/^\n+/, '')).length;
  if (length > most) showNotice(strings.compose.tooLong(length, most), true);
  return length <= most;
}

/** Sends a message; it is on record here before this returns. */
export function sendLater(conversation: Conversation, content: string): void {
  const localId = Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) => byte.toString(36)).join(
    '',
  );
  const unsent = { localId, queueId, conversation, content, writtenAt: Date.now(), fault: '' };
  put(unsent);
  void deliver(unsent);
}

/** Goes on with what an earlier page has left. */
export async function openOutbox(): Promise<void> {
  const left = ((await allStored('outbox')) as readonly Unsent[]).filter(
    ({ localId }) => !outbox.peek().some((each) => each.localId === localId),
  );
  outbox.value = [...left, ...outbox.peek()].sort((one, other) => one.writtenAt - other.writtenAt);
  // One after the other, in the order in which they were written.
  for (const unsent of left) if (unsent.fault === '') await deliver(unsent);
}

/** Tries a refused message again. */
export function sendAgain(unsent: Unsent): void {
  const again = { ...unsent, fault: '' };
  put(again);
  void deliver(again);
}

/** Gives a message up. */
export function discard({ localId }: Unsent): void {
  outbox.value = outbox.peek().filter((each) => each.localId !== localId);
  void forget('outbox', localId);
}

/** A message has arrived: it is shown as such now. */
export function settle(id: number, localId: string | undefined): void {
  arrived.add(id);
  for (const unsent of outbox.peek()) if (unsent.localId === localId || unsent.sentAs === id) discard(unsent);
}

function put(unsent: Unsent): void {
  const others = outbox.peek().filter(({ localId }) => localId !== unsent.localId);
  outbox.value = [...others, unsent].sort((one, other) => one.writtenAt - other.writtenAt);
  void keep('outbox', unsent.localId, unsent);
}

async function deliver(unsent: Unsent): Promise<void> {
  await readerConfirmed;
  try {
    const { id } = await client.send(paramsOf(unsent), { key: unsent.localId, ...retryPolicy() });
    const isHere = arrived.has(id) || !outbox.peek().some(({ localId }) => localId === unsent.localId);
    if (isHere) discard(unsent);
    else put({ ...unsent, sentAs: id });
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    put({ ...unsent, fault: error.message });
  }
}

function paramsOf({ conversation, content, localId, queueId: queue }: Unsent): Params<'POST /messages'> {
  const local = queue === '' ? {} : { queue_id: queue, local_id: localId };
  return 'channelId' in conversation
    ? { type: 'channel', to: String(conversation.channelId), topic: conversation.topic, content, ...local }
    : { type: 'direct', to: JSON.stringify(conversation.userIds), content, ...local };
}
