/** Calls that go on behind the page until the server has answered. */
import { patiently } from '@hansard/client';
import { patience } from './connection.ts';

/** Repeats a call until it is answered; a refusal is given up. */
export const patientCall = (call: (signal: AbortSignal | undefined) => Promise<unknown>): Promise<unknown> =>
  patiently(call, patience()).catch(() => undefined);
