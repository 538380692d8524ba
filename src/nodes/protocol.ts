/** The messages between nodes: commands to be decided, and the outcome of each. */
import { deserialize, serialize } from 'node:v8';
import { isTransient, NotFound, NotReady, type RefusalCode, Refused } from '../base/errors.ts';
import type { OrganizationId } from '../base/ids.ts';
import type { CommandMetadata } from '../commands/define.ts';

/** The path at which a node receives commands. */
export const COMMANDS_PATH = '/commands';

/** A command of `FORWARDED`, by its name. */
export interface ForwardedRequest {
  readonly organizationId: OrganizationId;
  readonly command: string;
  readonly input: unknown;
  readonly submission: CommandMetadata;
}

/** The outcome of a command; one that was not taken is as if it had not been sent. */
export type ForwardedAnswer =
  | { readonly outcome: 'accepted'; readonly result: unknown; readonly revision: number }
  | { readonly outcome: 'failed'; readonly error: SerializedError }
  | { readonly outcome: 'not taken' };

/** An error without its class. */
type SerializedError =
  | {
      readonly kind: 'refused' | 'absent';
      readonly message: string;
      readonly code: RefusalCode;
      readonly extra: Readonly<Record<string, unknown>>;
    }
  | { readonly kind: 'not ready'; readonly message: string; readonly retryAfter: number }
  | { readonly kind: 'fault'; readonly message: string };

/** As bytes: V8's own format keeps what JSON would lose, such as undefined and sets. */
export const encodeMessages = (value: readonly (ForwardedRequest | ForwardedAnswer)[]): Buffer =>
  serialize(value);
export const decodeRequests = (bytes: Buffer) => deserialize(bytes) as readonly ForwardedRequest[];
export const decodeAnswers = (bytes: Buffer) => deserialize(bytes) as readonly ForwardedAnswer[];

/** An error as data. */
export function serializeError(error: unknown): SerializedError {
  if (error instanceof Refused) {
    const { message, code, extra } = error;
    return { kind: error instanceof NotFound ? 'absent' : 'refused', message, code, extra };
  }
  const { message } = error as Error;
  if (error instanceof NotReady) return { kind: 'not ready', message, retryAfter: error.retryAfter };
  return isTransient(error) ? { kind: 'not ready', message, retryAfter: 1 } : { kind: 'fault', message };
}

/** The error again. */
export function deserializeError(failure: SerializedError): Error {
  if (failure.kind === 'absent') return new NotFound(failure.message);
  if (failure.kind === 'refused') return new Refused(failure.message, failure.code, failure.extra);
  if (failure.kind === 'not ready') return new NotReady(failure.message, failure.retryAfter);
  return new Error(`Another node failed: ${failure.message}`);
}
