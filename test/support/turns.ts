/**
 * How long one turn of the event loop holds up all others, by the processor time of the main thread: a machine that
 * is busy with other things does not change it.
 */
import { readFileSync } from 'node:fs';

/** Rounds to choose the best from: whatever else happens by chance in one of them is not what is measured. */
const ROUNDS = 3;

/** Milliseconds that the main thread has worked; where the system does not tell, milliseconds that have passed. */
export function worked(): number {
  try {
    return Number(readFileSync('/proc/self/schedstat', 'utf8').split(' ')[0]) / 1e6;
  } catch {
    return performance.now();
  }
}

/** The longest turn of the event loop while something is done, in milliseconds. */
async function longestTurn(action: () => Promise<unknown>): Promise<number> {
  let longest = 0;
  let before = worked();
  let goesOn = true;
  const look = (): void => {
    const now = worked();
    longest = Math.max(longest, now - before);
    before = now;
    if (goesOn) setImmediate(look);
  };
  setImmediate(look);
  await action().finally(() => (goesOn = false));
  look();
  return longest;
}

/** The longest turn in the best of some rounds, each of which is told its number. */
export async function longestTurnAtBest(action: (round: number) => Promise<unknown>): Promise<number> {
  let best = Infinity;
  for (let round = 0; round < ROUNDS; round += 1)
    best = Math.min(best, await longestTurn(() => action(round)));
  return best;
}
