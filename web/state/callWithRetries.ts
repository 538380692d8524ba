/** Calls that go on behind the page until the server has answered. */
import { withRetries } from '@hansard/client';
import { retryPolicy } from './connection.ts';
import { isReaderConfirmed, readerConfirmed } from './reader.ts';

/** Repeats a call until it is answered; a refusal is given up. */
export async function callWithRetries(
  call: (signal: AbortSignal | undefined) => Promise<unknown>,
): Promise<unknown> {
  if (!isReaderConfirmed()) await readerConfirmed;
  return withRetries(call, retryPolicy()).catch(() => undefined);
}
