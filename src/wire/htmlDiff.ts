/** The difference of two rendered texts: the new HTML, with added and removed words in spans of their own. */

/** Pairs of words compared; in larger texts everything between the common start and end counts as changed. */
const MAX_PAIRS = 250_000;

/** A tag; quoted attribute values may contain `<` and `>`. */
const TOKEN = /<(?:"[^"]*"|'[^']*'|[^"'>])*>|&[^;\s]{1,31};|[^<\s&]+|\s+|./gsu;
const tokensOf = (html: string): readonly string[] => html.match(TOKEN) ?? [];

/** Unchanged text is in both; removed text is only in the old one. */
export function htmlDiff(oldHtml: string, newHtml: string): string {
  const [before, after] = [tokensOf(oldHtml), tokensOf(newHtml)];
  const shorter = Math.min(before.length, after.length);
  let head = 0;
  while (head < shorter && before[head] === after[head]) head += 1;
  let tail = 0;
  while (tail < shorter - head && before.at(-1 - tail) === after.at(-1 - tail)) tail += 1;
  const changed = [before.slice(head, before.length - tail), after.slice(head, after.length - tail)] as const;
  return [...after.slice(0, head), changes(...changed), ...after.slice(after.length - tail)].join('');
}

function changes(before: readonly string[], after: readonly string[]): string {
  const lengths = before.length * after.length > MAX_PAIRS ? undefined : commonLengths(before, after);
  const parts: string[] = [];
  const [gone, come]: [string[], string[]] = [[], []];
  const flush = (): void => {
    parts.push(marked('highlight_text_deleted', gone.splice(0).filter(isText)));
    parts.push(marked('highlight_text_inserted', come.splice(0)));
  };
  let [i, j] = [0, 0];
  while (i < before.length || j < after.length) {
    if (lengths && before[i] === after[j]) {
      flush();
      parts.push(after[j] as string);
      [i, j] = [i + 1, j + 1];
    } else if (j >= after.length || (i < before.length && isLonger(lengths, i, j)))
      gone.push(before[i++] as string);
    else come.push(after[j++] as string);
  }
  flush();
  return parts.join('');
}

/** Whether continuing in the old text yields more common words than in the new one. */
const isLonger = (lengths: readonly Uint32Array[] | undefined, i: number, j: number): boolean =>
  (lengths?.[i + 1]?.[j] ?? 1) >= (lengths?.[i]?.[j + 1] ?? 0);

/** `[i][j]`: the number of common words of the remainders from i and j. */
function commonLengths(before: readonly string[], after: readonly string[]): readonly Uint32Array[] {
  const lengths = Array.from({ length: before.length + 1 }, () => new Uint32Array(after.length + 1));
  for (let i = before.length - 1; i >= 0; i -= 1) {
    const [row, below] = [lengths[i] as Uint32Array, lengths[i + 1] as Uint32Array];
    for (let j = after.length - 1; j >= 0; j -= 1)
      row[j] = before[i] === after[j] ? below[j + 1]! + 1 : Math.max(below[j]!, row[j + 1]!);
  }
  return lengths;
}

const isText = (token: string): boolean => !token.startsWith('<');

/** Wraps runs of words in spans; elements between them stay outside, so that nesting is preserved. */
function marked(name: string, tokens: readonly string[]): string {
  const runs: string[][] = [];
  for (const token of tokens) {
    const last = runs.at(-1);
    if (last && isText(token) && isText(last[0] ?? '<')) last.push(token);
    else runs.push([token]);
  }
  return runs
    .map((run) => (isText(run[0] ?? '<') ? `<span class="${name}">${run.join('')}</span>` : run.join('')))
    .join('');
}
