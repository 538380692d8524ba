/** Facts for commands that are decided together. */
import type { PendingCommand } from './batch.ts';
import { BatchFacts } from './batchFacts.ts';
import type { FactsNeeded } from '../define.ts';
import type { FactsCache } from './facts.ts';

interface Gathered<State> {
  readonly facts: BatchFacts;
  /** The commands that can be decided with them. */
  readonly able: readonly PendingCommand<State>[];
  /** Commands whose facts are not available now, with the reason. */
  readonly unable: readonly PendingCommand<State>[];
  readonly error?: unknown;
}

/**
 * If the view cannot provide facts, only the commands that need some fail. `memory` is absent if no command
 * does.
 */
export async function loadFacts<State>(
  memory: FactsCache | undefined,
  state: State,
  commands: readonly PendingCommand<State>[],
): Promise<Gathered<State>> {
  if (memory === undefined) return { facts: new BatchFacts(), able: commands, unable: [] };
  const needed = commands.map((waiting) => needsOf(state, waiting));
  try {
    const facts = await memory.load(needed.filter((needs) => needs !== undefined));
    return { facts, able: commands, unable: [] };
  } catch (error) {
    const able = commands.filter((_, index) => needed[index] === undefined);
    const unable = commands.filter((_, index) => needed[index] !== undefined);
    return { facts: new BatchFacts(), able, unable, error };
  }
}

function needsOf<State>(
  state: State,
  { definition, input, submission }: PendingCommand<State>,
): FactsNeeded | undefined {
  try {
    return definition.needs?.(state, input, submission.actor);
  } catch {
    return undefined; // The decision refuses for the same reason.
  }
}
