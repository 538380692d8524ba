/** What the chapters about narrows have in common. */
import { absent, owner, type Shown, type Step } from './row.ts';

export const list = 'GET /messages';

export const one = 'GET /messages/{message}';

export type Term = readonly [operator: string, operand: unknown] | Shown;

export const not = (operator: string, operand: unknown): Shown => ({ operator, operand, negated: true });

export const messageQuery = (...narrow: readonly Term[]): Shown => ({
  anchor: 'newest',
  num_before: 1000,
  num_after: 0,
  narrow,
});

export const shows = (isFound: boolean, narrow: readonly Term[], by = owner, name = 'message'): Step =>
  by(list, messageQuery(...narrow)).shows({ [`messages[id={${name}}].id`]: isFound ? `{${name}}` : absent });

export const finds = (...narrow: readonly Term[]): Step => shows(true, narrow);

export const misses = (...narrow: readonly Term[]): Step => shows(false, narrow);
