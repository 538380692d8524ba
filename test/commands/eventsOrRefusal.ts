/** The outcome of a command, as one value that tests can compare. */
import type { Command, DecidedEvent } from '../../src/commands/define.ts';
import { Refused } from '../../src/base/errors.ts';
import type { OrganizationState } from '../../src/organization/state.ts';
import { decided } from '../support/decide.ts';

/** The events, or the code and text of the refusal; null is the operator. */
export function eventsOrRefusal<Input, Result>(
  state: OrganizationState,
  command: Command<Input, Result>,
  input: Input,
  actor: number | null,
  now = state.time,
): readonly DecidedEvent[] | { readonly refused: string; readonly message: string } {
  try {
    return decided(state, command, input, { actor, now }).events;
  } catch (error) {
    if (error instanceof Refused) return { refused: error.code, message: error.message };
    throw error;
  }
}

/** The refusal that `eventsOrRefusal` returns. */
export const refused = (message: string, code = 'BAD_REQUEST') => ({ refused: code, message });
