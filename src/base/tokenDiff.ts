/** The difference of two texts that have been taken apart into tokens. */

/** Pairs of tokens compared; in larger texts everything between the common start and end counts as changed. */
const MAX_PAIRS = 250_000;

/** Neighbouring tokens with the same fate. */
export interface TokenRun {
  readonly change: 'kept' | 'removed' | 'added';
  readonly tokens: readonly string[];
}

/** From the old tokens to the new ones, in order; where tokens were replaced, removed ones come first. */
export function diffTokens(before: readonly string[], after: readonly string[]): readonly TokenRun[] {
  const shorter = Math.min(before.length, after.length);
  let head = 0;
  while (head < shorter && before[head] === after[head]) head += 1;
  let tail = 0;
  while (tail < shorter - head && before.at(-1 - tail) === after.at(-1 - tail)) tail += 1;
  const changed = [before.slice(head, before.length - tail), after.slice(head, after.length - tail)] as const;
  const runs: readonly TokenRun[] = [
    { change: 'kept', tokens: after.slice(0, head) },
    ...changes(...changed),
    { change: 'kept', tokens: after.slice(after.length - tail) },
  ];
  return runs.filter(({ tokens }) => tokens.length > 0);
}

function changes(before: readonly string[], after: readonly string[]): readonly TokenRun[] {
  const lengths = before.length * after.length > MAX_PAIRS ? undefined : commonLengths(before, after);
  const runs: TokenRun[] = [];
  const [removed, added]: [string[], string[]] = [[], []];
  const flush = (): void => {
    runs.push({ change: 'removed', tokens: removed.splice(0) }, { change: 'added', tokens: added.splice(0) });
  };
  let [i, j] = [0, 0];
  while (i < before.length || j < after.length) {
    if (lengths && before[i] === after[j]) {
      flush();
      runs.push({ change: 'kept', tokens: [after[j] as string] });
      [i, j] = [i + 1, j + 1];
    } else if (j >= after.length || (i < before.length && isLonger(lengths, i, j)))
      removed.push(before[i++] as string);
    else added.push(after[j++] as string);
  }
  flush();
  return runs;
}

/** Whether continuing in the old text yields more common tokens than in the new one. */
const isLonger = (lengths: readonly Uint32Array[] | undefined, i: number, j: number): boolean =>
  (lengths?.[i + 1]?.[j] ?? 1) >= (lengths?.[i]?.[j + 1] ?? 0);

/** `[i][j]`: the number of common tokens of the remainders from i and j. */
function commonLengths(before: readonly string[], after: readonly string[]): readonly Uint32Array[] {
  const lengths = Array.from({ length: before.length + 1 }, () => new Uint32Array(after.length + 1));
  for (let i = before.length - 1; i >= 0; i -= 1) {
    const [row, below] = [lengths[i] as Uint32Array, lengths[i + 1] as Uint32Array];
    for (let j = after.length - 1; j >= 0; j -= 1)
      row[j] = before[i] === after[j] ? below[j + 1]! + 1 : Math.max(below[j]!, row[j + 1]!);
  }
  return lengths;
}
