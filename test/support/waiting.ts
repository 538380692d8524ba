/** How tests wait: for a condition, never for a time in which something should have happened. */
import { setTimeout } from 'node:timers/promises';

/** In milliseconds. What has not come true by then never will: this catches what hangs, and says nothing about speed. */
export const LONGEST_WAIT = 300_000;
const BETWEEN_LOOKS = 20;

type Absent = false | undefined | null;

/** Asks again and again until there is an answer, and resolves with it; fails with the question when none comes. */
export async function until<Answer>(
  ask: () => Answer | Promise<Answer>,
  betweenLooks = BETWEEN_LOOKS,
): Promise<Exclude<Answer, Absent>> {
  const began = performance.now();
  do {
    const answer = await ask();
    if (answer !== false && answer !== undefined && answer !== null) return answer as Exclude<Answer, Absent>;
    await setTimeout(betweenLooks);
  } while (performance.now() - began < LONGEST_WAIT);
  throw new Error(`This has not come true: ${ask}`);
}

/** Lets time pass: between requests of a load, or where a fault or an age has to last. It waits for nothing. */
export const sleep = (milliseconds: number): Promise<void> => setTimeout(milliseconds);

/** Resolves at some moment within so many milliseconds, and not before others: one at which something is killed. */
export const randomMoment = (longest: number, shortest = 0): Promise<void> =>
  setTimeout(shortest + Math.random() * (longest - shortest));
