/**
 * Messages on their way. They are shown at once, kept in the browser until the server has answered, and always sent under
 * the same key: a reload, a closed laptop or a broken connection neither loses nor doubles one. Those of one conversation are sent one
 * after the other, in the order in which they were written.
 */
import { type Params, Refusal } from '@hansard/client';
import { signal } from '@preact/signals';
import { strings } from '../strings.ts';
import { client, isNoLongerHere, retryPolicy, showNotice } from './connection.ts';
import { snapshot } from './data.ts';
import { allStored, forget, keep } from './database.ts';
import { readerConfirmed } from './reader.ts';
import { messageSignal } from './feeds.ts';
import { type Conversation, conversationKey } from './unread.ts';

/** A message that has not arrived in the event queue yet. */
export interface Unsent {
  /** Also the key under which it is sent. */
  readonly localId: string;
  /** The queue that gets it with the local ID. */
  readonly queueId: string;
  readonly conversation: Conversation;
  readonly content: string;
  /** UNIX milliseconds; more than those of all that were written before. */
  readonly writtenAt: number;
  /** The server's reason for refusing it; '' while it is on its way. */
  readonly fault: string;
  /** Its ID, once the server has answered. */
  readonly sentAs?: number;
}

/** In the order in which they were written. */
export const outbox = signal<readonly Unsent[]>([]);

/** The unsent messages of a conversation, without those that are loaded as messages already. */
export const unsentIn = (conversation: Conversation): readonly Unsent[] =>
  outbox.value
    .filter((unsent) => conversationKey(unsent.conversation) === conversationKey(conversation))
    .filter(({ sentAs }) => sentAs === undefined || messageSignal(sentAs) === undefined);

let queueId = '';
let markLoaded = (): void => undefined;
/** Resolves when what an earlier page has left is in the outbox: it goes first. */
const loaded = new Promise<void>((resolve) => (markLoaded = resolve));
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
  const writtenAt = Math.max(Date.now(), (outbox.peek().at(-1)?.writtenAt ?? 0) + 1);
  put({ localId, queueId, conversation, content, writtenAt, fault: '' });
  void deliverAll(conversation);
}

/** Milliseconds after which a browser that has not said what is left is asked again. */
const ASKS_AGAIN_MS = 10_000;

/** Whether something that was kept is a message; a browser may have damaged it. */
const isUnsent = (kept: Partial<Unsent> | null): boolean =>
  typeof kept?.localId === 'string' &&
  typeof kept.content === 'string' &&
  typeof kept.conversation === 'object';

/** Goes on with what an earlier page has left. */
export async function openOutbox(): Promise<void> {
  const answer = await allStored('outbox');
  if (answer === undefined) setTimeout(() => void openOutbox(), ASKS_AGAIN_MS);
  const stored = ((answer ?? []) as readonly Unsent[]).filter(isUnsent);
  // The list of its conversation has what the server has answered.
  for (const { localId, sentAs } of stored) if (sentAs !== undefined) void forget('outbox', localId);
  const left = stored
    .filter(({ sentAs }) => sentAs === undefined)
    .filter(({ localId }) => !outbox.peek().some((each) => each.localId === localId))
    .sort((one, other) => one.writtenAt - other.writtenAt);
  outbox.value = [...left, ...outbox.peek()];
  markLoaded();
  for (const { conversation } of left) void deliverAll(conversation);
}

/** Tries a refused message again. */
export function sendAgain(unsent: Unsent): void {
  put({ ...unsent, fault: '' });
  void deliverAll(unsent.conversation);
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
  const all = outbox.peek();
  const isKnown = all.some(({ localId }) => localId === unsent.localId);
  outbox.value = isKnown
    ? all.map((each) => (each.localId === unsent.localId ? unsent : each))
    : [...all, unsent];
  void keep('outbox', unsent.localId, unsent);
}

/** Conversations of which something is being sent. */
const delivering = new Set<string>();

/** Sends what is on its way to a conversation, each after the server has answered the one before. */
async function deliverAll(conversation: Conversation): Promise<void> {
  const key = conversationKey(conversation);
  if (delivering.has(key)) return;
  delivering.add(key);
  try {
    await readerConfirmed;
    await loaded;
    for (let next = nextIn(key); next && (await deliver(next)); next = nextIn(key));
  } finally {
    delivering.delete(key);
  }
}

const nextIn = (key: string): Unsent | undefined =>
  outbox
    .peek()
    .find(
      ({ conversation, fault, sentAs }) =>
        fault === '' && sentAs === undefined && conversationKey(conversation) === key,
    );

/** Resolves with whether the server has answered, be it by a refusal; if not, nobody is logged in, or somebody else. */
async function deliver(unsent: Unsent): Promise<boolean> {
  try {
    const { id } = await client.send(paramsOf(unsent), { key: unsent.localId, ...retryPolicy() });
    const isHere = arrived.has(id) || !outbox.peek().some(({ localId }) => localId === unsent.localId);
    if (isHere) discard(unsent);
    else put({ ...unsent, sentAs: id });
    return true;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    // It stays for the next log-in of the person who has written it.
    if (isNoLongerHere(error)) return false;
    put({ ...unsent, fault: error.message });
    return true;
  }
}

function paramsOf({ conversation, content, localId, queueId: queue }: Unsent): Params<'POST /messages'> {
  const local = queue === '' ? {} : { queue_id: queue, local_id: localId };
  return 'channelId' in conversation
    ? { type: 'channel', to: String(conversation.channelId), topic: conversation.topic, content, ...local }
    : { type: 'direct', to: JSON.stringify(conversation.userIds), content, ...local };
}
