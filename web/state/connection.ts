/** The connection to the server that this page came from, and what is known of its health. */
import { connect, type RetryOptions, Refusal, Unreachable } from '@hansard/client';
import { signal } from '@preact/signals';
import { readerChanged, shownUserId } from './reader.ts';

/** Sends the session's cookie; nothing secret is within reach of scripts. */
export const client = connect({ url: location.origin, program: 'website', shownUserId });

/** Headers of requests that no call of the client makes, as its calls have them. */
export function ownHeaders(): Readonly<Record<string, string>> {
  const userId = shownUserId();
  return { 'X-Requested-With': 'website', ...(userId !== undefined && { 'Hansard-User': String(userId) }) };
}

/** Whether the server has refused a call because the reader is no longer logged in; the page is opened again if somebody else is. */
export function isNoLongerHere(error: unknown): boolean {
  if (!(error instanceof Refusal) || error.status !== 401) return false;
  if (error.code === 'SESSION_OF_ANOTHER_USER') readerChanged();
  return true;
}

/** `waiting` has the time of the next attempt, in milliseconds of `Date.now()`. */
export type ConnectionState = { readonly kind: 'up' } | { readonly kind: 'waiting'; readonly until: number };

/** Whether the last attempt to reach the server has succeeded. */
export const serverConnection = signal<ConnectionState>({ kind: 'up' });

/** Whether the browser has a network at all. */
export const hasNetwork = signal(navigator.onLine);
for (const name of ['online', 'offline']) addEventListener(name, () => (hasNetwork.value = navigator.onLine));

/** Keeps `serverConnection` up to date while something waits for the server. */
export const retryPolicy = (signal?: AbortSignal): RetryOptions => ({
  signal,
  onWait(_error, milliseconds) {
    serverConnection.value = { kind: 'waiting', until: Date.now() + milliseconds };
  },
  onAnswer() {
    serverConnection.value = { kind: 'up' };
  },
});

/** The sentence for people about an error of a call. */
export function reasonOf(error: unknown): string {
  isNoLongerHere(error);
  if (error instanceof Refusal || error instanceof Unreachable) return error.message;
  throw error;
}

/** A sentence about something that did not work, shown for a while. */
export const notice = signal<{ readonly text: string; readonly isError: boolean } | undefined>(undefined);

/** Shows a sentence for six seconds. */
export function showNotice(text: string, isError = false): void {
  const shown = { text, isError };
  notice.value = shown;
  setTimeout(() => {
    if (notice.value === shown) notice.value = undefined;
  }, 6_000);
}

/** Runs an action of the person and shows a notice if the server refuses it. Resolves with whether it worked. */
export async function attempt(work: () => Promise<unknown>): Promise<boolean> {
  try {
    await work();
    return true;
  } catch (error) {
    showNotice(reasonOf(error), true);
    return false;
  }
}
