/**
 * A client of Hansard for Node and browsers: typed calls of every route, sends that happen once however often they are
 * tried, and event queues that miss nothing.
 *
 *     const hansard = connect({ url: 'http://localhost:9991', email, apiKey });
 *     await hansard.send({ type: 'channel', to: 'design', topic: 'logo', content: 'Blue?' });
 *     const queue = await hansard.register({ event_types: ['message'] });
 *     for await (const event of queue) if (event.type === 'message') console.log(event.message.content);
 */
import { bodyOf, pathOf, textOf } from './encoding.ts';
import { Refusal, refusalOf, Unreachable } from './errors.ts';
import { EventQueue, type Position } from './eventQueue.ts';
import { withRetries, type RetryOptions, retryNow } from './retry.ts';
import type { Answer, Call, CallOptions, Params, RouteName } from './calls.ts';
import type { Routes } from './routes.ts';

export type { ClientEvent } from './eventQueue.ts';
export { applyEvent } from './state/events.ts';
export { emptyState, stateOf, topicKey } from './state/clientState.ts';
export type {
  ClientState,
  EventNamed,
  KnownChannel,
  KnownUser,
  Snapshot,
  SnapshotFields,
} from './state/clientState.ts';
export { applyToMessage, changedMessageIds, conversationOf, otherUserIds } from './state/conversations.ts';
export type { Conversation, MessageChange } from './state/conversations.ts';
export { isIn } from './state/rights.ts';
export { Table } from './state/table.ts';
export { EventQueue, withRetries, Refusal, retryNow, Unreachable };
export type { Answer, CallOptions, Params, RetryOptions, Position, RouteName, Routes };

/** The server's URL and the caller's credentials. */
export interface ConnectOptions {
  /** The organization's URL: `https://chat.example.com`. */
  readonly url: string;
  /** With `apiKey`: the caller. Without it a browser's session cookie identifies the caller. */
  readonly email?: string;
  readonly apiKey?: string;
  /** In a page with a session cookie: the ID of the user whom the page shows. Without it the server refuses its writes. */
  readonly shownUserId?: () => number | undefined;
  /** Name of the program, at most 30 characters; messages show it as their `client`. */
  readonly program?: string;
  /**
   * Whether the calling page is of another organization of the server: calls have the session's cookie and no header that
   * requires a preflight request of the browser. `GET /server_settings` and `GET /users/me/unread_count` admit them.
   */
  readonly isSibling?: boolean;
}

/** A connection to one organization. It holds no resources: there is nothing to close. */
export interface Client {
  readonly call: Call;
  /**
   * Sends a message exactly once: tries again until there is an answer, always with the same `Idempotency-Key`. Give
   * the key yourself to repeat a send after a restart. Fails with `Refusal`, or when the signal aborts.
   */
  send(message: Params<'POST /messages'>, options?: SendOptions): Promise<Answer<'POST /messages'>>;
  /** Uploads a file; its `url` goes into a message as a Markdown link. */
  upload(file: Blob, name: string, options?: CallOptions): Promise<Answer<'POST /user_uploads'>>;
  /** Registers an event queue and returns it with the state of the moment. */
  register(params?: Params<'POST /register'>, options?: RetryOptions): Promise<EventQueue>;
  /** Goes on with a queue of an earlier run, from where its last event was dealt with. */
  resume(position: Position, params?: Params<'POST /register'>, options?: RetryOptions): EventQueue;
}

/** Options of a send. */
export interface SendOptions extends RetryOptions {
  /** 1 to 255 characters; a random one by default. */
  readonly key?: string;
}

/** Connects to an organization; nothing is requested yet. */
export function connect(options: ConnectOptions): Client {
  const request = requester(options);
  const call: Call = (name, ...[params = {}, callOptions = {}]) => {
    const [method = '', template = ''] = name.split(' ');
    const { path, fields } = pathOf(template, params);
    return request(method, path, fields, callOptions) as never;
  };
  return {
    call,
    send(message, { key = randomKey(), ...retryOptions } = {}) {
      const headers = { 'Idempotency-Key': key };
      return withRetries(
        (signal) => call('POST /messages', message, { headers, ...(signal && { signal }) }),
        retryOptions,
      );
    },
    upload(file, name, callOptions = {}) {
      const form = new FormData();
      form.append('file', file, name);
      return request('POST', '/user_uploads', form, callOptions) as never;
    },
    register: (params = {}, retryOptions = {}) => EventQueue.register(call, params, retryOptions),
    resume: (position, params = {}, retryOptions = {}) =>
      new EventQueue(call, params, retryOptions, position),
  };
}

type Fields = Readonly<Record<string, unknown>> | FormData;

/** Makes requests as the caller. */
function requester({ url, email, apiKey, shownUserId, program, isSibling = false }: ConnectOptions) {
  const base = `${url.replace(/\/+$/, '')}/api/v1`;
  const own: Record<string, string> = isSibling ? {} : { 'X-Requested-With': program ?? 'hansard-client' };
  if (email !== undefined && apiKey !== undefined)
    own['Authorization'] = `Basic ${base64(`${email}:${apiKey}`)}`;
  return async (
    method: string,
    path: string,
    fields: Fields,
    { signal, headers, keepalive }: CallOptions,
  ): Promise<unknown> => {
    const isForm = fields instanceof FormData;
    const named = isForm || program === undefined ? fields : { ...fields, client: program };
    const inQuery = method === 'GET' && !isForm;
    const userId = shownUserId?.();
    const query = inQuery ? textOf(named as Record<string, unknown>) : '';
    const answer = await fetch(`${base}${path}${query === '' ? '' : `?${query}`}`, {
      method,
      headers: { ...own, ...(userId !== undefined && { 'Hansard-User': String(userId) }), ...headers },
      credentials: isSibling ? 'include' : 'same-origin',
      ...(signal && { signal }),
      ...(keepalive && { keepalive }),
      ...(!inQuery && { body: isForm ? fields : bodyOf(named as Record<string, unknown>) }),
    }).catch((error: unknown) => {
      throw signal?.aborted ? (signal.reason as Error) : new Unreachable(error);
    });
    return fieldsOf(answer);
  };
}

/** The fields of an answer; throws the error that it contains. */
async function fieldsOf(answer: Response): Promise<unknown> {
  const body = await answer.json().catch((error: unknown) => {
    throw new Unreachable(error);
  });
  if (answer.ok) return body;
  throw refusalOf(answer, body as Record<string, unknown>);
}

/** Base64 of a text in UTF-8. */
const base64 = (text: string): string =>
  btoa(Array.from(new TextEncoder().encode(text), (byte) => String.fromCharCode(byte)).join(''));

/** 128 random bits. Also on pages without TLS, where `crypto.randomUUID` does not exist. */
const randomKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join(
    '',
  );
