/** Decisions without a lane: a command is decided on a state, and what comes of it is folded there. */
import type { Command, DecidedEvent } from '../../src/commands/define.ts';
import type { UserId } from '../../src/base/ids.ts';
import type { OrganizationState } from '../../src/organization/state.ts';
import { foldOn } from './examples.ts';

/** For decisions that need no facts about messages. */
const NO_FACTS = undefined as never;

/** Who decides, and when; `now` in UNIX milliseconds. */
interface DecisionContext {
  readonly actor: number | null;
  readonly now?: number;
}

/** What was decided, after it has been folded; throws the refusal, if there is one. */
export function decided<Input, Result>(
  state: OrganizationState,
  definition: Command<Input, Result>,
  input: Input,
  { actor, now = state.time }: DecisionContext,
): { readonly events: readonly DecidedEvent[]; readonly result: Result } {
  const nextRevision = state.revision + 1;
  const context = { actor: actor as UserId | null, now, nextRevision, facts: NO_FACTS };
  const decision = definition.decide(state, input, context);
  foldOn(state, ...decision.events);
  return decision;
}
